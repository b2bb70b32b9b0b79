// How notes are read: in the status bar and the view; paused, retried, rebuilt, with the model gone, cold, and empty.

import assert from "node:assert/strict";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { NOT_RUN, startBrowser, stopBrowser } from "../app.mjs";
import { generate } from "../generate.mjs";
import { makeHome, until } from "../home.mjs";
import { openPlugin, status, view } from "../plugin.mjs";

describe("how notes are read", { skip: NOT_RUN, timeout: 600_000 }, () => {
  before(startBrowser);
  after(stopBrowser);

  test("is said in the status bar, which opens the view by pointer and key", async (t) => {
    const { app, page, home } = await openPlugin(t);
    await status(app, "43 notes").waitFor();
    await status(app, "43 notes").click();
    await view(app, "progress").getByText("All read, by words and by meaning.").waitFor();
    await app.pictures("progress");
    await home.write("garden/Zephyrometer.md", "# Zephyrometer\n\nIt tells the keeper of storms.\n");
    await status(app, "44 notes").waitFor();
    await view(app, "progress").getByText("44 notes").first().waitFor();
    await page.evaluate(() => window.app.workspace.detachLeavesOfType("notekin-progress"));
    await status(app, "44 notes").focus();
    await page.keyboard.press("Enter");
    await view(app, "progress").waitFor();
  });

  test("can be paused by a command, and resumed in the view", async (t) => {
    const { app } = await openPlugin(t);
    await app.run("progress");
    await app.run("pause");
    await status(app, "paused").waitFor();
    const pane = view(app, "progress");
    await pane.getByText("You paused reading by meaning.").waitFor();
    await app.pictures("progress-paused");
    await pane.getByRole("button", { name: "Resume reading" }).click();
    await until(async () => (await status(app, "paused").count()) === 0);
    await app.run("pause");
    await status(app, "paused").waitFor();
    await app.run("resume");
    await until(async () => (await status(app, "paused").count()) === 0);
  });

  test("says what is still to be read, and goes on with it", async (t) => {
    // A pause from before keeps something to be read, however fast the engine is.
    const home = await makeHome(t, { registered: false });
    await home.run("index", home.folder, "--yes");
    await home.run("vault", "add", home.folder, "--yes");
    await home.run("pause", "--vault", home.folder);
    await home.write("New.md", "# New\n\nThe glacier sketches the violin.\n");
    const { app } = await openPlugin(t, { home, ready: false });
    await app.run("progress");
    const pane = view(app, "progress");
    await pane.getByText(/1 note still to be read by meaning/).waitFor();
    await app.pictures("progress-pending");
    await pane.getByRole("button", { name: "Resume reading" }).click();
    // Who follows the vault looks within half a minute whether it may go on.
    await pane.getByText("All read, by words and by meaning.").waitFor({ timeout: 60_000 });
  });

  test("names what couldn't be read, and tries again", async (t) => {
    const home = await makeHome(t, { registered: false, vault: { "Fine.md": "# Fine\n\ntext\n", "Large.md": "x".repeat(9 << 20) } });
    await home.run("vault", "add", home.folder, "--yes");
    await home.run("index", home.folder, "--yes");
    const { app } = await openPlugin(t, { home });
    await status(app, /1 unread/).waitFor();
    await app.run("progress");
    const pane = view(app, "progress");
    await pane.getByText("1 note couldn't be read").click();
    await pane.getByText("Large.md").first().waitFor();
    await app.pictures("progress-unread");
    await home.write("Large.md", "# Small now\n\ntext\n");
    await pane.getByRole("button", { name: "Try again" }).first().click();
    await until(async () => (await status(app, "unread").count()) === 0);
  });

  test("says so when a third of the notes vanished, and takes them out when told", async (t) => {
    const { app, home } = await openPlugin(t);
    await app.run("progress");
    const away = join(home.home, "away");
    await mkdir(away);
    for (const name of ["work", "cooking", "travel"]) await rename(join(home.folder, name), join(away, name));
    await status(app, "notes vanished").waitFor({ timeout: 60_000 });
    const pane = view(app, "progress");
    await pane.getByText(/vanished at once/).first().waitFor();
    await app.pictures("progress-vanished");
    await pane.getByRole("button", { name: "Yes, I removed them" }).click();
    await until(async () => (await status(app, "vanished").count()) === 0);
  });

  test("says so when the model is down, in a word, and recovers", async (t) => {
    // Nothing listens there, as when Ollama isn't started.
    const settings = 'model = "ollama/nothing"\nollama.url = "http://127.0.0.1:9"\n';
    const home = await makeHome(t, { settings, registered: false });
    await home.run("vault", "add", home.folder, "--yes");
    const { app, page } = await openPlugin(t, { home, ready: false });
    await status(app, /model down|by words only/).waitFor();
    await app.run("progress");
    await app.pictures("progress-model-down");
    await view(app, "progress").getByText(/can't be used|Found by words/).first().waitFor();
    assert.doesNotMatch(await view(app, "progress").textContent(), /undefined|\[object/);
    await app.run("search");
    await page.keyboard.type("Fresnel");
    await page.locator(".suggestion-item", { hasText: "Lighthouse lenses" }).first().waitFor();
    await page.keyboard.press("Escape");
  });

  test("of a cold index: words at once, and what is still to be read", async (t) => {
    const home = await makeHome(t, { registered: false, vault: generate(3000), name: "Cold", settings: 'model = "fake"\n' });
    await home.run("vault", "add", home.folder, "--yes");
    const { app, page } = await openPlugin(t, { home, ready: false });
    await app.run("progress");
    await app.run("search");
    await page.locator(".prompt-input").fill("glacier violin");
    await until(async () => {
      await page.locator(".prompt-input").dispatchEvent("input");
      return (await page.locator(".suggestion-item", { hasText: /glacier/ }).count()) > 0;
    });
    await page.keyboard.press("Escape");
    await view(app, "progress").getByText("All read, by words and by meaning.").waitFor({ timeout: 60_000 });
    await status(app, "3,000 notes").waitFor();
  });

  test("of an empty vault is calm", async (t) => {
    const { app, page } = await openPlugin(t, { home: { vault: {}, name: "Empty" }, ready: false });
    await status(app, "0 notes").waitFor();
    for (const each of ["related", "search-view", "ask", "progress"]) await app.run(each);
    await view(app, "progress").getByText("There are no notes in this folder yet.").waitFor();
    await app.pictures("progress-empty");
    await page.evaluate(() => window.app.workspace.revealLeaf(window.app.workspace.getLeavesOfType("notekin-ask")[0]));
    await view(app, "ask").getByRole("textbox", { name: "Ask your notes" }).fill("Is there anything?");
    await page.keyboard.press("Enter");
    await view(app, "ask").getByText(/Not in (your notes|what is read)/).first().waitFor();
    await page.evaluate(() => window.app.vault.create("First.md", "# First\n\nThe first note of all.\n"));
    await status(app, "1 note").waitFor();
  });

  test("can be done anew, which says first what it takes", async (t) => {
    const { app, page } = await openPlugin(t);
    await app.run("rebuild");
    const modal = page.locator(".modal");
    await modal.getByText("Make the index of 43 notes anew.").waitFor();
    await app.pictures("rebuild");
    await modal.getByRole("button", { name: "Cancel" }).click();
    assert.equal(await modal.count(), 0);
    await app.run("rebuild");
    await modal.getByRole("button", { name: "Rebuild", exact: true }).click();
    await until(async () => (await app.notices()).includes("The index was rebuilt."), { patience: 60_000 });
    await status(app, "43 notes").waitFor();
  });

  test("can be read again by hand", async (t) => {
    const { app } = await openPlugin(t);
    await app.run("progress");
    await view(app, "progress").getByRole("button", { name: "Read changed notes now" }).click();
    await until(async () => (await app.notices()).includes("Done"));
    await app.run("rescan");
  });
});
