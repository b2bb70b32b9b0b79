// The token that the engine wants with every request. `notekin open` opens this page with a key that works once; the
// token that it is exchanged for stays in this tab, and in those that are opened from it.

import { Failure } from "../pieces/host.js";
import { request } from "./api.js";

const KEPT = "notekin-token";

/** How long another tab has to answer, in milliseconds. */
const PATIENCE = 250;

/** What only pages of this engine can hear: its address, port included, is theirs alone. */
const tabs = new BroadcastChannel(KEPT);

/**
 * Returns the token for this tab. A key in the address is exchanged for one, and taken out of the address and of the
 * history at once, whether it works or not.
 *
 * @returns {Promise<string>}
 */
export async function openSession() {
  const token = (await exchanged()) ?? sessionStorage.getItem(KEPT) ?? (await ofAnotherTab());
  if (token === null) throw new Failure({ kind: "denied", status: 401, title: "", detail: "", hint: null });
  sessionStorage.setItem(KEPT, token);
  tabs.onmessage = ({ data }) => {
    const kept = sessionStorage.getItem(KEPT);
    if (data === "wanted" && kept !== null) tabs.postMessage({ token: kept });
  };
  return token;
}

/** Forgets the token, which is no longer any good. */
export function closeSession() {
  sessionStorage.removeItem(KEPT);
}

/** Returns whether there is a key in the address. */
export const hasKey = () => keyInAddress() !== null;

function keyInAddress() {
  return new URLSearchParams(location.hash.slice(1)).get("k");
}

/** @returns {Promise<string | null>} */
async function exchanged() {
  const key = keyInAddress();
  if (key === null) return null;
  history.replaceState(null, "", "/#/search");
  try {
    return /** @type {{token: string}} */ (await request("", "POST", "/session", { key })).token;
  } catch (thrown) {
    // A key that was used before does no harm to a tab that has its token already.
    if (thrown instanceof Failure && thrown.problem.kind !== "gone") return null;
    throw thrown;
  }
}

/** @returns {Promise<string | null>} */
function ofAnotherTab() {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), PATIENCE);
    tabs.onmessage = ({ data }) => typeof data?.token === "string" && resolve(data.token);
    tabs.postMessage("wanted");
  });
}
