// What Obsidian knows of its notes: headings, links, tags, properties, and where a link leads.

import { Events } from "./events.js";
import { folderOf, normalizePath } from "./path.js";
import { parseYaml } from "./yaml.js";

const FRONTMATTER = /^---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/;

export function getFrontMatterInfo(text) {
  const found = FRONTMATTER.exec(text);
  if (!found) return { exists: false, frontmatter: "", from: 0, to: 0, contentStart: 0 };
  const from = text.indexOf("\n") + 1;
  return { exists: true, frontmatter: found[1], from, to: from + found[1].length, contentStart: found[0].length };
}

/** Reads a note as far as plugins ask for: not every construct, but what stands in code is neither heading nor link. */
function readNote(text) {
  const info = getFrontMatterInfo(text);
  const cache = {};
  const place = (line, from, to, offset) => ({
    start: { line, col: from, offset: offset + from },
    end: { line, col: to, offset: offset + to },
  });
  const put = (kind, entry) => (cache[kind] ??= []).push(entry);
  if (info.exists) {
    const lines = text.slice(0, info.contentStart).trimEnd().split("\n").length;
    cache.frontmatter = parseYaml(info.frontmatter) ?? {};
    cache.frontmatterPosition = { start: { line: 0, col: 0, offset: 0 }, end: { line: lines - 1, col: 3, offset: info.contentStart } };
  }
  let offset = 0;
  let fence = null;
  text.split("\n").forEach((line, number) => {
    const at = offset;
    offset += line.length + 1;
    if (at < info.contentStart) return;
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark) {
      if (!fence) fence = mark;
      else if (mark[0] === fence[0] && mark.length >= fence.length) fence = null;
      return;
    }
    if (fence) return;
    const heading = /^(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*\r?$/.exec(line);
    if (heading) put("headings", { heading: heading[2], level: heading[1].length, position: place(number, 0, line.length, at) });
    const plain = line.replace(/`[^`]*`/g, (code) => " ".repeat(code.length));
    for (const found of plain.matchAll(/(!?)\[\[([^[\]|]+)(?:\|([^[\]]*))?\]\]/g)) {
      const link = { link: found[2].trim(), original: found[0], displayText: found[3] ?? found[2].trim(), position: place(number, found.index, found.index + found[0].length, at) };
      put(found[1] ? "embeds" : "links", link);
    }
    for (const found of plain.matchAll(/(!?)\[([^[\]]*)\]\(<?([^()\s<>]+)>?\)/g)) {
      if (/^[a-z][a-z+.-]*:/i.test(found[3])) continue;
      const link = { link: decodeURI(found[3]), original: found[0], displayText: found[2], position: place(number, found.index, found.index + found[0].length, at) };
      put(found[1] ? "embeds" : "links", link);
    }
    for (const found of plain.matchAll(/(^|\s)#([\p{L}\p{N}_/-]*[\p{L}_/-][\p{L}\p{N}_/-]*)/gu)) {
      if (!heading || found.index > 0) put("tags", { tag: `#${found[2]}`, position: place(number, found.index + found[1].length, found.index + found[0].length, at) });
    }
    const block = /(?:^|\s)\^([a-zA-Z0-9-]+)\s*$/.exec(line)?.[1];
    if (block) (cache.blocks ??= {})[block] = { id: block, position: place(number, 0, line.length, at) };
  });
  return cache;
}

export class MetadataCache extends Events {
  #read = new Map();
  #byName = null;

  constructor(vault) {
    super();
    this.vault = vault;
    const forget = () => (this.#byName = null);
    vault.on("create", (file) => {
      forget();
      this.#changed(file);
    });
    vault.on("modify", (file) => this.#changed(file));
    vault.on("rename", forget);
    vault.on("delete", (file) => {
      forget();
      this.trigger("deleted", file, this.#read.get(file)?.cache ?? null);
    });
  }

  #changed(file) {
    if (file.extension !== "md") return;
    this.trigger("changed", file, this.vault.textOf(file), this.getFileCache(file));
    this.trigger("resolve", file);
    this.trigger("resolved");
  }

  getFileCache(file) {
    if (file.extension !== "md") return null;
    const text = this.vault.textOf(file);
    const known = this.#read.get(file);
    if (known?.text === text) return known.cache;
    const cache = readNote(text);
    this.#read.set(file, { text, cache });
    return cache;
  }

  getCache(path) {
    const file = this.vault.getFileByPath(path);
    return file && this.getFileCache(file);
  }

  /** Every link of every note, resolved: dear in a large vault, so only made when asked for. */
  get resolvedLinks() {
    return this.#links(true);
  }

  get unresolvedLinks() {
    return this.#links(false);
  }

  #links(resolved) {
    const all = {};
    for (const file of this.vault.getMarkdownFiles()) {
      const counts = (all[file.path] = {});
      const { links = [], embeds = [] } = this.getFileCache(file);
      for (const { link } of [...links, ...embeds]) {
        const path = link.split("#")[0];
        const target = this.getFirstLinkpathDest(path, file.path);
        const key = resolved ? target?.path : target ? undefined : path;
        if (key) counts[key] = (counts[key] ?? 0) + 1;
      }
    }
    return all;
  }

  #named(name) {
    if (!this.#byName) {
      this.#byName = new Map();
      for (const file of this.vault.getFiles()) {
        const key = file.name.normalize("NFC").toLowerCase();
        this.#byName.set(key, [...(this.#byName.get(key) ?? []), file]);
      }
    }
    return this.#byName.get(name) ?? [];
  }

  getFirstLinkpathDest(linkpath, sourcePath) {
    if (linkpath === "") return this.vault.getFileByPath(sourcePath);
    const home = folderOf(sourcePath);
    const wanted = /^\.{1,2}\//.test(linkpath) ? joined(home, linkpath) : normalizePath(linkpath);
    const whole = wanted.toLowerCase();
    for (const path of [whole, `${whole}.md`]) {
      const named = this.#named(path.slice(path.lastIndexOf("/") + 1));
      const lower = (file) => file.path.normalize("NFC").toLowerCase();
      const exact = named.find((file) => lower(file) === path);
      if (exact) return exact;
      if (linkpath.startsWith("/") || linkpath.startsWith(".")) continue;
      const fitting = named.filter((file) => lower(file).endsWith(`/${path}`));
      const near = (file) => (folderOf(file.path) === home ? 0 : 1);
      fitting.sort((a, b) => near(a) - near(b) || a.path.length - b.path.length);
      if (fitting.length > 0) return fitting[0];
    }
    return null;
  }

  fileToLinktext(file, sourcePath, omitMdExtension = true) {
    const short = omitMdExtension && file.extension === "md";
    const same = this.#named(file.name.normalize("NFC").toLowerCase());
    const path = same.length > 1 ? file.path : file.name;
    return short ? path.slice(0, -3) : path;
  }
}

/** Returns where a path relative to a folder leads. */
function joined(folder, relative) {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

export function resolveSubpath(cache, subpath) {
  const wanted = subpath.replace(/^#/, "").split("#").pop() ?? "";
  if (wanted.startsWith("^")) {
    const block = cache.blocks?.[wanted.slice(1)];
    return block ? { type: "block", block, start: block.position.start, end: block.position.end } : null;
  }
  const plain = (text) => text.replace(/[#|^:%[\]\\]/g, " ").replace(/\s+/g, " ").trim().toLowerCase();
  const headings = cache.headings ?? [];
  const at = headings.findIndex(({ heading }) => plain(heading) === plain(wanted));
  if (at < 0) return null;
  const next = headings.slice(at + 1).find(({ level }) => level <= headings[at].level) ?? null;
  return { type: "heading", current: headings[at], next, start: headings[at].position.start, end: next?.position.start ?? null };
}
