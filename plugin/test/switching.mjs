// Opening one note after the other while related notes are shown: what it takes, and what piles up.

import assert from "node:assert/strict";
import { generate, notePath } from "./generate.mjs";
import { makeHome } from "./home.mjs";
import { view } from "./plugin.mjs";

/** Runs in the page: opens notes one after the other, and returns what it took until the rows were the note's own. */
export async function switchNotes(paths) {
  const { workspace, vault } = window.app;
  const times = [];
  const stale = [];
  const leaf = workspace.getMostRecentLeaf();
  const body = () => document.querySelector(".notekin-related-body");
  for (const path of paths) {
    const file = vault.getFileByPath(path);
    const before = body();
    // What was there is marked, so that rows that stay are told from rows that were drawn anew.
    before.dataset.of = "before";
    const opened = new Promise((done) => {
      const ref = workspace.on("file-open", () => {
        workspace.offref(ref);
        done(performance.now());
      });
    });
    void leaf.openFile(file, { active: true });
    const start = await opened;
    await new Promise((done) => {
      const look = () => {
        const now = body();
        const isDone = now && !now.hasAttribute("aria-busy") && (now.dataset.of !== "before" || now.childElementCount === 0);
        if (isDone) done();
        else requestAnimationFrame(look);
      };
      look();
    });
    times.push(performance.now() - start);
    if (workspace.getActiveFile() !== file) stale.push(path);
  }
  return { times, stale };
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

/** Returns the median, what 95 of 100 are within, and the most, in milliseconds. */
export function figures(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return { median: Math.round(at(sorted, 0.5)), p95: Math.round(at(sorted, 0.95)), most: Math.round(sorted.at(-1)) };
}

/** Makes a home with so many notes for all tests of a suite, and returns it with what ends it. */
export async function homeOf(count) {
  const cleanups = [];
  const home = await makeHome({ after: (cleanup) => cleanups.push(cleanup) }, { vault: generate(count), name: "Large", settings: 'model = "fake"\n' });
  return { home, end: async () => { for (const cleanup of cleanups) await cleanup(); } };
}

/** Opens related notes and has all of them listed. */
export async function showRelated(app) {
  await app.run("related");
  await view(app, "related").getByRole("radio", { name: "All" }).check();
  await view(app, "related").locator(".notekin-related-row").first().waitFor();
}

/** Opens notes so many times, and fails if anything piled up or a view was left behind. */
export async function staysSmall(t, { app, page }, { switches, notes }) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const measure = async () => {
    await session.send("HeapProfiler.collectGarbage");
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (name) => metrics.find((each) => each.name === name).value;
    const { events, underWay } = await app.census();
    return { heap: of("JSHeapUsedSize"), nodes: of("Nodes"), listeners: of("JSEventListeners"), events: events.length, underWay: underWay.length };
  };
  // The same notes again and again, so that what Obsidian itself caches of them doesn't count.
  const round = Array.from({ length: 50 }, (_, each) => notePath((3 + each * 257) % notes));
  for (let done = 0; done < 2; done += 1) await page.evaluate(switchNotes, round);
  const first = await measure();
  const all = [];
  for (let done = 0; done < switches; done += round.length) {
    const { times, stale } = await page.evaluate(switchNotes, round);
    assert.deepEqual(stale, []);
    all.push(...times);
  }
  const last = await measure();
  t.diagnostic(`${switches} switches: ${JSON.stringify(figures(all))} ms; before ${JSON.stringify(first)}, after ${JSON.stringify(last)}`);
  assert.equal(last.events, first.events);
  assert.ok(last.underWay <= first.underWay + 1, JSON.stringify((await app.census()).underWay));
  assert.ok(last.listeners <= first.listeners + 50, `${first.listeners} listeners became ${last.listeners}`);
  assert.ok(last.nodes <= first.nodes + 500, `${first.nodes} nodes became ${last.nodes}`);
  assert.ok(last.heap <= first.heap + 3_000_000, `${first.heap} bytes became ${last.heap}`);
  assert.ok(app.node.openSockets() <= 8, `${app.node.openSockets()} sockets are open`);
}
