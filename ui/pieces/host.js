// What a piece needs from whoever shows it: the page, or the Obsidian plugin. Vaults go by their names, as in
// the engine's replies. A request that fails throws a `Failure`, one that was given up an `AbortError`.

/** @import * as wire from "./wire.js" */

/**
 * @typedef {object} Host
 * @property {(place: wire.Place) => void} openNote Shows a note at its lines or heading.
 * @property {(place: wire.Place) => string} addressOf What a link to it has as `href`.
 * @property {(place: wire.Place) => Promise<string>} linkText The link as a note would have it: `[[Name]]`.
 * @property {(text: string, done: string) => Promise<void>} copy Copies a text, then says that it is done.
 * @property {(text: string) => void} [insert] Writes a text into the note that is open.
 * @property {(text: string, undo?: () => void) => void} say Tells something in passing, with a way back.
 * @property {(filter: {tag?: string, folder?: string}) => void} narrow Looks only there from now on.
 * @property {(request: wire.SearchRequest, signal: AbortSignal) => Promise<wire.SearchReply>} search
 * @property {(place: wire.Place, wanted: {show: wire.Show, everything?: boolean}, signal: AbortSignal) => Promise<wire.RelatedReply>} related
 * @property {(from: wire.Place, to: wire.Place) => Promise<boolean>} [addLink] Adds a link to a note; false if it didn't.
 * @property {(request: wire.AskRequest, onText: (text: string) => void, signal: AbortSignal) => Promise<wire.AskReply>} ask
 * @property {(vault: string) => Promise<wire.ConversationEntry[]>} conversations
 * @property {(vault: string, id: number) => Promise<wire.Conversation>} conversation
 * @property {(vault: string, id: number) => Promise<void>} forget Deletes a conversation.
 * @property {(vault: string, action: wire.VaultAction) => Promise<void>} act Does something about a vault's index.
 */

/** A request that the engine refused, or that never reached it (`kind` is `gone`). */
export class Failure extends Error {
  /** @param {wire.Problem} problem */
  constructor(problem) {
    super(problem.detail || problem.title);
    this.problem = problem;
  }
}

/**
 * Returns the problem behind whatever was thrown.
 *
 * @param {unknown} thrown
 * @returns {wire.Problem}
 */
export function problemOf(thrown) {
  if (thrown instanceof Failure) return thrown.problem;
  return { kind: "internal", title: "", detail: thrown instanceof Error ? thrown.message : String(thrown), hint: null };
}

/**
 * Returns whether a request ended because it was given up.
 *
 * @param {unknown} thrown
 */
export function isGivenUp(thrown) {
  return thrown instanceof DOMException && thrown.name === "AbortError";
}
