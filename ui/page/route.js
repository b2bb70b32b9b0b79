// What is shown, as the part of the address behind `#`, so that reload, back and forward work.

/** @import { Lines, Mode, Place } from "../pieces/wire.js" */

/**
 * @typedef {object} Route
 * @property {"search" | "ask" | "status"} view
 * @property {string} query
 * @property {Mode} mode
 * @property {string[]} folders
 * @property {string[]} tags
 * @property {string | null} vault the only one that is searched
 * @property {number | null} conversation
 * @property {Place | null} note the one that is open
 */

/**
 * Reads an address.
 *
 * @param {string} hash with its `#`
 * @returns {Route}
 */
export function readRoute(hash) {
  const [, name = "", text = ""] = /^#\/([a-z]*)\??(.*)$/s.exec(hash) ?? [];
  const values = new URLSearchParams(text);
  const mode = values.get("mode") ?? "";
  const conversation = Number(values.get("conversation"));
  return {
    view: name === "ask" || name === "status" ? name : "search",
    query: values.get("q") ?? "",
    mode: mode === "semantic" || mode === "keyword" || mode === "regex" ? mode : "hybrid",
    folders: values.getAll("folder"),
    tags: values.getAll("tag"),
    vault: values.get("vault"),
    conversation: Number.isInteger(conversation) && conversation > 0 ? conversation : null,
    note: readPlace(values),
  };
}

/**
 * Writes an address.
 *
 * @param {Route} route
 */
export function writeRoute(route) {
  const values = new URLSearchParams();
  if (route.query !== "") values.set("q", route.query);
  if (route.mode !== "hybrid") values.set("mode", route.mode);
  for (const folder of route.folders) values.append("folder", folder);
  for (const tag of route.tags) values.append("tag", tag);
  if (route.vault !== null) values.set("vault", route.vault);
  if (route.conversation !== null) values.set("conversation", String(route.conversation));
  if (route.note) writePlace(values, route.note);
  return hashOf(route.view, values);
}

/**
 * Writes the address of a note alone. Within the page it is opened beside what is shown.
 *
 * @param {Place} place
 */
export function placeAddress(place) {
  const values = new URLSearchParams();
  writePlace(values, place);
  return hashOf("open", values);
}

/**
 * Returns the note that an address of `placeAddress` names.
 *
 * @param {string} hash
 */
export function placeIn(hash) {
  return hash.startsWith("#/open?") ? readRoute(hash).note : null;
}

/**
 * @param {URLSearchParams} values
 * @returns {Place | null}
 */
function readPlace(values) {
  const path = values.get("note");
  const vault = values.get("in");
  if (path === null || vault === null) return null;
  const [start = 0, end = start] = (values.get("lines") ?? "").split("-").map(Number);
  /** @type {Lines | undefined} */ const lines = start > 0 && end >= start ? { start, end } : undefined;
  return { vault, path, lines, heading: values.get("heading") ?? undefined };
}

/**
 * @param {URLSearchParams} values
 * @param {Place} place
 */
function writePlace(values, { vault, path, lines, heading }) {
  values.set("note", path);
  values.set("in", vault);
  if (lines) values.set("lines", `${lines.start}-${lines.end}`);
  else if (heading !== undefined && heading !== "") values.set("heading", heading);
}

/**
 * @param {string} view
 * @param {URLSearchParams} values
 */
function hashOf(view, values) {
  // Slashes of paths stay readable.
  const text = values.toString().replaceAll("%2F", "/");
  return text === "" ? `#/${view}` : `#/${view}?${text}`;
}
