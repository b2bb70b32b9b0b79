// The app: the window and everything in it.

import { Menu } from "./menu.js";
import { FileSystemAdapter } from "./adapter.js";
import { possibleCommands, runCommand } from "./command.js";
import { Events } from "./events.js";
import { FileManager } from "./file-manager.js";
import { MetadataCache } from "./metadata-cache.js";
import { Keymap, Scope } from "./scope.js";
import { SettingsWindow } from "./setting-tab.js";
import { strict } from "./strict.js";
import { Vault } from "./vault.js";
import { Workspace } from "./workspace.js";

/** Secrets, which Obsidian keeps apart from a plugin's data. */
export class SecretStorage extends Events {
  #secrets = new Map();

  setSecret(id, secret) {
    if (!/^[a-z0-9-]+$/.test(id)) throw new Error(`Invalid secret ID: ${id}`);
    this.#secrets.set(id, secret);
  }

  getSecret(id) {
    return this.#secrets.get(id) ?? null;
  }

  listSecrets() {
    return [...this.#secrets.keys()];
  }
}

export class App {
  lastEvent = null;
  renderContext = { hoverPopover: null };
  hoverLinkSources = new Map();
  protocolHandlers = new Map();
  cliHandlers = new Map();
  /** What would have gone wrong in Obsidian, though no one threw. A test must find this empty. */
  faults = [];

  constructor({ base, listing, config }) {
    const container = document.body.createDiv("app-container");
    const main = container.createDiv("horizontal-main-container");
    this.scope = new Scope();
    this.keymap = new Keymap(this.scope);
    this.vault = new Vault(new FileSystemAdapter(base), listing, config);
    this.metadataCache = new MetadataCache(this.vault);
    this.fileManager = new FileManager(this);
    this.secretStorage = new SecretStorage();
    this.workspace = new Workspace(this, main);
    this.statusBarEl = container.createDiv("status-bar");
    this.setting = new SettingsWindow(this);
  }

  isDarkMode() {
    return document.body.hasClass("theme-dark");
  }

  #localKey(key) {
    return `${this.vault.adapter.getBasePath()}-${key}`;
  }

  loadLocalStorage(key) {
    const kept = window.localStorage.getItem(this.#localKey(key));
    return kept === null ? null : JSON.parse(kept);
  }

  saveLocalStorage(key, data) {
    if (data === null || data === undefined) window.localStorage.removeItem(this.#localKey(key));
    else window.localStorage.setItem(this.#localKey(key), JSON.stringify(data));
  }

  // What follows isn't the plugin's to call: it is how a test acts as the user does.

  possibleCommands() {
    return possibleCommands(this);
  }

  runCommand(id) {
    return runCommand(this, id);
  }

  openEditorMenu(event, view) {
    const menu = Menu.forEvent(event);
    menu.addItem((item) => item.setTitle("Paste").setIcon("lucide-clipboard"));
    this.workspace.trigger("editor-menu", menu, view.editor, view);
  }

  openFileMenu(path) {
    const menu = new Menu();
    menu.addItem((item) => item.setTitle("Delete").setIcon("lucide-trash"));
    this.workspace.trigger("file-menu", menu, this.vault.getAbstractFileByPath(path), "file-explorer-context-menu");
    menu.showAtPosition({ x: 60, y: 60 });
  }

  /** Follows an `obsidian://` link. */
  openUri(uri) {
    const { host, pathname, searchParams } = new URL(uri.replace(/^obsidian:/, "http:"));
    const action = decodeURIComponent(host + pathname.replace(/\/$/, ""));
    const handler = this.protocolHandlers.get(action);
    if (!handler) throw new Error(`no one handles ${uri}`);
    const params = Object.fromEntries([...searchParams].map(([key, value]) => [key, value === "" ? "true" : value]));
    return handler({ action, ...params });
  }
}

strict(App);
