// The window's inside: a main area between two sidebars, the tabs in them, and which is active.

import { debounce } from "./debounce.js";
import { Events } from "./events.js";
import { setIcon } from "./icon.js";
import { WorkspaceItem, WorkspaceLeaf, WorkspaceTabs } from "./leaf.js";
import { parseLinktext } from "./path.js";
import { setTooltip } from "./tooltip.js";
import { EmptyView, FileView, MarkdownView } from "./view.js";

export class WorkspaceSplit extends WorkspaceItem {
  children = [];

  constructor(workspace, cls) {
    super(workspace, null);
    this.containerEl = workspace.containerEl.createDiv(`workspace-split mod-vertical ${cls}`);
  }

  getRoot() {
    return this;
  }

  get leaves() {
    return this.children.flatMap((tabs) => tabs.children);
  }
}

export class WorkspaceRoot extends WorkspaceSplit {
  win = window;
  doc = document;
}

export class WorkspaceSidedock extends WorkspaceSplit {
  collapsed = true;

  constructor(workspace, cls) {
    super(workspace, cls);
    this.#apply();
  }

  #apply() {
    this.containerEl.toggleClass("is-sidedock-collapsed", this.collapsed);
    this.containerEl.style.display = this.collapsed ? "none" : "";
  }

  #set(collapsed) {
    if (this.collapsed === collapsed) return;
    this.collapsed = collapsed;
    this.#apply();
    if (!collapsed) for (const tabs of this.children) void tabs.current?.loadIfDeferred();
    for (const tabs of this.children) tabs.current?.onResize();
    this.workspace.trigger("resize");
  }

  toggle() {
    this.#set(!this.collapsed);
  }

  collapse() {
    this.#set(true);
  }

  expand() {
    this.#set(false);
  }
}

export class WorkspaceRibbon {
  constructor(parent) {
    this.containerEl = parent.createDiv("workspace-ribbon side-dock-ribbon mod-left");
    this.actionsEl = this.containerEl.createDiv("side-dock-actions");
  }

  addAction(icon, title, callback) {
    const action = this.actionsEl.createDiv("clickable-icon side-dock-ribbon-action");
    setIcon(action, icon);
    setTooltip(action, title, { placement: "right" });
    action.addEventListener("click", callback);
    return action;
  }
}

export class Workspace extends Events {
  layoutReady = false;
  activeLeaf = null;
  activeEditor = null;
  /** What hovering asked a preview for. */
  hovers = [];
  #waiting = [];
  #creators = new Map();
  #recent = [];
  #activeFile = null;
  #lastOpen = [];

  constructor(app, parent) {
    super();
    this.app = app;
    this.containerEl = parent.createDiv("workspace");
    this.leftRibbon = new WorkspaceRibbon(this.containerEl);
    this.leftSplit = new WorkspaceSidedock(this, "mod-sidedock mod-left-split");
    this.rootSplit = new WorkspaceRoot(this, "mod-root");
    this.rightSplit = new WorkspaceSidedock(this, "mod-sidedock mod-right-split");
    for (const split of [this.leftSplit, this.rootSplit, this.rightSplit]) new WorkspaceTabs(this, split);
    this.requestSaveLayout = debounce(() => Promise.resolve(), 2000);
    this.#creators.set("markdown", (leaf) => new MarkdownView(leaf));
    this.#creators.set("empty", (leaf) => new EmptyView(leaf));
    this.on("hover-link", (hover) => this.hovers.push(hover));
    this.setActiveLeaf(new WorkspaceLeaf(this, this.rootSplit.children[0]));
    app.vault.on("delete", (file) => {
      this.#lastOpen = this.#lastOpen.filter((path) => path !== file.path);
      if (this.#activeFile === file) this.#activeFile = null;
    });
  }

  /** Says that the layout stands. Until then a plugin should do little. */
  ready() {
    this.layoutReady = true;
    for (const callback of this.#waiting.splice(0)) callback();
  }

  onLayoutReady(callback) {
    if (this.layoutReady) callback();
    else this.#waiting.push(callback);
  }

  viewCreator(type) {
    return this.#creators.get(type) ?? null;
  }

  registerView(type, creator) {
    if (this.#creators.has(type)) throw new Error(`Attempting to register an existing view type "${type}"`);
    this.#creators.set(type, creator);
    for (const leaf of this.getLeavesOfType(type)) if (leaf.parent.current === leaf && this.#shown(leaf)) void leaf.loadIfDeferred();
  }

  unregisterView(type) {
    this.#creators.delete(type);
    for (const leaf of this.getLeavesOfType(type)) void leaf.defer(type, leaf.view.getState());
  }

  #shown(leaf) {
    return !leaf.getRoot().collapsed;
  }

  getLayout() {
    const splitOf = (split) => split.leaves.map((leaf) => leaf.getViewState());
    return { left: splitOf(this.leftSplit), main: splitOf(this.rootSplit), right: splitOf(this.rightSplit) };
  }

  #newLeaf(split) {
    return new WorkspaceLeaf(this, split.children[0]);
  }

  createLeafInParent(parent) {
    return this.#newLeaf(parent);
  }

  createLeafBySplit(leaf) {
    return new WorkspaceLeaf(this, new WorkspaceTabs(this, leaf.getRoot()));
  }

  splitActiveLeaf() {
    return this.createLeafBySplit(this.activeLeaf);
  }

  getUnpinnedLeaf() {
    return this.getLeaf(false);
  }

  getLeaf(newLeaf = false) {
    if (newLeaf === "window") throw new Error("the stand-in has one window only");
    if (newLeaf === "split") return this.createLeafBySplit(this.getMostRecentLeaf() ?? this.rootSplit.leaves[0]);
    const usual = this.getMostRecentLeaf();
    if (newLeaf || !usual || usual.pinned) return this.#newLeaf(this.rootSplit);
    return usual;
  }

  getMostRecentLeaf(root = this.rootSplit) {
    return this.#recent.find((leaf) => leaf.getRoot() === root) ?? root.leaves[0] ?? null;
  }

  getLeftLeaf(split) {
    return split ? new WorkspaceLeaf(this, new WorkspaceTabs(this, this.leftSplit)) : this.#newLeaf(this.leftSplit);
  }

  getRightLeaf(split) {
    return split ? new WorkspaceLeaf(this, new WorkspaceTabs(this, this.rightSplit)) : this.#newLeaf(this.rightSplit);
  }

  async ensureSideLeaf(type, side, { active, split = false, reveal = true, state } = {}) {
    const dock = side === "left" ? this.leftSplit : this.rightSplit;
    let leaf = this.getLeavesOfType(type).find((each) => each.getRoot() === dock);
    if (!leaf) {
      leaf = side === "left" ? this.getLeftLeaf(split) : this.getRightLeaf(split);
      await leaf.setViewState({ type, state });
    } else if (state) await leaf.setViewState({ type, state });
    if (reveal || active) await this.revealLeaf(leaf);
    if (active) this.setActiveLeaf(leaf, { focus: true });
    return leaf;
  }

  getLeafById(id) {
    return this.#all().find((leaf) => leaf.id === id) ?? null;
  }

  getGroupLeaves(group) {
    return this.#all().filter((leaf) => leaf.group === group);
  }

  #all() {
    return [this.leftSplit, this.rootSplit, this.rightSplit].flatMap((split) => split.leaves);
  }

  iterateRootLeaves(callback) {
    this.rootSplit.leaves.forEach((leaf) => callback(leaf));
  }

  iterateAllLeaves(callback) {
    this.#all().forEach((leaf) => callback(leaf));
  }

  getLeavesOfType(type) {
    return this.#all().filter((leaf) => leaf.view?.getViewType() === type);
  }

  detachLeavesOfType(type) {
    for (const leaf of this.getLeavesOfType(type)) leaf.detach();
  }

  leafGone(leaf) {
    this.#recent = this.#recent.filter((each) => each !== leaf);
    if (this.activeLeaf === leaf) this.setActiveLeaf(this.getMostRecentLeaf());
    this.trigger("layout-change");
  }

  async revealLeaf(leaf) {
    leaf.parent.show(leaf.parent.children.indexOf(leaf));
    if (leaf.getRoot() instanceof WorkspaceSidedock) leaf.getRoot().expand();
    await leaf.loadIfDeferred();
    leaf.onResize();
    this.trigger("layout-change");
  }

  setActiveLeaf(leaf, params, focus) {
    const focused = typeof params === "object" ? params.focus : focus;
    if (leaf !== this.activeLeaf) {
      this.activeLeaf?.containerEl.removeClass("mod-active");
      this.activeLeaf = leaf;
      leaf?.containerEl.addClass("mod-active");
      if (leaf) {
        this.#recent = [leaf, ...this.#recent.filter((each) => each !== leaf)];
        leaf.parent.show(leaf.parent.children.indexOf(leaf));
        void leaf.loadIfDeferred();
      }
      this.trigger("active-leaf-change", leaf);
    }
    this.fileMayHaveChanged();
    if (focused && leaf?.view instanceof MarkdownView) leaf.view.editor.focus();
  }

  /** Tells that another file is open, if it is. A tab without a file leaves the last one as the active file. */
  fileMayHaveChanged() {
    const view = this.activeLeaf?.view;
    // Of a tab without an editor, in a sidebar as well, there is none.
    this.activeEditor = view instanceof MarkdownView ? view : null;
    if (!(view instanceof FileView) || view.file === this.#activeFile) return;
    this.#activeFile = view.file;
    if (view.file) this.#lastOpen = [view.file.path, ...this.#lastOpen.filter((path) => path !== view.file.path)].slice(0, 10);
    this.trigger("file-open", view.file);
  }

  getActiveViewOfType(type) {
    const view = this.activeLeaf?.view;
    return view instanceof type ? view : null;
  }

  getActiveFile() {
    const view = this.activeLeaf?.view;
    return view instanceof FileView && view.file ? view.file : this.#activeFile;
  }

  getLastOpenFiles() {
    return this.#lastOpen;
  }

  async openLinkText(linktext, sourcePath, newLeaf = false, openViewState = {}) {
    const { path, subpath } = parseLinktext(linktext);
    let file = this.app.metadataCache.getFirstLinkpathDest(path, sourcePath);
    // A link that leads nowhere makes the note, as in Obsidian. A test that didn't mean that finds it among the faults.
    if (!file) {
      this.app.faults.push(`a link that leads nowhere was opened: ${linktext}`);
      return;
    }
    const leaf = this.getLeaf(newLeaf);
    const eState = { ...(subpath ? { subpath } : {}), ...openViewState.eState };
    await leaf.openFile(file, { ...openViewState, active: openViewState.active ?? true, eState });
    await this.revealLeaf(leaf);
    if (openViewState.active ?? true) this.setActiveLeaf(leaf, { focus: true });
  }

  handleLinkContextMenu(menu, linktext, sourcePath, leaf) {
    const file = this.app.metadataCache.getFirstLinkpathDest(parseLinktext(linktext).path, sourcePath);
    menu.addItem((item) => item.setTitle("Open in new tab").setIcon("lucide-file-plus").onClick(() => void this.openLinkText(linktext, sourcePath, "tab")));
    if (file) this.trigger("file-menu", menu, file, "link-context-menu", leaf);
    return true;
  }

  updateOptions() {}

  async changeLayout() {
    throw new Error("the stand-in has one layout only");
  }

}
