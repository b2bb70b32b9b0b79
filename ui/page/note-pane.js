// The note that is open, at the passage, with what belongs with it.

import { fill, h } from "../pieces/dom.js";
import { isGivenUp, problemOf } from "../pieces/host.js";
import { icon } from "../pieces/icon.js";
import { noteArticle, showHeading, showLines } from "../pieces/note.js";
import { noticeList } from "../pieces/notices.js";
import { problemBox } from "../pieces/problem.js";
import { relatedPanel } from "../pieces/related.js";
import { words } from "../pieces/words.js";

/**
 * @import { NoteReply, Place, Vault } from "../pieces/wire.js"
 * @import { engineHost } from "./engine.js"
 */

/** Only a wait that is longer than this is shown, in milliseconds. */
const PATIENCE = 300;

/**
 * Makes the pane.
 *
 * @param {ReturnType<typeof engineHost>} host
 * @param {{vaults: () => Vault[], close: () => void}} page
 */
export function notePane(host, page) {
  const related = relatedPanel(host);
  const bar = h("div", { class: "note-bar" });
  const body = h("div", { class: "note-body" });
  const open = h("div", { class: "note-open", hidden: true }, bar, h("div", { class: "note-scroll" }, body, related.element));
  const nothing = emptyPane();
  let asked = new AbortController();
  /** @type {Place | null} */ let shown = null;

  /** @param {Place} place @param {boolean} takeFocus */
  async function load(place, takeFocus) {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    fill(bar, barOf(place, host, page));
    const late = setTimeout(() => fill(body, h("p", { class: "notekin-quiet notekin-waiting" }, words.loading)), PATIENCE);
    try {
      const note = await host.note(place, signal);
      if (signal.aborted) return;
      draw(note, place, takeFocus);
    } catch (thrown) {
      if (isGivenUp(thrown)) return;
      const problem = problemOf(thrown);
      const isMissing = problem.kind === "not_found";
      related.close();
      related.element.hidden = true;
      fill(body, problemBox(isMissing ? { ...problem, detail: words.note.missing, hint: null } : problem, () => void load(place, takeFocus)));
    } finally {
      clearTimeout(late);
    }
  }

  /** @param {NoteReply} note @param {Place} place @param {boolean} takeFocus */
  function draw(note, place, takeFocus) {
    const article = noteArticle(note, host);
    fill(body, noticeList(note.notices, host), article);
    related.element.hidden = false;
    void related.open({ vault: place.vault, path: place.path });
    open.querySelector(".note-scroll")?.scrollTo(0, 0);
    point(article, place, takeFocus);
  }

  return {
    element: h("section", { class: "note-pane", "aria-label": words.note.label }, nothing, open),
    /** @param {Place | null} place @param {boolean} takeFocus */
    show(place, takeFocus) {
      const isSame = shown !== null && place !== null && shown.path === place.path && shown.vault === place.vault;
      const article = body.querySelector("article");
      shown = place;
      open.hidden = place === null;
      nothing.hidden = place !== null;
      if (place === null) {
        asked.abort();
        related.close();
        fill(body);
      } else if (isSame && article) point(article, place, takeFocus);
      else if (!isSame) void load(place, takeFocus);
    },
  };
}

/**
 * @param {HTMLElement} article
 * @param {Place} place
 * @param {boolean} takeFocus
 */
function point(article, { lines, heading }, takeFocus) {
  if (takeFocus) article.focus({ preventScroll: true });
  if (!showLines(article, lines) && heading !== undefined) showHeading(article, heading);
}

/**
 * @param {Place} place
 * @param {ReturnType<typeof engineHost>} host
 * @param {{vaults: () => Vault[], close: () => void}} page
 */
function barOf({ vault, path }, host, page) {
  const folder = path.includes("/") ? path.replace(/\/[^/]*$/, "") : null;
  const known = page.vaults().find(({ name }) => name === vault);
  const copy = async () => host.copy(await host.linkText({ vault, path }), words.copied);
  return [
    h("button", { type: "button", class: "notekin-quiet-button back", onclick: page.close }, icon("back"), words.back),
    h(
      "p",
      { class: "note-path" },
      folder !== null && h("button", { type: "button", title: words.note.inFolder(folder), onclick: () => host.narrow({ folder }) }, h("bdi", {}, folder)),
      folder !== null && "/ ",
      h("bdi", {}, path.replace(/^.*\//, "")),
    ),
    known?.obsidian &&
      h("a", { class: "notekin-quiet-button", href: `obsidian://open?path=${encodeURIComponent(`${known.path}/${path}`)}` }, words.note.obsidian),
    h("button", { type: "button", class: "notekin-quiet-button", onclick: copy }, icon("copy"), words.copyLink),
    h("button", { type: "button", class: "notekin-icon-button close", "aria-label": words.close, onclick: page.close }, icon("close")),
  ];
}

function emptyPane() {
  const tip = (/** @type {string} */ text) => h("li", {}, h("code", {}, text));
  return h(
    "div",
    { class: "note-empty" },
    h("p", {}, words.note.toStart),
    h("p", { class: "notekin-quiet" }, words.search.tipsLabel),
    h("ul", { class: "tips" }, words.search.tips.map(tip)),
    h("p", { class: "notekin-quiet keys" }, words.note.keys.map(([key, does]) => h("span", {}, h("kbd", {}, key), ` ${does}`))),
  );
}
