// What a leaf shows.

import { Component } from "./component.js";
import { debounce } from "./debounce.js";
import { Editor } from "./editor.js";
import { setIcon } from "./icon.js";
import { resolveSubpath } from "./metadata-cache.js";
import { setTooltip } from "./tooltip.js";

export class View extends Component {
  icon = "file";
  navigation = false;
  scope = null;

  constructor(leaf) {
    super();
    this.leaf = leaf;
    this.app = leaf.app;
    this.containerEl = createDiv("workspace-leaf-content");
  }

  async onOpen() {}
  async onClose() {}

  /** Shows the view in its leaf. */
  async open(parent) {
    this.containerEl.dataset.type = this.getViewType();
    parent.appendChild(this.containerEl);
    this.load();
    await this.onOpen();
  }

  async close() {
    await this.onClose();
    this.unload();
    this.containerEl.detach();
  }

  getState() {
    return {};
  }

  async setState() {}

  getEphemeralState() {
    return {};
  }

  setEphemeralState() {}

  getIcon() {
    return this.icon;
  }

  onResize() {}
  onPaneMenu() {}
}

export class ItemView extends View {
  constructor(leaf) {
    super(leaf);
    this.headerEl = this.containerEl.createDiv("view-header");
    this.titleContainerEl = this.headerEl.createDiv("view-header-title-container");
    this.titleEl = this.titleContainerEl.createDiv("view-header-title");
    this.actionsEl = this.headerEl.createDiv("view-actions");
    this.contentEl = this.containerEl.createDiv("view-content");
  }

  async open(parent) {
    this.titleEl.setText(this.getDisplayText());
    await super.open(parent);
  }

  addAction(icon, title, callback) {
    const action = createEl("button", { cls: "clickable-icon view-action", attr: { "aria-label": title } });
    this.actionsEl.prepend(action);
    setIcon(action, icon);
    setTooltip(action, title);
    action.addEventListener("click", callback);
    return action;
  }
}

/** Stands for a view that isn't loaded: because its tab isn't shown yet, or because its plugin is switched off. */
export class DeferredView extends View {
  constructor(leaf, type, state) {
    super(leaf);
    this.type = type;
    this.state = state;
  }

  getViewType() {
    return this.type;
  }

  getDisplayText() {
    return this.type;
  }

  getState() {
    return this.state;
  }
}

export class EmptyView extends ItemView {
  icon = "x";

  getViewType() {
    return "empty";
  }

  getDisplayText() {
    return "New tab";
  }
}

export class FileView extends ItemView {
  allowNoFile = false;
  file = null;
  navigation = true;

  getDisplayText() {
    return this.file?.basename ?? "";
  }

  getState() {
    return { ...super.getState(), file: this.file?.path ?? null };
  }

  async setState(state, result) {
    await super.setState(state, result);
    const file = state?.file ? this.app.vault.getFileByPath(state.file) : null;
    if (file !== this.file) await this.show(file);
  }

  async show(file) {
    const old = this.file;
    if (old) await this.onUnloadFile(old);
    this.file = file;
    this.titleEl.setText(this.getDisplayText());
    if (file) await this.onLoadFile(file);
  }

  onload() {
    super.onload();
    this.registerEvent(this.app.vault.on("rename", (file) => file === this.file && void this.onRename(file)));
    this.registerEvent(this.app.vault.on("delete", (file) => file === this.file && this.leaf.detach()));
  }

  async close() {
    if (this.file) await this.onUnloadFile(this.file);
    await super.close();
  }

  async onLoadFile() {}
  async onUnloadFile() {}

  async onRename() {
    this.titleEl.setText(this.getDisplayText());
    this.leaf.updateHeader();
  }

  canAcceptExtension() {
    return false;
  }
}

export class EditableFileView extends FileView {}

/** How long after a change the note is written to disk, in milliseconds. */
const SAVED_AFTER = 2000;

export class TextFileView extends EditableFileView {
  data = "";
  dirty = false;

  constructor(leaf) {
    super(leaf);
    this.requestSave = debounce(() => void this.save(), SAVED_AFTER);
  }

  onload() {
    super.onload();
    this.registerEvent(this.app.vault.on("modify", (file) => file === this.file && void this.#reload()));
  }

  async #reload() {
    const text = await this.app.vault.read(this.file);
    if (text === this.getViewData()) return;
    if (this.dirty) this.app.faults.push(`${this.file.path} was changed on disk while what was written in its editor wasn't saved`);
    this.data = text;
    this.setViewData(text, false);
  }

  async onLoadFile(file) {
    this.data = await this.app.vault.read(file);
    this.setViewData(this.data, true);
  }

  async onUnloadFile() {
    await this.save();
    this.clear();
  }

  async save() {
    this.requestSave.cancel();
    if (!this.dirty || !this.file) return;
    this.dirty = false;
    this.data = this.getViewData();
    await this.app.vault.modify(this.file, this.data);
  }
}

export class MarkdownView extends TextFileView {
  hoverPopover = null;
  icon = "file-text";

  constructor(leaf) {
    super(leaf);
    const source = this.contentEl.createDiv("markdown-source-view cm-s-obsidian mod-cm6");
    const inside = source.createDiv("cm-editor").createDiv("cm-scroller");
    this.editor = new Editor(inside, () => this.#edited());
    inside.addEventListener("contextmenu", (event) => this.app.openEditorMenu(event, this));
    inside.addEventListener("drop", (event) => this.app.workspace.trigger("editor-drop", event, this.editor, this));
    inside.addEventListener("paste", (event) => this.app.workspace.trigger("editor-paste", event, this.editor, this));
    this.currentMode = {
      getScroll: () => this.editor.getScrollInfo().top,
      applyScroll: (line) => this.editor.scrollIntoView({ from: { line, ch: 0 }, to: { line, ch: 0 } }),
      get: () => this.editor.getValue(),
      set: (text) => this.editor.setValue(text),
    };
  }

  #edited() {
    this.dirty = true;
    this.requestSave();
    this.app.workspace.trigger("editor-change", this.editor, this);
    if (this.file) this.app.workspace.trigger("quick-preview", this.file, this.editor.getValue());
  }

  getViewType() {
    return "markdown";
  }

  getMode() {
    return "source";
  }

  getState() {
    return { ...super.getState(), mode: "source", source: true };
  }

  getViewData() {
    return this.editor.getValue();
  }

  setViewData(text, clear) {
    this.editor.load(text, clear);
  }

  clear() {
    this.editor.load("", true);
  }

  canAcceptExtension(extension) {
    return extension === "md";
  }

  getEphemeralState() {
    return { cursor: { from: this.editor.getCursor("from"), to: this.editor.getCursor("to") }, scroll: this.currentMode.getScroll() };
  }

  /** Goes to a place in the note: a line, a heading or block, a match, or a selection. */
  setEphemeralState(state) {
    if (!state) return;
    this.ephemeral = state;
    const go = (from, to) => {
      this.editor.setSelection(from, to);
      this.editor.scrollIntoView({ from, to }, true);
    };
    if (typeof state.line === "number") go({ line: state.line, ch: 0 }, { line: state.line, ch: 0 });
    if (state.subpath) {
      const found = resolveSubpath(this.app.metadataCache.getFileCache(this.file) ?? {}, state.subpath);
      if (found) go({ line: found.start.line, ch: 0 }, { line: found.start.line, ch: 0 });
    }
    if (state.startLoc && state.endLoc) {
      go({ line: state.startLoc.line, ch: state.startLoc.col }, { line: state.endLoc.line, ch: state.endLoc.col });
    }
    if (state.match?.matches?.[0]) {
      const [from, to] = state.match.matches[0].map((offset) => this.editor.offsetToPos(offset));
      go(from, to);
    }
    if (state.cursor) go(state.cursor.from, state.cursor.to);
    if (state.focus) this.editor.focus();
  }
}
