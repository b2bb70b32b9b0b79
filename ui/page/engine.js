// The page's side of what the pieces ask for: requests to the engine, and the page's own windows.

import { Failure } from "../pieces/host.js";
import { words } from "../pieces/words.js";
import { request, stream } from "./api.js";
import { placeAddress } from "./route.js";

/**
 * @import { Host } from "../pieces/host.js"
 * @import * as wire from "../pieces/wire.js"
 */

/** What `notekin pause --for 1h` is to the engine. */
const HOUR = 60;

/**
 * Makes the host of the pieces.
 *
 * @param {string} token
 * @param {object} page
 * @param {() => wire.Vault[]} page.vaults
 * @param {() => wire.Place | null} page.note the one that is open
 * @param {Host["openNote"]} page.openNote
 * @param {Host["say"]} page.say
 * @param {Host["narrow"]} page.narrow
 * @param {(vault: wire.Vault) => void} page.changed is told how a vault stands after something was done about it
 * @param {(problem: wire.Problem) => void} page.failed is told every failure besides
 * @returns {Host & {newest: (vaults: string[], signal: AbortSignal) => Promise<wire.SearchReply>,
 *   note: (place: wire.Place, signal: AbortSignal) => Promise<wire.NoteReply>}}
 */
export function engineHost(token, page) {
  /** The engine is taken at its word as to what it replies. @param {Promise<unknown>} reply @returns {Promise<any>} */
  const told = (reply) =>
    reply.catch((thrown) => {
      if (thrown instanceof Failure) page.failed(thrown.problem);
      throw thrown;
    });
  const call = (/** @type {string} */ method, /** @type {string} */ path, /** @type {unknown} */ body, /** @type {AbortSignal} */ signal) =>
    told(request(token, method, path, body, signal));
  const at = (/** @type {string | string[]} */ vaults, /** @type {string} */ rest) => `/vaults/${idsOf(page.vaults(), vaults)}${rest}`;

  /** Returns the link as the open note would have it. @param {string} vault @param {string} path */
  const shortLink = async (vault, path) => {
    const from = page.note();
    // The whole path is always a link that leads there.
    const whole = `[[${path.replace(/\.md$/, "")}]]`;
    if (!from || from.vault !== vault || from.path === path) return whole;
    const reply = request(token, "POST", at(vault, "/link"), { note: from.path, target: path });
    return reply.then((planned) => /** @type {{link: string}} */ (planned).link, () => whole);
  };

  return {
    openNote: page.openNote,
    say: page.say,
    narrow: page.narrow,
    addressOf: placeAddress,
    copy: (text, done) => copy(text, done, page.say),
    async linkText({ vault, path, heading }) {
      const link = await shortLink(vault, path);
      return heading && link.endsWith("]]") ? `${link.slice(0, -2)}#${heading}]]` : link;
    },
    search: ({ vaults, ...asked }, signal) => call("POST", at(vaults, "/search"), asked, signal),
    // A search for nothing but a condition lists the newest first.
    newest: (vaults, signal) => call("POST", at(vaults, "/search"), { query: "after:1900-01", limit: 12, per_note: 1 }, signal),
    note: ({ vault, path }, signal) => call("GET", at(vault, `/note?note=${encodeURIComponent(path)}`), undefined, signal),
    related: ({ vault, path }, wanted, signal) => call("POST", at(vault, "/related"), { note: path, ...wanted }, signal),
    ask: ({ vault, ...asked }, onText, signal) => told(ask(token, at(vault, "/ask"), asked, onText, signal)),
    conversations: async (vault) => (await call("GET", at(vault, "/conversations"), undefined, never())).conversations,
    conversation: (vault, id) => call("GET", at(vault, `/conversations/${id}`), undefined, never()),
    forget: (vault, id) => call("DELETE", at(vault, `/conversations/${id}`), undefined, never()),
    async act(vault, action) {
      const { path, body } = doing(action);
      await call("POST", at(vault, path), body, never());
      const known = page.vaults().find(({ name }) => name === vault);
      if (known) page.changed({ ...known, problem: null, status: await call("GET", at(vault, "/status"), undefined, never()) });
    },
  };
}

/**
 * @param {string} token
 * @param {string} path
 * @param {unknown} asked
 * @param {(text: string) => void} onText
 * @param {AbortSignal} signal
 */
async function ask(token, path, asked, onText, signal) {
  /** @type {wire.AskReply | null} */ let reply = null;
  await stream(token, "POST", path, asked, signal, (name, data) => {
    if (name === "text") onText(/** @type {{text: string}} */ (data).text);
    else if (name === "reply") reply = /** @type {wire.AskReply} */ (data);
    else if (name === "problem") throw new Failure(/** @type {wire.Problem} */ (data));
  });
  if (reply) return reply;
  throw new Failure({ kind: "gone", title: "", detail: "", hint: null });
}

/**
 * @param {wire.VaultAction} action
 * @returns {{path: string, body: object}}
 */
function doing(action) {
  if (action === "pause") return { path: "/pause", body: {} };
  if (action === "pause_hour") return { path: "/pause", body: { minutes: HOUR } };
  if (action === "resume") return { path: "/resume", body: {} };
  return { path: "/index", body: { action } };
}

/**
 * @param {wire.Vault[]} known
 * @param {string | string[]} names
 */
function idsOf(known, names) {
  const ids = [names].flat().map((name) => known.find((vault) => vault.name === name)?.id ?? name);
  return ids.map(encodeURIComponent).join(",");
}

/** A signal for what is never given up. */
function never() {
  return new AbortController().signal;
}

/**
 * @param {string} text
 * @param {string} done
 * @param {Host["say"]} say
 */
async function copy(text, done, say) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${done}: ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`);
  } catch {
    say(words.notCopied(text));
  }
}
