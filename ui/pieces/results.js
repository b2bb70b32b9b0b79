// The passages that a search found, best first, walked through by arrow keys.

import { fill, h } from "./dom.js";
import { icon } from "./icon.js";
import { cutAtBytes } from "./utf8.js";
import { words } from "./words.js";

/**
 * @import { Host } from "./host.js"
 * @import { Hit } from "./wire.js"
 */

/**
 * Makes an empty list of passages.
 *
 * @param {Host} host
 * @param {{leave: () => void, showVault: () => boolean}} options `leave` is called by the arrow up from the first
 */
export function resultList(host, { leave, showVault }) {
  const list = h("ol", { class: "notekin-hits", onkeydown: (/** @type {KeyboardEvent} */ event) => walk(event, list, leave) });
  /** @type {Hit | undefined} */ let last;
  let open = "";
  const mark = (/** @type {string} */ address) => {
    open = address;
    for (const link of links(list)) {
      if (link.getAttribute("href") === address) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  return {
    element: list,
    /** Marks the passage that is open, now or when it is found. @param {string} address */
    mark,
    /** Shows hits, in the place of those before or below them. @param {Hit[]} hits @param {boolean} below */
    show(hits, below) {
      list.classList.remove("is-outdated");
      if (!below) {
        fill(list);
        last = undefined;
      }
      const before = links(list).length;
      for (const hit of hits) {
        list.append(row(hit, isOfSameNote(hit, last), showVault(), host));
        last = hit;
      }
      mark(open);
      // The button for more, which had the focus, goes.
      if (below) links(list)[before]?.focus({ preventScroll: true });
    },
    /** Marks what is shown as no answer to what is asked now. */
    outdate: () => list.classList.add("is-outdated"),
    /** Puts the focus on the open passage, or else the first. Returns whether there is one. */
    focus() {
      const all = links(list);
      const link = all.find((each) => each.hasAttribute("aria-current")) ?? all[0];
      link?.focus();
      return link !== undefined;
    },
  };
}

/**
 * @param {Hit} hit
 * @param {boolean} sameNote whether it stands below another passage of its note
 * @param {boolean} showVault
 * @param {Host} host
 */
function row(hit, sameNote, showVault, host) {
  const place = { vault: hit.vault, path: hit.path, lines: hit.lines };
  const title = hit.title || hit.path;
  const where = hit.heading.filter((heading, at) => at > 0 || heading !== title).join(" › ");
  const label = sameNote && where ? where : title;
  const last = hit.heading.at(-1);
  const heading = last === title ? undefined : last;
  const copy = async () => host.copy(await host.linkText({ ...place, heading }), words.copied);
  return h(
    "li",
    { class: sameNote ? "notekin-hit is-same-note" : "notekin-hit" },
    h("a", { class: "notekin-hit-title", href: host.addressOf(place), dir: "auto" }, label),
    !sameNote && where !== "" && h("p", { class: "notekin-hit-heading", dir: "auto" }, where),
    h("p", { class: "notekin-hit-text", dir: "auto" }, snippet(hit)),
    h(
      "p",
      { class: "notekin-hit-place" },
      h("bdi", {}, showVault ? `${hit.vault}: ${hit.path}` : hit.path),
      h("span", {}, words.lines(hit.lines)),
      // A list of what passes some conditions is no ranking.
      Object.keys(hit.why).length > 0 && h("span", { title: words.search.chance }, words.percent(hit.score)),
    ),
    also(hit),
    h(
      "button",
      { type: "button", class: "notekin-icon-button", title: words.copyLink, "aria-label": words.copyLinkTo(title), onclick: copy },
      icon("copy"),
    ),
  );
}

/** @param {Hit} hit */
function snippet(hit) {
  const parts = cutAtBytes(hit.snippet.text, hit.snippet.highlights);
  return parts.map(({ text, marked }) => (marked ? h("mark", {}, text) : text));
}

/** @param {Hit} hit */
function also(hit) {
  if (!hit.also) return null;
  const paths = hit.also.paths.length > 0 ? `: ${hit.also.paths.join(", ")}` : "";
  return h("p", { class: "notekin-hit-also", dir: "auto" }, words.search.also(hit.also.passages), paths);
}

/**
 * @param {Hit} hit
 * @param {Hit | undefined} before
 */
function isOfSameNote(hit, before) {
  return before !== undefined && before.path === hit.path && before.vault === hit.vault;
}

/** @param {Element} list */
function links(list) {
  return /** @type {HTMLAnchorElement[]} */ ([...list.querySelectorAll(".notekin-hit-title")]);
}

/**
 * Moves the focus by arrow keys; up from the first passage leaves the list.
 *
 * @param {KeyboardEvent} event
 * @param {Element} list
 * @param {() => void} leave
 */
function walk(event, list, leave) {
  const all = links(list);
  const row = event.target instanceof Element ? event.target.closest("li") : null;
  const at = all.findIndex((link) => link.closest("li") === row);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (to < 0) leave();
  else all[Math.min(to, all.length - 1)]?.focus();
}
