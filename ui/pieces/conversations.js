// The conversations that are kept, to go on with or to delete.

import { fill, h } from "./dom.js";
import { problemOf } from "./host.js";
import { icon } from "./icon.js";
import { inWords, problemBox } from "./problem.js";
import { words } from "./words.js";

/**
 * @import { Host } from "./host.js"
 * @import { ConversationEntry } from "./wire.js"
 */

/** How long a deletion can be taken back, in milliseconds. */
const GRACE = 8000;

/**
 * Makes the list of conversations with one vault.
 *
 * @param {Host} host
 * @param {{vault: () => string, addressOf: (id: number | null) => string, removed: (id: number) => void}} options
 */
export function conversationList(host, { vault, addressOf, removed }) {
  /** @type {ConversationEntry[]} */ let entries = [];
  /** @type {number | null} */ let current = null;
  /** @type {Map<number, () => void>} what deletes, by conversation */ const leaving = new Map();
  const list = h("ul", { class: "notekin-conversation-list" });
  const start = h("a", { class: "notekin-new-conversation", href: addressOf(null) }, icon("plus"), words.conversations.start);

  const draw = () => {
    const shown = entries.filter(({ id }) => !leaving.has(id));
    fill(
      list,
      shown.map((entry) => row(entry, entry.id === current, addressOf, remove)),
      shown.length === 0 && h("li", { class: "notekin-quiet" }, words.conversations.none),
    );
  };

  /** @param {ConversationEntry} entry */
  function remove({ id }) {
    const from = vault();
    const forget = () => {
      clearTimeout(timer);
      removeEventListener("pagehide", forget);
      void host.forget(from, id).catch((thrown) => host.say(inWords(problemOf(thrown)).what)).finally(() => {
        entries = entries.filter((entry) => entry.id !== id);
        leaving.delete(id);
        draw();
      });
    };
    const timer = setTimeout(forget, GRACE);
    leaving.set(id, forget);
    // Who closes the page while a deletion can still be taken back has deleted.
    addEventListener("pagehide", forget);
    draw();
    // The button that had the focus is gone.
    start.focus();
    removed(id);
    host.say(words.conversations.removed, () => {
      clearTimeout(timer);
      removeEventListener("pagehide", forget);
      leaving.delete(id);
      draw();
    });
  }

  return {
    element: h(
      "nav",
      { class: "notekin-conversations", "aria-label": words.conversations.title },
      h("h2", {}, words.conversations.title),
      start,
      list,
    ),
    /** Marks the one that is shown. @param {number | null} id */
    mark(id) {
      start.setAttribute("href", addressOf(null));
      current = id;
      draw();
    },
    /** Deletes at once what can still be taken back: the list is shown no longer. */
    close: () => leaving.forEach((forget) => forget()),
    async load() {
      try {
        entries = await host.conversations(vault());
        draw();
      } catch (thrown) {
        fill(list, h("li", {}, problemBox(problemOf(thrown), () => void this.load())));
      }
    },
  };
}

/**
 * @param {ConversationEntry} entry
 * @param {boolean} isCurrent
 * @param {(id: number) => string} addressOf
 * @param {(entry: ConversationEntry) => void} remove
 */
function row(entry, isCurrent, addressOf, remove) {
  const { id, question, turns } = entry;
  return h(
    "li",
    {},
    h(
      "a",
      { href: addressOf(id), dir: "auto", "aria-current": isCurrent && "page", title: question },
      h("span", {}, question),
      turns > 1 && h("small", {}, words.conversations.turns(turns)),
    ),
    h(
      "button",
      { type: "button", class: "notekin-icon-button", "aria-label": words.conversations.remove(question), onclick: () => remove(entry) },
      icon("bin"),
    ),
  );
}
