// Files as the user handles them: links in the vault's own format, renames, deletions.

import { strict } from "./strict.js";
import { folderOf } from "./path.js";
import { getFrontMatterInfo } from "./metadata-cache.js";
import { parseYaml, stringifyYaml } from "./yaml.js";

export class FileManager {
  constructor(app) {
    this.app = app;
  }

  getNewFileParent() {
    return this.app.vault.getRoot();
  }

  async renameFile(file, to) {
    await this.app.vault.rename(file, to);
  }

  async trashFile(file) {
    await this.app.vault.trash(file);
  }

  generateMarkdownLink(file, sourcePath, subpath = "", alias = "") {
    const { useMarkdownLinks, newLinkFormat } = this.app.vault.config;
    const markdown = file.extension === "md";
    const path = this.#linkPath(file, sourcePath, newLinkFormat ?? "shortest");
    if (useMarkdownLinks) {
      const address = (path + subpath).replace(/[\\\x00\x08\x0B\x0C\x0E-\x1F\s]/g, encodeURIComponent).replace(/[()]/g, encodeURIComponent);
      const shown = alias || (markdown ? file.basename : file.name) + subpath.replace(/^#/, " > ");
      return `${markdown ? "" : "!"}[${shown}](${address})`;
    }
    const link = (markdown ? path.replace(/\.md$/, "") : path) + subpath;
    return `${markdown ? "" : "!"}[[${link}${alias && alias !== link ? `|${alias}` : ""}]]`;
  }

  #linkPath(file, sourcePath, format) {
    if (file.path === sourcePath) return "";
    if (format === "absolute") return file.path;
    if (format === "shortest") return this.app.metadataCache.fileToLinktext(file, sourcePath, false);
    const from = folderOf(sourcePath).split("/").filter(Boolean);
    const to = file.path.split("/");
    while (from.length > 0 && to.length > 1 && from[0] === to[0]) {
      from.shift();
      to.shift();
    }
    return [...from.map(() => ".."), ...to].join("/");
  }

  async processFrontMatter(file, change) {
    await this.app.vault.process(file, (text) => {
      const info = getFrontMatterInfo(text);
      const properties = info.exists ? parseYaml(info.frontmatter) : {};
      change(properties);
      return `---\n${stringifyYaml(properties)}---\n${text.slice(info.contentStart)}`;
    });
  }
}

strict(FileManager);
