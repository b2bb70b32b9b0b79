// Folders and tags that a search or question is narrowed to, each a chip that can be taken away.

import { fill, h } from "../pieces/dom.js";
import { icon } from "../pieces/icon.js";
import { words } from "../pieces/words.js";

/** @import { Route } from "./route.js" */

/**
 * Makes the chips, and the field that adds one.
 *
 * @param {() => Route} route
 * @param {(change: Partial<Route>) => void} change
 */
export function filterChips(route, change) {
  const chips = h("ul", { class: "chips", "aria-label": words.search.filters });
  const field = h("input", {
    class: "chip-field", "aria-label": words.search.narrowLabel, placeholder: words.search.narrowPlaceholder,
    dir: "auto", autocomplete: "off", spellcheck: "false", hidden: true,
  });
  const open = h("button", { type: "button", class: "chip-open" }, icon("plus"), words.search.narrow);
  const edit = (/** @type {boolean} */ isOpen) => {
    field.hidden = !isOpen;
    open.hidden = isOpen;
    field.value = "";
    (isOpen ? field : open).focus();
  };
  const add = () => {
    const name = field.value.trim();
    edit(false);
    if (name !== "") change(narrowed(route(), name.startsWith("#") ? { tag: name.slice(1) } : { folder: name }));
  };
  open.addEventListener("click", () => edit(true));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") add();
    else if (event.key === "Escape") edit(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  field.addEventListener("blur", () => {
    field.hidden = true;
    open.hidden = false;
  });
  return {
    element: h("div", { class: "narrow" }, chips, field, open),
    /** @param {Route} shown */
    show({ folders, tags }) {
      fill(
        chips,
        folders.map((name) => chip(name, () => change({ folders: folders.filter((each) => each !== name) }))),
        tags.map((name) => chip(`#${name}`, () => change({ tags: tags.filter((each) => each !== name) }))),
      );
      chips.hidden = folders.length + tags.length === 0;
    },
  };
}

/**
 * Returns what changes when a folder or tag is added.
 *
 * @param {Route} route
 * @param {{tag?: string, folder?: string}} filter
 * @returns {Partial<Route>}
 */
export function narrowed({ folders, tags }, { tag, folder }) {
  if (tag !== undefined) return { tags: [...new Set([...tags, tag])] };
  return { folders: [...new Set([...folders, ...(folder === undefined ? [] : [folder])])] };
}

/**
 * @param {string} name
 * @param {() => void} remove
 */
function chip(name, remove) {
  return h(
    "li",
    { class: "chip" },
    h("bdi", {}, name),
    h("button", { type: "button", "aria-label": words.search.without(name), onclick: remove }, icon("close")),
  );
}
