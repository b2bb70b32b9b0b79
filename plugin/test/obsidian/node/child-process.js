// Node's `child_process`.

import { ask, close, open, tell } from "./bridge.js";
import { Buffer } from "./buffer.js";
import { EventEmitter, systemError } from "./emitter.js";
import { Process } from "./process.js";

const children = new Set();

/** Returns the children that run and would end with this process. */
export const liveChildren = () => [...children].map(({ spawnfile, pid }) => `${spawnfile} (${pid})`);

class Stream extends EventEmitter {
  #decoder = null;

  setEncoding(encoding) {
    this.#decoder = new TextDecoder(encoding);
    return this;
  }

  hear(base64) {
    const bytes = Buffer.from(base64, "base64");
    this.emit("data", this.#decoder ? this.#decoder.decode(bytes, { stream: true }) : bytes);
  }

  resume() {
    return this;
  }

  destroy() {
    return this;
  }

  unref() {
    return this;
  }
}

class Input extends Stream {
  constructor(child) {
    super();
    this.child = child;
  }

  write(data) {
    tell(this.child.id, "write", String(data));
    return true;
  }

  end(data) {
    if (data !== undefined) this.write(data);
    tell(this.child.id, "endInput");
    return this;
  }
}

class ChildProcess extends EventEmitter {
  pid = undefined;
  exitCode = null;
  signalCode = null;
  killed = false;

  constructor(file, args, options) {
    super();
    this.spawnfile = file;
    this.spawnargs = [file, ...args];
    const stdio = [options.stdio ?? "pipe"].flat();
    const kindOf = (at) => (stdio.length === 1 ? stdio[0] : stdio[at] ?? "pipe");
    this.stdin = kindOf(0) === "pipe" ? new Input(this) : null;
    this.stdout = kindOf(1) === "pipe" ? new Stream() : null;
    this.stderr = kindOf(2) === "pipe" ? new Stream() : null;
    const { signal, ...plain } = options;
    const whole = { ...plain, env: options.env ?? Process.env, stdio: [0, 1, 2].map(kindOf) };
    children.add(this);
    this.id = open("child", { file, args, options: whole }, (name, ...values) => this.#hear(name, ...values));
    signal?.addEventListener("abort", () => this.kill());
  }

  #hear(name, ...values) {
    if (name === "spawn") {
      this.pid = values[0];
      this.emit("spawn");
    } else if (name === "stdout") this.stdout?.hear(values[0]);
    else if (name === "stderr") this.stderr?.hear(values[0]);
    else if (name === "error") {
      children.delete(this);
      this.emit("error", systemError(values[0]));
    } else if (name === "exit") {
      [this.exitCode, this.signalCode] = values;
      children.delete(this);
      this.emit("exit", ...values);
    } else if (name === "close") {
      this.stdout?.emit("end");
      this.stderr?.emit("end");
      this.emit("close", ...values);
      close(this.id);
    }
  }

  kill(signal = "SIGTERM") {
    this.killed = true;
    tell(this.id, "kill", signal);
    return true;
  }

  ref() {}

  /** What is let go may outlive this process. */
  unref() {
    children.delete(this);
  }
}

function spawn(file, args = [], options = {}) {
  if (options.shell) throw new Error("a program was to be started through a shell");
  return Array.isArray(args) ? new ChildProcess(file, args, options) : new ChildProcess(file, [], args);
}

function execFile(file, ...given) {
  const callback = given.find((each) => typeof each === "function");
  const args = given.find(Array.isArray) ?? [];
  const options = given.find((each) => each && typeof each === "object" && !Array.isArray(each)) ?? {};
  const child = new EventEmitter();
  void ask("execFile", file, args, { ...options, env: options.env ?? Process.env, signal: undefined }).then(({ error, stdout, stderr }) => {
    callback?.(error ? Object.assign(systemError(error), { stdout, stderr }) : null, stdout, stderr);
    if (error) child.listenerCount("error") > 0 && child.emit("error", systemError(error));
    child.emit("exit", error ? 1 : 0);
  });
  return Object.assign(child, { kill: () => false, unref: () => {}, stdin: null, stdout: null, stderr: null });
}

export const childProcess = { spawn, execFile, ChildProcess };
