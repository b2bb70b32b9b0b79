// The page: what is shown follows from the address, and every choice changes the address.

import { problemOf } from "../pieces/host.js";
import { words } from "../pieces/words.js";
import { request, stream } from "./api.js";
import { askView } from "./ask-view.js";
import { engineHost } from "./engine.js";
import { narrowed } from "./filter-chips.js";
import { notePane } from "./note-pane.js";
import { placeAddress, placeIn, readRoute, writeRoute } from "./route.js";
import { searchView } from "./search-view.js";
import { closeSession, hasKey, openSession } from "./session.js";
import { onlyProblem, shell } from "./shell.js";
import { statusView } from "./status-view.js";

/**
 * @import { Problem, Status, Vault } from "../pieces/wire.js"
 * @import { Route } from "./route.js"
 */

/** How long to wait before looking whether the engine is there again, in milliseconds. */
const LOOK_AGAIN = 3000;

/** @param {string} token @param {Vault[]} known */
function startPage(token, known) {
  let vaults = known;
  let route = readRoute(location.hash);
  const frame = shell({ chooseVault: (vault) => go({ vault, conversation: null, note: null }, { replace: false }) });
  const host = engineHost(token, {
    vaults: () => vaults,
    note: () => route.note,
    openNote: (note) => go({ note }, { replace: false }),
    say: frame.say,
    narrow: (filter) => go({ ...narrowed(route, filter), view: route.view === "ask" ? "ask" : "search" }, { replace: false }),
    changed: (vault) => standing(vaults.map((each) => (each.id === vault.id ? vault : each))),
    failed,
  });
  const page = {
    route: () => route,
    go,
    announce: frame.announce,
    vaults: () => (route.vault === null ? vaults.map(({ name }) => name) : [route.vault]),
    vault: () => route.vault ?? vaults[0]?.name ?? "",
  };
  const search = searchView(host, page);
  const ask = askView(host, page);
  const status = statusView(host);
  const pane = notePane(host, { vaults: () => vaults, close });
  frame.main.append(search.element, ask.element, status.element, pane.element);

  /** @param {Partial<Route>} change @param {{replace: boolean}} how */
  function go(change, { replace }) {
    const hash = writeRoute({ ...route, ...change });
    if (replace) history.replaceState(null, "", hash);
    else if (hash !== location.hash) history.pushState(null, "", hash);
    show(change.note !== undefined && change.note !== null);
  }

  /** @param {boolean} takeFocus whether the note takes the focus, as someone has just opened it */
  function show(takeFocus) {
    const before = route.view;
    route = readRoute(location.hash);
    if (route.vault !== null && !vaults.some(({ name }) => name === route.vault)) route.vault = null;
    frame.mark(route, vaults);
    arrange(route, { search, ask, status, pane });
    if (route.view === "search") search.show(route);
    else if (route.view === "ask") void ask.show(route);
    pane.show(route.view === "status" ? null : route.note, takeFocus);
    // Whoever goes to ask wants to type.
    if (before !== route.view && route.view === "ask" && !takeFocus) ask.focus();
  }

  function close() {
    const address = route.note ? placeAddress(route.note) : "";
    go({ note: null }, { replace: false });
    if (route.view === "search") search.focusHit(address);
    else ask.focus();
  }

  /** @param {Vault[]} now */
  function standing(now) {
    vaults = now;
    frame.state(vaults);
    status.show(vaults);
  }

  /** @param {Problem} problem */
  function failed(problem) {
    if (problem.status === 401) {
      closeSession();
      onlyProblem(problem);
    } else if (problem.kind === "gone") frame.banner(problem);
  }

  listenToKeys({ route: () => route, close, search, ask });
  listenToLinks((note) => go({ note }, { replace: false }));
  addEventListener("popstate", () => show(false));
  standing(vaults);
  show(false);
  if (matchMedia("(pointer: fine)").matches && route.note === null) (route.view === "ask" ? ask : search).focus();
  void follow(token, { failed, back: () => frame.banner(null) && show(false), standing, vaults: () => vaults, again: () => show(false) });
}

/**
 * Shows the view of a route, and hides the others.
 *
 * @param {Route} route
 * @param {Record<"search" | "ask" | "status" | "pane", {element: HTMLElement}>} parts
 */
function arrange({ view, note, query }, { search, ask, status, pane }) {
  search.element.hidden = view !== "search";
  ask.element.hidden = view !== "ask";
  status.element.hidden = view !== "status";
  pane.element.hidden = view === "status" || (view === "ask" && note === null);
  document.title = [view === "search" ? query : words.views[view], words.name].filter(Boolean).join(" · ");
}

/**
 * Follows how the vaults stand, for as long as the page is open.
 *
 * @param {string} token
 * @param {{failed: (problem: Problem) => void, back: () => unknown, standing: (vaults: Vault[]) => void,
 *   vaults: () => Vault[], again: () => void}} page
 */
async function follow(token, page) {
  for (;;) {
    try {
      page.standing(await vaultsOf(token));
      page.back();
      await stream(token, "GET", "/events", undefined, undefined, (name, data) => void heard(name, data));
    } catch (thrown) {
      const problem = problemOf(thrown);
      page.failed(problem);
      if (problem.status === 401) return;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
  }

  /** @param {string} name @param {unknown} data */
  async function heard(name, data) {
    if (name === "status") {
      const { vault, status } = /** @type {{vault: string, status: Status}} */ (data);
      page.standing(page.vaults().map((each) => (each.id === vault ? { ...each, status, problem: null } : each)));
    } else if (name === "vaults") {
      page.standing(await vaultsOf(token).catch(() => page.vaults()));
      page.again();
    }
  }
}

/**
 * Keys that hold everywhere: `/` goes to the field, Escape one step back.
 *
 * @param {{route: () => Route, close: () => void, search: ReturnType<typeof searchView>, ask: ReturnType<typeof askView>}} page
 */
function listenToKeys({ route, close, search, ask }) {
  addEventListener("keydown", (event) => {
    const at = event.target instanceof Element ? event.target : document.body;
    const isTyping = at.matches("input:not([type=checkbox], [type=radio]), textarea, select");
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (event.key === "/" && (!isTyping || at.matches("select")) && route().view !== "status") {
      event.preventDefault();
      (route().view === "ask" ? ask : search).focus();
    } else if (event.key === "Escape" && route().note && !isTyping && !search.hasFocus()) close();
    else if (event.key === "Escape" && route().view === "search" && !isTyping) search.focus();
  });
}

/**
 * Opens notes beside what is shown. A link that is opened in a new tab or window is left to the browser.
 *
 * @param {(place: import("../pieces/wire.js").Place) => void} open
 */
function listenToLinks(open) {
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const place = placeIn(link?.getAttribute("href") ?? "");
    if (!place || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(place);
  });
}

/** @param {string} token */
async function vaultsOf(token) {
  const { vaults } = /** @type {{vaults: (Vault & {problem: {message?: string} | null})[]}} */ (await request(token, "GET", "/status"));
  // A problem that is no reply of its own has its words under another name.
  return vaults.map((vault) => ({ ...vault, problem: vault.problem && { ...vault.problem, detail: vault.problem.message ?? "" } }));
}

/** A fresh key may be put into the address of a tab that is open, which loads nothing by itself. */
function listenToKeysInAddress() {
  addEventListener("hashchange", () => hasKey() && location.reload());
}

/** Begins anew once there is a vault. @param {string} token */
function awaitVaults(token) {
  setTimeout(async () => {
    const vaults = await vaultsOf(token).catch(() => []);
    if (vaults.length > 0) location.reload();
    else awaitVaults(token);
  }, LOOK_AGAIN);
}

async function start() {
  try {
    const token = await openSession();
    const vaults = await vaultsOf(token);
    if (vaults.length > 0) return startPage(token, vaults);
    const { noVaults, noVaultsHint } = words.problem;
    onlyProblem({ kind: "unconfigured", title: "", detail: noVaults, hint: noVaultsHint }, () => void start());
    awaitVaults(token);
  } catch (thrown) {
    const problem = problemOf(thrown);
    if (problem.status === 401) closeSession();
    onlyProblem(problem, problem.status === 401 ? undefined : () => void start());
  }
}

listenToKeysInAddress();
void start();
