// What belongs with a note: the hub above it, notes near to it, and notes that say the same.

import { fill, h } from "./dom.js";
import { isGivenUp, problemOf } from "./host.js";
import { icon } from "./icon.js";
import { noticeList } from "./notices.js";
import { problemBox } from "./problem.js";
import { words } from "./words.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Host } from "./host.js"
 * @import { Place, RelatedNote, RelatedReply, Show } from "./wire.js"
 */

/** @typedef {{from: Place, isListed: boolean}} Adding the note that gets a link; whether linked notes are listed */

/** @type {Show[]} */
const SHOWS = ["unlinked", "linked", "all"];

/** How long what belongs with the note before may stay, in milliseconds: long enough that nothing flickers. */
const GRACE = 150;

/**
 * Makes the panel of what belongs with a note.
 *
 * @param {Host} host
 * @param {{debug?: boolean}} [options] `debug` offers notes that are hardly related, too
 */
export function relatedPanel(host, { debug = false } = {}) {
  /** @type {{show: Show, everything?: boolean}} */ let wanted = { show: "unlinked" };
  /** @type {Place | undefined} */ let note;
  let asked = new AbortController();
  let body = h("div", { class: "notekin-related-body" });

  /** Shows rows in the place of others. What says the same stays, so that no focus is lost. @param {Child[]} rows */
  const draw = (rows) => {
    const made = h("div", { class: "notekin-related-body" }, ...rows);
    body.removeAttribute("aria-busy");
    if (body.isEqualNode(made)) return;
    body.replaceWith(made);
    body = made;
  };
  const load = async () => {
    if (!note) return;
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    const place = note;
    const late = setTimeout(() => signal.aborted || fill(body), GRACE);
    body.setAttribute("aria-busy", "true");
    try {
      const reply = await host.related(place, wanted, signal);
      if (!signal.aborted) draw(blocks(reply, place, wanted.show, host));
    } catch (thrown) {
      if (!signal.aborted && !isGivenUp(thrown)) draw([problemBox(problemOf(thrown), load)]);
    } finally {
      clearTimeout(late);
    }
  };
  const choose = (/** @type {Partial<typeof wanted>} */ choice) => {
    wanted = { ...wanted, ...choice };
    void load();
  };
  return {
    element: h(
      "section",
      { class: "notekin-related", "aria-label": words.related.title },
      h("h2", {}, words.related.title),
      toggle((show) => choose({ show })),
      debug && debugBox((everything) => choose({ everything })),
      body,
    ),
    /** Shows what belongs with another note, or with the same as it is now. @param {Place} place */
    open(place) {
      note = place;
      return load();
    },
    /** Forgets the note. */
    close() {
      asked.abort();
      note = undefined;
      fill(body);
    },
  };
}

/** @param {(everything: boolean) => void} choose */
function debugBox(choose) {
  const box = h("input", { type: "checkbox", onchange: () => choose(box.checked) });
  return h("label", { class: "notekin-debug", title: words.related.debugTip }, box, words.related.debug);
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
  const isEmpty = !hub && reply.related.length === 0 && reply.near_copies.length === 0;
  const add = (/** @type {boolean} */ isLinked) => (host.addLink && !isLinked ? { from: note, isListed: show === "all" } : null);
  return [
    hub && block(words.related.belongsUnder, [row({ vault, path: hub.path }, hub.title, host, [score(hub.score)], add(false))]),
    block(
      words.related.related,
      reply.related.map((other) => relatedRow(other, vault, reply.least ?? 0, host, add(other.linked))),
    ),
    copiesLine(reply.near_copies, vault, host),
    isEmpty && h("p", { class: "notekin-quiet" }, words.related.none[show]),
    noticeList(reply.notices, host),
  ];
}

/**
 * Lists near-copies in one line: they are much the same, and there may be many.
 *
 * @param {RelatedReply["near_copies"]} copies
 * @param {string} vault
 * @param {Host} host
 */
function copiesLine(copies, vault, host) {
  if (copies.length === 0) return null;
  const links = copies.map(({ path, title, coverage }) =>
    h(
      "li",
      {},
      h("a", { href: host.addressOf({ vault, path }), dir: "auto", title: path }, title || path),
      " ",
      h("small", {}, words.related.same(coverage)),
    ),
  );
  return h(
    "section",
    { class: "notekin-copies" },
    h("h3", {}, words.related.nearCopiesOf(copies.length)),
    h("ul", {}, links),
  );
}

/** @param {number} value */
function score(value) {
  return h("span", { title: words.related.chance }, words.percent(value));
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
 * @param {Adding | null} adding
 */
function relatedRow(other, vault, least, host, adding) {
  const isIntro = other.to === "" || other.to === "intro";
  const place = { vault, path: other.path, heading: isIntro ? undefined : other.to };
  const marks = [
    ...sections(other),
    score(other.score),
    other.linked && h("span", { class: "notekin-mark" }, words.related.linked),
    !other.linked && other.score < least && h("span", { class: "notekin-mark" }, words.related.hardly),
  ];
  const element = row(place, other.title, host, marks, adding);
  if (other.score < least) element.classList.add("is-below");
  return element;
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
 * @param {Child[]} marks
 * @param {Adding | null} adding
 */
function row(place, title, host, marks, adding) {
  const name = title || place.path;
  const copy = async () => host.copy(await host.linkText({ vault: place.vault, path: place.path }), words.copied);
  const element = h(
    "li",
    { class: "notekin-related-row" },
    h("a", { href: host.addressOf(place), dir: "auto", title: place.path }, name),
    marks.length > 0 && h("p", { class: "notekin-marks" }, marks),
  );
  element.append(
    adding
      ? button("plus", words.related.add, words.related.addTo(name), () => void addLink(element, place, adding, host))
      : button("copy", words.copyLink, words.copyLinkTo(name), copy),
  );
  return element;
}

/**
 * @param {import("./icon.js").IconName} drawing
 * @param {string} title
 * @param {string} label
 * @param {() => void} onclick
 */
function button(drawing, title, label, onclick) {
  return h("button", { type: "button", class: "notekin-icon-button", title, "aria-label": label, onclick }, icon(drawing));
}

/**
 * Has a link added. The row leaves a list of what isn't linked; in a list of all it says so.
 *
 * @param {HTMLElement} element
 * @param {Place} place
 * @param {Adding} adding
 * @param {Host} host
 */
async function addLink(element, place, { from, isListed }, host) {
  const added = await host.addLink?.(from, { vault: place.vault, path: place.path });
  if (!added) return;
  // The button that had the focus goes; the next one takes it.
  const next = element.nextElementSibling ?? element.previousElementSibling;
  if (element.contains(document.activeElement)) next?.querySelector("button")?.focus();
  if (!isListed) return element.remove();
  element.querySelector("button")?.remove();
  element.querySelector(".notekin-marks")?.append(h("span", { class: "notekin-mark" }, words.related.linked));
}
