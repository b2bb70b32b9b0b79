// How much of a vault is read, what couldn't be, and what can be done about it.

import { h } from "./dom.js";
import { problemOf } from "./host.js";
import { inWords, problemBox, sentence, withCode } from "./problem.js";
import { words } from "./words.js";

/**
 * @import { Host } from "./host.js"
 * @import { Status, Unread, Vault, VaultAction } from "./wire.js"
 */

const say = words.progress;

/** How many notes that couldn't be read are listed. */
const LISTED = 20;

/**
 * Makes the panel of one vault. It is drawn anew by `show`, as often as its status changes.
 *
 * @param {Host} host
 */
export function progressPanel(host) {
  const element = h("section", { class: "notekin-progress" });
  /** @type {Map<string, HTMLElement>} */ const parts = new Map();
  return {
    element,
    /** @param {Vault} vault */
    show(vault) {
      element.setAttribute("aria-label", vault.name);
      for (const [name, children] of Object.entries(partsOf(vault, host))) {
        const made = h("div", { class: `notekin-progress-${name}` }, ...children);
        const part = parts.get(name);
        if (!part) element.append(made);
        // A part that says the same stays where it is, so that no focus is lost.
        else if (!part.isEqualNode(made)) part.replaceWith(made);
        else continue;
        parts.set(name, made);
      }
    },
  };
}

/**
 * Returns in a word or two how a vault stands, for where there is little room.
 *
 * @param {Vault} vault
 * @returns {{text: string, level: "good" | "busy" | "bad"}}
 */
export function shortState({ status, problem, present }) {
  if (problem || !status || !present || status.vanished > 0 || status.trouble) return { text: say.pill.trouble, level: "bad" };
  if (status.paused_by_you) return { text: say.pill.paused, level: "busy" };
  if (status.pending > 0 && status.model) return { text: say.pill.reading(shareRead(status)), level: "busy" };
  if (status.errored > 0) return { text: say.pill.errors(status.errored), level: "bad" };
  if (status.state === "words") return { text: say.pill.words, level: "busy" };
  return { text: say.pill.ready, level: "good" };
}

/**
 * @param {Vault} vault
 * @param {Host} host
 * @returns {Record<string, import("./dom.js").Child[]>}
 */
function partsOf(vault, host) {
  const { status, problem } = vault;
  const act = (/** @type {VaultAction} */ action, /** @type {string} */ label) => actionButton(vault.name, action, label, host);
  return {
    head: [h("h2", { dir: "auto" }, vault.name), h("p", { class: "notekin-quiet" }, h("bdi", {}, vault.path))],
    state: [problem ? problemBox(problem, () => void host.act(vault.name, "rescan")) : status && h("p", {}, withCode(stateText(vault, status)))],
    bar: [status && bar(status)],
    facts: status ? facts(status) : [],
    trouble: status ? troubles(status, act) : [],
    actions: status ? actions(status, act) : [],
    unread: status ? [unreadList(say.errors(status.errored), status.errors, act("retry", words.retry))] : [],
    refused: status ? [unreadList(say.refused(status.unembedded?.length ?? 0), status.unembedded ?? [], act("retry", words.retry))] : [],
    excluded: status ? [excluded(status)] : [],
  };
}

/**
 * @param {Vault} vault
 * @param {Status} status
 */
function stateText({ present }, status) {
  if (!present) return say.missing;
  if (status.state === "absent") return say.absent;
  if (status.indexed === 0 && status.vanished === 0) return say.empty;
  // A model that can't be used is there all the same; what is wrong with it stands below.
  if (status.model === null) return status.trouble ? say.words : say.noModel;
  if (status.pending > 0) return say.reading(status.indexed - status.pending, status.indexed);
  if (status.state === "words") return say.words;
  return status.state === "partial" ? say.partial : say.ready;
}

/** @param {Status} status */
function bar(status) {
  if (status.pending === 0 || status.model === null) return null;
  const { indexed, pending } = status;
  return h("progress", { max: indexed, value: indexed - pending, "aria-label": say.bar });
}

/** @param {Status} status */
function facts({ indexed, model, next_model: next, unread_changes: changes }) {
  return [
    h("span", {}, say.notes(indexed)),
    model !== null && h("span", {}, say.model(model)),
    next && h("span", {}, say.next(next.model, next.read, next.passages)),
    changes > 0 && h("span", {}, say.changes(changes)),
  ];
}

/**
 * @param {Status} status
 * @param {(action: VaultAction, label: string) => HTMLElement} act
 */
function troubles({ trouble, vanished }, act) {
  return [
    trouble &&
      h(
        "div",
        { class: "notekin-problem" },
        h("p", { class: "notekin-problem-what" }, say.trouble),
        h("p", { dir: "auto" }, withCode(sentence(trouble.reason))),
        trouble.hint && h("p", { dir: "auto" }, withCode(sentence(trouble.hint))),
        act("retry", words.retry),
      ),
    vanished > 0 && h("div", { class: "notekin-problem" }, h("p", {}, say.vanished(vanished)), act("accept_removals", say.accept)),
  ];
}

/**
 * @param {Status} status
 * @param {(action: VaultAction, label: string) => HTMLElement} act
 */
function actions({ paused_by_you: pause, pending, unread_changes: changes, model }, act) {
  const until = pause?.until ? new Date(pause.until).toLocaleTimeString(undefined, { timeStyle: "short" }) : null;
  return [
    pause && h("p", {}, until ? say.pausedUntil(until) : say.paused),
    changes > 0 && act("rescan", say.read),
    pause && act("resume", say.resume),
    !pause && pending > 0 && model !== null && [act("pause", say.pause), act("pause_hour", say.pauseHour)],
  ].flat();
}

/**
 * @param {string} vault
 * @param {VaultAction} action
 * @param {string} label
 * @param {Host} host
 */
function actionButton(vault, action, label, host) {
  const button = h("button", { type: "button", class: "notekin-button" }, label);
  button.addEventListener("click", async () => {
    button.setAttribute("aria-disabled", "true");
    try {
      await host.act(vault, action);
      host.say(say.doing(label));
    } catch (thrown) {
      host.say(inWords(problemOf(thrown)).what);
    }
    button.removeAttribute("aria-disabled");
  });
  return button;
}

/**
 * @param {string} title
 * @param {Unread[]} notes
 * @param {HTMLElement} retry
 */
function unreadList(title, notes, retry) {
  if (notes.length === 0) return null;
  const rows = notes.slice(0, LISTED).map(({ path, reason }) => h("li", {}, h("bdi", {}, path), h("span", { dir: "auto" }, reason)));
  const more = notes.length - LISTED;
  return h(
    "section",
    {},
    h("h3", {}, title),
    h("ul", { class: "notekin-unread" }, rows, more > 0 && h("li", { class: "notekin-quiet" }, say.more(more))),
    retry,
  );
}

/** @param {Status} status */
function excluded({ excluded: notes = 0, excluded_by: rules = {} }) {
  if (notes === 0) return null;
  const rows = Object.entries(rules).map(([rule, number]) => h("li", {}, `${rule}: ${number.toLocaleString("en")}`));
  return h("details", {}, h("summary", {}, say.excluded(notes)), h("ul", {}, rows));
}

/** @param {Status} status */
function shareRead({ indexed, pending }) {
  return indexed === 0 ? 1 : (indexed - pending) / indexed;
}
