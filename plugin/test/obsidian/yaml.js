// As much YAML as the properties of notes need: flat keys, lists, and plain values.

function valueOf(text) {
  const plain = text.trim();
  if (plain === "" || plain === "null" || plain === "~") return null;
  if (plain === "true" || plain === "false") return plain === "true";
  if (/^-?\d+(\.\d+)?$/.test(plain)) return Number(plain);
  if (plain.startsWith("[") && plain.endsWith("]")) return plain.slice(1, -1).split(",").map(valueOf).filter((value) => value !== null);
  return plain.replace(/^(["'])(.*)\1$/, "$2");
}

export function parseYaml(text) {
  const whole = {};
  let key = null;
  for (const line of text.split(/\r?\n/)) {
    const item = /^\s*-\s+(.*)$/.exec(line);
    const pair = /^([^\s:#][^:]*):(?:\s+(.*))?$/.exec(line);
    if (item && key !== null) whole[key] = [...(Array.isArray(whole[key]) ? whole[key] : []), valueOf(item[1])];
    else if (pair) whole[(key = pair[1].trim())] = valueOf(pair[2] ?? "");
  }
  return whole;
}

export function stringifyYaml(value) {
  const lines = Object.entries(value).map(([key, each]) =>
    Array.isArray(each) ? [`${key}:`, ...each.map((item) => `  - ${item}`)].join("\n") : `${key}: ${each ?? ""}`,
  );
  return `${lines.join("\n")}\n`;
}
