// A note, drawn from the engine's tree of blocks. Every block knows its lines, so that a place can be shown.

import { blockDrawing } from "./blocks.js";
import { h } from "./dom.js";
import { tagButton } from "./inlines.js";
import { words } from "./words.js";

/**
 * @import { Host } from "./host.js"
 * @import { Lines, NoteReply } from "./wire.js"
 */

/**
 * Draws a note.
 *
 * @param {NoteReply} note
 * @param {Host} host
 */
export function noteArticle(note, host) {
  const draw = blockDrawing(note.vault, host);
  const first = note.blocks.find((block) => block.kind !== "properties");
  const heading = first?.kind === "heading" && first.level === 1 ? first : null;
  const rest = note.blocks.filter((block) => block !== heading);
  return h(
    "article",
    { class: "notekin-note", tabindex: -1, "aria-label": note.title },
    heading ? draw(heading, 0) : h("h1", { dir: "auto" }, note.title),
    facts(note, host),
    note.blocks.length === 0 && h("p", { class: "notekin-quiet" }, words.note.empty),
    rest.map((block) => draw(block, 0)),
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
  const all = /** @type {HTMLElement[]} */ ([...article.querySelectorAll("[data-from]:not(.notekin-properties)")]);
  const blocks = all.filter(({ dataset }) => Number(dataset.from) <= lines.end && Number(dataset.to) >= lines.start);
  // A short note is one passage: where all is meant, nothing need be marked.
  if (blocks.length === all.length) return true;
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
 * @param {NoteReply} note
 * @param {Host} host
 */
function backlinks(note, host) {
  if (!note.backlinks?.length) return null;
  const link = (/** @type {{path: string, title: string}} */ other) =>
    h("li", {}, h("a", { href: host.addressOf({ vault: note.vault, path: other.path }), dir: "auto" }, other.title));
  return h("footer", {}, h("h2", {}, words.note.backlinks), h("ul", {}, note.backlinks.map(link)));
}
