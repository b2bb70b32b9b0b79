// Node's `process`, as a window of Obsidian's has it.

import { strictObject } from "../strict.js";

export const Process = strictObject("process", {
  env: {},
  platform: "linux",
  arch: "x64",
  pid: 0,
  versions: { node: "22.20.0", electron: "39.0.0", chrome: "142.0.0.0" },
  version: "v22.20.0",
  execPath: "/opt/Obsidian/obsidian",
  cwd: () => "/",
  nextTick: (callback, ...values) => queueMicrotask(() => callback(...values)),
  hrtime: Object.assign(() => [Math.floor(performance.now() / 1000), 0], { bigint: () => BigInt(Math.round(performance.now() * 1e6)) }),
  getuid: () => 1000,
});
