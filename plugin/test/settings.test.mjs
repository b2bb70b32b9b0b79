// The settings: what each row does, where it is kept, and what is said of what can't be.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { NOT_RUN, startBrowser, stopBrowser } from "./app.mjs";
import { until } from "./home.mjs";
import { openPlugin, status } from "./plugin.mjs";

describe("the settings", { skip: NOT_RUN, timeout: 600_000 }, () => {
  before(startBrowser);
  after(stopBrowser);

  async function open(t, options) {
    const opened = await openPlugin(t, options);
    await opened.app.settings();
    // What the engine tells of its settings comes a moment later.
    await until(async () => (await opened.page.getByLabel("Least score").inputValue()) !== "");
    const held = async (key) => (await opened.home.ask("GET", "/config")).settings.find((each) => each.key === key)?.value;
    return { ...opened, held };
  }

  const row = (page, name) => page.locator(".setting-item", { has: page.locator(".setting-item-name").getByText(name, { exact: true }) });

  /** Sets a text, which counts when the field is left. */
  async function type(page, name, value) {
    await page.getByLabel(name, { exact: true }).fill(value);
    await page.getByLabel(name, { exact: true }).press("Enter");
  }

  test("of the engine are kept by the engine, each as it is changed", async (t) => {
    const { app, page, held } = await open(t);
    await app.pictures("settings");
    for (const [name, key] of [["Stay offline", "offline"], ["Leave out what Git ignores", "gitignore"], ["Keep conversations", "answer.keep"]]) {
      const was = await held(key);
      await page.getByRole("switch", { name }).click();
      await until(async () => (await held(key)) === !was, { what: key });
      await page.getByRole("switch", { name }).click();
      await until(async () => (await held(key)) === was, { what: `${key} back` });
    }
    const texts = { "Ollama address": ["ollama.url", "http://127.0.0.1:12345"], "Section for links": ["link.section", "Siehe auch"], "Least score": ["related.least", "0.7"], "Model that writes": ["answer.model", "ollama/qwen3:4b"], "OpenAI-compatible address": ["openai.url", "http://127.0.0.1:4321/v1"] };
    for (const [name, [key, value]] of Object.entries(texts)) {
      await type(page, name, value);
      await until(async () => String(await held(key)) === value, { what: key });
    }
    await type(page, "Most related notes", "3");
    await until(async () => String(await held("related.limit")) === "3");
    await type(page, "Read only", "work/**, garden/**");
    await until(async () => JSON.stringify(await held("include")) === '["work/**","garden/**"]');
    assert.equal(await page.evaluate(() => window.app.vault.adapter.exists(".obsidian/plugins/notekin/data.json")), false);
  });

  test("that can't be are said to be wrong, and not kept", async (t) => {
    const { app, page, held } = await open(t);
    const was = await held("related.least");
    const refused = async () => (await app.notices()).filter((text) => text.startsWith("That didn't work:")).length;
    await type(page, "Least score", "7");
    await until(async () => (await refused()) === 1);
    await type(page, "Ollama address", "no address");
    await until(async () => (await refused()) === 2);
    // What holds is shown again.
    await until(async () => (await page.getByLabel("Ollama address").inputValue()) === "http://127.0.0.1:11434");
    await app.picture("settings-wrong");
    assert.equal(await held("related.least"), was);
    assert.ok((await app.notices()).every((text) => text.trim() !== ""));
  });

  test("leave notes out by pattern, with what each hits", async (t) => {
    const { app, page } = await open(t);
    await page.getByRole("button", { name: "Leave out a pattern" }).click();
    const modal = page.locator(".modal").last();
    await modal.getByRole("textbox").fill("garden/**");
    await modal.getByText("Leaves out 7 of 43 notes.").waitFor();
    await app.picture("settings-rule");
    await modal.getByRole("textbox").press("Enter");
    await row(page, "garden/**").waitFor();
    await status(app, "36 notes").waitFor();
    await row(page, "garden/**").locator("[aria-label=Delete]").click();
    await status(app, "43 notes").waitFor();
    await until(async () => (await row(page, "garden/**").count()) === 0);
  });

  test("keep a key where it never comes back from", async (t) => {
    const { page, home } = await open(t);
    await row(page, "Key for openai").getByRole("textbox").fill("sk-secret-123");
    await row(page, "Key for openai").getByRole("button", { name: "Save" }).click();
    await row(page, "Key for openai").getByRole("button", { name: "Remove" }).waitFor();
    assert.deepEqual((await home.ask("GET", "/keys")).keys.map(({ name }) => name), ["openai"]);
    assert.equal(await page.getByText("sk-secret-123").count(), 0);
    assert.doesNotMatch(await page.evaluate(() => JSON.stringify({ ...window.localStorage })), /sk-secret/);
    await row(page, "Key for openai").getByRole("button", { name: "Remove" }).click();
    await row(page, "Key for openai").getByRole("button", { name: "Save" }).waitFor();
    assert.deepEqual((await home.ask("GET", "/keys")).keys, []);
  });

  test("measure the vault, say what came of it, and forget it", async (t) => {
    const { app, page } = await open(t);
    await row(page, "Measure this vault").getByRole("button", { name: "Measure", exact: true }).click();
    await row(page, "Measure this vault").getByText(/Before: |Still |That didn't work/).waitFor({ timeout: 60_000 });
    await app.picture("settings-measured");
    assert.doesNotMatch(await row(page, "Measure this vault").textContent(), /NaN|undefined|didn't work/);
    await row(page, "Measure this vault").getByRole("button", { name: "Forget what was measured" }).click();
    await until(() => app.node.requests.some(({ method, path, status: code }) => method === "DELETE" && path.endsWith("/calibrate") && code === 204));
  });

  test("set up an assistant only after showing the change", async (t) => {
    const { app, page, home } = await open(t);
    const names = (await home.ask("GET", "/assistants")).assistants;
    assert.ok(names.length > 0);
    for (const { name } of names) await row(page, name).waitFor();
    const file = join(home.home, ".cursor", "mcp.json");
    const cursor = names.find(({ client }) => client === "cursor");
    if (cursor?.installed) {
      await row(page, cursor.name).getByRole("button", { name: "Set up…" }).click();
      const modal = page.locator(".modal").last();
      await modal.getByText("mcpServers").first().waitFor();
      await app.pictures("settings-assistant");
      await modal.getByRole("button", { name: "Change it" }).click();
      await until(() => readFile(file, "utf8").then((text) => text.includes("notekin"), () => false));
    } else assert.equal(await row(page, cursor.name).getByRole("button").count(), 0, "nothing is offered for what isn't installed");
  });

  test("without an engine are few, and whole when it is there", async (t) => {
    const { app, page, home } = await openPlugin(t, { home: { installed: false }, ready: false });
    await status(app, "No engine").waitFor();
    await app.settings();
    await page.getByText("These settings are kept by the engine, which isn't reached at the moment.").waitFor();
    await app.pictures("settings-no-engine");
    await home.install();
    await page.getByRole("button", { name: "Connect" }).click();
    await status(app, "43 notes").waitFor();
    await until(async () => !(await page.getByText("which isn't reached at the moment").isVisible()));
    await page.getByRole("switch", { name: "Stay offline" }).waitFor();
  });

  test("keep what is being typed while the engine tells news, and when they are closed", async (t) => {
    const { app, page, home, held } = await open(t);
    const was = await held("link.section");
    const field = page.getByLabel("Section for links");
    await until(async () => (await field.inputValue()) === was, { what: "the value in force" });
    await field.focus();
    await page.keyboard.press("End");
    await page.keyboard.type(" und mehr");
    await home.write("News.md", "# News\n\nof all kinds\n");
    await status(app, "44 notes").waitFor();
    assert.equal(await field.inputValue(), `${was} und mehr`);
    await page.keyboard.press("Escape");
    await until(async () => (await held("link.section")) === `${was} und mehr`, { what: "what was typed to be kept" });
  });
});
