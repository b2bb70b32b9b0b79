// The field for questions, and how they are to be answered.

import { fill, h } from "./dom.js";
import { icon } from "./icon.js";
import { words } from "./words.js";

/** @import { AskRequest } from "./wire.js" */

/** @typedef {Omit<AskRequest, "vault" | "conversation">} Question */

/**
 * Makes the field for questions.
 *
 * @param {{send: (asked: Question) => void, stop: () => void}} actions
 */
export function questionForm({ send, stop }) {
  let isWaiting = false;
  const field = h("textarea", { rows: 1, "aria-label": words.ask.label, placeholder: words.ask.placeholder, dir: "auto", enterkeyhint: "send" });
  const quotes = h("input", { type: "checkbox" });
  const unsaved = h("input", { type: "checkbox" });
  const button = h("button", { type: "submit", class: "notekin-send" });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (isWaiting) return stop();
    const question = field.value.trim();
    if (question === "") return field.focus();
    field.value = "";
    send({ question, ...(quotes.checked ? { quote: true } : {}), ...(unsaved.checked ? { no_save: true } : {}) });
    further(true);
  };
  const keydown = (/** @type {KeyboardEvent} */ event) => {
    // Enter that ends a word of Chinese or Japanese doesn't send.
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing && !isWaiting) submit(event);
  };
  const further = (/** @type {boolean} */ isFurther) =>
    field.setAttribute("placeholder", isFurther ? words.ask.further : words.ask.placeholder);
  const wait = (/** @type {boolean} */ waits) => {
    isWaiting = waits;
    const label = waits ? words.ask.stop : words.ask.send;
    button.setAttribute("aria-label", label);
    fill(button, icon(waits ? "stop" : "send"), h("span", {}, label));
  };
  field.addEventListener("keydown", keydown);
  wait(false);
  const choice = (/** @type {HTMLElement} */ box, /** @type {string} */ label, /** @type {string} */ tip) => h("label", { title: tip }, box, label);
  const element = h(
    "form",
    { class: "notekin-ask-form", onsubmit: submit },
    h("div", { class: "notekin-ask-field" }, field, button),
    h(
      "div",
      { class: "notekin-ask-options" },
      choice(quotes, words.ask.quotes, words.ask.quotesTip),
      choice(unsaved, words.ask.unsaved, words.ask.unsavedTip),
    ),
  );
  return { element, wait, further, focus: () => field.focus() };
}
