// Where an answer comes from: a number for each passage, and every place of it that a sentence rests on.

import { h } from "./dom.js";
import { words } from "./words.js";

/**
 * @import { Host } from "./host.js"
 * @import { AskReply, GroundingChunk, Lines, Place } from "./wire.js"
 */

/** @typedef {{number: number, title: string, heading: string, text: string, vault: string, path: string, places: Lines[]}} Citation */

/**
 * Returns the citations of a reply, each with all the lines that it is cited for.
 *
 * @param {AskReply} reply
 * @param {string} vault the one that was asked
 * @returns {Citation[]}
 */
export function citationsOf(reply, vault) {
  return reply.groundingChunks.map((chunk, index) => ({
    number: index + 1,
    title: chunk.retrievedContext.title || chunk.path,
    heading: chunk.heading.filter((heading, at) => at > 0 || heading !== chunk.retrievedContext.title).join(" › "),
    text: chunk.retrievedContext.text,
    vault: chunk.vault ?? vault,
    path: chunk.path,
    places: placesOf(reply, index, chunk),
  }));
}

/**
 * Returns the lines that one sentence rests on in one passage.
 *
 * @param {AskReply} reply
 * @param {number} start the sentence's first byte
 * @param {number} index the passage's place in `groundingChunks`
 * @returns {Lines | undefined}
 */
export function placeOfSentence(reply, start, index) {
  const support = reply.groundingSupports.find(({ segment }) => segment.startIndex === start);
  const at = support?.groundingChunkIndices.indexOf(index) ?? -1;
  return support?.places?.[at]?.lines ?? reply.groundingChunks[index]?.lines;
}

/**
 * Lists citations. Each place is a link of its own.
 *
 * @param {Citation[]} citations
 * @param {Host} host
 */
export function citationList(citations, host) {
  if (citations.length === 0) return null;
  return h(
    "section",
    { class: "notekin-citations" },
    h("h3", {}, words.ask.sources),
    h("ol", {}, citations.map((citation) => entry(citation, host))),
  );
}

/**
 * Makes the number that stands behind a sentence.
 *
 * @param {Citation} citation
 * @param {Lines | undefined} lines
 * @param {Host} host
 */
export function citationMark(citation, lines, host) {
  const { number, title, text } = citation;
  return h(
    "a",
    {
      class: "notekin-citation-mark",
      href: host.addressOf(placeOf(citation, lines)),
      title: text.length > 400 ? `${text.slice(0, 400)}…` : text,
      "aria-label": words.ask.source(number, title),
    },
    // No line breaks between a sentence and its number.
    `\u2060${number}`,
  );
}

/**
 * @param {Citation} citation
 * @param {Host} host
 */
function entry(citation, host) {
  const { title, heading, path, places } = citation;
  return h(
    "li",
    { value: citation.number },
    h("a", { class: "notekin-citation-title", href: host.addressOf(placeOf(citation, places[0])), dir: "auto", title: path }, title),
    heading !== "" && h("span", { class: "notekin-citation-heading", dir: "auto" }, heading),
    h(
      "span",
      { class: "notekin-citation-places" },
      places.map((lines) => h("a", { href: host.addressOf(placeOf(citation, lines)) }, words.lines(lines))),
    ),
  );
}

/**
 * @param {Citation} citation
 * @param {Lines | undefined} lines
 * @returns {Place}
 */
function placeOf({ vault, path }, lines) {
  return { vault, path, lines };
}

/**
 * @param {AskReply} reply
 * @param {number} index
 * @param {GroundingChunk} chunk
 */
function placesOf(reply, index, chunk) {
  /** @type {Map<string, Lines>} */ const places = new Map();
  for (const { groundingChunkIndices, places: lines = [] } of reply.groundingSupports) {
    groundingChunkIndices.forEach((each, at) => {
      const place = each === index ? lines[at]?.lines : undefined;
      if (place) places.set(`${place.start}-${place.end}`, place);
    });
  }
  const inOrder = [...places.values()].sort((one, other) => one.start - other.start || one.end - other.end);
  return inOrder.length > 0 ? inOrder : [chunk.lines];
}
