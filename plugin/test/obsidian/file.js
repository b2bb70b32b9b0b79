// What a vault holds: files and folders.

import { strict } from "./strict.js";
import { extensionOf, nameOf } from "./path.js";

export class TAbstractFile {
  constructor(vault, path, parent) {
    this.vault = vault;
    this.parent = parent;
    this.setPath(path);
  }

  setPath(path) {
    this.path = path;
    this.name = nameOf(path);
  }
}

export class TFile extends TAbstractFile {
  constructor(vault, path, parent, stat) {
    super(vault, path, parent);
    this.stat = stat;
  }

  setPath(path) {
    super.setPath(path);
    this.extension = extensionOf(this.name);
    this.basename = this.extension === "" ? this.name : this.name.slice(0, -this.extension.length - 1);
  }
}

export class TFolder extends TAbstractFile {
  children = [];

  isRoot() {
    return this.path === "/";
  }
}

strict(TAbstractFile);
