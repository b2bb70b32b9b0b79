// The blocks of a note. Every one knows its lines, so that a place can be shown.

import { h } from "./dom.js";
import { DEEPEST, inlineDrawing } from "./inlines.js";
import { words } from "./words.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Host } from "./host.js"
 * @import { Block, Inline, Lines, ListItem } from "./wire.js"
 */

/**
 * Returns what draws the blocks of a note, each with how deep it lies in others.
 *
 * @param {string} vault the note's
 * @param {Host} host
 */
export function blockDrawing(vault, host) {
  const inlines = inlineDrawing(vault, host);

  /** @param {Block[]} blocks @param {number} depth @returns {Child[]} */
  const blocks = (blocks, depth) => (depth > DEEPEST ? ["…"] : blocks.map((each) => block(each, depth + 1)));

  /** @param {Block} block @param {number} depth @returns {HTMLElement} */
  function element(block, depth) {
    // What holds others looks for its direction in them, but not in those that look for their own.
    const dir = depth === 0 ? "auto" : undefined;
    switch (block.kind) {
      case "heading": return h(headingTag(block.level), { dir }, inlines(block.text, depth));
      case "paragraph": return h("p", { dir }, inlines(block.text, depth));
      case "code": return h("pre", { tabindex: 0, "aria-label": block.language }, h("code", {}, block.code));
      case "math": return h("pre", { class: "notekin-math" }, h("code", {}, block.source));
      case "list": return list(block, depth, dir);
      case "quote": return quote(block, depth, dir);
      case "table": return table(block, depth, dir);
      case "rule": return h("hr");
      case "properties":
        return h("details", { class: "notekin-properties" }, h("summary", {}, words.note.properties), h("pre", { dir: "auto" }, block.text));
      default: return h("pre", { class: "notekin-raw", dir }, block.text);
    }
  }

  /** @param {Block} which @param {number} depth */
  function block(which, depth) {
    return at(element(which, depth), which.lines);
  }

  /** @param {Extract<Block, {kind: "list"}>} block @param {number} depth @param {"auto" | undefined} dir */
  function list({ ordered, start, items }, depth, dir) {
    const rows = items.map((each) => item(each, depth));
    return ordered ? h("ol", { dir, start: start ?? 1 }, rows) : h("ul", { dir }, rows);
  }

  /** @param {ListItem} item @param {number} depth */
  function item({ lines, checked, blocks: inside }, depth) {
    if (checked === null) return at(h("li", {}, blocks(inside, depth)), lines);
    const label = checked ? words.note.done : words.note.open;
    const box = h("input", { type: "checkbox", disabled: true, checked, "aria-label": label });
    return at(h("li", { class: "is-task" }, box, h("div", {}, blocks(inside, depth))), lines);
  }

  /** @param {Extract<Block, {kind: "quote"}>} block @param {number} depth @param {"auto" | undefined} dir */
  function quote({ callout, title, blocks: inside }, depth, dir) {
    if (callout === null) return h("blockquote", { dir }, blocks(inside, depth));
    const name = title?.length ? inlines(title, depth) : [callout.charAt(0).toUpperCase() + callout.slice(1)];
    return h("div", { class: "notekin-callout", dir }, h("p", { class: "notekin-callout-title" }, name), blocks(inside, depth));
  }

  /** @param {Extract<Block, {kind: "table"}>} block @param {number} depth @param {"auto" | undefined} dir */
  function table({ align, head, rows }, depth, dir) {
    const side = (/** @type {number} */ at) => (align[at] ? `is-${align[at]}` : undefined);
    const header = head.map((cell, at) => h("th", { scope: "col", class: side(at) }, inlines(cell, depth)));
    const row = (/** @type {{lines: Lines, cells: Inline[][]}} */ { lines, cells }) =>
      at(h("tr", {}, cells.map((cell, at) => h("td", { class: side(at) }, inlines(cell, depth)))), lines);
    const whole = h("table", { dir }, h("thead", {}, h("tr", {}, header)), h("tbody", {}, rows.map(row)));
    return h("div", { class: "notekin-table", tabindex: 0 }, whole);
  }

  return block;
}

/**
 * @template {HTMLElement} Drawn
 * @param {Drawn} element
 * @param {Lines} lines
 */
function at(element, { start, end }) {
  element.dataset.from = String(start);
  element.dataset.to = String(end);
  return element;
}

/** @param {number} level */
function headingTag(level) {
  return /** @type {"h1" | "h2" | "h3" | "h4" | "h5" | "h6"} */ (`h${Math.min(6, Math.max(1, level))}`);
}
