// Icons. Each is a zigzag of its own: which one it is matters to a test, how it looks doesn't.

const added = new Map();

export function getIcon(id) {
  const name = id.replace(/^lucide-/, "");
  const svg = createSvg("svg", { cls: `svg-icon lucide-${name}`, attr: { viewBox: "0 0 24 24", width: 24, height: 24, fill: "none", stroke: "currentColor", "aria-hidden": "true" } });
  if (added.has(id)) {
    svg.innerHTML = added.get(id);
    svg.setAttribute("viewBox", "0 0 100 100");
    return svg;
  }
  if (!/^[a-z0-9-]+$/.test(name)) return null;
  const points = [...name].slice(0, 9).map((letter, at) => `${4 + at * 2},${4 + (letter.charCodeAt(0) * 7) % 17}`);
  svg.createSvg("polyline", { attr: { points: points.join(" "), "stroke-width": 2 } });
  return svg;
}

export function setIcon(parent, id) {
  parent.empty();
  const icon = getIcon(id);
  if (icon) parent.appendChild(icon);
}

export const addIcon = (id, content) => void added.set(id, content);
export const removeIcon = (id) => void added.delete(id);
export const addedIcons = () => [...added.keys()];
export const getIconIds = () => [...added.keys()];
