// A note, drawn from the engine's tree of blocks. Every block knows its lines, so that a place can be shown.

import { h } from "./dom.js";
import { words } from "./words.js";

/**
 * @import { Host } from "./host.js"
 * @import { Block, Inline, Lines, ListItem, NoteReply } from "./wire.js"
 */

/** How deep blocks and marks are followed; beyond that a note is no text that anyone reads. */
const DEEPEST = 60;

/** The only kinds of address that a note may lead to. */
const SAFE_ADDRESS = /^(https?|mailto):/i;

/**
 * Draws a note.
 *
 * @param {NoteReply} note
 * @param {Host} host
 */
export function noteArticle(note, host) {
  const draw = drawing(note, host);
  const first = note.blocks.find((block) => block.kind !== "properties");
  const heading = first?.kind === "heading" && first.level === 1 ? first : null;
  const rest = note.blocks.filter((block) => block !== heading);
  return h(
    "article",
    { class: "notekin-note", tabindex: -1, "aria-label": note.title },
    heading ? draw.block(heading, 0) : h("h1", { dir: "auto" }, note.title),
    facts(note, host),
    note.blocks.length === 0 && h("p", { class: "notekin-quiet" }, words.note.empty),
    rest.map((block) => draw.block(block, 0)),
    backlinks(note, host),
  );
}

/**
 * Marks the blocks that some lines of a note lie in and scrolls to the first.
 *
 * @param {Element} article
 * @param {Lines | undefined} lines without any, nothing is marked
 * @returns {boolean} whether there are such blocks
 */
export function showLines(article, lines) {
  for (const marked of article.querySelectorAll(".is-shown")) marked.classList.remove("is-shown");
  if (!lines) return false;
  const blocks = /** @type {HTMLElement[]} */ ([...article.querySelectorAll("[data-from]")]).filter(
    ({ dataset }) => Number(dataset.from) <= lines.end && Number(dataset.to) >= lines.start,
  );
  // What holds another of them is too much: a list of fifty items for a passage of one.
  const inner = blocks.filter((block) => !blocks.some((other) => other !== block && block.contains(other)));
  for (const block of inner) block.classList.add("is-shown");
  inner[0]?.scrollIntoView({ block: "center" });
  return inner.length > 0;
}

/**
 * Scrolls to a heading of a note.
 *
 * @param {Element} article
 * @param {string} heading
 * @returns {boolean} whether there is such a heading
 */
export function showHeading(article, heading) {
  const wanted = heading.trim().toLowerCase();
  const headings = [...article.querySelectorAll("h1, h2, h3, h4, h5, h6")];
  const found = headings.find((each) => each.textContent?.trim().toLowerCase() === wanted);
  for (const marked of article.querySelectorAll(".is-shown")) marked.classList.remove("is-shown");
  found?.classList.add("is-shown");
  found?.scrollIntoView({ block: "start" });
  return found !== undefined;
}

/**
 * @param {NoteReply} note
 * @param {Host} host
 */
function facts(note, host) {
  const day = new Date(note.modified);
  const isDay = !Number.isNaN(day.getTime());
  return h(
    "p",
    { class: "notekin-facts" },
    isDay && h("span", {}, words.note.modified(day.toLocaleDateString(undefined, { dateStyle: "medium" }))),
    note.aliases.length > 0 && h("span", { dir: "auto" }, `${words.note.aliases}: ${note.aliases.join(", ")}`),
    note.tags.map((tag) => tagButton(tag, host)),
  );
}

/**
 * @param {string} tag
 * @param {Host} host
 */
function tagButton(tag, host) {
  const narrow = () => host.narrow({ tag });
  return h(
    "button",
    { type: "button", class: "notekin-tag", dir: "auto", title: words.note.withTag(tag), onclick: narrow },
    `#${tag}`,
  );
}

/**
 * @param {NoteReply} note
 * @param {Host} host
 */
function backlinks(note, host) {
  if (!note.backlinks?.length) return null;
  const link = (/** @type {{path: string, title: string}} */ other) =>
    h("li", {}, h("a", { href: host.addressOf({ vault: note.vault, path: other.path }), dir: "auto" }, other.title));
  return h("footer", {}, h("h2", {}, words.note.backlinks), h("ul", {}, note.backlinks.map(link)));
}

/**
 * Returns what draws the parts of one note.
 *
 * @param {NoteReply} note
 * @param {Host} host
 */
function drawing(note, host) {
  /** @param {Inline[]} parts @param {number} depth @returns {import("./dom.js").Child[]} */
  const inlines = (parts, depth) => (depth > DEEPEST ? ["…"] : parts.map((part) => inline(part, depth + 1)));

  /** @param {Block[]} blocks @param {number} depth @returns {import("./dom.js").Child[]} */
  const blocks = (blocks, depth) => (depth > DEEPEST ? ["…"] : blocks.map((each) => block(each, depth + 1)));

  /** @param {Inline} part @param {number} depth @returns {import("./dom.js").Child} */
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
      case "image": return h("span", { class: "notekin-image" }, `${words.note.image}: ${part.alt || part.note || ""}`);
      case "tag": return tagButton(part.text.replace(/^#/, ""), host);
      case "break": return h("br");
      default: return null;
    }
  }

  /** @param {Extract<Inline, {kind: "link"}>} part @param {number} depth */
  function link({ text, note: path, heading, url }, depth) {
    const inside = inlines(text, depth);
    if (path !== null) {
      const place = { vault: note.vault, path, heading: heading ?? undefined };
      return h("a", { class: "notekin-link", href: host.addressOf(place) }, inside);
    }
    // The engine lets only such addresses through; a link is worth a second look.
    if (url !== null && SAFE_ADDRESS.test(url)) {
      return h("a", { class: "notekin-link is-outside", href: url, target: "_blank", rel: "noopener noreferrer" }, inside);
    }
    return h("span", { class: "notekin-link is-unresolved" }, inside);
  }

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

  return { block };
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
