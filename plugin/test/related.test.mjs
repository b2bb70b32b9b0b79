// What belongs with the note that is open: followed, linked to, dragged, hovered, and never another note's.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { NOT_RUN, startBrowser, stopBrowser } from "./app.mjs";
import { until } from "./home.mjs";
import { editorText, isReady, openPlugin, place, view } from "./plugin.mjs";

describe("related notes", { skip: NOT_RUN, timeout: 600_000 }, () => {
  before(startBrowser);
  after(stopBrowser);

  const rows = (app) => view(app, "related").locator(".notekin-related-row");
  const titles = (app) => rows(app).locator("a").allTextContents();

  /** Opens the view beside a note that has related ones. */
  async function open(t, options = {}) {
    const opened = await openPlugin(t, { open: "Docling", ...options });
    await opened.app.run("related");
    await rows(opened.app).first().waitFor();
    return opened;
  }

  /** Asks the engine itself what belongs with a note. */
  async function told(home, note) {
    const { vaults } = await home.ask("GET", "/status");
    const reply = await home.ask("POST", `/vaults/${vaults[0].id}/related`, { note, show: "unlinked" });
    return [...(reply.belongs_under ? [reply.belongs_under] : []), ...reply.related].map(({ title }) => title);
  }

  test("are those that the engine tells, and follow the note", async (t) => {
    const { app, home } = await open(t);
    assert.deepEqual(await titles(app), await told(home, "work/Docling.md"));
    await app.pictures("related");
    await app.open("Composting");
    const expected = await told(home, "garden/Composting.md");
    await until(async () => JSON.stringify(await titles(app)) === JSON.stringify(expected), { what: "the rows of the other note" });
  });

  test("are the last note's however fast one switches", async (t) => {
    const { app, home, page } = await open(t);
    const expected = await told(home, "work/Extraction pipeline.md");
    await page.evaluate(async () => {
      for (const name of ["Composting", "Docling", "Sourdough", "Packing list", "MarkItDown", "Extraction pipeline"]) {
        await window.app.workspace.openLinkText(name, "");
      }
    });
    await until(() => app.node.openRequests() <= 1, { what: "requests that were overtaken to be given up" });
    await until(async () => JSON.stringify(await titles(app)) === JSON.stringify(expected), { what: "the rows of the last note" });
    assert.ok(app.node.requests.some(({ path, state }) => path.endsWith("/related") && state !== "open"));
  });

  test("are linked to by one button, in one step to undo, and leave the list", async (t) => {
    const { app, home, page } = await open(t);
    const before = await editorText(page);
    const title = (await titles(app))[0];
    const button = rows(app).first().getByRole("button", { name: `Add a link to ${title}` });
    await rows(app).first().hover();
    await button.click();
    await until(async () => !(await titles(app)).includes(title), { what: "the row to leave" });
    const after = await editorText(page);
    assert.notEqual(after, before);
    const added = after.slice(before.trimEnd().length);
    assert.match(added, /## Related\n+- \[\[[^\]]+\]\]\s*$/, "a link under a heading of its own");
    const leads = await page.evaluate((text) => window.app.metadataCache.getFirstLinkpathDest(/\[\[([^\]|]+)/.exec(text)[1], "work/Docling.md").basename, added);
    assert.match(leads, new RegExp(title.split(" ")[0]));
    await until(async () => (await home.read("work/Docling.md")) === after, { what: "the note on disk" });
    // The link that was written is known to the engine, and its note stays away.
    await until(async () => !(await told(home, "work/Docling.md")).includes(title), { what: "the engine to know of the link" });
    assert.ok(!(await titles(app)).includes(title));
    await page.evaluate(() => window.app.workspace.getLeavesOfType("markdown")[0].view.editor.undo());
    assert.equal(await editorText(page), before, "one step back");
    await page.evaluate(() => window.app.workspace.getLeavesOfType("markdown")[0].view.editor.redo());
    assert.equal(await editorText(page), after);
  });

  test("are linked to in the vault's own format", async (t) => {
    const { app, page } = await open(t, { config: { useMarkdownLinks: true, newLinkFormat: "relative" } });
    const title = (await titles(app))[0];
    await rows(app).first().hover();
    await rows(app).first().getByRole("button", { name: /^Add a link/ }).click();
    await until(async () => !(await titles(app)).includes(title));
    assert.match(await editorText(page), /\n- \[[^\]]+\]\([^)\s]+\.md\)\s*$/);
    assert.doesNotMatch(await editorText(page), /\[\[Extraction pipeline \(draft\)/);
  });

  test("are open at the passage that is near, by click, in a new tab by Ctrl", async (t) => {
    const { app, page } = await open(t);
    const link = rows(app).locator("a").nth(1);
    const near = await link.evaluate((each) => Object.fromEntries(new URLSearchParams(each.getAttribute("href").split("?")[1])));
    await link.click();
    await page.waitForFunction((path) => window.app.workspace.getActiveFile()?.path === path, near.path);
    if (near.heading) assert.match((await place(page)).text, new RegExp(`^#+ ${near.heading.slice(0, 10)}`));
    const tabs = () => page.evaluate(() => window.app.workspace.getLeavesOfType("markdown").length);
    assert.equal(await tabs(), 1);
    await rows(app).locator("a").first().click({ modifiers: ["Control"] });
    await until(async () => (await tabs()) === 2);
  });

  test("can be dragged into a note, as a link", async (t) => {
    const { app, page } = await open(t);
    const first = rows(app).locator("a").first();
    const path = await first.evaluate((each) => new URLSearchParams(each.getAttribute("href").split("?")[1]).get("path"));
    await first.dragTo(page.locator(".cm-content"), { targetPosition: { x: 40, y: 20 } });
    await until(async () => (await editorText(page)).includes("[["));
    const leads = await page.evaluate(() => {
      const text = window.app.workspace.getLeavesOfType("markdown")[0].view.editor.getValue();
      return [...text.matchAll(/\[\[([^\]|#]+)/g)].map(([, link]) => window.app.metadataCache.getFirstLinkpathDest(link, "work/Docling.md")?.path);
    });
    assert.ok(leads.includes(path), `${leads} has ${path}`);
    assert.doesNotMatch(await editorText(page), /obsidian:\/\//);
  });

  test("show a preview when hovered, and a menu", async (t) => {
    const { app, page } = await open(t);
    const first = rows(app).locator("a").first();
    await first.hover();
    const hover = await page.waitForFunction(() => {
      const last = window.app.workspace.hovers.at(-1);
      return last && { source: last.source, known: window.app.hoverLinkSources.has(last.source), file: window.app.metadataCache.getFirstLinkpathDest(last.linktext.split("#")[0], last.sourcePath)?.path, parent: "hoverPopover" in last.hoverParent, target: last.targetEl.textContent, event: last.event.type };
    });
    const path = await first.evaluate((each) => new URLSearchParams(each.getAttribute("href").split("?")[1]).get("path"));
    assert.deepEqual(await hover.jsonValue(), { source: "notekin-related", known: true, file: path, parent: true, target: await first.textContent(), event: "mouseover" });
    await first.click({ button: "right" });
    await page.locator(".menu").getByText("Open in new tab").waitFor();
    await app.picture("related-menu");
    await page.locator(".menu").getByText("Copy link").click();
    await until(async () => /^\[\[.+\]\]$/.test(await page.evaluate(() => navigator.clipboard.readText())));
    assert.equal(await page.locator(".menu").count(), 0);
  });

  test("of the section the cursor is in, if that is asked for", async (t) => {
    const { app, page } = await open(t);
    await view(app, "related").getByText("This section").click();
    await page.evaluate(() => {
      const { editor } = window.app.workspace.getLeavesOfType("markdown")[0].view;
      editor.focus();
      editor.setCursor({ line: editor.getValue().split("\n").findIndex((line) => line.startsWith("## Use")) + 1, ch: 0 });
    });
    await view(app, "related").getByText("Of “Use”").waitFor();
    const asked = app.node.requests.filter(({ path }) => path.endsWith("/related")).at(-1);
    assert.equal(JSON.parse(asked.body).note, "work/Docling.md#Use");
    await app.picture("related-section");
  });

  test("can be linked ones, or all, or hardly related ones", async (t) => {
    const { app } = await open(t);
    const pane = view(app, "related");
    await pane.getByRole("radio", { name: "Linked", exact: true }).check();
    await pane.getByText("MarkItDown", { exact: true }).waitFor();
    await pane.getByRole("radio", { name: "All" }).check();
    await until(async () => (await rows(app).locator(".notekin-mark", { hasText: "linked" }).count()) > 0);
    await app.pictures("related-all");
    await pane.getByRole("radio", { name: "Not linked" }).check();
    assert.equal(await rows(app).locator(".notekin-mark", { hasText: "hardly related" }).count(), 0);
    await pane.getByText("Debug").click();
    await rows(app).locator(".notekin-mark", { hasText: "hardly related" }).first().waitFor();
  });

  test("can be narrowed to a folder", async (t) => {
    const { app, page } = await open(t);
    await view(app, "related").getByRole("button", { name: "Narrow to a folder or tag" }).click();
    await page.locator(".prompt-input").fill("garden");
    await page.keyboard.press("Enter");
    await view(app, "related").getByRole("button", { name: "Stop looking only in garden" }).waitFor();
    await view(app, "related").getByText("Nothing that isn't linked already.").or(rows(app).first()).first().waitFor();
    const asked = app.node.requests.filter(({ path }) => path.endsWith("/related")).at(-1);
    assert.deepEqual(JSON.parse(asked.body).folders, ["garden"]);
  });

  test("of a note that was renamed are still there, and of none nothing", async (t) => {
    const { app, page } = await open(t);
    await page.evaluate(() => window.app.vault.rename(window.app.vault.getFileByPath("work/Docling.md"), "work/Docling renamed.md"));
    const asked = () => app.node.requests.filter(({ path, status }) => path.endsWith("/related") && status === 200).map(({ body }) => JSON.parse(body).note);
    await until(async () => asked().includes("work/Docling renamed.md"), { what: "the note by its new name" });
    await rows(app).first().waitFor();
    await page.evaluate(() => window.app.workspace.getLeavesOfType("markdown").forEach((leaf) => leaf.detach()));
    await page.evaluate(() => window.app.vault.delete(window.app.vault.getFileByPath("work/Docling renamed.md")));
  });

  test("come back with the tab when Obsidian is opened again", async (t) => {
    const { app } = await openPlugin(t, { open: "Docling", layout: [{ side: "right", type: "notekin-related" }] });
    await rows(app).first().waitFor();
    await app.unload();
    await app.load();
    await isReady(app);
    await rows(app).first().waitFor();
    assert.equal(await view(app, "related").count(), 1, "one view, not two");
  });
});
