// What a search found, with what is to be said of it above and below the passages.

import { fill, h } from "../pieces/dom.js";
import { problemOf } from "../pieces/host.js";
import { noticeList } from "../pieces/notices.js";
import { inWords, problemBox, withCode } from "../pieces/problem.js";
import { words } from "../pieces/words.js";

/**
 * @import { Host } from "../pieces/host.js"
 * @import { resultList } from "../pieces/results.js"
 * @import { SearchReply, SearchRequest } from "../pieces/wire.js"
 */

/** @typedef {(request: SearchRequest | null, isMore: boolean) => void} Again searches for something else */

const say = words.search;

/**
 * Makes the panel around a list of passages.
 *
 * @param {Host} host
 * @param {ReturnType<typeof resultList>} hits
 * @param {(text: string) => void} announce
 */
export function foundPanel(host, hits, announce) {
  const above = h("div", { class: "found" });
  const below = h("div", { class: "more" });
  return {
    above,
    below,
    /** Shows that an answer takes a while. @param {boolean} waits */
    wait(waits) {
      above.classList.toggle("is-waiting", waits);
    },
    /** @param {SearchReply} reply @param {SearchRequest | null} request @param {boolean} isMore @param {Again} again */
    show(reply, request, isMore, again) {
      hits.show(reply.hits, isMore);
      if (!isMore) {
        fill(above, summary(reply, request, host, again));
        announce([...above.querySelectorAll("h2, .notekin-notices > li")].map((each) => each.textContent).join(" "));
      }
      const cursor = request ? reply.next_cursor : null;
      fill(
        below,
        reply.changed && h("p", { class: "notekin-quiet" }, say.changed),
        cursor !== null && request && button(say.more, () => again({ ...request, cursor }, true)),
      );
    },
    /**
     * Shows a failure. Returns whether there was anything to say.
     *
     * @param {unknown} thrown @param {SearchRequest | null} request @param {Again} again
     */
    fail(thrown, request, again) {
      const problem = problemOf(thrown);
      // The page says so itself, and what was found stays.
      if (problem.kind === "gone") return false;
      fill(below);
      const isOurs = problem.kind !== "invalid" && problem.kind !== "not_found";
      // Half a condition is no mistake yet: `tag:gar` is on its way to `tag:garden`.
      if (request?.typing && !isOurs) {
        hits.outdate();
        fill(above, h("p", { class: "notekin-quiet" }, withCode(inWords(problem).what)));
      } else {
        hits.show([], false);
        fill(above, problemBox(problem, isOurs ? () => again(request, false) : undefined));
      }
      return true;
    },
  };
}

/**
 * @param {SearchReply} reply
 * @param {SearchRequest | null} request
 * @param {Host} host
 * @param {Again} again
 */
function summary({ total, coverage, notices }, request, host, again) {
  if (!request) return [h("h2", { class: "found-title" }, total > 0 ? say.newest : words.progress.empty)];
  if (notices?.some(({ kind }) => kind === "nothing_relevant")) {
    return [noticeList(notices, host), button(say.everything, () => again({ ...request, everything: true }, false))];
  }
  const isNothing = total === 0 && coverage.scope !== 0;
  return [
    h("h2", { class: "found-title" }, total > 0 ? say.found(total) : say.nothing(coverage)),
    noticeList(notices, host),
    isNothing && h("p", { class: "notekin-quiet" }, say.nothingTip),
  ];
}

/**
 * @param {string} label
 * @param {() => void} onclick
 */
function button(label, onclick) {
  return h("button", { type: "button", class: "notekin-button", onclick }, label);
}
