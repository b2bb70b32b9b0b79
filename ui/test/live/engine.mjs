// A real engine with places of its own and a copy of the sample vault, started and killed as a test wants.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const SAMPLE = fileURLToPath(new URL("../../../fixtures/vaults/sample", import.meta.url));

/** The program, as `cargo build` makes it. */
const PROGRAM = process.env.NOTEKIN ?? fileURLToPath(new URL("../../../target/debug/notekin", import.meta.url));

/** A model that needs no download and is always the same, and passages so short that the sample's notes have several. */
const SETTINGS = 'model = "fake"\npassages.tokens = 60\n';

/** Makes a home for engines, with the sample vault read. */
export async function makeHome() {
  const home = await mkdtemp(join(tmpdir(), "notekin-live-"));
  const vault = join(home, "Sample");
  await cp(SAMPLE, vault, { recursive: true });
  await writeFile(join(home, "config.toml"), SETTINGS);
  const env = { ...process.env, HOME: home, NOTEKIN_DATA_DIR: join(home, "data"), NOTEKIN_CONFIG: join(home, "config.toml") };
  const run = async (...words) => (await promisify(execFile)(PROGRAM, words, { env, cwd: home })).stdout.trim();
  await run("index", vault, "--yes");
  let engine;
  const addresses = [];

  return {
    vault,
    /** Where engines of this home were, the latest last. */
    addresses: () => addresses,
    /** Starts an engine, and returns when it answers. */
    async start() {
      engine = spawn(PROGRAM, ["serve"], { env, cwd: home, stdio: ["ignore", "pipe", "inherit"] });
      const [first] = await once(createInterface(engine.stdout), "line");
      addresses.push(/ (http:\S+)$/.exec(first)?.[1]);
    },
    /** Returns an address that opens the page once. */
    open: () => run("open", "--print"),
    /** Ends the engine without a chance to say anything. */
    async kill() {
      const ended = once(engine, "exit");
      engine.kill("SIGKILL");
      await ended;
    },
    remove: () => rm(home, { recursive: true, force: true }),
  };
}
