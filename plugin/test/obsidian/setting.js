// A row of settings, and a group of rows.

import * as controls from "./controls.js";
import { strict } from "./strict.js";
import { setTooltip } from "./tooltip.js";

export class Setting {
  components = [];
  errorEl = null;

  constructor(parent) {
    this.settingEl = parent.createDiv("setting-item");
    this.infoEl = this.settingEl.createDiv("setting-item-info");
    this.nameEl = this.infoEl.createDiv("setting-item-name");
    this.descEl = this.infoEl.createDiv("setting-item-description");
    this.controlEl = this.settingEl.createDiv("setting-item-control");
  }

  setName(name) {
    this.nameEl.setText(name);
    return this;
  }

  setDesc(description) {
    this.descEl.setText(description);
    return this;
  }

  setClass(cls) {
    this.settingEl.addClass(...cls.split(/\s+/));
    return this;
  }

  setTooltip(tooltip, options) {
    setTooltip(this.nameEl, tooltip, options);
    return this;
  }

  setHeading() {
    this.settingEl.addClass("setting-item-heading");
    return this;
  }

  setDisabled(disabled) {
    this.settingEl.toggleClass("is-disabled", disabled);
    for (const component of this.components) component.setDisabled(disabled);
    return this;
  }

  setErrorMessage(message) {
    this.settingEl.toggleClass("is-invalid", Boolean(message));
    this.errorEl?.detach();
    this.errorEl = message ? this.infoEl.createDiv({ cls: "setting-item-error", text: message, attr: { role: "alert" } }) : null;
    return this;
  }

  addComponent(make) {
    this.components.push(make(this.controlEl));
    return this;
  }

  addDisplayValue(callback) {
    callback(new controls.DisplayValueComponent(this.controlEl));
    return this;
  }

  then(callback) {
    callback(this);
    return this;
  }

  clear() {
    this.controlEl.empty();
    this.components = [];
    return this;
  }
}

const kinds = {
  addButton: controls.ButtonComponent,
  addExtraButton: controls.ExtraButtonComponent,
  addToggle: controls.ToggleComponent,
  addText: controls.TextComponent,
  addSearch: controls.SearchComponent,
  addTextArea: controls.TextAreaComponent,
  addMomentFormat: controls.MomentFormatComponent,
  addDropdown: controls.DropdownComponent,
  addColorPicker: controls.ColorComponent,
  addProgressBar: controls.ProgressBarComponent,
  addSlider: controls.SliderComponent,
};

for (const [name, Kind] of Object.entries(kinds)) {
  Setting.prototype[name] = function (callback) {
    const component = new Kind(this.controlEl);
    // A control is named after its row, as Obsidian names it.
    const field = this.controlEl.querySelector(":scope > :is(input, textarea, select, .checkbox-container):last-child, :scope > .search-input-container:last-child > input");
    if (field && !field.hasAttribute("aria-label")) field.setAttribute("aria-label", this.nameEl.textContent);
    this.components.push(component);
    callback(component);
    return this;
  };
}

export class SettingGroup {
  constructor(parent) {
    this.groupEl = parent.createDiv("setting-group");
    this.headingEl = null;
    this.listEl = this.groupEl.createDiv("setting-items");
  }

  #heading() {
    if (!this.headingEl) {
      this.headingEl = new Setting(this.groupEl).setHeading();
      this.groupEl.prepend(this.headingEl.settingEl);
    }
    return this.headingEl;
  }

  setHeading(text) {
    this.#heading().setName(text);
    return this;
  }

  addClass(...classes) {
    this.groupEl.addClass(...classes);
    return this;
  }

  addSetting(callback) {
    callback(new Setting(this.listEl));
    return this;
  }

  addSearch(callback) {
    this.#heading().addSearch(callback);
    return this;
  }

  addExtraButton(callback) {
    this.#heading().addExtraButton(callback);
    return this;
  }
}

strict(Setting, SettingGroup);
