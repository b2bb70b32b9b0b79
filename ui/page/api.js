// Requests to the engine that serves this page.

import { Failure } from "../pieces/host.js";
import { eventsOf } from "./events.js";

/** @import { Problem } from "../pieces/wire.js" */

/**
 * Sends a request and returns the reply, `undefined` where there is none.
 *
 * @param {string} token
 * @param {string} method
 * @param {string} path below `/api/v1`
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<unknown>}
 */
export async function request(token, method, path, body, signal) {
  const response = await send(token, method, path, body, signal);
  return response.status === 204 ? undefined : whole(response.json());
}

/**
 * Sends a request that is answered by events, and tells each of them as it comes. Returns when there are no more.
 *
 * @param {string} token
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal | undefined} signal
 * @param {(name: string, data: unknown) => void} onEvent
 */
export async function stream(token, method, path, body, signal, onEvent) {
  const response = await send(token, method, path, body, signal);
  if (response.body) await whole(eventsOf(response.body, (name, data) => onEvent(name, JSON.parse(data))));
}

/**
 * @param {string} token
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 */
async function send(token, method, path, body, signal) {
  /** @type {Record<string, string>} */ const headers = {};
  if (token !== "") headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  // A deletion goes on while the page closes; what is asked for is of no use then.
  const options = { method, headers, body: body === undefined ? null : JSON.stringify(body), keepalive: method === "DELETE" };
  const response = await whole(fetch(`/api/v1${path}`, { ...options, ...(signal ? { signal } : {}) }));
  if (!response.ok) throw new Failure(await problemIn(response));
  return response;
}

/**
 * Waits for what comes from the engine. What breaks off, breaks off because the engine is gone.
 *
 * @template Reply
 * @param {Promise<Reply>} reply
 */
async function whole(reply) {
  try {
    return await reply;
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
    throw new Failure({ kind: "gone", title: "", detail: "", hint: null });
  }
}

/**
 * @param {Response} response
 * @returns {Promise<Problem>}
 */
async function problemIn(response) {
  const { status, statusText } = response;
  const problem = { kind: "internal", title: statusText, detail: "", hint: null, status };
  try {
    return { ...problem, .../** @type {Partial<Problem>} */ (await response.json()), status };
  } catch {
    return problem;
  }
}
