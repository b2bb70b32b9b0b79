// The vault: its files in memory, as Obsidian has them, and every change written to the real folder, where the engine
// sees it.

import { Events } from "./events.js";
import { TFile, TFolder } from "./file.js";
import { folderOf } from "./path.js";

export class Vault extends Events {
  configDir = ".obsidian";
  #entries = new Map();
  #texts = new Map();

  /** `listing` says what the folder holds: `{path, text, size, mtime}` each, `text` only of notes. */
  constructor(adapter, listing, config) {
    super();
    this.adapter = adapter;
    this.config = config;
    this.#entries.set("/", new TFolder(this, "/", null));
    for (const { path, text, size, mtime } of listing) this.#enter(path, text ?? "", { size, mtime, ctime: mtime });
  }

  #enter(path, text, stat) {
    const file = new TFile(this, path, this.#folder(folderOf(path)), stat);
    file.parent.children.push(file);
    this.#entries.set(path, file);
    this.#texts.set(file, text);
    return file;
  }

  #folder(path) {
    if (path === "" || path === "/") return this.getRoot();
    const known = this.#entries.get(path);
    if (known) return known;
    const folder = new TFolder(this, path, this.#folder(folderOf(path)));
    folder.parent.children.push(folder);
    this.#entries.set(path, folder);
    return folder;
  }

  getName() {
    return this.adapter.getName();
  }

  /** Not in the declared interface, but what plugins read settings of the app with. */
  getConfig(key) {
    return this.config[key];
  }

  getRoot() {
    return this.#entries.get("/");
  }

  getAbstractFileByPath(path) {
    return this.#entries.get(path) ?? null;
  }

  getFileByPath(path) {
    const entry = this.#entries.get(path);
    return entry instanceof TFile ? entry : null;
  }

  getFolderByPath(path) {
    const entry = this.#entries.get(path);
    return entry instanceof TFolder ? entry : null;
  }

  getAllLoadedFiles() {
    return [...this.#entries.values()];
  }

  getAllFolders(includeRoot = false) {
    return this.getAllLoadedFiles().filter((entry) => entry instanceof TFolder && (includeRoot || !entry.isRoot()));
  }

  getFiles() {
    return this.getAllLoadedFiles().filter((entry) => entry instanceof TFile);
  }

  getMarkdownFiles() {
    return this.getFiles().filter((file) => file.extension === "md");
  }

  static recurseChildren(root, callback) {
    callback(root);
    if (root instanceof TFolder) for (const child of root.children) Vault.recurseChildren(child, callback);
  }

  #text(file) {
    const text = this.#texts.get(file);
    if (text === undefined) throw new Error(`ENOENT: no such file: ${file.path}`);
    return text;
  }

  async read(file) {
    return this.#text(file);
  }

  async cachedRead(file) {
    return this.#text(file);
  }

  /** The text without waiting, for the stand-in's own cache of links and headings. */
  textOf(file) {
    return this.#text(file);
  }

  async create(path, text) {
    if (this.#entries.has(path)) throw new Error("File already exists.");
    if (folderOf(path) !== "" && !this.getFolderByPath(folderOf(path))) throw new Error(`ENOENT: no such folder: ${folderOf(path)}`);
    await this.adapter.write(path, text);
    const file = this.#enter(path, text, await this.adapter.stat(path));
    this.trigger("create", file);
    return file;
  }

  async createFolder(path) {
    if (this.#entries.has(path)) throw new Error("Folder already exists.");
    await this.adapter.mkdir(path);
    const folder = this.#folder(path);
    this.trigger("create", folder);
    return folder;
  }

  async modify(file, text) {
    this.#text(file);
    this.#texts.set(file, text);
    await this.adapter.write(file.path, text);
    file.stat = { ...file.stat, ...(await this.adapter.stat(file.path)) };
    this.trigger("modify", file);
  }

  async append(file, text) {
    await this.modify(file, this.#text(file) + text);
  }

  async process(file, change) {
    const text = change(this.#text(file));
    await this.modify(file, text);
    return text;
  }

  async copy(file, to) {
    return this.create(to, this.#text(file));
  }

  async delete(entry) {
    await (entry instanceof TFolder ? this.adapter.rmdir(entry.path, true) : this.adapter.remove(entry.path));
    for (const gone of this.#below(entry)) {
      this.#entries.delete(gone.path);
      this.#texts.delete(gone);
      gone.parent?.children.splice(gone.parent.children.indexOf(gone), 1);
      this.trigger("delete", gone);
    }
  }

  async trash(entry) {
    await this.delete(entry);
  }

  #below(entry) {
    return entry instanceof TFolder ? [...entry.children.flatMap((child) => this.#below(child)), entry] : [entry];
  }

  async rename(entry, to) {
    if (this.#entries.has(to)) throw new Error("Destination file already exists!");
    const from = entry.path;
    await this.adapter.rename(from, to);
    const moved = this.#below(entry).map((each) => ({ each, old: each.path, path: to + each.path.slice(from.length) }));
    entry.parent.children.splice(entry.parent.children.indexOf(entry), 1);
    for (const { each, old, path } of moved) {
      this.#entries.delete(old);
      each.setPath(path);
      this.#entries.set(path, each);
    }
    entry.parent = this.#folder(folderOf(to));
    entry.parent.children.push(entry);
    for (const { each, old } of moved.reverse()) this.trigger("rename", each, old);
  }

  /** Takes in what another program did to a file, as Obsidian does when the file system tells it. */
  async takeIn(path) {
    const file = this.getFileByPath(path);
    if (!(await this.adapter.exists(path))) {
      this.#entries.delete(path);
      file?.parent.children.splice(file.parent.children.indexOf(file), 1);
      if (file) this.trigger("delete", file);
      return;
    }
    const [text, stat] = await Promise.all([this.adapter.read(path), this.adapter.stat(path)]);
    if (!file) {
      this.trigger("create", this.#enter(path, text, stat));
      return;
    }
    file.stat = { ...file.stat, ...stat };
    this.#texts.set(file, text);
    this.trigger("modify", file);
  }
}
