// The vault's real folder, reached through the test's process.

import { strict } from "./strict.js";

export class FileSystemAdapter {
  constructor(base) {
    this.basePath = base;
  }

  getName() {
    return this.basePath.slice(this.basePath.lastIndexOf("/") + 1);
  }

  getBasePath() {
    return this.basePath;
  }

  getFullPath(path) {
    return path === "/" || path === "" ? this.basePath : `${this.basePath}/${path}`;
  }

  getFilePath(path) {
    return `file://${encodeURI(this.getFullPath(path))}`;
  }

  getResourcePath(path) {
    return `app://stand-in/${encodeURI(this.getFullPath(path))}`;
  }

  #ask(what, path, ...rest) {
    return window.__disk(what, this.getFullPath(path), ...rest);
  }

  read(path) {
    return this.#ask("read", path);
  }

  write(path, text) {
    return this.#ask("write", path, text);
  }

  async append(path, text) {
    await this.write(path, (await this.read(path)) + text);
  }

  async process(path, change) {
    const text = change(await this.read(path));
    await this.write(path, text);
    return text;
  }

  exists(path) {
    return this.#ask("exists", path);
  }

  stat(path) {
    return this.#ask("stat", path);
  }

  async list(path) {
    const { files, folders } = await this.#ask("list", path);
    const whole = (name) => (path === "/" || path === "" ? name : `${path}/${name}`);
    return { files: files.map(whole), folders: folders.map(whole) };
  }

  mkdir(path) {
    return this.#ask("mkdir", path);
  }

  remove(path) {
    return this.#ask("remove", path);
  }

  rmdir(path, recursive) {
    return this.#ask("rmdir", path, recursive);
  }

  rename(path, to) {
    return this.#ask("rename", path, this.getFullPath(to));
  }

  async copy(path, to) {
    await this.write(to, await this.read(path));
  }
}

strict(FileSystemAdapter);
