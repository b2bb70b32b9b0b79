// Node, for a plugin that runs in the browser: what it asks of Node's modules is done here, and what happens is told
// back in order.

import { execFile, spawn } from "node:child_process";
import { promises as fs } from "node:fs";
import http from "node:http";
import { dirname } from "node:path";

/** What an error is to the other side. */
const plain = ({ message, code, syscall }) => ({ message, code, syscall });

/** Makes the answers to one page's requests. */
export function nodeFor(page) {
  const opened = new Map();
  const agents = new Map();
  const children = new Set();
  const sockets = new Set();
  const requests = [];
  const records = new WeakMap();
  let queue = [];
  let sending = null;

  /** Tells the page what happened. What happens meanwhile goes with the next telling, so that the order is kept. */
  function tell(...event) {
    queue.push(event);
    sending ??= send();
  }

  async function send() {
    while (queue.length > 0) {
      const events = queue;
      queue = [];
      // A page that was closed needs no telling.
      await page.evaluate((each) => window.__nodeEvents(each), events).catch(() => {});
    }
    sending = null;
  }

  function agentOf(given) {
    if (!given) return given === false ? false : undefined;
    if (!agents.has(given.name)) agents.set(given.name, new http.Agent(given.options));
    return agents.get(given.name);
  }

  function openRequest(id, { agent, body, timeout, ...options }) {
    const began = { method: options.method ?? "GET", path: options.path, body, at: performance.now(), state: "open" };
    requests.push(began);
    const request = http.request({ ...options, agent: agentOf(agent), ...(timeout ? { timeout } : {}) });
    opened.set(id, request);
    records.set(request, began);
    request.on("socket", (socket) => {
      if (!sockets.has(socket)) {
        sockets.add(socket);
        socket.once("close", () => sockets.delete(socket));
      }
      tell(id, "socket", request.reusedSocket);
    });
    request.on("response", (reply) => {
      began.status = reply.statusCode;
      tell(id, "response", { statusCode: reply.statusCode, statusMessage: reply.statusMessage, headers: reply.headers });
      reply.on("data", (bytes) => tell(id, "data", bytes.toString("base64")));
      reply.on("end", () => {
        began.state = "done";
        tell(id, "end");
      });
      reply.on("error", (error) => tell(id, "replyError", plain(error)));
    });
    request.on("timeout", () => tell(id, "timeout"));
    request.on("error", (error) => {
      if (began.state === "open") began.state = "failed";
      if (!request.givenUp) tell(id, "error", plain(error));
    });
    request.on("close", () => {
      opened.delete(id);
      tell(id, "close");
    });
    request.end(body);
    return request;
  }

  function openChild(id, { file, args, options }) {
    const child = spawn(file, args, options);
    opened.set(id, child);
    if (child.pid) children.add(child);
    child.on("spawn", () => tell(id, "spawn", child.pid));
    child.on("error", (error) => tell(id, "error", plain(error)));
    child.stdin?.on("error", () => {});
    child.stdout?.on("data", (bytes) => tell(id, "stdout", bytes.toString("base64")));
    child.stderr?.on("data", (bytes) => tell(id, "stderr", bytes.toString("base64")));
    child.on("exit", (code, signal) => {
      children.delete(child);
      tell(id, "exit", code, signal);
    });
    child.on("close", (code, signal) => tell(id, "close", code, signal));
    if (options.detached) child.unref();
  }

  const told = {
    destroy(request) {
      const began = records.get(request);
      if (began.state === "open") began.state = "given up";
      request.givenUp = true;
      request.destroy();
    },
    timeout: (request, time) => request.setTimeout(time),
    write: (child, text) => child.stdin?.write(text),
    endInput: (child) => child.stdin?.end(),
    kill: (child, signal) => child.kill(signal),
  };

  const asked = {
    destroyAgent(name) {
      agents.get(name)?.destroy();
      agents.delete(name);
    },
    execFile: (file, args, options) =>
      new Promise((done) => execFile(file, args, options, (error, stdout, stderr) => done({ error: error && plain(error), stdout, stderr }))),
    async fs(name, ...given) {
      try {
        return { value: await readable(name, given) };
      } catch (error) {
        return { error: plain(error) };
      }
    },
  };

  return {
    /** Does what the page asks, and returns the answer if there is one. */
    answer(what, id, name, ...values) {
      if (what === "ask") return asked[name](...values);
      if (what === "open") return void (name === "http" ? openRequest(id, ...values) : openChild(id, ...values));
      const thing = opened.get(id);
      if (thing) told[name](thing, ...values);
      return undefined;
    },
    answerNow: ([what, ...values]) => asked[what](...values),
    /** Every request that was made, oldest first. */
    requests,
    /** Programs that the plugin started and that still run. */
    children: () => [...children],
    openSockets: () => sockets.size,
    openRequests: () => [...opened.values()].filter((each) => each instanceof http.ClientRequest).length,
    close() {
      for (const each of opened.values()) (each instanceof http.ClientRequest ? each.destroy() : each.kill("SIGKILL"));
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

/** Returns what a call of `fs` returns, in a form that can be sent. */
async function readable(name, given) {
  const value = await fs[name](...(name === "readFile" ? given.slice(0, 1) : given));
  if (name === "readFile") return value.toString("base64");
  if (name === "stat" || name === "lstat") {
    const kind = value.isDirectory() ? "folder" : value.isSymbolicLink() ? "link" : "file";
    return { kind, size: value.size, mode: value.mode, mtimeMs: value.mtimeMs, ctimeMs: value.ctimeMs };
  }
  return value;
}

/** What the vault's adapter asks of the disk, with whole paths. */
export const disk = {
  read: (path) => fs.readFile(path, "utf8"),
  async write(path, text) {
    await fs.mkdir(dirname(path), { recursive: true });
    await fs.writeFile(path, text);
  },
  exists: (path) => fs.access(path).then(() => true, () => false),
  async stat(path) {
    // As the app's adapter has it, what isn't there is nothing.
    const found = await fs.stat(path).catch(() => null);
    return found && { type: found.isDirectory() ? "folder" : "file", size: found.size, mtime: found.mtimeMs, ctime: found.ctimeMs };
  },
  async list(path) {
    const entries = await fs.readdir(path, { withFileTypes: true });
    const names = (kind) => entries.filter(kind).map(({ name }) => name);
    return { files: names((each) => each.isFile()), folders: names((each) => each.isDirectory()) };
  },
  mkdir: (path) => fs.mkdir(path, { recursive: true }),
  remove: (path) => fs.rm(path),
  rmdir: (path, recursive) => fs.rm(path, { recursive }),
  rename: (path, to) => fs.rename(path, to),
};
