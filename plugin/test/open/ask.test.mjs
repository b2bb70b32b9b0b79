// Asking: quoted or written, as it comes, stopped, gone on with, cited to the line, and not in the notes.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { NOT_RUN, startBrowser, stopBrowser } from "../app.mjs";
import { until } from "../home.mjs";
import { editorText, isReady, openPlugin, place, view } from "../plugin.mjs";
import { startWriter } from "../writer.mjs";

const WEIGHT = "How heavy is a Fresnel lens of the first order?";

describe("asking", { skip: NOT_RUN, timeout: 600_000 }, () => {
  before(startBrowser);
  after(stopBrowser);

  const field = (app) => view(app, "ask").getByRole("textbox", { name: "Ask your notes" });
  const turn = (app, number) => view(app, "ask").locator(".notekin-turn").nth(number);

  async function ask(app, question) {
    await field(app).fill(question);
    await field(app).press("Enter");
  }

  async function open(t, options = {}) {
    const opened = await openPlugin(t, { open: "Sourdough", ...options });
    await opened.app.run("ask");
    await field(opened.app).waitFor();
    return opened;
  }

  test("is answered in quotes, each of which opens its very line", async (t) => {
    const { app, page, home } = await open(t);
    await ask(app, WEIGHT);
    const pane = view(app, "ask");
    await pane.getByText("Where it says so").waitFor();
    await pane.getByText("Quoted from your notes, word for word").waitFor();
    await app.pictures("ask-quoted");
    const source = pane.locator(".notekin-citation-places a").first();
    const address = await source.evaluate((each) => Object.fromEntries(new URLSearchParams(each.getAttribute("href").split("?")[1])));
    await source.click();
    await until(async () => (await place(page))?.path === address.path);
    const lines = (await home.read(address.path)).split("\n");
    assert.deepEqual(await place(page), { path: address.path, line: Number(address.line) - 1, text: lines[Number(address.line) - 1] });
    assert.match(lines[Number(address.line) - 1], /Fresnel|tons/);
  });

  test("is put into the note that was open, where its cursor is", async (t) => {
    const { app, page } = await open(t);
    await page.evaluate(() => window.app.workspace.getLeavesOfType("markdown")[0].view.editor.setCursor({ line: 4, ch: 0 }));
    const before = await editorText(page);
    await ask(app, WEIGHT);
    await view(app, "ask").getByRole("button", { name: "Insert into note" }).click();
    await until(async () => (await editorText(page)) !== before, { what: "the answer in the note" });
    const after = await editorText(page);
    assert.match(after, /Fresnel[^]*\[1\] \[\[Lighthouse lenses\]\]/);
    assert.equal(after.slice(0, 20), before.slice(0, 20), "the cursor's place, not the beginning");
    await page.evaluate(() => window.app.workspace.getLeavesOfType("markdown")[0].view.editor.undo());
    assert.equal(await editorText(page), before);
    await view(app, "ask").getByRole("button", { name: "Copy answer" }).click();
    await until(async () => /Fresnel[^]*\[1\]/.test(await page.evaluate(() => navigator.clipboard.readText())));
  });

  test("is told that it isn't in the notes", async (t) => {
    const { app } = await open(t);
    await ask(app, "xyzzy frobnicate quux plugh?");
    await view(app, "ask").getByText("Not in your notes", { exact: true }).waitFor();
    await app.pictures("ask-not-in-notes");
  });

  test("shows an answer as it is written, and what it was checked against", async (t) => {
    const writer = await startWriter(t);
    const { app } = await open(t, { home: { settings: writer.settings() } });
    await ask(app, WEIGHT);
    await until(writer.isOpen, { what: "the model to be asked" });
    // The engine tells whole sentences, so that none is seen without its marks.
    writer.write("Such a lens stands taller than a person [1]. And it ");
    await turn(app, 0).getByText("Such a lens stands taller").waitFor();
    assert.equal(await view(app, "ask").getByText("Where it says so").count(), 0, "it isn't checked yet");
    await app.picture("ask-streaming");
    writer.write("weighs several tons [1].");
    writer.end();
    await view(app, "ask").getByText("Where it says so").waitFor();
    await view(app, "ask").getByText(/Written by .*quill/).waitFor();
    await app.pictures("ask-written");
    assert.doesNotMatch(await turn(app, 0).locator(".notekin-answer").first().textContent(), /\[1\]/, "marks are links, no brackets");
  });

  test("can be stopped, which stops the model, and gone on with", async (t) => {
    const writer = await startWriter(t);
    const { app } = await open(t, { home: { settings: writer.settings() } });
    await ask(app, WEIGHT);
    await until(writer.isOpen);
    writer.write("A lens of the first order weighs several tons [1]. And so ");
    await turn(app, 0).getByText("weighs several tons").waitFor();
    await view(app, "ask").getByRole("button", { name: "Stop" }).click();
    await turn(app, 0).getByText("You stopped this. What is here was not checked against your notes.").waitFor();
    await until(() => writer.asked[0].isClosed, { what: "the model to be left" });
    await until(() => !app.node.requests.some(({ path, state }) => path.endsWith("/ask") && state === "open"));
    await app.picture("ask-stopped");
    await ask(app, WEIGHT);
    await until(writer.isOpen);
    writer.write("It weighs several tons [1].");
    writer.end();
    await turn(app, 1).getByText("Where it says so").waitFor();
    await ask(app, "And who invented it?");
    await until(() => writer.asked.length === 3 && writer.isOpen());
    assert.match(JSON.stringify(writer.asked[2].body.messages), /Fresnel lens of the first order/, "the question before is part of it");
    writer.write("Augustin Fresnel [1].");
    writer.end();
    await turn(app, 2).getByText("Where it says so").waitFor();
    await app.pictures("ask-further");
  });

  test("is kept, resumed, and deleted", async (t) => {
    const { app, page } = await open(t);
    await ask(app, WEIGHT);
    await view(app, "ask").getByText("Where it says so").waitFor();
    await app.unload();
    await app.load();
    await isReady(app);
    await app.run("ask");
    const pane = view(app, "ask");
    await pane.getByText("Conversations", { exact: true }).first().click();
    await pane.getByRole("link", { name: WEIGHT }).click();
    await pane.getByText("Where it says so").waitFor();
    assert.equal(await pane.locator(".notekin-question").textContent(), WEIGHT);
    await app.pictures("ask-conversations");
    await pane.getByRole("button", { name: `Delete: ${WEIGHT}` }).click();
    await until(async () => (await pane.getByRole("link", { name: WEIGHT }).count()) === 0);
    assert.equal(await page.locator(".notice", { hasText: "Conversation deleted." }).count() > 0, true);
  });

  test("only the note that is open", async (t) => {
    const { app } = await open(t);
    await app.open("Docling");
    await app.run("ask-note");
    await ask(app, "What runs on my own machine?");
    await until(() => app.node.requests.some(({ path, state }) => path.endsWith("/ask") && state === "done"));
    const body = JSON.parse(app.node.requests.find(({ path }) => path.endsWith("/ask")).body);
    assert.match(JSON.stringify(body.filter ?? body), /work\/Docling\.md/);
    await view(app, "ask").getByText(/Where it says so|Not in your notes/).first().waitFor();
    const cited = await view(app, "ask").locator(".notekin-citation-places a").evaluateAll((all) => all.map((each) => new URLSearchParams(each.getAttribute("href").split("?")[1]).get("path")));
    assert.ok(cited.every((path) => path === "work/Docling.md"), cited.join());
  });

  test("says what is wrong when the model can't be reached or the engine is gone, and is asked again", async (t) => {
    const writer = await startWriter(t);
    const { app, home } = await open(t, { home: { settings: writer.settings() } });
    writer.refuses = true;
    await ask(app, WEIGHT);
    await turn(app, 0).getByText(/out of ink|openai/i).first().waitFor();
    await app.pictures("ask-model-down");
    writer.refuses = false;
    await turn(app, 0).getByRole("button", { name: "Try again" }).click();
    await until(writer.isOpen);
    writer.write("A lens of the first order weighs several tons [1]. And so ");
    await turn(app, 0).getByText("weighs several tons").waitFor();
    await home.kill();
    await turn(app, 0).getByText("This broke off. What is here was not checked against your notes.").waitFor();
    assert.doesNotMatch(await turn(app, 0).textContent(), /ECONN|socket hang up|undefined/);
    await app.picture("ask-engine-killed");
  });

  test("shows what a model writes as text, whatever it is", async (t) => {
    const writer = await startWriter(t);
    const { app, page } = await open(t, { home: { settings: writer.settings() } });
    await ask(app, WEIGHT);
    await until(writer.isOpen);
    writer.write("A lens of the first order weighs several tons [1]. And so ");
    await turn(app, 0).getByText("weighs several tons").waitFor();
    writer.write('do <img src=x onerror="window.attacked=1"> <script>window.attacked=1</script> ![x](https://elsewhere.test/x.png) [go](javascript:window.attacked=1) tons [1]. And so on. And ');
    await turn(app, 0).getByText("onerror").first().waitFor();
    writer.end();
    await until(() => !app.node.requests.some(({ path, state }) => path.endsWith("/ask") && state === "open"));
    await turn(app, 0).getByText(/Written by|Not in your notes/).first().waitFor();
    await app.picture("ask-hostile");
    assert.equal(await turn(app, 0).locator("img, script, a[href^='javascript'], a[href^='http']").count(), 0);
    assert.equal(await page.evaluate(() => "attacked" in window), false);
  });
});
