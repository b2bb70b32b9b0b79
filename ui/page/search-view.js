// Searching: the field, how and where to search, and what is found.

import { h } from "../pieces/dom.js";
import { isGivenUp } from "../pieces/host.js";
import { resultList } from "../pieces/results.js";
import { words } from "../pieces/words.js";
import { filterChips } from "./filter-chips.js";
import { foundPanel } from "./found.js";
import { placeAddress } from "./route.js";

/**
 * @import { Mode, SearchRequest } from "../pieces/wire.js"
 * @import { engineHost } from "./engine.js"
 * @import { Route } from "./route.js"
 */

/** How long to wait for the next letter, in milliseconds: less than most take, more than a quick typist's. */
const TYPING_PAUSE = 130;

/** Only a wait that is longer than this is shown, in milliseconds. */
const PATIENCE = 300;

/** @type {Mode[]} */
const MODES = ["hybrid", "semantic", "keyword", "regex"];

/**
 * Makes the view.
 *
 * @param {ReturnType<typeof engineHost>} host
 * @param {object} page
 * @param {() => Route} page.route
 * @param {(change: Partial<Route>, how: {replace: boolean}) => void} page.go
 * @param {(text: string) => void} page.announce
 * @param {() => string[]} page.vaults the names of those that are searched
 */
export function searchView(host, page) {
  const field = h("input", {
    type: "search", class: "field", "aria-label": words.search.label, placeholder: words.search.placeholder,
    dir: "auto", autocomplete: "off", spellcheck: "false", enterkeyhint: "search", maxlength: 4000,
  });
  const mode = h("select", { "aria-label": words.search.mode }, MODES.map((each) => h("option", { value: each }, words.search.modes[each])));
  const chips = filterChips(page.route, (change) => page.go(change, { replace: false }));
  const hits = resultList(host, { leave: () => field.focus(), showVault: () => page.vaults().length > 1 });
  const found = foundPanel(host, hits, page.announce);
  const search = searching(host, found, page.vaults);

  let timer = 0;
  const take = (/** @type {boolean} */ isTyping) => {
    clearTimeout(timer);
    search.isTyping = isTyping;
    if (field.value.trim() !== page.route().query) page.go({ query: field.value.trim() }, { replace: true });
    else if (!isTyping) search.run(page.route());
  };
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => take(true), TYPING_PAUSE);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && hits.focus()) event.preventDefault();
    else if (event.key === "Enter" && !event.isComposing) take(false);
  });
  mode.addEventListener("change", () => page.go({ mode: /** @type {Mode} */ (mode.value) }, { replace: false }));
  const form = h("div", { class: "search-form", role: "search" }, field, h("div", { class: "search-options" }, mode, chips.element));
  const results = h("section", { class: "results", "aria-label": words.search.results }, found.above, hits.element, found.below);

  return {
    element: h("div", { class: "search-view" }, form, results),
    /** @param {Route} route */
    show(route) {
      // What is being typed is ahead of the address.
      if (document.activeElement !== field || !search.isTyping) field.value = route.query;
      mode.value = route.mode;
      chips.show(route);
      search.show(route);
      hits.mark(route.note ? placeAddress(route.note) : "");
    },
    focus() {
      field.focus();
      field.select();
    },
    /** Goes back to the passage that is open, or else to the field. @param {string} address */
    focusHit(address) {
      hits.mark(address);
      if (!hits.focus()) field.focus();
    },
    /** Whether the focus is among the results. */
    hasFocus: () => results.contains(document.activeElement),
  };
}

/**
 * Returns what searches when what is asked for changes. What was found before stays until an answer is there.
 *
 * @param {ReturnType<typeof engineHost>} host
 * @param {ReturnType<typeof foundPanel>} found
 * @param {() => string[]} vaults
 */
function searching(host, found, vaults) {
  let asked = new AbortController();
  let known = "";

  /** @param {SearchRequest | null} request `null` for the newest @param {boolean} isMore */
  async function run(request, isMore) {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    const late = setTimeout(() => found.wait(true), PATIENCE);
    const again = (/** @type {SearchRequest | null} */ other, /** @type {boolean} */ below) => void run(other, below);
    try {
      const reply = await (request ? host.search(request, signal) : host.newest(vaults(), signal));
      found.show(reply, request, isMore, again);
    } catch (thrown) {
      if (isGivenUp(thrown)) return;
      // Where nothing can be said now, the same is looked for once more when it can.
      if (!found.fail(thrown, request, again)) known = "";
    } finally {
      clearTimeout(late);
      if (asked.signal === signal) found.wait(false);
    }
  }

  /** @param {Route} route @param {boolean} isTyping @returns {SearchRequest | null} */
  function requestOf({ query, mode, folders, tags }, isTyping) {
    if (query === "" && folders.length + tags.length === 0) return null;
    return { vaults: vaults(), query, mode, folders, tags, ...(isTyping ? { typing: true } : {}) };
  }

  return {
    isTyping: false,
    /** Searches if this isn't what was searched for last. @param {Route} route */
    show(route) {
      const key = JSON.stringify([requestOf(route, false), vaults()]);
      if (key === known) return;
      known = key;
      void run(requestOf(route, this.isTyping), false);
    },
    /** Searches in any case, with the last word as it stands. @param {Route} route */
    run(route) {
      void run(requestOf(route, false), false);
    },
  };
}
