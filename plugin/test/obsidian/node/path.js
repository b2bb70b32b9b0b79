// Node's `path`, as it is on Linux.

function normalize(path) {
  const absolute = path.startsWith("/");
  const parts = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts[parts.length - 1] !== "..") parts.pop();
    else if (part !== ".." || !absolute) parts.push(part);
  }
  return (absolute ? "/" : "") + parts.join("/") || (absolute ? "/" : ".");
}

const join = (...parts) => normalize(parts.filter((part) => part !== "").join("/"));
const resolve = (...parts) => normalize(parts.reduce((whole, part) => (part.startsWith("/") ? part : `${whole}/${part}`), "/"));
const dirname = (path) => path.replace(/\/+$/, "").replace(/\/?[^/]*$/, "") || (path.startsWith("/") ? "/" : ".");
const basename = (path, ending = "") => {
  const name = path.replace(/\/+$/, "").split("/").pop();
  return ending !== "" && name.endsWith(ending) && name !== ending ? name.slice(0, -ending.length) : name;
};
const extname = (path) => /[^./](\.[^./]*)$/.exec(basename(path))?.[1] ?? "";
const relative = (from, to) => {
  const [a, b] = [resolve(from).split("/").filter(Boolean), resolve(to).split("/").filter(Boolean)];
  while (a.length > 0 && a[0] === b[0]) {
    a.shift();
    b.shift();
  }
  return [...a.map(() => ".."), ...b].join("/");
};

export const posix = { normalize, join, resolve, dirname, basename, extname, relative, isAbsolute: (path) => path.startsWith("/"), sep: "/", delimiter: ":" };
