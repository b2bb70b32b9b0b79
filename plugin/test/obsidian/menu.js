// A menu.

import { Component } from "./component.js";
import { setIcon } from "./icon.js";
import { Scope } from "./scope.js";
import { strict } from "./strict.js";

export class MenuSeparator {}

export class MenuItem {
  section = "";
  disabled = false;
  callback = null;

  constructor(menu) {
    this.menu = menu;
    this.dom = createDiv({ cls: "menu-item tappable", attr: { role: "menuitem" } });
    this.iconEl = this.dom.createDiv("menu-item-icon");
    this.titleEl = this.dom.createDiv("menu-item-title");
    this.dom.addEventListener("click", (event) => this.choose(event));
  }

  choose(event) {
    if (this.disabled) return;
    this.menu.hide();
    this.callback?.(event);
  }

  setTitle(title) {
    this.titleEl.setText(title);
    return this;
  }

  setIcon(icon) {
    if (icon === null) this.iconEl.empty();
    else setIcon(this.iconEl, icon);
    return this;
  }

  setChecked(checked) {
    this.dom.toggleClass("mod-checked", Boolean(checked));
    if (checked === null) this.dom.removeAttribute("aria-checked");
    else this.dom.setAttr("aria-checked", checked);
    return this;
  }

  setDisabled(disabled) {
    this.disabled = disabled;
    this.dom.toggleClass("is-disabled", disabled);
    return this;
  }

  setWarning(warning) {
    this.dom.toggleClass("is-warning", warning);
    return this;
  }

  setIsLabel(label) {
    this.dom.toggleClass("is-label", label);
    return this;
  }

  onClick(callback) {
    this.callback = callback;
    return this;
  }

  setSection(section) {
    this.section = section;
    return this;
  }
}

export class Menu extends Component {
  items = [];
  #hidden = () => {};

  constructor() {
    super();
    this.scope = new Scope();
    this.dom = createDiv({ cls: "menu", attr: { role: "menu" } });
    const move = (by) => () => {
      const items = this.items.filter((item) => item instanceof MenuItem && !item.disabled);
      const at = items.findIndex((item) => item.dom.hasClass("selected"));
      items[at]?.dom.removeClass("selected");
      items[(at + by + items.length) % items.length]?.dom.addClass("selected");
      return false;
    };
    this.scope.register([], "ArrowDown", move(1));
    this.scope.register([], "ArrowUp", move(-1));
    this.scope.register([], "Enter", (event) => {
      this.items.find((item) => item instanceof MenuItem && item.dom.hasClass("selected"))?.choose(event);
      return false;
    });
    this.scope.register([], "Escape", () => {
      this.hide();
      return false;
    });
  }

  static forEvent(event) {
    event.preventDefault();
    const menu = new Menu();
    // As in Obsidian, it shows itself once everyone had a chance to add to it.
    queueMicrotask(() => menu.showAtMouseEvent(event));
    return menu;
  }

  setNoIcon() {
    this.dom.addClass("mod-no-icon");
    return this;
  }

  setUseNativeMenu() {
    return this;
  }

  setParentElement() {
    return this;
  }

  addItem(callback) {
    const item = new MenuItem(this);
    this.items.push(item);
    callback(item);
    return this;
  }

  addSeparator() {
    this.items.push(new MenuSeparator());
    return this;
  }

  showAtMouseEvent(event) {
    return this.showAtPosition({ x: event.clientX, y: event.clientY });
  }

  showAtPosition({ x, y }) {
    this.dom.empty();
    const sections = [...new Set(this.items.map((item) => item.section ?? ""))];
    for (const item of sections.flatMap((section) => this.items.filter((each) => (each.section ?? "") === section))) {
      if (item instanceof MenuItem) this.dom.appendChild(item.dom);
      else this.dom.createDiv("menu-separator");
    }
    document.body.appendChild(this.dom);
    this.dom.setCssStyles({ left: `${Math.min(x, innerWidth - this.dom.offsetWidth)}px`, top: `${Math.min(y, innerHeight - this.dom.offsetHeight)}px` });
    window.app.keymap.pushScope(this.scope);
    this.outside = (event) => this.dom.contains(event.target) || this.hide();
    window.addEventListener("mousedown", this.outside, true);
    this.load();
    return this;
  }

  hide() {
    if (!this.dom.isConnected) return this;
    this.dom.detach();
    window.app.keymap.popScope(this.scope);
    window.removeEventListener("mousedown", this.outside, true);
    this.unload();
    this.#hidden();
    return this;
  }

  close() {
    this.hide();
  }

  onHide(callback) {
    this.#hidden = callback;
  }
}

strict(MenuItem);
