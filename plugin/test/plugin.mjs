// The plugin in the stand-in, with an engine: what most tests begin with.

import { openApp } from "./app.mjs";
import { makeHome } from "./home.mjs";

/** The plugin's views, by the names that its leaves have. */
export const VIEWS = { related: "notekin-related", search: "notekin-search", ask: "notekin-ask", progress: "notekin-progress" };

/**
 * Opens a vault with the plugin.
 *
 * `home` is an engine's home, or what one is made of; `ready` is false where the engine isn't going to be.
 */
export async function openPlugin(t, { home: given = {}, ready = true, start = true, ...options } = {}) {
  const home = "folder" in given ? given : await makeHome(t, given);
  const app = await openApp(t, { folder: home.folder, env: home.env, ...options });
  if (start) await app.start();
  if (start && ready) await isReady(app);
  return { app, home, page: app.page };
}

/** Waits until the status bar counts the notes. */
export const isReady = (app) => status(app, /\d notes?/).waitFor();

/** Returns the status bar's item, if it says this. */
export const status = (app, text) => app.page.locator(".status-bar-item.plugin-notekin", { hasText: text });

/** Returns what a view shows. */
export const view = (app, name) => app.page.locator(`.workspace-leaf-content[data-type="${VIEWS[name]}"]`);

/** Returns the note that is open and where its cursor is, with the line's text. */
export const place = (page) =>
  page.evaluate(() => {
    const { workspace } = window.app;
    const view = workspace.getMostRecentLeaf()?.view;
    if (view?.getViewType() !== "markdown" || !view.file) return null;
    const { line } = view.editor.getCursor("from");
    return { path: view.file.path, line, text: view.editor.getLine(line) };
  });

/** Returns the text of the note that is open. */
export const editorText = (page) => page.evaluate(() => window.app.workspace.getLeavesOfType("markdown")[0].view.editor.getValue());
