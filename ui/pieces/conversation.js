// Questions and their answers: text as it comes, then every sentence with what it rests on.

import { answerText } from "./answer.js";
import { citationList, citationMark, citationsOf, placeOfSentence } from "./citations.js";
import { fill, h } from "./dom.js";
import { isGivenUp, problemOf } from "./host.js";
import { icon } from "./icon.js";
import { nearNotes, noticeList } from "./notices.js";
import { problemBox } from "./problem.js";
import { questionForm } from "./question.js";
import { placeOfByte } from "./utf8.js";
import { words } from "./words.js";

/**
 * @import { Host } from "./host.js"
 * @import { Question } from "./question.js"
 * @import { AskReply, AskRequest, Turn } from "./wire.js"
 */

/** The numbers that a text has while it comes; the reply has them apart. */
const MARKER = / ?\[\d{1,3}\]/g;

/**
 * Makes a conversation with one vault.
 *
 * @param {Host} host
 * @param {{vault: () => string, kept: (id: number) => void, announce: (text: string) => void}} options `kept` is told
 *   the number under which the conversation is kept
 */
export function conversation(host, { vault, kept, announce }) {
  /** @type {number | null} */ let id = null;
  let running = new AbortController();
  const turns = h("ol", { class: "notekin-turns" });
  const form = questionForm({ send, stop: () => running.abort() });
  const intro = h("p", { class: "notekin-quiet notekin-intro" }, words.ask.intro);

  /** @param {Question} asked */
  async function send(asked) {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const request = { ...asked, vault: vault(), ...(id === null ? {} : { conversation: id }) };
    const body = h("div", { class: "notekin-answer", "aria-busy": "true" }, h("p", { class: "notekin-waiting" }, words.ask.reading));
    const turn = turnOf(asked.question, body);
    turns.append(turn);
    intro.hidden = true;
    form.wait(true);
    turn.scrollIntoView({ block: "start" });
    const again = () => {
      turn.remove();
      void send(asked);
    };
    const reply = await answered(host, request, body, signal, again);
    // A question that took this one's place has the form now.
    if (running.signal !== signal) return;
    form.wait(false);
    if (!reply) return;
    announce(words.ask.ready);
    if (reply.conversation !== null) {
      id = reply.conversation;
      kept(reply.conversation);
    }
  }

  return {
    element: h("section", { class: "notekin-conversation", "aria-label": words.ask.label }, intro, turns, form.element),
    /** Begins anew. */
    start() {
      running.abort();
      id = null;
      fill(turns);
      intro.hidden = false;
      form.wait(false);
      form.further(false);
    },
    /** Shows a conversation that was kept. @param {number} number @param {Turn[]} kept */
    resume(number, kept) {
      running.abort();
      id = number;
      fill(turns, kept.map((turn) => turnOf(turn.question, oldAnswer(turn, vault(), host))));
      intro.hidden = true;
      form.wait(false);
      form.further(true);
    },
    get id() {
      return id;
    },
    ask: send,
    focus: () => form.focus(),
  };
}

/**
 * Asks and shows what comes, to the end. A failure is shown, too.
 *
 * @param {Host} host
 * @param {AskRequest} request
 * @param {HTMLElement} body
 * @param {AbortSignal} signal
 * @param {() => void} again
 * @returns {Promise<AskReply | null>}
 */
async function answered(host, request, body, signal, again) {
  let text = "";
  let isDue = false;
  const draw = () => {
    isDue = false;
    if (!signal.aborted && body.hasAttribute("aria-busy")) fill(body, answerText(text.replace(MARKER, ""), []));
  };
  const onText = (/** @type {string} */ piece) => {
    text += piece;
    // One drawing a frame is as much as anyone sees.
    if (!isDue) requestAnimationFrame(draw);
    isDue = true;
  };
  try {
    const reply = await host.ask(request, onText, signal);
    body.removeAttribute("aria-busy");
    fill(body, answer(reply, request.vault, host));
    return reply;
  } catch (thrown) {
    body.removeAttribute("aria-busy");
    const came = text === "" ? null : answerText(text.replace(MARKER, ""), []);
    const unchecked = isGivenUp(thrown) ? words.ask.stopped : came && words.ask.broken;
    fill(
      body,
      came,
      unchecked && h("p", { class: "notekin-quiet" }, unchecked),
      isGivenUp(thrown) ? null : problemBox(problemOf(thrown), again),
    );
    return null;
  }
}

/**
 * @param {string} question
 * @param {HTMLElement} body
 */
function turnOf(question, body) {
  return h("li", { class: "notekin-turn" }, h("h2", { class: "notekin-question", dir: "auto" }, question), body);
}

/**
 * Draws an answer that is complete.
 *
 * @param {AskReply} reply
 * @param {string} vault
 * @param {Host} host
 */
function answer(reply, vault, host) {
  if (reply.outcome !== "answered") return unanswered(reply, host);
  const citations = citationsOf(reply, vault);
  const place = placeOfByte(reply.answer);
  const sentences = reply.sentences.map(({ start, end, support, chunks }) => ({
    start: place(start),
    end: place(end),
    support,
    marks: chunks.flatMap((chunk) => {
      const citation = citations[chunk];
      return citation ? [citationMark(citation, placeOfSentence(reply, start, chunk), host)] : [];
    }),
  }));
  const copy = () => host.copy(copyOf(reply), words.copied);
  const insert = host.insert && (async () => host.insert?.(await insertOf(reply, vault, host)));
  return [
    answerText(reply.answer, sentences),
    h(
      "p",
      { class: "notekin-answer-foot" },
      h("span", {}, reply.model === null ? words.ask.quoted : words.ask.writtenBy(reply.model)),
      insert && h("button", { type: "button", class: "notekin-quiet-button", onclick: insert }, icon("plus"), words.ask.insert),
      h("button", { type: "button", class: "notekin-quiet-button", onclick: copy }, icon("copy"), words.ask.copy),
    ),
    citationList(citations, host),
    noticeList(reply.notices, host),
  ];
}

/**
 * @param {AskReply} reply
 * @param {Host} host
 */
function unanswered(reply, host) {
  const isPartial = reply.outcome === "partial_index";
  const { searched, total } = reply.coverage;
  const notices = reply.notices?.filter((notice) => notice.kind !== "nothing_relevant");
  return [
    h(
      "div",
      { class: "notekin-unanswered" },
      h("p", { class: "notekin-unanswered-what" }, isPartial ? words.ask.partial : words.ask.notInNotes),
      h("p", {}, isPartial ? words.ask.partialMore(searched, total) : words.ask.notInNotesMore),
      reply.nearest?.length ? [h("h3", {}, words.ask.nearest), nearNotes(reply.nearest, host)] : null,
    ),
    noticeList(notices, host),
  ];
}

/**
 * Draws an answer as it was kept: its text, and where it came from.
 *
 * @param {Turn} turn
 * @param {string} vault
 * @param {Host} host
 */
function oldAnswer({ answer: text, sources }, vault, host) {
  if (text === "") return h("div", { class: "notekin-answer" }, h("p", { class: "notekin-unanswered-what" }, words.ask.notInNotes));
  const citations = sources.map(({ path, lines }, index) => {
    const title = path.replace(/^.*\//, "").replace(/\.[^.]+$/, "");
    return { number: index + 1, title, heading: "", text: "", vault, path, places: [lines] };
  });
  return h("div", { class: "notekin-answer" }, answerText(text, []), citationList(citations, host));
}

/**
 * Writes an answer for the clipboard: each sentence with the numbers of its sources, then these.
 *
 * @param {AskReply} reply
 */
function copyOf(reply) {
  return withSources(reply, reply.groundingChunks.map(({ path }) => `[[${path.replace(/\.md$/, "")}]]`));
}

/**
 * Writes an answer for a note: the same, with links as the notes have them.
 *
 * @param {AskReply} reply
 * @param {string} vault
 * @param {Host} host
 */
async function insertOf(reply, vault, host) {
  const links = reply.groundingChunks.map((chunk) => host.linkText({ vault: chunk.vault ?? vault, path: chunk.path }));
  return withSources(reply, await Promise.all(links));
}

/**
 * @param {AskReply} reply
 * @param {string[]} links to the sources
 */
function withSources({ answer, sentences, groundingChunks }, links) {
  const place = placeOfByte(answer);
  let done = 0;
  const pieces = sentences.map(({ end, chunks }) => {
    const text = answer.slice(done, place(end));
    done = place(end);
    return text + chunks.map((chunk) => `[${chunk + 1}]`).join("");
  });
  const marked = pieces.join("") + answer.slice(done);
  const sources = groundingChunks.map(({ lines }, index) => `[${index + 1}] ${links[index] ?? ""}, ${words.lines(lines)}`);
  return [marked, ...(sources.length > 0 ? [sources.join("\n")] : [])].join("\n\n");
}
