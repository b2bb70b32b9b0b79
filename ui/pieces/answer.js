// The text of an answer. It is Markdown of a model or of notes: the little that answers use is drawn, all else stays
// as it is written. Sentences that the notes don't bear out are marked.

import { h } from "./dom.js";
import { words } from "./words.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Support } from "./wire.js"
 */

/** @typedef {{start: number, end: number, support: Support, marks: Child[]}} Sentence by places in the string */
/** @typedef {{kind: string, from: number, to: number, level?: number, number?: number}} Line */

/** Code, strong and emphasis. */
const INLINE = /(`[^`\n]+`)|\*\*([^*\n]+)\*\*|\*([^*\s][^*\n]*)\*|!?\[\[([^\]|\n]+)(?:\|([^\]\n]+))?\]\]|!?\[([^\]\n]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)/g;

/**
 * Draws an answer.
 *
 * @param {string} text
 * @param {Sentence[]} sentences in order; none while it is still coming
 * @returns {HTMLElement}
 */
export function answerText(text, sentences) {
  const whole = h("div", { class: "notekin-answer-text" });
  /** @type {HTMLElement | null} */ let open = null;
  for (const line of linesOf(text)) {
    const isContinued = open?.dataset.kind === line.kind && line.kind !== "heading";
    if (!isContinued) open = container(line, whole);
    if (!open) continue;
    if (line.kind === "paragraph" && isContinued) open.append(" ");
    const target = line.kind === "bullet" || line.kind === "number" ? item(line, open) : open;
    target.append(...parts(text, line, sentences));
    if (line.kind === "code") target.append("\n");
  }
  return whole;
}

/**
 * Opens what a line stands in: nothing for an empty one.
 *
 * @param {Line} line
 * @param {HTMLElement} whole
 */
function container({ kind }, whole) {
  if (kind === "empty") return null;
  /** @type {Record<string, keyof HTMLElementTagNameMap>} */
  const tags = { bullet: "ul", number: "ol", code: "pre", quote: "blockquote" };
  const element = h(tags[kind] ?? "p", { dir: "auto", class: kind === "heading" ? "notekin-answer-heading" : undefined });
  element.dataset.kind = kind;
  whole.append(element);
  return element;
}

/**
 * @param {Line} line
 * @param {HTMLElement} list
 */
function item({ level = 0, number }, list) {
  const row = h("li", { value: number, class: level > 0 ? "is-nested" : undefined });
  list.append(row);
  return row;
}

/**
 * Cuts a text into lines, each without the signs that say what it is.
 *
 * @param {string} text
 * @returns {Line[]}
 */
function linesOf(text) {
  /** @type {Line[]} */ const lines = [];
  let isCode = false;
  let from = 0;
  for (const line of text.split("\n")) {
    const to = from + line.length;
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    else lines.push(isCode || /^\s*\|/.test(line) ? { kind: "code", from, to } : signed(line, from, to));
    from = to + 1;
  }
  return lines;
}

/**
 * @param {string} line
 * @param {number} from
 * @param {number} to
 * @returns {Line}
 */
function signed(line, from, to) {
  if (line.trim() === "") return { kind: "empty", from, to };
  const [sign = "", indent = "", mark = ""] = /^(\s*)(#{1,6}|[-*+]|\d{1,9}[.)]|>)\s+/.exec(line) ?? [];
  const begin = from + sign.length;
  if (mark === "") return { kind: "paragraph", from, to };
  if (mark.startsWith("#")) return { kind: "heading", from: begin, to };
  if (mark === ">") return { kind: "quote", from: begin, to };
  const level = Math.floor(indent.length / 2);
  if (/\d/.test(mark)) return { kind: "number", from: begin, to, level, number: Number.parseInt(mark, 10) };
  return { kind: "bullet", from: begin, to, level };
}

/**
 * @param {string} text
 * @param {Line} line
 * @param {Sentence[]} sentences
 * @returns {(Node | string)[]}
 */
function parts(text, line, sentences) {
  /** @type {(Node | string)[]} */ const made = [];
  let done = line.from;
  for (const sentence of sentences) {
    const from = Math.max(sentence.start, done);
    const to = Math.min(sentence.end, line.to);
    if (from >= to) continue;
    made.push(...inline(text.slice(done, from)), marked(text.slice(from, to), sentence, sentence.end <= line.to));
    done = to;
  }
  made.push(...inline(text.slice(done, line.to)));
  return made;
}

/**
 * @param {string} text a sentence, or its part on a line
 * @param {Sentence} sentence
 * @param {boolean} isLast whether the sentence ends here
 */
function marked(text, { support, marks }, isLast) {
  const label = support === "supported" ? null : h("span", { class: "notekin-support" }, words.ask[support]);
  return h("span", {}, h("span", { class: `notekin-sentence is-${support}` }, inline(text)), isLast && marks, isLast && label);
}

/**
 * @param {string} text
 * @returns {(Node | string)[]}
 */
function inline(text) {
  /** @type {(Node | string)[]} */ const made = [];
  let done = 0;
  for (const found of text.matchAll(INLINE)) {
    const [all, code, strong, emphasis, name, alias, label] = found;
    made.push(text.slice(done, found.index));
    if (code !== undefined) made.push(h("code", {}, code.slice(1, -1)));
    else if (strong !== undefined) made.push(h("strong", {}, strong));
    else if (emphasis !== undefined) made.push(h("em", {}, emphasis));
    // What is quoted leads on from its note, which its source opens; here its words are enough.
    else made.push(alias ?? name ?? label ?? "");
    done = found.index + all.length;
  }
  made.push(text.slice(done));
  return made.filter((part) => part !== "");
}
