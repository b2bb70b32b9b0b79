// The frame of the page: its head, where views and notes go, and what is told in passing.

import { fill, h } from "../pieces/dom.js";
import { icon } from "../pieces/icon.js";
import { problemBox } from "../pieces/problem.js";
import { shortState } from "../pieces/progress.js";
import { words } from "../pieces/words.js";
import { writeRoute } from "./route.js";

/**
 * @import { Problem, Vault } from "../pieces/wire.js"
 * @import { Route } from "./route.js"
 */

/** How long something told in passing stays, in milliseconds; twice as long where it can be taken back. */
const STAY = 4000;

/** @type {Route["view"][]} */
const VIEWS = ["search", "ask", "status"];

/**
 * Makes the frame and puts it on the page.
 *
 * @param {{chooseVault: (name: string | null) => void}} options
 */
export function shell({ chooseVault }) {
  const tabs = VIEWS.map((view) => h("a", { href: `#/${view}` }, h("span", {}, words.views[view])));
  const state = h("span", { class: "state" });
  tabs[2]?.append(state);
  const select = h("select", { "aria-label": words.vault.label });
  select.addEventListener("change", () => chooseVault(select.value === "" ? null : select.value));
  const banner = h("div", { class: "banner", hidden: true });
  const main = h("main", {});
  const toasts = h("div", { class: "toasts", role: "status" });
  const live = h("div", { class: "notekin-hidden", "aria-live": "polite" });
  const nav = h("nav", { "aria-label": words.views.label }, tabs);
  const header = h("header", { class: "head" }, h("a", { class: "wordmark", href: "#/search" }, words.name), nav, select);
  document.body.replaceChildren(header, banner, main, toasts, live);

  return {
    main,
    /** Shows which view and vault are chosen. @param {Route} route @param {Vault[]} vaults */
    mark(route, vaults) {
      document.body.dataset.view = route.view;
      document.body.toggleAttribute("data-note", route.note !== null);
      tabs.forEach((tab, at) => markTab(tab, VIEWS[at] ?? "search", route));
      select.hidden = vaults.length < 2 || route.view === "status";
      const isAsk = route.view === "ask";
      const names = vaults.map(({ name }) => h("option", { value: name, selected: name === route.vault }, name));
      fill(select, !isAsk && h("option", { value: "" }, words.vault.all), names);
    },
    /** Shows in a word how things stand. @param {Vault[]} vaults */
    state(vaults) {
      const states = vaults.map(shortState);
      const worst = states.find(({ level }) => level === "bad") ?? states.find(({ level }) => level === "busy") ?? states[0];
      state.dataset.level = worst?.level ?? "busy";
      if (state.textContent !== (worst?.text ?? "")) state.textContent = worst?.text ?? "";
    },
    /** Tells that the engine is gone, until it is back. Returns whether that is news. @param {Problem | null} problem */
    banner(problem) {
      if ((problem === null) === banner.hidden) return false;
      banner.hidden = problem === null;
      fill(banner, problem && problemBox(problem));
      return true;
    },
    say: (/** @type {string} */ text, /** @type {(() => void) | undefined} */ undo) => say(toasts, text, undo),
    /** Tells something to those who hear the page. @param {string} text */
    announce(text) {
      live.textContent = text;
    },
  };
}

/**
 * @param {HTMLAnchorElement} tab
 * @param {Route["view"]} view
 * @param {Route} route
 */
function markTab(tab, view, route) {
  if (view === route.view) tab.setAttribute("aria-current", "page");
  else tab.removeAttribute("aria-current");
  // Going to another view and back keeps what was looked for.
  tab.setAttribute("href", writeRoute({ ...route, view, note: view === "status" ? null : route.note }));
}

/**
 * @param {HTMLElement} toasts
 * @param {string} text
 * @param {(() => void) | undefined} undo
 */
function say(toasts, text, undo) {
  const close = () => toast.remove();
  const back = () => {
    undo?.();
    close();
  };
  const toast = h(
    "div",
    { class: "toast" },
    h("span", { dir: "auto" }, text),
    undo && h("button", { type: "button", onclick: back }, words.undo),
    h("button", { type: "button", class: "notekin-icon-button", "aria-label": words.close, onclick: close }, icon("close")),
  );
  toasts.replaceChildren(toast);
  setTimeout(close, undo ? 2 * STAY : STAY);
}

/**
 * Shows nothing but a problem: there is nothing that the page could do without a key, or without notes.
 *
 * @param {Problem} problem
 * @param {() => void} [retry]
 */
export function onlyProblem(problem, retry) {
  document.body.removeAttribute("data-view");
  document.body.replaceChildren(h("main", { class: "only" }, h("p", { class: "wordmark" }, words.name), problemBox(problem, retry)));
}
