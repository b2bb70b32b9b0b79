// The stand-in itself, by a small plugin that is known. What this holds, the plugin's own tests can lean on.

import assert from "node:assert/strict";
import { mkdtemp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { NO_STANDIN, openApp, startBrowser, stopBrowser } from "./app.mjs";
import { until } from "./home.mjs";

const manifest = { id: "probe", name: "Probe", version: "1.0.0", minAppVersion: "1.13.0", description: "", author: "", isDesktopOnly: true };

/** Makes a plugin of the body of its `onload`. */
const probe = (onload, more = "") => () => ({
  manifest,
  css: "",
  code: `const o = require("obsidian");
module.exports = class Probe extends o.Plugin {
  async onload() { ${onload} }
  ${more}
};`,
});

async function vaultOf(t, notes) {
  const folder = await mkdtemp(join(tmpdir(), "notekin-standin-"));
  t.after(() => rm(folder, { recursive: true }));
  for (const [path, text] of Object.entries(notes)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

describe("the stand-in", { skip: NO_STANDIN }, () => {
  before(startBrowser);
  after(stopBrowser);

  async function open(t, { notes = { "A.md": "# One\n\ntext\n\n## Two\n\nmore" }, onload = "", more, ...options }) {
    const folder = await vaultOf(t, notes);
    const app = await openApp(t, { folder, plugin: probe(onload, more), ...options });
    await app.start();
    return { app, folder, page: app.page };
  }

  const fails = async (t, options, expected) => {
    const { app } = await open(t, options);
    await assert.rejects(app.unload(), expected);
  };

  test("notices what a plugin leaves behind", async (t) => {
    const kinds = {
      "an event": "this.ref = this.app.workspace.on('file-open', () => {})",
      "a timer": "window.kept = window.setInterval(() => {}, 1000)",
      "a listener": "window.addEventListener('resize', window.kept = () => {})",
      "an element": "document.body.createDiv({ cls: 'probe-left' })",
      "an observer": "(window.kept = new MutationObserver(() => {})).observe(document.body, { childList: true })",
      "an agent": "new (require('http').Agent)({ keepAlive: true })",
    };
    for (const [name, onload] of Object.entries(kinds)) {
      await t.test(name, (inner) => fails(inner, { onload, patience: 300 }, /left behind/));
    }
  });

  test("finds nothing left of a plugin that registers all it does", async (t) => {
    const { app } = await open(t, {
      onload: `
        this.registerEvent(this.app.workspace.on("file-open", () => {}));
        this.registerInterval(window.setInterval(() => {}, 10));
        this.registerDomEvent(window, "resize", () => {});
        this.registerDomEvent(document, "click", () => {}, true);
        this.addCommand({ id: "go", name: "Go", callback() {} });
        this.addRibbonIcon("search", "Go", () => {});
        this.addStatusBarItem().setText("fine");
        this.registerView("probe", (leaf) => new (class extends o.ItemView {
          getViewType() { return "probe"; }
          getDisplayText() { return "Probe"; }
          async onOpen() { this.contentEl.createDiv({ cls: "probe-inside", text: "shown" }); }
        })(leaf));
        this.app.workspace.onLayoutReady(() => this.app.workspace.ensureSideLeaf("probe", "right"));
      `,
    });
    await app.page.getByText("shown").waitFor();
    await app.unload();
    assert.equal(await app.page.evaluate(() => window.app.workspace.getLeavesOfType("probe").length), 1, "its tab stays, without its view");
    await app.load();
    await app.page.getByText("shown").waitFor();
  });

  test("loads a view in the background only when its tab is shown", async (t) => {
    const { app, page } = await open(t, {
      layout: [{ side: "right", type: "probe" }, { side: "right", type: "other" }],
      onload: `this.registerView("probe", (leaf) => new (class extends o.ItemView {
        getViewType() { return "probe"; } getDisplayText() { return "Probe"; } async onOpen() { this.contentEl.setText("late"); }
      })(leaf));`,
    });
    assert.equal(await page.evaluate(() => window.app.workspace.getLeavesOfType("probe")[0].isDeferred), false, "the tab that is shown is loaded");
    assert.equal(await page.evaluate(() => window.app.workspace.getLeavesOfType("other")[0].isDeferred), true);
    assert.equal((await app.commands()).length, 0);
  });

  test("throws for what Obsidian doesn't have, with its name", async (t) => {
    const { page } = await open(t, {});
    const message = (code) => page.evaluate((each) => new Function("o", `try { ${each}; return "nothing"; } catch (e) { return e.message; }`)(window.app), code);
    assert.match(await message("o.noSuchThing"), /no App\.noSuchThing/);
    assert.match(await message("o.workspace.openEverything()"), /no Workspace\.openEverything/);
    assert.match(await message("o.vault.getRoot().fly"), /no TFolder\.fly/);
    assert.equal(await message("if ('noSuchThing' in o) throw new Error('there')"), "nothing", "asking whether it is there is allowed");
  });

  test("edits in steps that are undone one by one, and tells of each", async (t) => {
    const { app, page, folder } = await open(t, { open: "A" });
    const result = await page.evaluate(() => {
      const { editor } = window.app.workspace.activeEditor;
      let told = 0;
      window.app.workspace.on("editor-change", () => (told += 1));
      editor.transaction({ changes: [{ text: "X", from: { line: 0, ch: 2 }, to: { line: 0, ch: 5 } }, { text: "!", from: { line: 4, ch: 6 } }] });
      const changed = editor.getValue();
      editor.undo();
      const undone = editor.getValue();
      editor.redo();
      editor.setCursor({ line: 2, ch: 4 });
      return { changed, undone, redone: editor.getValue(), told, cursor: editor.getCursor(), offset: editor.posToOffset({ line: 2, ch: 4 }) };
    });
    const changed = "# X\n\ntext\n\n## Two!\n\nmore";
    assert.deepEqual(result, { changed, undone: "# One\n\ntext\n\n## Two\n\nmore", redone: changed, told: 3, cursor: { line: 2, ch: 4 }, offset: 9 });
    await until(async () => (await readFile(join(folder, "A.md"), "utf8")) === changed, { what: "the note on disk" });
    await page.locator(".cm-content").focus();
    await page.keyboard.type("yz");
    assert.match(await page.evaluate(() => window.app.workspace.activeEditor.editor.getValue()), /textyz/);
    await page.keyboard.press("Control+z");
    assert.equal(await page.evaluate(() => window.app.workspace.activeEditor.editor.getValue()), changed, "letters typed together are one step");
    await page.evaluate(() => (window.app.faults.length = 0));
    assert.deepEqual(app.trouble, []);
  });

  test("keeps files in step with the folder, and tells of each change", async (t) => {
    const { page, folder } = await open(t, { notes: { "A.md": "a", "f/B.md": "b" } });
    const told = await page.evaluate(async () => {
      const { vault } = window.app;
      const heard = [];
      for (const name of ["create", "modify", "delete", "rename"]) vault.on(name, (file, old) => heard.push([name, file.path, old]));
      const made = await vault.create("f/C.md", "c");
      await vault.process(made, (text) => `${text}!`);
      await vault.rename(made, "D.md");
      await vault.delete(vault.getFileByPath("A.md"));
      await vault.rename(vault.getFolderByPath("f"), "g");
      return { heard, paths: vault.getFiles().map(({ path }) => path).sort() };
    });
    assert.deepEqual(told.paths, ["D.md", "g/B.md"]);
    assert.deepEqual(told.heard.map(([name, path]) => `${name} ${path}`), ["create f/C.md", "modify f/C.md", "rename D.md", "delete A.md", "rename g", "rename g/B.md"]);
    assert.equal(await readFile(join(folder, "D.md"), "utf8"), "c!");
    assert.equal(await readFile(join(folder, "g/B.md"), "utf8"), "b");
  });

  test("resolves links, and writes them in the vault's format", async (t) => {
    const notes = { "A.md": "# One", "f/A.md": "x", "f/deep er/Cafe\u0301.md": "x" };
    const { page } = await open(t, { notes });
    const links = await page.evaluate(() => {
      const { metadataCache: cache, fileManager: files, vault } = window.app;
      const leads = (link, from = "") => cache.getFirstLinkpathDest(link, from)?.path ?? null;
      const write = (path, config) => {
        Object.assign(vault.config, { useMarkdownLinks: false, newLinkFormat: "shortest", ...config });
        return files.generateMarkdownLink(vault.getFileByPath(path), "f/A.md");
      };
      const cafe = vault.getFiles().find(({ name }) => name.startsWith("Caf")).path;
      return [
        leads("a"), leads("A", "f/x.md"), leads("f/A"), leads("caf\u00e9")?.normalize("NFC"), leads("nowhere"), leads("../A", "f/A.md"),
        write("A.md"), write(cafe).normalize("NFC"), write("A.md", { newLinkFormat: "relative" }), write(cafe, { useMarkdownLinks: true, newLinkFormat: "absolute" }).normalize("NFC"),
      ];
    });
    assert.deepEqual(links, [
      "A.md", "A.md", "f/A.md", "f/deep er/Caf\u00e9.md", null, "A.md",
      "[[A]]", "[[Caf\u00e9]]", "[[../A]]", "[Caf\u00e9](f/deep%20er/Caf\u00e9.md)",
    ]);
  });

  test("opens a note at a place, and says which is active", async (t) => {
    const { page } = await open(t, { notes: { "A.md": "a", "B.md": `# One\n${"line\n".repeat(200)}## Two\nhere` } });
    const went = await page.evaluate(async () => {
      const { workspace } = window.app;
      const opened = [];
      workspace.on("file-open", (file) => opened.push(file?.path));
      await workspace.openLinkText("A", "");
      await workspace.openLinkText("B#Two", "");
      const { editor } = workspace.activeEditor;
      const heading = editor.getCursor().line;
      await workspace.openLinkText("B", "", false, { eState: { line: 7 } });
      return { opened, heading, line: editor.getCursor().line, active: workspace.getActiveFile().path, scrolled: editor.getScrollInfo().top };
    });
    assert.deepEqual({ ...went, scrolled: went.scrolled < 24 * 7 }, { opened: ["A.md", "B.md"], heading: 201, line: 7, active: "B.md", scrolled: true });
  });

  test("chooses from suggestions by keys alone", async (t) => {
    const { app, page } = await open(t, {
      onload: `this.addCommand({ id: "pick", name: "Pick", callback: () => new (class extends o.FuzzySuggestModal {
        getItems() { return ["alpha", "beta", "gamma"]; } getItemText(item) { return item; } onChooseItem(item, event) { new o.Notice(item + " " + event.key); }
      })(this.app).open() });`,
    });
    await app.run("pick");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    assert.equal(await page.locator(".suggestion-item.is-selected").textContent(), "beta");
    await page.keyboard.press("Enter");
    assert.deepEqual(await app.notices(), ["beta Enter"]);
    await app.run("pick");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".prompt").count(), 0);
  });

  test("draws declared settings that can be operated, and keeps them", async (t) => {
    const { app, page, folder } = await open(t, {
      onload: `
        this.settings = { on: false, name: "x", kind: "b" };
        const plugin = this;
        this.addSettingTab(new (class extends o.PluginSettingTab {
          getSettingDefinitions() { return [
            { name: "On", control: { type: "toggle", key: "on" } },
            { type: "group", heading: "Names", items: [
              { name: "Name", visible: () => plugin.settings.on, control: { type: "text", key: "name", validate: (value) => value === "" ? "needs a name" : undefined } },
              { name: "Kind", control: { type: "dropdown", key: "kind", options: { a: "First", b: "Second" } } },
              { name: "Own", render: (setting) => { setting.addButton((button) => button.setButtonText("Press").onClick(() => new o.Notice("pressed"))); return () => new o.Notice("cleaned"); } },
            ] },
          ]; }
        })(this.app, this));
      `,
    });
    await app.settings();
    assert.equal(await page.getByLabel("Name").isVisible(), false);
    await page.getByRole("switch", { name: "On" }).click();
    await page.getByLabel("Name").fill("");
    await page.getByText("needs a name").waitFor();
    await page.getByLabel("Name").fill("y");
    await page.getByLabel("Kind").selectOption("First");
    await page.getByRole("button", { name: "Press" }).click();
    const kept = () => readFile(join(folder, ".obsidian/plugins/probe/data.json"), "utf8").then(JSON.parse).catch(() => null);
    await until(async () => (await kept())?.name === "y" && (await kept()).kind === "a");
    assert.deepEqual(await kept(), { on: true, name: "y", kind: "a" });
    await page.keyboard.press("Escape");
    assert.deepEqual(await app.notices(), ["pressed", "cleaned"]);
  });

  test("has Node's modules: replies in pieces, requests given up, programs, files", async (t) => {
    const seen = [];
    const server = http.createServer((request, response) => {
      request.on("close", () => seen.push("closed"));
      response.write("first");
      server.next = () => response.write("sec\u00f6nd".slice(0, 3)) && response.end("\u00f6nd");
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    t.after(() => server.close());
    const { app, page, folder } = await open(t, {
      onload: `window.need = { http: require("http"), run: require("node:child_process"), fs: require("fs"), os: require("os"), path: require("path") };`,
    });
    const { port } = server.address();
    await page.evaluate((at) => {
      window.came = [];
      const request = window.need.http.request({ host: "127.0.0.1", port: at, path: "/" }, (reply) => {
        reply.setEncoding("utf8");
        reply.on("data", (text) => window.came.push(text));
        reply.on("end", () => window.came.push("end"));
      });
      request.end();
    }, port);
    await page.waitForFunction(() => window.came.length === 1);
    server.next();
    await page.waitForFunction(() => window.came.at(-1) === "end");
    assert.equal(await page.evaluate(() => window.came.slice(0, -1).join("")), "firstsec\u00f6nd");
    await page.evaluate((at) => {
      const request = window.need.http.get({ host: "127.0.0.1", port: at, path: "/" }, (reply) => {
        reply.on("data", () => request.destroy());
        reply.on("error", (error) => window.came.push(error.code));
      });
    }, port);
    await page.waitForFunction(() => window.came.at(-1) === "ECONNRESET");
    await until(() => seen.length === 2);
    const refused = await page.evaluate(() => new Promise((done) => window.need.http.get({ host: "127.0.0.1", port: 1, path: "/" }).on("error", (error) => done(error.code))));
    assert.equal(refused, "ECONNREFUSED");
    const ran = await page.evaluate(() => new Promise((done) => window.need.run.execFile("/bin/echo", ["hi"], (error, out) => done([error, out]))));
    assert.deepEqual(ran, [null, "hi\n"]);
    const missing = await page.evaluate(() => new Promise((done) => window.need.run.spawn("/no/such/program").on("error", (error) => done(error.code))));
    assert.equal(missing, "ENOENT");
    const files = await page.evaluate(async (at) => [window.need.fs.existsSync(at), window.need.fs.existsSync("/no/such"), await window.need.fs.promises.readFile(`${at}/A.md`, "utf8")], folder);
    assert.deepEqual(files, [true, false, "# One\n\ntext\n\n## Two\n\nmore"]);
    assert.equal(await page.evaluate(() => window.need.path.join("/a", "../b", "c.md")), "/b/c.md");
    assert.deepEqual(app.trouble, []);
  });
});
