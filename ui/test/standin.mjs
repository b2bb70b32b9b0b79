// Stands in for the engine: serves the page as it does and answers from `fixture.json`, with every way to fail.
// `node test/standin.mjs` runs it by itself, to look at the page by hand.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml" };
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const TOKEN = "token-of-the-stand-in";

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const bytes = (text) => Buffer.byteLength(text);

/** A failure as the engine writes it. */
class Problem extends Error {
  constructor(status, kind, detail, hint = null) {
    super(detail);
    Object.assign(this, { status, kind, detail, hint });
  }
  toJSON() {
    const { status, kind, detail, hint } = this;
    return { type: "about:blank", title: "A problem", status, kind, detail, hint };
  }
}

/**
 * Starts a stand-in on a free port.
 *
 * Tests change `state`: `vaults` (what `/status` says), `expired` (no token is any good), `emptyAnswer`. `requests`
 * holds every request to the API, `tell(name, data)` sends an event, `port` may be given to come back at the same.
 */
export async function startStandin({ port = 0 } = {}) {
  const fixture = JSON.parse(await readFile(join(ROOT, "test/fixture.json"), "utf8"));
  const state = { vaults: fixture.vaults, conversations: fixture.conversations, expired: false, keys: new Set(["key-1", "key-2"]), closed: 0 };
  const requests = [];
  const listeners = new Set();
  const tell = (name, data) => listeners.forEach((response) => response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`));
  const world = { fixture, state, requests, listeners, tell };

  const server = createServer((request, response) => {
    const url = new URL(request.url, "http://localhost");
    const work = url.pathname.startsWith("/api/v1/") ? api(world, request, response, url) : file(response, url.pathname);
    work.catch((thrown) => refuse(response, thrown));
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${server.address().port}`;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { ...world, address, port: server.address().port, close };
}

async function file(response, path) {
  const name = path === "/" ? "page/index.html" : normalize(path).slice(1);
  if (!/^(page|pieces)\//.test(name) || !(extname(name) in TYPES)) throw new Problem(404, "not_found", "no such file");
  const content = await readFile(join(ROOT, name)).catch(() => {
    throw new Problem(404, "not_found", "no such file");
  });
  response.writeHead(200, {
    "Content-Type": TYPES[extname(name)], "Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer", "Cache-Control": "no-cache",
  });
  response.end(content);
}

function refuse(response, thrown) {
  const problem = thrown instanceof Problem ? thrown : new Problem(500, "internal", String(thrown?.stack ?? thrown));
  if (response.headersSent) return response.destroy();
  response.writeHead(problem.status, { "Content-Type": "application/problem+json" });
  response.end(JSON.stringify(problem));
}

async function api(world, request, response, url) {
  let text = "";
  for await (const chunk of request) text += chunk;
  const body = text === "" ? null : JSON.parse(text);
  const path = decodeURIComponent(url.pathname.slice("/api/v1".length));
  world.requests.push({ method: request.method, path, body });
  const reply = (content) => {
    response.writeHead(content === undefined ? 204 : 200, { "Content-Type": "application/json" });
    response.end(content === undefined ? undefined : JSON.stringify(content));
  };
  if (path === "/session") return reply(session(world.state, body));
  if (world.state.expired || request.headers.authorization !== `Bearer ${TOKEN}`) throw new Problem(401, "denied", "the token is not known");
  const [, vaults, action, rest] = /^\/vaults\/([^/]+)\/([^/]+)\/?(.*)$/.exec(path) ?? [];
  const names = (vaults ?? "").split(",").map((id) => vaultOf(world, id)?.name);
  if (path === "/status") return reply({ version: "0.1.0", protocol: 1, pid: 1, vaults: world.state.vaults });
  if (path === "/events") return events(world, request, response);
  if (action === "search") return reply(await search(world, names, body, response));
  if (action === "related") return reply(await related(world, body));
  if (action === "note") return reply(await note(world, names[0], url.searchParams.get("note")));
  if (action === "ask") return ask(world, body, request, response);
  if (action === "conversations") return reply(conversations(world, request.method, rest));
  if (action === "link") return reply(link(body));
  if (action === "status") return reply(vaultOf(world, vaults).status);
  if (["index", "pause", "resume"].includes(action)) return reply(act(world, vaults, action, body));
  throw new Problem(404, "not_found", `there is no ${path}`);
}

const vaultOf = ({ state }, id) => state.vaults.find((vault) => vault.id === id);

function session(state, body) {
  // A key works once.
  if (!state.keys.delete(body?.key)) throw new Problem(401, "denied", "the key is not known");
  return { token: TOKEN };
}

function events({ listeners, state }, request, response) {
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  for (const { id, status } of state.vaults.filter((vault) => vault.status)) response.write(`event: status\r\ndata: ${JSON.stringify({ vault: id, status })}\r\n\r\n`);
  response.write(": still here\n\n");
  listeners.add(response);
  request.on("close", () => listeners.delete(response));
}

function highlighted(text) {
  let plain = "";
  const highlights = [];
  for (const [at, part] of text.split(/[«»]/).entries()) {
    if (at % 2 === 1) highlights.push([bytes(plain), bytes(plain + part)]);
    plain += part;
  }
  return { text: plain, highlights };
}

async function search({ fixture, state }, names, body, response) {
  const { query, folders = [], tags = [], cursor } = body;
  if (/^slow/.test(query)) await pause(900);
  if (/^gone/.test(query)) return response.destroy();
  if (/^fails/.test(query)) throw new Problem(500, "corrupt", "the index is damaged", "`notekin index --rebuild` builds it again");
  if (/tga:/.test(query)) throw new Problem(400, "invalid", "there is no key `tga`", "did you mean `tag`?");
  if (cursor === "stale") throw new Problem(409, "stale", "the model changed since this search began", "search again");
  const chosen = state.vaults.filter(({ name }) => names.includes(name));
  const total = chosen.reduce((sum, { status }) => sum + (status?.indexed ?? 0), 0);
  const pending = chosen.reduce((sum, { status }) => sum + (status?.pending ?? 0), 0);
  const scope = folders.length + tags.length > 0 ? { scope: 12 } : {};
  const reply = { query, mode: body.mode ?? "hybrid", generation: 41, coverage: { searched: total - pending, total, pending, errored: 0, ...scope }, hits: [], total: 0, next_cursor: null };
  if (/^nothing/.test(query)) return reply;
  const near = fixture.hits.slice(1, 4).map(({ vault, path, title, score }) => ({ vault, path, title, score }));
  if (/^irrelevant/.test(query) && !body.everything) return { ...reply, notices: [{ kind: "nothing_relevant", nearest: near }] };
  const passing = fixture.hits.filter(({ vault, path }) => names.includes(vault) && folders.every((folder) => path.startsWith(folder)));
  const why = query.startsWith("after:") ? {} : { words: { rank: 1, score: 0.5 } };
  const hits = passing.map(({ text, ...hit }) => ({ ...hit, bytes: { start: 0, end: 9 }, why, snippet: highlighted(text) }));
  const notices = [];
  if (pending > 0) notices.push({ kind: "pending", notes: pending, unseen: pending - 10 });
  if (/gren/.test(query)) notices.push({ kind: "respelt", typed: "gren", searched: ["green"] }, { kind: "from the future" });
  const page = cursor ? hits.slice(6) : hits.slice(0, 6);
  return { ...reply, hits: page, total: new Set(hits.map(({ path }) => path)).size, next_cursor: cursor || hits.length <= 6 ? null : "next", ...(notices.length > 0 ? { notices } : {}) };
}

async function related({ fixture }, { note, show }) {
  if (note === "Test/Attack.md") throw new Problem(503, "unreachable", "the model can't be reached");
  if (note !== "Kitchen/Tea.md") return { path: note, belongs_under: null, related: [], near_copies: [], least: 0.5 };
  const wanted = (other) => show === "all" || other.linked === (show === "linked");
  return { path: note, ...fixture.related, related: fixture.related.related.filter(wanted) };
}

async function note({ fixture }, vault, path) {
  if (path === "Long/huge.md") return huge(vault, path);
  const known = fixture.notes[path];
  if (!known) throw new Problem(404, "not_found", `there is no note \`${path}\``);
  return { vault, path, properties: {}, lines: { start: 1, end: 41 }, ...known };
}

function huge(vault, path) {
  const blocks = Array.from({ length: 20000 }, (_, at) => ({ kind: "paragraph", lines: { start: at + 1, end: at + 1 }, text: [{ kind: "text", text: `Line ${at + 1} of a note without end` }] }));
  return { vault, path, title: "Without end", tags: [], aliases: [], properties: {}, modified: "2026-01-01T00:00:00Z", lines: { start: 1, end: 20000 }, blocks };
}

/** Puts an answer together, with offsets as the engine counts them, and what a model writes of it, with numbers. */
function answerOf({ model, sentences, chunks }, quotesOnly) {
  let answer = "";
  let marked = "";
  const placed = [];
  const supports = [];
  for (const { text, support, chunks: cited, places, before = "" } of sentences) {
    answer += before;
    const start = bytes(answer);
    answer += text;
    marked += before + text + cited.map((chunk) => `[${chunk + 1}]`).join("");
    placed.push({ start, end: bytes(answer), support, chunks: cited });
    const segment = { startIndex: start, endIndex: bytes(answer), text };
    const lines = places.map(([from, to]) => ({ lines: { start: from, end: to }, bytes: { start: 0, end: 1 }, quote: false }));
    if (cited.length > 0) supports.push({ segment, groundingChunkIndices: cited, confidenceScores: cited.map(() => 0.9), places: lines });
  }
  const groundingChunks = chunks.map(({ title, text, ...chunk }) => ({ ...chunk, bytes: { start: 0, end: 1 }, quote_hash: "", retrievedContext: { title, text } }));
  return { marked, reply: { answer, sentences: placed, groundingChunks, groundingSupports: supports, model: quotesOnly ? null : model } };
}

async function ask({ fixture, state }, body, request, response) {
  const { question } = body;
  if (/^refused/.test(question)) throw new Problem(409, "unconfigured", "no key for `openai` is kept", "`notekin key set openai` keeps one");
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  let isOpen = true;
  response.on("close", () => {
    isOpen = false;
    if (!response.writableFinished) state.closed += 1;
  });
  const send = async (name, data) => {
    const event = Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    // A character may arrive in two halves.
    const half = event.findIndex((byte) => byte >= 0x80) + 1;
    response.write(event.subarray(0, half));
    if (half > 0) await pause(5);
    response.write(event.subarray(half));
  };
  const coverage = { searched: 2031, total: 2031, pending: 0, errored: 0 };
  const nearest = [fixture.hits[0], fixture.hits[2]].map(({ vault, path, title, score }) => ({ vault, path, title, score }));
  const nothing = { answer: "", query: question, sentences: [], groundingChunks: [], groundingSupports: [], model: null, nearest, conversation: null };
  if (/^unknown/.test(question)) {
    await send("reply", { ...nothing, outcome: "not_in_notes", coverage });
  } else if (/^early/.test(question)) {
    await send("reply", { ...nothing, outcome: "partial_index", coverage: { ...coverage, searched: 240 } });
  } else {
    const { marked, reply } = answerOf(fixture.answer, body.quote);
    for (const piece of marked.match(/[^]{1,12}/gu)) {
      if (!isOpen) return;
      await send("text", { text: piece });
      await pause(/^slow/.test(question) ? 150 : 5);
      if (/^breaks/.test(question) && piece.includes("water")) return response.destroy();
    }
    if (/^trouble/.test(question)) await send("problem", new Problem(503, "unreachable", "the model can't be reached: connection refused", "is Ollama running?"));
    else await send("reply", { ...reply, query: question, outcome: "answered", coverage, nearest: [], conversation: body.no_save ? null : (body.conversation ?? 5), notices: [{ kind: "unread", changes: 2 }] });
    if (!body.no_save && !state.conversations.some(({ id }) => id === 5)) state.conversations.unshift({ id: 5, question, turns: 1 });
  }
  response.end();
}

function conversations({ fixture, state }, method, id) {
  if (id === "") return { conversations: state.conversations };
  const known = state.conversations.find((each) => each.id === Number(id));
  if (!known) throw new Problem(404, "not_found", `there is no conversation ${id}`);
  if (method === "GET") return { id: known.id, turns: fixture.turns };
  state.conversations = state.conversations.filter((each) => each !== known);
  return undefined;
}

function link({ note, target }) {
  if (note === target) throw new Problem(400, "invalid", "a note can't be linked to itself");
  return { path: note, target, link: `[[${target.replace(/^.*\//, "").replace(/\.md$/, "")}]]`, plan: "insert" };
}

function act(world, id, action, body) {
  const vault = vaultOf(world, id);
  const { status } = vault;
  if (action === "pause") vault.status = { ...status, paused_by_you: { until: body.minutes ? "2026-03-14T20:15:00Z" : null } };
  else if (action === "resume") vault.status = { ...status, paused_by_you: null };
  else if (body.action === "retry") vault.status = { ...status, errored: 1, errors: status.errors.slice(1), trouble: null };
  else if (body.action === "accept_removals") vault.status = { ...status, vanished: 0, state: "ready" };
  else vault.status = { ...status, unread_changes: 0 };
  world.tell("status", { vault: id, status: vault.status });
  return vault.status;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { address, state } = await startStandin({ port: Number(process.env.PORT ?? 4477) });
  state.keys.add("look");
  console.log(`${address}/#k=look`);
}
