// A failure, said in plain words: what happened, what to do, and a way to try again.

import { h } from "./dom.js";
import { words } from "./words.js";

/** @import { Problem } from "./wire.js" */

/**
 * Returns what happened and what to do about it.
 *
 * @param {Problem} problem
 * @returns {{what: string, hint: string | null}}
 */
export function inWords(problem) {
  if (problem.kind === "gone") return { what: words.problem.gone, hint: words.problem.goneHint };
  if (problem.status === 401) return { what: words.problem.denied, hint: words.problem.deniedHint };
  const what = problem.detail || problem.title || words.problem.internal;
  return { what: sentence(what), hint: problem.hint ? sentence(problem.hint) : null };
}

/**
 * Shows a problem. It is read out at once.
 *
 * @param {Problem} problem
 * @param {() => void} [retry]
 */
export function problemBox(problem, retry) {
  const { what, hint } = inWords(problem);
  const isCalm = problem.kind === "unconfigured" || problem.status === 401;
  return h(
    "div",
    { class: `notekin-problem${isCalm ? " is-calm" : ""}`, role: "alert" },
    h("p", { class: "notekin-problem-what", dir: "auto" }, withCode(what)),
    hint !== null && h("p", { dir: "auto" }, withCode(hint)),
    retry && h("button", { type: "button", class: "notekin-button", onclick: retry }, words.retry),
  );
}

/**
 * Returns a text in which `commands` are set as code.
 *
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
export function withCode(text) {
  return text.split("`").map((part, at) => (at % 2 === 1 ? h("code", {}, part) : part));
}

/**
 * Makes a sentence of a message, which the engine writes as a fragment.
 *
 * @param {string} message
 */
export function sentence(message) {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?…:]$/.test(text) ? text : `${text}.`;
}
