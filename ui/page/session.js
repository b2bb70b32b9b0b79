// The key to the engine. `notekin open` opens this page with a key that works once; what it is exchanged for stays in
// this tab.

import { Failure } from "../pieces/host.js";
import { request } from "./api.js";

const KEPT = "notekin-token";

/**
 * Returns the token for this tab. A key in the address is exchanged for one, and taken out of the address and of the
 * history at once, whether it works or not.
 *
 * @returns {Promise<string>}
 */
export async function openSession() {
  const key = new URLSearchParams(location.hash.slice(1)).get("k");
  if (key === null) return keptToken();
  history.replaceState(null, "", "/#/search");
  try {
    const { token } = /** @type {{token: string}} */ (await request("", "POST", "/session", { key }));
    sessionStorage.setItem(KEPT, token);
    return token;
  } catch (thrown) {
    const isRefused = thrown instanceof Failure && thrown.problem.kind !== "gone";
    // A key that was used before does no harm to a tab that has its token already.
    if (isRefused) return keptToken();
    throw thrown;
  }
}

function keptToken() {
  const token = sessionStorage.getItem(KEPT);
  if (token !== null) return token;
  throw new Failure({ kind: "denied", status: 401, title: "", detail: "", hint: null });
}
