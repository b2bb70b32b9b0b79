// Asking: the conversations that are kept, and the one that goes on.

import { h } from "../pieces/dom.js";
import { conversation } from "../pieces/conversation.js";
import { conversationList } from "../pieces/conversations.js";
import { problemOf } from "../pieces/host.js";
import { words } from "../pieces/words.js";
import { filterChips } from "./filter-chips.js";
import { writeRoute } from "./route.js";

/**
 * @import { Host } from "../pieces/host.js"
 * @import { Route } from "./route.js"
 */

/**
 * Makes the view.
 *
 * @param {Host} host
 * @param {object} page
 * @param {() => Route} page.route
 * @param {(change: Partial<Route>, how: {replace: boolean}) => void} page.go
 * @param {(text: string) => void} page.announce
 * @param {() => string} page.vault the one that is asked
 */
export function askView(host, page) {
  let shownVault = "";
  const list = conversationList(host, {
    vault: page.vault,
    addressOf: (id) => writeRoute({ ...page.route(), view: "ask", conversation: id, note: null }),
    removed: (id) => {
      if (talk.id === id) page.go({ conversation: null, note: null }, { replace: true });
    },
  });
  const narrowedHost = {
    ...host,
    ask: (/** @type {Parameters<Host["ask"]>} */ ...[request, onText, signal]) => {
      const { folders, tags } = page.route();
      return host.ask({ ...request, folders, tags }, onText, signal);
    },
  };
  const talk = conversation(narrowedHost, {
    vault: page.vault,
    announce: page.announce,
    kept: (id) => {
      page.go({ conversation: id }, { replace: true });
      void list.load();
    },
  });
  const chips = filterChips(page.route, (change) => page.go(change, { replace: true }));
  talk.element.querySelector(".notekin-ask-options")?.append(chips.element);

  return {
    element: h("div", { class: "ask-view" }, list.element, talk.element),
    /** @param {Route} route */
    async show(route) {
      chips.show(route);
      const isOther = page.vault() !== shownVault;
      shownVault = page.vault();
      if (isOther) void list.load();
      list.mark(route.conversation);
      if (route.conversation === talk.id && !isOther) return;
      talk.start();
      if (route.conversation === null) return;
      try {
        const { id, turns } = await host.conversation(page.vault(), route.conversation);
        if (page.route().conversation === id) talk.resume(id, turns);
      } catch (thrown) {
        const problem = problemOf(thrown);
        host.say(problem.kind === "not_found" ? words.conversations.gone : problem.detail);
        page.go({ conversation: null }, { replace: true });
      }
    },
    focus: () => talk.focus(),
  };
}
