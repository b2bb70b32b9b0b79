// Paths inside a vault, and the texts of links.

export function normalizePath(path) {
  const whole = path.replace(/[\\/]+/g, "/").replace(/^\/+|\/+$/g, "").replace(/\u00A0|\u202F/g, " ").normalize("NFC");
  return whole === "" ? "/" : whole;
}

export const nameOf = (path) => path.slice(path.lastIndexOf("/") + 1);
export const folderOf = (path) => (path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "");
export const extensionOf = (name) => (name.lastIndexOf(".") > 0 ? name.slice(name.lastIndexOf(".") + 1) : "");

export function parseLinktext(linktext) {
  const at = linktext.indexOf("#");
  const path = (at < 0 ? linktext : linktext.slice(0, at)).replace(/\u00A0/g, " ").trim();
  return { path, subpath: at < 0 ? "" : linktext.slice(at) };
}

export const getLinkpath = (linktext) => parseLinktext(linktext).path;

export function stripHeading(heading) {
  return heading.replace(/[!"#$%&()*+,.:;<=>?@^`{|}~/[\]\\]/g, " ").replace(/\s+/g, " ").trim();
}

export function stripHeadingForLink(heading) {
  return heading.replace(/[#|^:\\]|%%|\[\[|\]\]/g, " ").replace(/\s+/g, " ").trim();
}
