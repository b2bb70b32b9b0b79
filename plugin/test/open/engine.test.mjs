// The engine: found, started, shared, lost, wrong. Whatever happens the plugin says so calmly, and goes on when it can.

import assert from "node:assert/strict";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import http from "node:http";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { NOT_RUN, startBrowser, stopBrowser } from "../app.mjs";
import { makeHome, until } from "../home.mjs";
import { isReady, openPlugin, status, view } from "../plugin.mjs";

describe("the engine", { skip: NOT_RUN, timeout: 600_000 }, () => {
  before(startBrowser);
  after(stopBrowser);

  const leases = (app) => app.node.requests.filter(({ path }) => path.startsWith("/api/v1/leases/"));

  test("is started where it is installed, with a lease, and given back", async (t) => {
    const { app, home } = await openPlugin(t);
    const running = await home.state();
    assert.ok(home.isRunning(running.pid));
    assert.ok(leases(app).some(({ method, status: code }) => method === "PUT" && code === 200), "a lease keeps it");
    assert.deepEqual((await app.census()).children, [], "it is no child of Obsidian's");
    await app.unload();
    assert.ok(leases(app).some(({ method, status: code }) => method === "DELETE" && code === 204), "the lease is given back");
    assert.ok(home.isRunning(running.pid), "an engine that others may use is not ended");
  });

  test("that runs already is used, and still runs when the plugin is gone", async (t) => {
    const home = await makeHome(t, { installed: false });
    const engine = await home.start();
    const { app } = await openPlugin(t, { home });
    assert.equal((await home.state()).pid, engine.pid);
    await app.unload();
    assert.ok(home.isRunning(engine.pid));
    assert.deepEqual(await home.ask("GET", "/hello").then(({ protocol }) => protocol), 1);
  });

  test("that isn't there is asked for, and found when it is", async (t) => {
    const home = await makeHome(t, { installed: false });
    const { app, page } = await openPlugin(t, { home, ready: false });
    await status(app, "No engine").waitFor();
    await app.run("related");
    const pane = view(app, "related");
    await pane.getByText("Notekin's engine isn't on this computer yet.").waitFor();
    await app.pictures("engine-missing");
    await pane.getByRole("button", { name: "Copy command" }).click();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^cargo install /);
    await home.install();
    await pane.getByRole("button", { name: "Look again" }).click();
    await isReady(app);
    assert.equal(await pane.getByText("isn't on this computer").count(), 0);
  });

  test("is found at the path that was saved, on this computer only", async (t) => {
    const home = await makeHome(t, { installed: false });
    const { app, page } = await openPlugin(t, { home, ready: false });
    await status(app, "No engine").waitFor();
    const own = join(home.home, "my tools", "notekin");
    await home.install(own);
    await app.settings();
    await page.getByLabel("Engine program").fill("/no/such/program");
    await page.getByText("There is no program at this path.").waitFor();
    await page.getByLabel("Engine program").fill(own);
    await isReady(app);
    await app.unload();
    await home.end();
    await app.load();
    await isReady(app);
    assert.equal(await page.evaluate(() => window.app.vault.adapter.exists(".obsidian/plugins/notekin/data.json")), false, "a path on this computer is no part of what is synced");
  });

  test("that can't be run is said to have failed, with what it said", async (t) => {
    const home = await makeHome(t, { installed: false });
    await mkdir(join(home.home, ".local", "bin"), { recursive: true });
    await writeFile(home.program, "#!/bin/sh\necho 'no library called libnothing' >&2\nexit 127\n");
    await chmod(home.program, 0o755);
    const { app } = await openPlugin(t, { home, ready: false });
    await status(app, "Engine failed").waitFor();
    await app.run("ask");
    await app.pictures("engine-failed");
    await view(app, "ask").getByText("no library called libnothing").waitFor();
  });

  test("that speaks another version is named, not used", async (t) => {
    const home = await makeHome(t, { registered: false, installed: false });
    const asked = [];
    // No engine of another version exists yet, so that this is the one that is made up: it greets, and has nothing else.
    const server = http.createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ version: "9.0.0", protocol: server.protocol, vaults: [] }));
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    t.after(() => server.close());
    await mkdir(join(home.home, "data"), { recursive: true });
    const tell = (protocol) => {
      server.protocol = protocol;
      // No process has so high a number, so that none is taken for this engine's.
      return writeFile(join(home.home, "data", "engine.json"), JSON.stringify({ pid: 2 ** 22 + 1, port: server.address().port, token: "t", version: "9.0.0", protocol }));
    };
    await tell(2);
    const { app } = await openPlugin(t, { home, ready: false });
    await status(app, "Other version").waitFor();
    await app.run("related");
    await view(app, "related").getByText("The engine that runs (9.0.0) is newer than this plugin. Update the plugin.").waitFor();
    await app.pictures("engine-skewed");
    assert.ok(asked.every((each) => each === "GET /api/v1/hello"), `nothing else is asked of it: ${asked}`);
    await tell(0);
    await view(app, "related").getByRole("button", { name: "Look again" }).click();
    await view(app, "related").getByText("is older than this plugin").waitFor();
    await view(app, "related").getByRole("button", { name: "Restart it" }).waitFor();
  });

  test("that was killed is noticed, and found again when it is back", async (t) => {
    const { app, home, page } = await openPlugin(t, { open: "Docling" });
    await app.run("related");
    const row = view(app, "related").locator(".notekin-related-row a").first();
    await row.waitFor();
    await home.kill();
    await status(app, "Engine ended").waitFor();
    await view(app, "related").getByText("The engine was ended.").waitFor();
    assert.ok(await row.isVisible(), "what was shown stays");
    await app.pictures("engine-killed");
    await view(app, "related").getByRole("button", { name: "Start it" }).click();
    await isReady(app);
    await app.open("Extraction pipeline");
    await page.waitForFunction(() => window.app.workspace.getActiveFile()?.basename === "Extraction pipeline");
    await row.waitFor();
    assert.equal(await view(app, "related").getByText("The engine was ended.").count(), 0);
  });

  test("that is killed amid a request leaves a message and no error", async (t) => {
    const { app, home, page } = await openPlugin(t);
    await app.run("search");
    // The request is held where it can't be answered any more before the engine is gone.
    process.kill((await home.state()).pid, "SIGSTOP");
    await page.locator(".prompt-input").fill("lens of the first order");
    await until(() => app.node.requests.some(({ path, state }) => path.endsWith("/search") && state === "open"));
    await home.kill();
    await page.locator(".suggestion-empty").waitFor();
    assert.doesNotMatch(await page.locator(".suggestion-empty").textContent(), /ECONN|socket|undefined|\[object/);
    await app.picture("engine-killed-searching");
    await page.keyboard.press("Escape");
    await app.run("connect");
    await isReady(app);
  });

  test("doesn't read a vault unasked", async (t) => {
    const home = await makeHome(t, { registered: false });
    const { app } = await openPlugin(t, { home, ready: false });
    await status(app, "Not read yet").waitFor();
    const vaults = () => readFile(join(home.home, "data", "vaults.json"), "utf8").catch(() => "");
    assert.doesNotMatch(await vaults(), /Sample/);
    await app.run("related");
    await app.pictures("engine-unread");
    await view(app, "related").getByRole("button", { name: "Read this vault" }).click();
    await isReady(app);
    assert.match(await vaults(), /Sample/);
    await app.open("Docling");
    await view(app, "related").locator(".notekin-related-row").first().waitFor();
  });

  test("is let go of when the plugin is switched off while it starts", async (t) => {
    const { app, home } = await openPlugin(t, { ready: false });
    await app.unload();
    // Whether it came up or not, nobody holds it, and nothing of the plugin is there when it answers.
    await until(() => home.state());
    await app.nothingLeft();
    const held = leases(app).filter(({ method, status: code }) => method === "PUT" && code === 200).length;
    const back = leases(app).filter(({ method }) => method === "DELETE").length;
    assert.ok(back >= Math.min(held, 1), `${held} leases were taken, ${back} given back`);
  });

  test("serves two windows at once, each with a lease of its own", async (t) => {
    const { app, home } = await openPlugin(t);
    const other = await openPlugin(t, { home });
    const names = (each) => new Set(leases(each).map(({ path }) => path));
    assert.equal([...names(app)].filter((name) => names(other.app).has(name)).length, 0);
    const { pid } = await home.state();
    await other.app.unload();
    await app.open("Docling");
    await app.run("related");
    await view(app, "related").locator(".notekin-related-row").first().waitFor();
    assert.equal((await home.state()).pid, pid);
  });

  test("of which only a file is left is not waited for", async (t) => {
    const { app, home } = await openPlugin(t);
    await app.unload();
    const file = join(home.home, "data", "engine.json");
    const stale = await readFile(file, "utf8");
    await home.end();
    await writeFile(file, stale);
    const old = JSON.parse(stale).pid;
    await app.load();
    await isReady(app);
    assert.notEqual((await home.state()).pid, old);
  });
});
