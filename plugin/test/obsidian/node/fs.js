// Node's `fs`, as far as looking for a program and reading a small file need it.

import { ask, askNow } from "./bridge.js";
import { Buffer } from "./buffer.js";
import { systemError } from "./emitter.js";
import { strictObject } from "../strict.js";

const constants = { F_OK: 0, X_OK: 1, W_OK: 2, R_OK: 4 };

/** What may be asked for; the text of a file comes as base64. */
const NAMES = ["access", "stat", "lstat", "readFile", "readdir", "realpath", "mkdir", "writeFile", "unlink", "chmod", "readlink"];

function valueOf(name, { error, value }, options) {
  if (error) throw systemError(error);
  if (name === "readFile") {
    const encoding = typeof options === "string" ? options : options?.encoding;
    const bytes = Buffer.from(value, "base64");
    return encoding ? bytes.toString(encoding) : bytes;
  }
  if (name === "stat" || name === "lstat") {
    const { kind, ...plain } = value;
    return { ...plain, mtime: new Date(plain.mtimeMs), isFile: () => kind === "file", isDirectory: () => kind === "folder", isSymbolicLink: () => kind === "link" };
  }
  return value;
}

const members = { constants, existsSync: (path) => !askNow("fs", "access", path).error };
const promises = {};
for (const name of NAMES) {
  promises[name] = async (...given) => valueOf(name, await ask("fs", name, ...given), given[1]);
  members[`${name}Sync`] = (...given) => valueOf(name, askNow("fs", name, ...given), given[1]);
  members[name] = (...given) => {
    const callback = given.pop();
    promises[name](...given).then((value) => callback(null, value), callback);
  };
}

export const fsPromises = strictObject("fs/promises", { ...promises, constants });
export const fs = strictObject("fs", { ...members, promises: fsPromises });
