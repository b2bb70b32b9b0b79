// What is said of an element when the pointer rests on it.

export function setTooltip(element, tooltip, options = {}) {
  if (tooltip) element.setAttribute("aria-label", tooltip);
  else element.removeAttribute("aria-label");
  if (options.placement) element.setAttribute("data-tooltip-position", options.placement);
}

export function displayTooltip(target, content) {
  document.querySelector(".tooltip")?.detach();
  const tooltip = document.body.createDiv({ cls: "tooltip", text: content });
  const box = target.getBoundingClientRect();
  tooltip.setCssStyles({ left: `${box.left}px`, top: `${box.bottom + 4}px` });
}
