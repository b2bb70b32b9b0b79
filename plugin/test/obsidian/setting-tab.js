// A plugin's settings, drawn from what it declares of them.

import { afterTyping } from "./controls.js";
import { Modal } from "./modal.js";
import { Setting, SettingGroup } from "./setting.js";
import { strict } from "./strict.js";

const asked = (given, otherwise) => (typeof given === "function" ? given() : given ?? otherwise);

export class SettingPage {
  title = "";

  constructor() {
    this.rootEl = createDiv("setting-page");
    this.titlebarEl = this.rootEl.createDiv("setting-page-titlebar");
    this.containerEl = this.rootEl.createDiv("setting-page-content");
  }

  hide() {}
}

export class SettingTab {
  icon = "lucide-wrench";
  settingItems = [];
  #cleanups = [];
  #states = [];
  #pages = [];

  constructor(app) {
    this.app = app;
    this.containerEl = createDiv("vertical-tab-content");
  }

  getSettingDefinitions() {
    return [];
  }

  /** Takes the definitions anew, and draws them if the tab is open. */
  update() {
    this.settingItems = this.getSettingDefinitions();
    if (this.containerEl.isConnected) this.#draw();
  }

  getControlValue(key) {
    return this.app.vault.getConfig(key);
  }

  setControlValue(key, value) {
    this.app.vault.config[key] = value;
  }

  display() {}
  hide() {}

  /** Shows the tab: as declared, or as it draws itself if it declares nothing. */
  show() {
    this.#pages = [];
    this.settingItems = this.getSettingDefinitions();
    if (this.settingItems.length > 0) this.#draw();
    else this.display();
  }

  /** Takes down what is drawn. */
  leave() {
    this.#tearDown();
    this.hide();
  }

  #tearDown() {
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
    this.#states = [];
  }

  #draw() {
    const focused = document.activeElement?.getAttribute?.("aria-label");
    const inside = this.containerEl.contains(document.activeElement);
    this.#tearDown();
    this.containerEl.empty();
    let items = this.settingItems;
    // A page that is open is found again by its name, as its definition may be a new object.
    for (const name of this.#pages) {
      const page = flat(items).find((item) => item.type === "page" && item.name === name);
      this.#titlebar(name);
      if (page?.page) return this.#custom(page.page());
      items = page?.items ?? [];
    }
    this.#list(this.containerEl, items);
    this.refreshDomState();
    if (inside && focused) this.containerEl.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
  }

  #titlebar(name) {
    this.containerEl.querySelector(".setting-page-titlebar")?.detach();
    const bar = createDiv("setting-page-titlebar");
    this.containerEl.prepend(bar);
    bar.createEl("button", { text: "Back", type: "button" }).addEventListener("click", () => {
      this.#pages.pop();
      this.#draw();
    });
    bar.createSpan({ text: name });
  }

  #custom(page) {
    this.containerEl.appendChild(page.containerEl);
    page.display();
    this.#cleanups.push(() => page.hide());
  }

  #list(parent, items) {
    let loose = null;
    for (const item of items) {
      if (item.type === "group" || item.type === "list") {
        loose = null;
        this.#group(parent, item);
      } else {
        loose ??= new SettingGroup(parent);
        this.#row(loose, item, loose.listEl.children.length);
      }
    }
  }

  #group(parent, definition) {
    const group = new SettingGroup(parent);
    if (definition.heading) group.setHeading(definition.heading);
    if (definition.cls) group.addClass(...definition.cls.split(/\s+/));
    for (const button of definition.extraButtons ?? []) group.addExtraButton(button);
    this.#states.push(() => group.groupEl.toggle(asked(definition.visible, true)));
    const items = definition.items ?? [];
    items.forEach((item, at) => {
      const setting = this.#row(group, item, at);
      if (definition.type === "list") this.#listed(definition, setting, at);
    });
    if (definition.search) this.#searched(definition, group);
    if (definition.type !== "list") return;
    if (items.length === 0 && definition.emptyState) group.listEl.createDiv({ cls: "setting-list-empty", text: definition.emptyState });
    if (definition.addItem) {
      const add = group.groupEl.createEl("button", { text: definition.addItem.name, type: "button" });
      add.addEventListener("click", () => definition.addItem.action(add));
    }
  }

  #searched({ search, items = [] }, group) {
    const rows = [...group.listEl.children];
    group.addSearch((field) =>
      field.setPlaceholder(search.placeholder ?? "").onChange((query) => {
        items.forEach((item, at) => rows[at].toggle(asked(item.searchable, true) === false || search.match(item, query)));
      }),
    );
  }

  #listed(definition, setting, at) {
    if (definition.onDelete) setting.addExtraButton((button) => button.setIcon("lucide-trash").setTooltip("Delete").onClick(() => definition.onDelete(at)));
    if (definition.onReorder && at > 0) setting.addExtraButton((button) => button.setIcon("lucide-arrow-up").setTooltip("Move up").onClick(() => definition.onReorder(at, at - 1)));
  }

  #row(group, definition, at) {
    let row;
    group.addSetting((setting) => (row = setting));
    row.setName(definition.name);
    if (definition.desc) row.setDesc(definition.desc instanceof DocumentFragment ? definition.desc.cloneNode(true) : definition.desc);
    this.#states.push(() => row.settingEl.toggle(asked(definition.visible, true)));
    if (definition.type === "page") this.#pageRow(row, definition);
    else if (definition.control) this.#control(row, definition.control);
    else if (definition.render) {
      const cleanup = definition.render(row, group);
      if (typeof cleanup === "function") this.#cleanups.push(cleanup);
    } else if (definition.action) {
      row.settingEl.addClass("mod-action", "tappable");
      row.settingEl.setAttrs({ tabindex: 0, role: "button" });
      const act = () => asked(definition.disabled, false) || definition.action(row.settingEl, at);
      row.settingEl.addEventListener("click", act);
      row.settingEl.addEventListener("keydown", (event) => event.key === "Enter" && act());
      this.#states.push(() => row.settingEl.toggleClass("is-disabled", asked(definition.disabled, false)));
    }
    return row;
  }

  #pageRow(row, definition) {
    row.settingEl.addClass("mod-page", "tappable");
    row.settingEl.setAttrs({ tabindex: 0, role: "button" });
    if (definition.displayValue !== undefined) row.addDisplayValue((value) => value.setValue(asked(definition.displayValue)).setStatus(asked(definition.status, null)));
    row.settingEl.addEventListener("click", () => {
      this.#pages.push(definition.name);
      this.#draw();
    });
  }

  #control(row, control) {
    const { type, key } = control;
    const make = { toggle: "addToggle", dropdown: "addDropdown", text: "addText", textarea: "addTextArea", number: "addText", file: "addText", folder: "addText", slider: "addSlider", color: "addColorPicker" }[type];
    if (!make) throw new TypeError(`there is no control of the type ${type}`);
    row[make]((component) => {
      if (type === "dropdown") component.addOptions(control.options);
      if (type === "slider") component.setLimits(control.min, control.max, control.step);
      if (type === "slider" && control.displayFormat) component.setDisplayFormat(control.displayFormat);
      if (type === "number") component.inputEl.setAttrs({ type: "number", min: control.min ?? null, max: control.max ?? null, step: control.step ?? null });
      if (type === "textarea" && control.rows) component.inputEl.rows = control.rows;
      if (control.placeholder) component.setPlaceholder(control.placeholder);
      const value = this.getControlValue(key) ?? control.defaultValue;
      if (value !== undefined && value !== null) component.setValue(type === "number" ? String(value) : value);
      const heard = async (given) => {
        const read = type === "number" ? Number(given) : given;
        if (await this.#faulty(row, control, read)) return;
        await this.setControlValue(key, read);
        this.refreshDomState();
      };
      const typed = ["text", "textarea", "number", "file", "folder"].includes(type);
      const later = typed ? afterTyping(heard) : heard;
      if (typed) this.#cleanups.push(() => later.run());
      component.onChange((given) => void later(given));
      if (value !== undefined && value !== null) void this.#faulty(row, control, value);
      this.#states.push(() => component.setDisabled(Boolean(asked(control.disabled, false))));
    });
  }

  async #faulty(row, { validate }, value) {
    const message = (await validate?.(value)) || null;
    row.setErrorMessage(message);
    return message !== null;
  }

  refreshDomState() {
    for (const apply of this.#states) apply();
  }
}

function flat(items) {
  return items.flatMap((item) => (item.type === "group" || item.type === "list" ? item.items ?? [] : [item]));
}

export class PluginSettingTab extends SettingTab {
  constructor(app, plugin) {
    super(app);
    this.plugin = plugin;
    this.name = plugin.manifest.name;
    this.id = plugin.manifest.id;
  }

  getControlValue(key) {
    return this.plugin.settings?.[key];
  }

  async setControlValue(key, value) {
    (this.plugin.settings ??= {})[key] = value;
    await this.plugin.saveData(this.plugin.settings);
  }
}

/** The window with everyone's settings. It isn't declared, but `app.setting` is what plugins open it with. */
export class SettingsWindow extends Modal {
  tabs = [];
  activeTab = null;

  constructor(app) {
    super(app);
    this.modalEl.addClass("mod-settings", "mod-sidebar-layout");
    this.tabHeadersEl = this.contentEl.createDiv("vertical-tab-header");
    this.tabContentEl = this.contentEl.createDiv("vertical-tab-content-container");
  }

  addTab(tab) {
    tab.update();
    tab.navEl = this.tabHeadersEl.createDiv({ cls: "vertical-tab-nav-item tappable", text: tab.name });
    tab.navEl.addEventListener("click", () => this.openTab(tab));
    this.tabs.push(tab);
  }

  removeTab(tab) {
    if (this.activeTab === tab) this.#leave();
    tab.navEl.detach();
    this.tabs = this.tabs.filter((each) => each !== tab);
  }

  openTabById(id) {
    const tab = this.tabs.find((each) => each.id === id);
    if (tab) this.openTab(tab);
    return tab;
  }

  openTab(tab) {
    this.#leave();
    this.activeTab = tab;
    tab.navEl.addClass("is-active");
    this.tabContentEl.appendChild(tab.containerEl);
    tab.show();
  }

  #leave() {
    if (!this.activeTab) return;
    this.activeTab.navEl.removeClass("is-active");
    this.activeTab.leave();
    this.activeTab.containerEl.empty();
    this.activeTab.containerEl.detach();
    this.activeTab = null;
  }

  onClose() {
    this.#leave();
  }
}

strict(SettingPage, SettingTab);
