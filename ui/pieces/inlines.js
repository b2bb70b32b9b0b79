// What stands in a line of a note: text, links, tags and marks.

import { h } from "./dom.js";
import { words } from "./words.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Host } from "./host.js"
 * @import { Inline } from "./wire.js"
 */

/** How deep marks and blocks are followed; beyond that a note is no text that anyone reads. */
export const DEEPEST = 60;

/** The only kinds of address that a note may lead to. */
const SAFE_ADDRESS = /^(https?|mailto):/i;

/**
 * Returns what draws the lines of a note.
 *
 * @param {string} vault the note's
 * @param {Host} host
 */
export function inlineDrawing(vault, host) {
  /** @param {Inline[]} parts @param {number} depth @returns {Child[]} */
  const inlines = (parts, depth) => (depth > DEEPEST ? ["…"] : parts.map((part) => inline(part, depth + 1)));

  /** @param {Inline} part @param {number} depth @returns {Child} */
  function inline(part, depth) {
    switch (part.kind) {
      case "text": return part.text;
      case "code": return h("code", {}, part.text);
      case "math": return h("code", { class: "notekin-math" }, part.source);
      case "strong": return h("strong", {}, inlines(part.text, depth));
      case "emphasis": return h("em", {}, inlines(part.text, depth));
      case "strike": return h("s", {}, inlines(part.text, depth));
      case "mark": return h("mark", {}, inlines(part.text, depth));
      case "link": return link(part, depth);
      case "image": return image(part);
      case "tag": return tagButton(part.text.replace(/^#/, ""), host);
      case "break": return h("br");
      default: return null;
    }
  }

  /** A picture is never fetched; a note that is embedded can be opened. @param {Extract<Inline, {kind: "image"}>} part */
  function image({ alt, note: path }) {
    if (path === null) return h("span", { class: "notekin-image" }, `${words.note.image}: ${alt}`);
    return h("a", { class: "notekin-link", href: host.addressOf({ vault, path }) }, `${words.note.embedded}: ${alt || path}`);
  }

  /** @param {Extract<Inline, {kind: "link"}>} part @param {number} depth */
  function link({ text, note: path, heading, url }, depth) {
    const inside = inlines(text, depth);
    if (path !== null) {
      const place = { vault, path, heading: heading ?? undefined };
      return h("a", { class: "notekin-link", href: host.addressOf(place) }, inside);
    }
    // The engine lets only such addresses through; a link is worth a second look.
    if (url !== null && SAFE_ADDRESS.test(url)) {
      return h("a", { class: "notekin-link is-outside", href: url, target: "_blank", rel: "noopener noreferrer" }, inside);
    }
    return h("span", { class: "notekin-link is-unresolved" }, inside);
  }

  return inlines;
}

/**
 * Makes a tag, which narrows what is looked for.
 *
 * @param {string} tag
 * @param {Host} host
 */
export function tagButton(tag, host) {
  const narrow = () => host.narrow({ tag });
  return h(
    "button",
    { type: "button", class: "notekin-tag", dir: "auto", title: words.note.withTag(tag), onclick: narrow },
    `#${tag}`,
  );
}
