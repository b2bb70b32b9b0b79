// Node's `http`, the asking half of it.

import { close, open, tell } from "./bridge.js";
import { Buffer } from "./buffer.js";
import { EventEmitter, systemError } from "./emitter.js";

const agents = new Set();
let named = 0;

export class Agent {
  constructor(options = {}) {
    this.options = options;
    this.name = `agent-${(named += 1)}`;
    agents.add(this);
  }

  destroy() {
    agents.delete(this);
    void window.__node("ask", 0, "destroyAgent", this.name);
  }
}

/** Returns the agents that keep sockets and weren't destroyed. */
export const liveAgents = () => [...agents].filter(({ options }) => options.keepAlive).map(({ name }) => name);

class Socket extends EventEmitter {
  setNoDelay() {
    return this;
  }

  setKeepAlive() {
    return this;
  }

  setTimeout() {
    return this;
  }

  ref() {
    return this;
  }

  unref() {
    return this;
  }
}

class IncomingMessage extends EventEmitter {
  complete = false;
  destroyed = false;
  aborted = false;
  #encoding = null;
  #decoder = null;
  #held = [];
  #flowing = false;

  constructor(request, { statusCode, statusMessage, headers }) {
    super();
    Object.assign(this, { req: request, statusCode, statusMessage, headers, httpVersion: "1.1" });
  }

  on(name, listener) {
    super.on(name, listener);
    if (name === "data") this.resume();
    return this;
  }

  setEncoding(encoding) {
    this.#encoding = encoding;
    this.#decoder = new TextDecoder(encoding === "utf8" ? "utf-8" : encoding);
    return this;
  }

  resume() {
    this.#flowing = true;
    queueMicrotask(() => {
      for (const [name, ...values] of this.#held.splice(0)) this.emit(name, ...values);
    });
    return this;
  }

  pause() {
    this.#flowing = false;
    return this;
  }

  destroy(error) {
    this.req.destroy(error);
    return this;
  }

  /** Hands on what came, once someone listens. */
  hear(name, ...values) {
    const told = name === "data" ? [this.#read(values[0])] : values;
    if (name === "end") this.complete = true;
    if (name === "data" && told[0].length === 0) return;
    if (this.#flowing && this.#held.length === 0) this.emit(name, ...told);
    else this.#held.push([name, ...told]);
  }

  #read(base64) {
    const bytes = Buffer.from(base64, "base64");
    return this.#encoding === null ? bytes : this.#decoder.decode(bytes, { stream: true });
  }

  async *[Symbol.asyncIterator]() {
    const came = [];
    let wake = () => {};
    const put = (each) => {
      came.push(each);
      wake();
    };
    this.on("error", (error) => put({ error }));
    this.on("end", () => put({ done: true }));
    this.on("data", (data) => put({ data }));
    try {
      for (;;) {
        while (came.length === 0) await new Promise((resolve) => (wake = resolve));
        const { data, error, done } = came.shift();
        if (error) throw error;
        if (done) return;
        yield data;
      }
    } finally {
      if (!this.complete) this.destroy();
    }
  }
}

class ClientRequest extends EventEmitter {
  destroyed = false;
  reusedSocket = false;
  writableEnded = false;
  socket = new Socket();
  #body = [];
  #headers = {};
  #id = null;
  #reply = null;

  constructor(options, callback) {
    super();
    this.options = options;
    if (callback) this.once("response", callback);
    for (const [name, value] of Object.entries(options.headers ?? {})) this.setHeader(name, value);
    const { signal } = options;
    if (signal?.aborted) queueMicrotask(() => this.#abort());
    else signal?.addEventListener("abort", this.#abort, { once: true });
    if (options.timeout) this.setTimeout(options.timeout);
  }

  #abort = () => this.destroy(Object.assign(new Error("The operation was aborted"), { name: "AbortError", code: "ABORT_ERR" }));

  setHeader(name, value) {
    this.#headers[name] = String(value);
    return this;
  }

  getHeader(name) {
    return Object.entries(this.#headers).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
  }

  flushHeaders() {}

  setNoDelay() {
    return this;
  }

  setSocketKeepAlive() {
    return this;
  }

  setTimeout(time, listener) {
    if (listener) this.once("timeout", listener);
    this.options = { ...this.options, timeout: time };
    if (this.#id !== null) tell(this.#id, "timeout", time);
    return this;
  }

  write(data) {
    this.#body.push(typeof data === "string" ? Buffer.from(data) : data);
    return true;
  }

  end(data, ...rest) {
    const callback = [data, ...rest].find((each) => typeof each === "function");
    if (data !== undefined && typeof data !== "function") this.write(data);
    this.writableEnded = true;
    if (this.destroyed) return this;
    const { agent, signal, headers, ...options } = this.options;
    const whole = {
      ...options,
      headers: this.#headers,
      agent: agent instanceof Agent ? { name: agent.name, options: agent.options } : agent ?? null,
      body: Buffer.concat(this.#body).toString("utf8"),
    };
    this.#id = open("http", whole, (name, ...values) => this.#hear(name, ...values));
    callback?.();
    return this;
  }

  #hear(name, ...values) {
    if (name === "socket") {
      this.reusedSocket = values[0];
      this.emit("socket", this.socket);
    }
    if (name === "response") {
      this.#reply = new IncomingMessage(this, values[0]);
      if (!this.emit("response", this.#reply)) this.#reply.resume();
    } else if (name === "timeout") this.emit("timeout");
    else if (name === "data" || name === "end") this.#reply.hear(name, ...values);
    else if (name === "replyError") {
      this.#reply.aborted = true;
      this.#reply.emit("aborted");
      this.#reply.hear("error", systemError(values[0]));
    } else if (name === "error") this.#fail(systemError(values[0]));
    else if (name === "close") this.#closed();
  }

  #fail(error) {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit("error", error);
  }

  #closed() {
    this.destroyed = true;
    this.options.signal?.removeEventListener("abort", this.#abort);
    close(this.#id);
    this.#reply?.hear("close");
    this.emit("close");
  }

  destroy(error) {
    if (this.destroyed) return this;
    this.destroyed = true;
    if (this.#id !== null) {
      tell(this.#id, "destroy");
      close(this.#id);
    }
    this.options.signal?.removeEventListener("abort", this.#abort);
    queueMicrotask(() => {
      const reason = error ?? (this.#reply ? null : systemError({ message: "socket hang up", code: "ECONNRESET" }));
      if (this.#reply && !this.#reply.complete) {
        this.#reply.destroyed = true;
        this.#reply.aborted = true;
        const cut = error ?? systemError({ message: "aborted", code: "ECONNRESET" });
        if (this.#reply.listenerCount("error") > 0) this.#reply.emit("error", cut);
        this.#reply.emit("close");
      } else if (reason) this.emit("error", reason);
      this.emit("close");
    });
    return this;
  }

  abort() {
    this.destroy();
  }
}

function optionsOf(first, second) {
  if (typeof first !== "string" && !(first instanceof URL)) return first;
  const { hostname, port, pathname, search, protocol } = new URL(first);
  return { protocol, hostname, port: port === "" ? 80 : Number(port), path: pathname + search, ...second };
}

export function request(first, second, third) {
  const callback = [second, third].find((each) => typeof each === "function");
  return new ClientRequest(optionsOf(first, typeof second === "function" ? {} : second), callback);
}

export const http = {
  request,
  get: (...given) => request(...given).end(),
  Agent,
  ClientRequest,
  IncomingMessage,
  globalAgent: new Agent(),
};
