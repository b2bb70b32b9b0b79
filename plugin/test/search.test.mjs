// Searching: by keys alone, for a selection, in a view that stays, and from a link outside of Obsidian.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { NOT_RUN, startBrowser, stopBrowser } from "./app.mjs";
import { until } from "./home.mjs";
import { editorText, openPlugin, place, view } from "./plugin.mjs";

describe("search", { skip: NOT_RUN, timeout: 600_000 }, () => {
  before(startBrowser);
  after(stopBrowser);

  const hits = (page) => page.locator(".prompt-results .suggestion-item");
  const ask = async (page, words) => {
    await page.keyboard.type(words);
    await hits(page).filter({ hasText: words.split(" ")[0] }).first().waitFor();
  };

  test("goes by keys alone: type, choose, open at the passage", async (t) => {
    const { app, page } = await openPlugin(t, { open: "Sourdough" });
    await app.run("search");
    assert.equal(await page.evaluate(() => document.activeElement.className), "prompt-input");
    await ask(page, "rebuilds rows and columns");
    await app.pictures("search-modal");
    assert.match(await page.locator(".suggestion-item.is-selected").textContent(), /Docling/);
    assert.match(await page.locator(".suggestion-item.is-selected mark").first().textContent(), /rebuilds|rows|columns/i);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => window.app.workspace.getActiveFile()?.path === "work/Docling.md");
    assert.match((await place(page)).text, /layout model|rebuilds|Why I like it/, "the cursor is in the passage");
    assert.equal(await page.locator(".prompt").count(), 0);
  });

  test("opens in a new tab, inserts a link, keeps the search in a view", async (t) => {
    const { app, page } = await openPlugin(t, { open: "Sourdough" });
    const tabs = () => page.evaluate(() => window.app.workspace.getLeavesOfType("markdown").length);
    await app.run("search");
    await ask(page, "lens of the first order");
    await page.keyboard.press("Control+Enter");
    await until(async () => (await tabs()) === 2);
    await app.open("Composting");
    await page.evaluate(() => window.app.workspace.activeEditor.editor.setCursor({ line: 0, ch: 0 }));
    const before = await editorText(page);
    await app.run("search");
    await ask(page, "rebuilds rows and columns");
    await page.keyboard.press("Shift+Enter");
    const written = () => page.evaluate(() => window.app.workspace.activeEditor?.editor.getValue() ?? "");
    await until(async () => /^\[\[Docling[^\]]*\]\]/.test(await written()));
    await page.evaluate(() => window.app.workspace.activeEditor.editor.undo());
    assert.doesNotMatch(await written(), /^\[\[/);
    assert.ok(before.length > 0);
    await app.run("search");
    await ask(page, "lens of the first order");
    await page.keyboard.press("Alt+Enter");
    await view(app, "search").locator(".notekin-hit").first().waitFor();
    assert.equal(await view(app, "search").getByRole("searchbox").inputValue(), "lens of the first order");
  });

  test("takes the selection", async (t) => {
    const { app, page } = await openPlugin(t, { open: "Sourdough" });
    assert.ok(!(await app.commands()).includes("notekin:search-selection"), "not offered without one");
    await page.evaluate(() => {
      const { editor } = window.app.workspace.activeEditor;
      editor.setSelection({ line: 0, ch: 0 }, { line: 0, ch: 0 });
      editor.replaceSelection("lens of the first order");
      editor.setSelection({ line: 0, ch: 0 }, { line: 0, ch: 23 });
    });
    assert.ok((await app.commands()).includes("notekin:search-selection"));
    await app.run("search-selection");
    await hits(page).filter({ hasText: "Lighthouse lenses" }).first().waitFor();
    assert.equal(await page.locator(".prompt-input").inputValue(), "lens of the first order");
    await page.keyboard.press("Escape");
  });

  test("shows the answer to the last letters only", async (t) => {
    const { app, page } = await openPlugin(t);
    await app.run("search");
    for (const words of ["compost", "lens", "migraine", "sourdough", "rebuilds rows and columns"]) await page.locator(".prompt-input").fill(words);
    await hits(page).filter({ hasText: "Docling" }).first().waitFor();
    await until(() => app.node.openRequests() <= 1);
    assert.match(await page.locator(".suggestion-item.is-selected").textContent(), /Docling/);
    await page.locator(".prompt-input").fill("xyzzyplugh frobnicate");
    await page.waitForFunction(() => document.querySelector(".suggestion-empty") || document.querySelectorAll(".suggestion-item").length > 0);
    await page.keyboard.press("Escape");
  });

  test("by pattern says what is wrong with one", async (t) => {
    const { app, page } = await openPlugin(t);
    await app.run("search");
    await page.locator(".prompt select").selectOption({ label: "Pattern" });
    await page.locator(".prompt-input").fill("(unclosed");
    await page.locator(".suggestion-empty").waitFor();
    assert.match(await page.locator(".suggestion-empty").textContent(), /\(unclosed|pattern|paren/i);
    await page.locator(".prompt-input").fill("Fresnel\\w*");
    await hits(page).first().waitFor();
    await page.keyboard.press("Escape");
  });

  test("in a view goes on with arrow keys, narrows, and is kept with the layout", async (t) => {
    const { app, page } = await openPlugin(t, { open: "Sourdough" });
    await app.run("search-view");
    const pane = view(app, "search");
    const field = pane.getByRole("searchbox");
    await pane.locator(".notekin-hit").first().waitFor();
    await until(() => page.evaluate(() => document.activeElement?.getAttribute("type") === "search"), { what: "the field to have the focus" });
    await field.fill("rebuilds rows and columns");
    await pane.locator(".notekin-hit", { hasText: "Docling" }).first().waitFor();
    await app.pictures("search-view");
    await field.press("ArrowDown");
    assert.equal(await page.evaluate(() => document.activeElement?.className), "notekin-hit-title");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => window.app.workspace.getActiveFile()?.basename === "Docling");
    await pane.getByRole("button", { name: "Narrow to a folder or tag" }).click();
    await page.locator(".prompt-input").fill("travel");
    await page.keyboard.press("Enter");
    await until(async () => (await pane.locator(".notekin-hit-place bdi").allTextContents()).every((path) => path.startsWith("travel/")), { what: "hits in the folder only" });
    const state = await page.evaluate(() => window.app.workspace.getLeavesOfType("notekin-search")[0].getViewState().state);
    assert.deepEqual(state, { query: "rebuilds rows and columns", mode: "hybrid", folders: ["travel"], tags: [] });
    await app.unload();
    assert.deepEqual(await page.evaluate(() => window.app.workspace.getLeavesOfType("notekin-search")[0].getViewState().state), state, "it is kept while the plugin is off");
    await app.load();
    await pane.getByRole("button", { name: "Stop looking only in travel" }).waitFor();
    assert.equal(await field.inputValue(), "rebuilds rows and columns");
  });

  test("comes from a link outside: a place, or a search", async (t) => {
    const { app, page, home } = await openPlugin(t);
    const line = (await home.read("work/Docling.md")).split("\n").findIndex((text) => text.startsWith("## Watch out"));
    await app.uri(`obsidian://notekin?vault=Sample&path=${encodeURIComponent("work/Docling.md")}&line=${line + 1}`);
    await until(async () => (await place(page))?.text.startsWith("## Watch out"));
    await app.uri(`obsidian://notekin?vault=Sample&path=${encodeURIComponent("work/Extraction pipeline.md")}`);
    await until(async () => (await place(page))?.path === "work/Extraction pipeline.md");
    await app.uri("obsidian://notekin?vault=Sample&query=lens%20of%20the%20first%20order");
    await view(app, "search").locator(".notekin-hit", { hasText: "Lighthouse lenses" }).first().waitFor();
    await app.uri("obsidian://notekin?path=nowhere.md&line=3");
    await until(async () => (await app.notices()).some((text) => text.includes("nowhere.md")));
    await app.uri("obsidian://notekin?path=../../etc/passwd");
    await until(async () => (await app.notices()).some((text) => text.includes("passwd")));
  });
});
