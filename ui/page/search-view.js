// Searching: the field, how and where to search, and what is found.

import { fill, h } from "../pieces/dom.js";
import { isGivenUp, problemOf } from "../pieces/host.js";
import { noticeList } from "../pieces/notices.js";
import { inWords, problemBox, withCode } from "../pieces/problem.js";
import { resultList } from "../pieces/results.js";
import { words } from "../pieces/words.js";
import { filterChips } from "./filter-chips.js";
import { placeAddress } from "./route.js";

/**
 * @import { Mode, SearchReply, SearchRequest } from "../pieces/wire.js"
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
  const found = h("div", { class: "found" });
  const hits = resultList(host, { leave: () => field.focus(), showVault: () => page.vaults().length > 1 });
  const more = h("div", { class: "more" });
  const search = searching(host, page, { found, hits, more });

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
  const results = h("section", { class: "results", "aria-label": words.search.results }, found, hits.element, more);

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
 * Returns what searches when what is asked for changes, and shows what is found. What was found before stays until then.
 *
 * @param {ReturnType<typeof engineHost>} host
 * @param {{vaults: () => string[], announce: (text: string) => void}} page
 * @param {{found: HTMLElement, hits: ReturnType<typeof resultList>, more: HTMLElement}} parts
 */
function searching(host, page, { found, hits, more }) {
  let asked = new AbortController();
  let known = "";

  /** @param {SearchReply} reply @param {SearchRequest | null} request @param {boolean} below */
  function shown(reply, request, below) {
    hits.show(reply.hits, below);
    const summary = !request ? words.search.newest : reply.total > 0 ? words.search.found(reply.total) : words.search.nothing(reply.coverage);
    const everything = request && reply.notices?.some(({ kind }) => kind === "nothing_relevant");
    if (!below) {
      const isNothing = reply.hits.length === 0 && !everything;
      fill(
        found,
        h("h2", { class: "found-title" }, everything ? "" : summary),
        request && noticeList(reply.notices, host),
        isNothing && request && reply.coverage.scope !== 0 && h("p", { class: "notekin-quiet" }, words.search.nothingTip),
        everything && button(words.search.everything, () => void run({ ...request, everything: true }, false)),
      );
      page.announce([everything ? "" : summary, ...[...found.querySelectorAll(".notekin-notices > li")].map((each) => each.textContent)].join(" "));
    }
    const cursor = request ? reply.next_cursor : null;
    fill(
      more,
      reply.changed && h("p", { class: "notekin-quiet" }, words.search.changed),
      request && cursor !== null && button(words.search.more, () => void run({ ...request, cursor }, true)),
    );
  }

  /** @param {SearchRequest | null} request `null` for the newest @param {boolean} below */
  async function run(request, below) {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    const late = setTimeout(() => found.classList.add("is-waiting"), PATIENCE);
    try {
      const reply = await (request ? host.search(request, signal) : host.newest(page.vaults(), signal));
      shown(reply, request, below);
    } catch (thrown) {
      if (isGivenUp(thrown)) return;
      failed(thrown, request);
    } finally {
      clearTimeout(late);
      if (asked.signal === signal) found.classList.remove("is-waiting");
    }
  }

  /** @param {unknown} thrown @param {SearchRequest | null} request */
  function failed(thrown, request) {
    const problem = problemOf(thrown);
    if (problem.kind === "gone") {
      // The page says so above all. What was found stays, and is looked for again once the engine is back.
      known = "";
      return;
    }
    // Half a condition is no mistake yet: `tag:gar` is on its way to `tag:garden`.
    if (request?.typing && problem.kind === "invalid") fill(found, h("p", { class: "notekin-quiet" }, withCode(inWords(problem).what)));
    else {
      hits.show([], false);
      fill(found, problemBox(problem, () => void run(request, false)));
    }
    fill(more);
  }

  /** @param {Route} route @param {boolean} isTyping @returns {SearchRequest | null} */
  function requestOf({ query, mode, folders, tags }, isTyping) {
    if (query === "" && folders.length + tags.length === 0) return null;
    return { vaults: page.vaults(), query, mode, folders, tags, ...(isTyping ? { typing: true } : {}) };
  }

  return {
    isTyping: false,
    /** Searches if this isn't what was searched for last. @param {Route} route */
    show(route) {
      const key = JSON.stringify([requestOf(route, false), page.vaults()]);
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

/**
 * @param {string} label
 * @param {() => void} onclick
 */
function button(label, onclick) {
  return h("button", { type: "button", class: "notekin-button", onclick }, label);
}
