// Opens the app, and loads plugins into it as Obsidian does: by running their `main.js`.

import { App } from "./app.js";
import { liveCommands } from "./command.js";
import { liveComponents } from "./component.js";
import { installDom } from "./dom.js";
import { liveEvents } from "./events.js";
import { addedIcons } from "./icon.js";
import { SOURCE, openLedger, underWay } from "./ledger.js";
import { Menu } from "./menu.js";
import { openModals } from "./modal.js";
import { obsidian } from "./module.js";
import { Buffer } from "./node/buffer.js";
import { builtin } from "./node/builtins.js";
import { liveChildren } from "./node/child-process.js";
import { liveAgents } from "./node/http.js";
import { Process } from "./node/process.js";
import { said } from "./notice.js";
import { DeferredView, EmptyView, MarkdownView } from "./view.js";

installDom();

const plugins = new Map();

/** Components that come and go with what the user opens, whatever a plugin does. */
const APPS_OWN = new Set([DeferredView, EmptyView, MarkdownView, Menu]);

/** Opens a vault. The layout is restored before plugins are loaded, with their views as mere names. */
window.openVault = async ({ base, listing, config, env, theme, language, rtl, layout = [], open }) => {
  Object.assign(Process.env, env);
  Object.assign(window, { process: Process, Buffer });
  document.body.addClass(`theme-${theme}`);
  document.body.toggleClass("mod-rtl", rtl);
  document.body.dir = rtl ? "rtl" : "ltr";
  if (language === "en") window.localStorage.removeItem("language");
  else window.localStorage.setItem("language", language);
  window.app = new App({ base, listing, config });
  for (const { side, type, state } of layout) {
    const { workspace } = window.app;
    await (side === "left" ? workspace.getLeftLeaf(false) : workspace.getRightLeaf(false)).defer(type, state);
    workspace[`${side}Split`].expand();
  }
  if (open) await window.app.workspace.openLinkText(open, "");
  openLedger();
};

window.layoutReady = () => window.app.workspace.ready();

/** Loads a plugin from its code, and returns when it is loaded. */
window.loadPlugin = async (code, manifest, css) => {
  const module = { exports: {} };
  const requires = (name) => (name === "obsidian" ? obsidian : builtin(name));
  const run = new Function("require", "module", "exports", `${code}\n//# sourceURL=${SOURCE}`);
  run(requires, module, module.exports);
  const Main = module.exports.default ?? module.exports;
  const plugin = new Main(window.app, manifest);
  const style = document.head.createEl("style", { text: css, attr: { "data-plugin": manifest.id } });
  plugin.register(() => style.detach());
  plugins.set(manifest.id, plugin);
  await plugin.load();
};

window.unloadPlugin = (id) => {
  plugins.get(id).unload();
  plugins.delete(id);
};

window.pluginOf = (id) => plugins.get(id);

/** Returns what is there now. What a plugin has added to it must be gone when it is unloaded. */
window.census = () => ({
  events: liveEvents(),
  components: liveComponents().filter((component) => !APPS_OWN.has(component.constructor)).map((component) => component.constructor.name),
  commands: [...liveCommands.keys()],
  ribbon: document.querySelectorAll(".side-dock-ribbon-action").length,
  statusBar: document.querySelectorAll(".status-bar-item").length,
  styles: document.querySelectorAll("style").length,
  // The settings are often open while a plugin is switched off: that is where it is done.
  modals: openModals.filter((modal) => modal !== window.app.setting).length,
  menus: document.querySelectorAll(".menu").length,
  popovers: document.querySelectorAll(".suggestion-container").length,
  icons: addedIcons(),
  tabs: window.app.setting.tabs.length,
  sources: [...window.app.hoverLinkSources.keys()],
  protocols: [...window.app.protocolHandlers.keys()],
  scopes: window.app.keymap.scopes.filter((scope) => scope !== window.app.setting.scope).length,
  agents: liveAgents(),
  children: liveChildren(),
  underWay: underWay(),
});

window.saidNotices = () => said;
