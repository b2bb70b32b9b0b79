// What a reader should know to judge a reply.

import { h } from "./dom.js";
import { withCode } from "./problem.js";
import { words } from "./words.js";

/**
 * @import { Host } from "./host.js"
 * @import { NearNote, Notice } from "./wire.js"
 */

/**
 * Lists the notices of a reply, or nothing. A kind that isn't known here is passed over.
 *
 * @param {Notice[] | undefined} notices
 * @param {Host} host
 */
export function noticeList(notices, host) {
  const known = (notices ?? []).map((notice) => ({ text: noticeText(notice), nearest: notice.nearest ?? [] }));
  const said = known.filter(({ text }) => text !== null);
  if (said.length === 0) return null;
  return h(
    "ul",
    { class: "notekin-notices" },
    said.map(({ text, nearest }) => h("li", { dir: "auto" }, withCode(text ?? ""), nearNotes(nearest, host))),
  );
}

/**
 * Lists notes that came near, or nothing.
 *
 * @param {NearNote[]} notes
 * @param {Host} host
 */
export function nearNotes(notes, host) {
  if (notes.length === 0) return null;
  return h(
    "ul",
    { class: "notekin-near" },
    notes.map((note) => h("li", {}, h("a", { href: host.addressOf(note), dir: "auto" }, note.title || note.path))),
  );
}

/**
 * @param {Notice} notice
 * @returns {string | null}
 */
function noticeText(notice) {
  const say = words.notice;
  const reason = (notice.reason ?? "").replace(/\.$/, "");
  switch (notice.kind) {
    case "no_model": return say.no_model;
    case "model_failed": return say.model_failed(reason);
    case "switching": return say.switching(notice.model ?? "");
    case "pending": return say.pending(notice.unseen ?? 0, (notice.notes ?? 0) - (notice.unseen ?? 0));
    case "nothing_relevant": return say.nothing_relevant;
    case "words_cut": return say.words_cut(notice.characters ?? 0);
    case "meaning_cut": return say.meaning_cut(notice.characters ?? 0);
    case "broken_off": return say.broken_off(reason);
    case "neighbours": return say.neighbours(notice.heading ?? "");
    case "respelt": return say.respelt(notice.typed ?? "", (notice.searched ?? []).join("”, “"));
    case "unread": return say.unread(notice.changes ?? 0);
    case "recovered": return say.recovered(reason);
    case "left_out": return say.left_out(notice.vault ?? "", reason);
    case "vault_unreachable": return say.vault_unreachable(reason);
    case "paused": return say.paused(notice.vanished ?? 0);
    default: return null;
  }
}
