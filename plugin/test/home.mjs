// A home for engines: places of their own, a copy of a vault, and the program where the plugin looks for it.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const VAULTS = fileURLToPath(new URL("../../fixtures/vaults/", import.meta.url));

/** The program, as `cargo build` makes it. */
export const PROGRAM = process.env.NOTEKIN ?? fileURLToPath(new URL("../../target/debug/notekin", import.meta.url));

/** Why the tests can't run here, if they can't. */
export const NO_ENGINE = existsSync(PROGRAM) ? false : `NOT RUN: the plugin with its engine: there is no ${PROGRAM}`;

/** A model that needs no download and is always the same, and passages so short that the sample's notes have several. */
const SETTINGS = 'model = "fake"\npassages.tokens = 60\n';

/**
 * Makes a home. It is removed, and its engine ended, at the test's end.
 *
 * `vault` is the name of a sample vault, or a table of paths and texts; `installed` says whether the program is where
 * the plugin looks for it; `registered` whether the engine reads the vault already, and has done so.
 */
export async function makeHome(t, { vault = "sample", name = "Sample", settings = SETTINGS, installed = true, registered = true, env: more = {} } = {}) {
  const home = await realpath(await mkdtemp(join(tmpdir(), "notekin-plugin-")));
  const folder = join(home, name);
  if (typeof vault === "string") await cp(join(VAULTS, vault), folder, { recursive: true });
  else await writeNotes(folder, vault);
  await mkdir(join(folder, ".obsidian"), { recursive: true });
  await writeFile(join(home, "config.toml"), settings);
  const program = join(home, ".local", "bin", "notekin");
  const env = {
    PATH: "/usr/bin:/bin",
    LANG: "C.UTF-8",
    HOME: home,
    NOTEKIN_DATA_DIR: join(home, "data"),
    NOTEKIN_CONFIG: join(home, "config.toml"),
    ...(process.env.NOTEKIN_MODELS ? { NOTEKIN_MODELS: process.env.NOTEKIN_MODELS } : {}),
    ...more,
  };
  const run = async (...words) => (await promisify(execFile)(PROGRAM, words, { env, cwd: home, maxBuffer: 1 << 26 })).stdout.trim();
  /** What the engine wrote down of itself, or null. */
  const state = () => readFile(join(home, "data", "engine.json"), "utf8").then(JSON.parse, () => null);
  const isRunning = (pid) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };

  const made = {
    home,
    folder,
    env,
    program,
    run,
    state,
    isRunning,
    /** Puts the program where the plugin looks for it. */
    async install(at = program) {
      await mkdir(dirname(at), { recursive: true });
      await symlink(PROGRAM, at);
    },
    /** Starts an engine that is someone else's: it runs until it is ended. Returns its process when it answers. */
    async start() {
      const engine = spawn(PROGRAM, ["serve"], { env, cwd: home, stdio: ["ignore", "pipe", "inherit"] });
      await once(createInterface(engine.stdout), "line");
      return engine;
    },
    /** Asks the engine, past the plugin. */
    async ask(method, path, body) {
      const { port, token } = await state();
      const headers = { Authorization: `Bearer ${token}`, ...(body ? { "Content-Type": "application/json" } : {}) };
      const reply = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
      return reply.status === 204 ? undefined : reply.json();
    },
    /** Ends the engine without a chance to say anything, and returns when it is gone. */
    async kill() {
      const { pid } = await state();
      process.kill(pid, "SIGKILL");
      await until(() => !isRunning(pid));
    },
    async end() {
      const running = await state();
      if (running && isRunning(running.pid)) {
        await run("serve", "--stop").catch(() => process.kill(running.pid, "SIGKILL"));
        await until(() => !isRunning(running.pid));
      }
    },
    write: (path, text) => writeNotes(folder, { [path]: text }),
    read: (path) => readFile(join(folder, path), "utf8"),
  };
  t.after(async () => {
    await made.end();
    await rm(home, { recursive: true, force: true });
  });
  if (installed) await made.install();
  if (registered) {
    await run("vault", "add", folder, "--yes");
    await run("index", folder, "--yes");
  }
  return made;
}

async function writeNotes(folder, notes) {
  await mkdir(folder, { recursive: true });
  for (const [path, text] of Object.entries(notes)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** How long a thing may take, in milliseconds: the engine may be one that was built for finding faults, and slow. */
export const PATIENCE = Number(process.env.NOTEKIN_PATIENCE ?? 20_000);

/** Waits until something holds, and returns it; looks again every few milliseconds. */
export async function until(holds, { what = "what was waited for", patience = PATIENCE } = {}) {
  const end = Date.now() + patience;
  for (;;) {
    const found = await holds();
    if (found) return found;
    if (Date.now() > end) throw new Error(`${what} didn't come about in ${patience} ms`);
    await new Promise((done) => setTimeout(done, 15));
  }
}
