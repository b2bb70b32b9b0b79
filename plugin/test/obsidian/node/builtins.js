// What `require` of one of Node's own modules returns.

import { strictObject } from "../strict.js";
import { Buffer } from "./buffer.js";
import { childProcess } from "./child-process.js";
import { EventEmitter } from "./emitter.js";
import { fs, fsPromises } from "./fs.js";
import { http } from "./http.js";
import { posix } from "./path.js";
import { Process } from "./process.js";

const os = {
  homedir: () => Process.env.HOME,
  tmpdir: () => Process.env.TMPDIR ?? "/tmp",
  platform: () => "linux",
  arch: () => "x64",
  type: () => "Linux",
  release: () => "6.1.0",
  hostname: () => "stand-in",
  userInfo: () => ({ username: "user", homedir: Process.env.HOME, uid: 1000, gid: 1000, shell: "/bin/sh" }),
  EOL: "\n",
};

const crypto = {
  randomUUID: () => window.crypto.randomUUID(),
  randomBytes: (size) => window.crypto.getRandomValues(Buffer.alloc(size)),
};

const util = {
  promisify: (call) => (...given) => new Promise((resolve, reject) => call(...given, (error, value) => (error ? reject(error) : resolve(value)))),
  TextDecoder,
  TextEncoder,
};

const modules = {
  buffer: strictObject("buffer", { Buffer }),
  child_process: strictObject("child_process", childProcess),
  crypto: strictObject("crypto", crypto),
  events: Object.assign(EventEmitter, { EventEmitter }),
  fs,
  "fs/promises": fsPromises,
  http: strictObject("http", http),
  os: strictObject("os", os),
  path: strictObject("path", { ...posix, posix }),
  process: Process,
  util: strictObject("util", util),
};

/** Returns a module of Node's, by its name with or without `node:`. */
export function builtin(name) {
  const found = modules[name.replace(/^node:/, "")];
  if (!found) throw new Error(`the stand-in has no module ${name}`);
  return found;
}
