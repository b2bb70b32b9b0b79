// A tab, and the view in it.

import { Events } from "./events.js";
import { setIcon } from "./icon.js";
import { DeferredView, EmptyView } from "./view.js";

let made = 0;

export class WorkspaceItem extends Events {
  constructor(workspace, parent) {
    super();
    this.workspace = workspace;
    this.parent = parent;
  }

  getRoot() {
    return this.parent?.getRoot?.() ?? this;
  }

  getContainer() {
    return this.workspace.rootSplit;
  }
}

export class WorkspaceLeaf extends WorkspaceItem {
  hoverPopover = null;
  pinned = false;
  group = null;
  #loading = null;

  constructor(workspace, tabs) {
    super(workspace, tabs);
    this.app = workspace.app;
    this.id = `leaf-${(made += 1)}`;
    this.containerEl = createDiv("workspace-leaf");
    this.tabHeaderEl = createDiv({ cls: "workspace-tab-header tappable", attr: { draggable: "true" } });
    const inner = this.tabHeaderEl.createDiv("workspace-tab-header-inner");
    this.iconEl = inner.createDiv("workspace-tab-header-inner-icon");
    this.titleEl = inner.createDiv("workspace-tab-header-inner-title");
    this.closeEl = inner.createDiv({ cls: "workspace-tab-header-inner-close-button", attr: { "aria-label": "Close" } });
    this.tabHeaderEl.addEventListener("click", () => void workspace.revealLeaf(this).then(() => workspace.setActiveLeaf(this, { focus: true })));
    this.closeEl.addEventListener("click", (event) => {
      event.stopPropagation();
      this.detach();
    });
    this.containerEl.addEventListener("focusin", () => workspace.setActiveLeaf(this));
    this.containerEl.addEventListener("pointerdown", () => workspace.setActiveLeaf(this));
    tabs.addLeaf(this);
    this.view = new EmptyView(this);
    void this.view.open(this.containerEl);
    this.updateHeader();
  }

  get isDeferred() {
    return this.view instanceof DeferredView;
  }

  /** Loads the view if the tab was only a name so far. */
  async loadIfDeferred() {
    if (this.isDeferred) this.#loading ??= this.#load().finally(() => (this.#loading = null));
    await this.#loading;
  }

  async #load() {
    const { type, state } = this.view;
    const make = this.workspace.viewCreator(type);
    if (make) await this.open(make(this), state);
  }

  async openFile(file, openState = {}) {
    await this.setViewState({ type: "markdown", state: { ...openState.state, file: file.path }, active: openState.active }, openState.eState);
  }

  async open(view, state = {}) {
    const old = this.view;
    this.view = view;
    await old.close();
    await view.open(this.containerEl);
    await view.setState(state, { history: false });
    this.updateHeader();
    this.workspace.trigger("layout-change");
    return view;
  }

  /** Puts a name in the tab without the view, as Obsidian does with tabs in the background. */
  async defer(type, state = {}) {
    await this.open(new DeferredView(this, type, state));
  }

  getViewState() {
    return { type: this.view.getViewType(), state: this.view.getState(), ...(this.pinned ? { pinned: true } : {}) };
  }

  async setViewState({ type, state = {}, active, pinned, group }, eState) {
    if (pinned !== undefined) this.pinned = pinned;
    if (group) this.group = group.id;
    if (this.view.getViewType() === type && !this.isDeferred) await this.view.setState(state, { history: false });
    else {
      const make = this.workspace.viewCreator(type);
      await (make ? this.open(make(this), state) : this.defer(type, state));
    }
    this.updateHeader();
    if (eState) this.setEphemeralState(eState);
    if (active) this.workspace.setActiveLeaf(this, { focus: true });
    else if (this.workspace.activeLeaf === this) this.workspace.fileMayHaveChanged();
  }

  getEphemeralState() {
    return this.view.getEphemeralState();
  }

  setEphemeralState(state) {
    this.view.setEphemeralState(state);
  }

  updateHeader() {
    if (!this.view) return;
    this.tabHeaderEl.dataset.type = this.view.getViewType();
    this.tabHeaderEl.setAttr("aria-label", this.view.getDisplayText());
    this.titleEl.setText(this.view.getDisplayText());
    setIcon(this.iconEl, this.view.getIcon());
  }

  togglePinned() {
    this.setPinned(!this.pinned);
  }

  setPinned(pinned) {
    this.pinned = pinned;
    this.trigger("pinned-change", pinned);
  }

  setGroupMember(other) {
    this.group = other.id;
  }

  setGroup(group) {
    this.group = group;
    this.trigger("group-change", group);
  }

  detach() {
    const { view } = this;
    this.parent.removeLeaf(this);
    void view?.close();
    this.workspace.leafGone(this);
  }

  getIcon() {
    return this.view.getIcon();
  }

  getDisplayText() {
    return this.view.getDisplayText();
  }

  onResize() {
    this.view?.onResize();
  }
}

/** Tabs of which one is shown. */
export class WorkspaceTabs extends WorkspaceItem {
  children = [];
  currentTab = 0;

  constructor(workspace, split) {
    super(workspace, split);
    this.containerEl = split.containerEl.createDiv("workspace-tabs mod-top");
    this.headersEl = this.containerEl.createDiv("workspace-tab-header-container").createDiv("workspace-tab-header-container-inner");
    this.tabsEl = this.containerEl.createDiv("workspace-tab-container");
    split.children.push(this);
  }

  addLeaf(leaf) {
    this.children.push(leaf);
    this.headersEl.appendChild(leaf.tabHeaderEl);
    this.tabsEl.appendChild(leaf.containerEl);
    this.show(this.children.length === 1 ? 0 : this.currentTab);
  }

  removeLeaf(leaf) {
    this.children = this.children.filter((each) => each !== leaf);
    leaf.tabHeaderEl.detach();
    leaf.containerEl.detach();
    if (this.children.length > 0) this.show(Math.min(this.currentTab, this.children.length - 1));
    else if (this.parent === this.workspace.rootSplit) new WorkspaceLeaf(this.workspace, this);
  }

  get current() {
    return this.children[this.currentTab];
  }

  show(at) {
    this.currentTab = at;
    this.children.forEach((leaf, index) => {
      leaf.tabHeaderEl.toggleClass("is-active", index === at);
      leaf.containerEl.style.display = index === at ? "" : "none";
    });
  }
}
