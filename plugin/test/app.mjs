// Opens the stand-in for Obsidian in a browser, loads a plugin's shipped files into it, and watches that nothing goes
// wrong on the side.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { readFile, readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { NO_ENGINE, PATIENCE, until } from "./home.mjs";
import { disk, nodeFor } from "./node-side.mjs";

const PROGRAM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const ARGUMENTS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--js-flags=--expose-gc",
];
const HERE = fileURLToPath(new URL(".", import.meta.url));
const PLUGIN = fileURLToPath(new URL("..", import.meta.url));
/** Where the page seems to come from: as safe a place as the app is, so that it has a clipboard. Nothing leaves the browser: every request is answered here. */
const ORIGIN = "https://obsidian.test";

/** Where pictures are put. */
export const PICTURES = process.env.NOTEKIN_PICTURES ?? join(tmpdir(), "notekin-plugin-pictures");

const NO_BROWSER = existsSync(PROGRAM) ? false : `NOT RUN: the plugin in a browser: there is no ${PROGRAM}`;
const NOT_BUILT = existsSync(join(PLUGIN, "main.js")) ? false : "NOT RUN: the plugin: there is no main.js; npm run build makes it";

/** Why the stand-in itself can't be tested here, if it can't. */
export const NO_STANDIN = NO_BROWSER;
/** Why the plugin can't be tested here, if it can't. */
export const NOT_RUN = NO_BROWSER || NOT_BUILT || NO_ENGINE;
if (NOT_RUN) process.stderr.write(`\n*** ${NOT_RUN} ***\n\n`);

let browser;

export async function startBrowser() {
  mkdirSync(PICTURES, { recursive: true });
  browser = await chromium.launch({ executablePath: PROGRAM, args: ARGUMENTS });
}

export const stopBrowser = () => browser?.close();

/** Returns the files that are shipped. */
export function shipped() {
  const read = (name, folder = PLUGIN) => readFileSync(join(folder, name), "utf8");
  return { code: read("main.js"), css: read("styles.css"), manifest: JSON.parse(read("manifest.json", join(PLUGIN, ".."))) };
}

/** Lists a vault as Obsidian loads it: everything but hidden files, with the text of the notes. */
async function listingOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((each) => each.isFile()).map((each) => relative(folder, join(each.parentPath ?? each.path, each.name)));
  const seen = paths.filter((path) => !path.split(sep).some((part) => part.startsWith(".")));
  return Promise.all(
    seen.sort().map(async (path) => {
      const { size, mtimeMs: mtime } = await stat(join(folder, path));
      return { path, size, mtime, ...(extname(path) === ".md" ? { text: await readFile(join(folder, path), "utf8") } : {}) };
    }),
  );
}

const TYPES = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html" };

/** Serves the stand-in's own files; whatever else is asked for is trouble. */
async function serve(route, state, trouble) {
  const { pathname, origin } = new URL(route.request().url());
  if (origin !== ORIGIN) {
    trouble.push(`asked for ${route.request().url()}`);
    return route.abort();
  }
  if (pathname === "/node") return route.fulfill({ json: (await state.node.answerNow(route.request().postDataJSON())) ?? null });
  if (pathname === "/listing") return route.fulfill({ json: state.listing });
  const file = pathname === "/" ? "obsidian/index.html" : pathname === "/moment.js" ? "../node_modules/moment/min/moment.min.js" : pathname.slice(1);
  try {
    return await route.fulfill({ body: await readFile(join(HERE, file)), contentType: TYPES[extname(file)] });
  } catch {
    trouble.push(`asked for ${pathname}`);
    return route.fulfill({ status: 404 });
  }
}

/**
 * Opens a vault in the stand-in, without a plugin.
 *
 * At the test's end the plugin is unloaded, and the test fails if that left anything behind, or if meanwhile anything
 * was attacked, thrown, asked for elsewhere, or would have gone wrong in Obsidian.
 */
export async function openApp(t, { folder, env = {}, theme = "light", language = "en", rtl = false, config, layout = [], open = "", viewport = { width: 1280, height: 800 }, plugin = shipped, tolerate = [], patience = 5000 }) {
  const context = await browser.newContext({ locale: "en", reducedMotion: "reduce", viewport, permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  const trouble = [];
  page.setDefaultTimeout(PATIENCE);
  page.on("pageerror", (error) => trouble.push(`thrown: ${error.stack}`));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && trouble.push(message.text()));
  const node = nodeFor(page);
  const state = { node, listing: await listingOf(folder) };
  await page.exposeFunction("__node", node.answer);
  await page.exposeFunction("__disk", (what, ...given) => disk[what](...given));
  await page.route("**/*", (route) => serve(route, state, trouble));

  const app = {
    page,
    node,
    trouble,
    /** Opens the vault, as at the start of Obsidian. Plugins are loaded before the layout is ready. */
    async start({ load = true } = {}) {
      await page.goto(`${ORIGIN}/`);
      await page.waitForFunction(() => "openVault" in window);
      const set = await readFile(join(folder, ".obsidian", "app.json"), "utf8").then(JSON.parse, () => ({}));
      await page.evaluate(
        async (given) => window.openVault({ ...given, listing: await (await fetch("/listing")).json() }),
        { base: folder, config: { ...set, ...config }, env, theme, language, rtl, layout, open },
      );
      app.before = await app.census();
      if (load) await app.load();
      await page.evaluate(() => window.layoutReady());
    },
    /** Switches the plugin on. */
    async load() {
      const { code, manifest, css } = plugin();
      app.id = manifest.id;
      app.isLoaded = true;
      await page.evaluate(([...given]) => window.loadPlugin(...given), [code, manifest, css]);
    },
    /** Switches the plugin off, and returns when what it had under way is done. */
    async unload() {
      app.isLoaded = false;
      await page.evaluate((id) => window.unloadPlugin(id), app.id);
      await app.nothingLeft();
    },
    census: () => page.evaluate(() => window.census()),
    async nothingLeft() {
      let now;
      const clean = async () => {
        now = { ...(await app.census()), sockets: node.openSockets(), requests: node.openRequests() };
        return JSON.stringify(now) === JSON.stringify({ ...app.before, sockets: 0, requests: 0 });
      };
      await until(clean, { patience }).catch(() => assert.deepEqual(now, { ...app.before, sockets: 0, requests: 0 }, "what the plugin left behind"));
      const shown = await page.evaluate((id) => [...document.querySelectorAll(`[class*="${id}"]`)].map((each) => each.className), app.id);
      assert.deepEqual(shown, [], "elements that the plugin left behind");
    },
    run: (id) => page.evaluate((whole) => void window.app.runCommand(whole), `${app.id}:${id}`),
    commands: () => page.evaluate(() => window.app.possibleCommands()),
    /** Opens a note, as a click in the file explorer does. */
    open: (path) => page.evaluate((link) => window.app.workspace.openLinkText(link, ""), path),
    uri: (uri) => page.evaluate((each) => void window.app.openUri(each), uri),
    /** Opens the plugin's settings. */
    settings: () =>
      page.evaluate((id) => {
        window.app.setting.open();
        window.app.setting.openTabById(id);
      }, app.id),
    notices: () => page.evaluate(() => window.saidNotices()),
    picture: (name) => page.screenshot({ path: join(PICTURES, `${name}.png`) }),
    theme: (name) =>
      page.evaluate((each) => {
        document.body.classList.remove("theme-light", "theme-dark");
        document.body.classList.add(`theme-${each}`);
        window.app.workspace.trigger("css-change");
      }, name),
    /** Takes a picture in light and one in dark. */
    async pictures(name) {
      for (const each of ["dark", "light"]) {
        await app.theme(each);
        await app.picture(`${name}-${each}`);
      }
    },
  };
  t.after(async () => {
    try {
      if (app.isLoaded) await app.unload();
      const faults = await page.evaluate(() => [...window.app.faults, ...("attacked" in window ? ["what stands in a note was run"] : [])]);
      const all = [...trouble, ...faults].filter((each) => !tolerate.some((known) => known.test(each)));
      assert.deepEqual(all, []);
    } finally {
      await context.close();
      node.close();
    }
  });
  return app;
}
