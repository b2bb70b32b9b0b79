// What belongs with a note: the hub above it, notes near to it, and notes that say the same.

import { fill, h } from "./dom.js";
import { isGivenUp, problemOf } from "./host.js";
import { icon } from "./icon.js";
import { noticeList } from "./notices.js";
import { problemBox } from "./problem.js";
import { words } from "./words.js";

/**
 * @import { Host } from "./host.js"
 * @import { Place, RelatedNote, RelatedReply, Show } from "./wire.js"
 */

/** @type {Show[]} */
const SHOWS = ["unlinked", "linked", "all"];

/**
 * Makes the panel of what belongs with a note.
 *
 * @param {Host} host
 */
export function relatedPanel(host) {
  /** @type {Show} */ let show = "unlinked";
  /** @type {Place | undefined} */ let note;
  let asked = new AbortController();
  const body = h("div", { class: "notekin-related-body" });
  const choose = (/** @type {Show} */ chosen) => {
    show = chosen;
    void load();
  };
  const load = async () => {
    if (!note) return;
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    const place = note;
    body.setAttribute("aria-busy", "true");
    try {
      const reply = await host.related(place, show, signal);
      fill(body, blocks(reply, place, show, host));
    } catch (thrown) {
      if (isGivenUp(thrown)) return;
      fill(body, problemBox(problemOf(thrown), load));
    }
    body.removeAttribute("aria-busy");
  };
  const heading = h("h2", {}, words.related.title);
  return {
    element: h("section", { class: "notekin-related", "aria-label": words.related.title }, heading, toggle(choose), body),
    /** Shows what belongs with another note. @param {Place} place */
    open(place) {
      note = place;
      fill(body);
      return load();
    },
    /** Forgets the note. */
    close() {
      asked.abort();
      note = undefined;
    },
  };
}

/** @param {(show: Show) => void} choose */
function toggle(choose) {
  const name = `notekin-show-${Math.random().toString(36).slice(2)}`;
  return h(
    "fieldset",
    { class: "notekin-toggle" },
    h("legend", { class: "notekin-hidden" }, words.related.show),
    SHOWS.map((show) =>
      h(
        "label",
        {},
        h("input", { type: "radio", name, checked: show === "unlinked", onchange: () => choose(show) }),
        h("span", {}, words.related.shows[show]),
      ),
    ),
  );
}

/**
 * @param {RelatedReply} reply
 * @param {Place} note
 * @param {Show} show
 * @param {Host} host
 */
function blocks(reply, note, show, host) {
  const { vault } = note;
  const hub = reply.belongs_under;
  const copies = reply.near_copies.map((copy) => row({ vault, path: copy.path }, copy.title, host, [words.related.same(copy.coverage)]));
  const isEmpty = !hub && reply.related.length === 0 && copies.length === 0;
  return [
    hub && block(words.related.belongsUnder, [row({ vault, path: hub.path }, hub.title, host, [])]),
    block(words.related.related, reply.related.map((other) => relatedRow(other, vault, reply.least ?? 0, host))),
    block(words.related.nearCopies, copies),
    isEmpty && h("p", { class: "notekin-quiet" }, words.related.none[show]),
    noticeList(reply.notices, host),
  ];
}

/**
 * @param {string} title
 * @param {HTMLElement[]} rows
 */
function block(title, rows) {
  return rows.length > 0 && h("section", {}, h("h3", {}, title), h("ul", {}, rows));
}

/**
 * @param {RelatedNote} other
 * @param {string} vault
 * @param {number} least the score from which notes count as related
 * @param {Host} host
 */
function relatedRow(other, vault, least, host) {
  const isIntro = other.to === "" || other.to === "intro";
  const place = { vault, path: other.path, heading: isIntro ? undefined : other.to };
  const marks = [
    ...sections(other),
    h("span", { title: words.related.chance }, words.percent(other.score)),
    other.linked && h("span", { class: "notekin-mark" }, words.related.linked),
    !other.linked && other.score < least && h("span", { class: "notekin-mark" }, words.related.hardly),
  ];
  return row(place, other.title, host, marks);
}

/** @param {RelatedNote} other */
function sections({ from, to }) {
  const name = (/** @type {string} */ section) => (section === "intro" ? words.related.intro : section);
  if (from === "" && to === "") return [h("span", {}, words.related.byWords)];
  if (from === "" || to === "") return [h("bdi", {}, name(from || to))];
  return [
    h("bdi", { "aria-hidden": "true" }, words.related.sections(name(from), name(to))),
    h("span", { class: "notekin-hidden" }, words.related.sectionsSpoken(name(from), name(to))),
  ];
}

/**
 * @param {Place} place
 * @param {string} title
 * @param {Host} host
 * @param {import("./dom.js").Child[]} marks
 */
function row(place, title, host, marks) {
  const name = title || place.path;
  const copy = async () => host.copy(await host.linkText({ vault: place.vault, path: place.path }), words.copied);
  return h(
    "li",
    { class: "notekin-related-row" },
    h("a", { href: host.addressOf(place), dir: "auto", title: place.path }, name),
    marks.length > 0 && h("p", { class: "notekin-marks" }, marks),
    h(
      "button",
      { type: "button", class: "notekin-icon-button", title: words.copyLink, "aria-label": words.copyLinkTo(name), onclick: copy },
      icon("copy"),
    ),
  );
}
