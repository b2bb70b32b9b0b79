// The controls of a row of settings.

import { debounce } from "./debounce.js";
import { setIcon } from "./icon.js";
import { strict } from "./strict.js";
import { setTooltip } from "./tooltip.js";

export class BaseComponent {
  disabled = false;

  then(callback) {
    callback(this);
    return this;
  }

  setDisabled(disabled) {
    this.disabled = disabled;
    return this;
  }
}

export class ValueComponent extends BaseComponent {
  changed = null;

  onChange(callback) {
    this.changed = callback;
    return this;
  }

  registerOptionListener(listeners, key) {
    listeners[key] = (value) => {
      if (value !== undefined) this.setValue(value);
      return this.getValue();
    };
    return this;
  }
}

export class AbstractTextComponent extends ValueComponent {
  constructor(inputEl) {
    super();
    this.inputEl = inputEl;
    inputEl.addEventListener("input", () => this.onChanged());
  }

  setDisabled(disabled) {
    this.inputEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  getValue() {
    return this.inputEl.value;
  }

  setValue(value) {
    this.inputEl.value = value;
    return this;
  }

  setPlaceholder(placeholder) {
    this.inputEl.placeholder = placeholder;
    return this;
  }

  onChanged() {
    this.changed?.(this.getValue());
  }
}

export class TextComponent extends AbstractTextComponent {
  constructor(parent) {
    super(parent.createEl("input", { type: "text", attr: { spellcheck: "false" } }));
  }
}

export class TextAreaComponent extends AbstractTextComponent {
  constructor(parent) {
    super(parent.createEl("textarea", { attr: { spellcheck: "false" } }));
  }
}

export class SearchComponent extends AbstractTextComponent {
  constructor(parent) {
    const box = parent.createDiv("search-input-container");
    super(box.createEl("input", { type: "search", attr: { enterkeyhint: "search", spellcheck: "false" } }));
    this.clearButtonEl = box.createDiv({ cls: "search-input-clear-button", attr: { "aria-label": "Clear search" } });
    this.clearButtonEl.addEventListener("click", () => {
      this.setValue("");
      this.inputEl.focus();
      this.onChanged();
    });
  }
}

export class MomentFormatComponent extends TextComponent {
  sampleEl = createSpan();

  setDefaultFormat(format) {
    this.format = format;
    return this.setPlaceholder(format);
  }

  setSampleEl(element) {
    this.sampleEl = element;
    this.updateSample();
    return this;
  }

  updateSample() {
    this.sampleEl.setText(window.moment().format(this.getValue() || this.format));
  }

  onChanged() {
    super.onChanged();
    this.updateSample();
  }
}

export class ToggleComponent extends ValueComponent {
  constructor(parent) {
    super();
    this.toggleEl = parent.createDiv({ cls: "checkbox-container", attr: { tabindex: 0, role: "switch", "aria-checked": "false" } });
    this.toggleEl.createEl("input", { type: "checkbox", attr: { tabindex: -1, "aria-hidden": "true" } });
    this.toggleEl.addEventListener("click", () => this.onClick());
    this.toggleEl.addEventListener("keydown", (event) => event.key === " " && this.onClick());
  }

  setDisabled(disabled) {
    this.toggleEl.toggleClass("is-disabled", disabled);
    return super.setDisabled(disabled);
  }

  getValue() {
    return this.toggleEl.hasClass("is-enabled");
  }

  setValue(on) {
    if (on === this.getValue()) return this;
    this.toggleEl.toggleClass("is-enabled", on);
    this.toggleEl.setAttr("aria-checked", on);
    this.changed?.(on);
    return this;
  }

  setTooltip(tooltip, options) {
    setTooltip(this.toggleEl, tooltip, options);
    return this;
  }

  onClick() {
    if (!this.disabled) this.setValue(!this.getValue());
  }
}

export class DropdownComponent extends ValueComponent {
  constructor(parent) {
    super();
    this.selectEl = parent.createEl("select", "dropdown");
    this.selectEl.addEventListener("change", () => this.changed?.(this.getValue()));
  }

  setDisabled(disabled) {
    this.selectEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  addOption(value, display) {
    this.selectEl.createEl("option", { value, text: display });
    return this;
  }

  addOptions(options) {
    for (const [value, display] of Object.entries(options)) this.addOption(value, display);
    return this;
  }

  getValue() {
    return this.selectEl.value;
  }

  setValue(value) {
    this.selectEl.value = value;
    return this;
  }
}

export class SliderComponent extends ValueComponent {
  #instant = false;
  #format = String;

  constructor(parent) {
    super();
    this.sliderEl = parent.createEl("input", { cls: "slider", type: "range" });
    this.sliderEl.addEventListener("input", () => this.#instant && this.changed?.(this.getValue()));
    this.sliderEl.addEventListener("change", () => this.#instant || this.changed?.(this.getValue()));
  }

  setDisabled(disabled) {
    this.sliderEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  setInstant(instant) {
    this.#instant = instant;
    return this;
  }

  setLimits(min, max, step) {
    this.sliderEl.setAttrs({ min, max, step });
    return this;
  }

  getValue() {
    return this.sliderEl.valueAsNumber;
  }

  setValue(value) {
    this.sliderEl.value = value;
    return this;
  }

  getValuePretty() {
    return this.#format(this.getValue());
  }

  setDisplayFormat(format) {
    this.#format = format;
    return this;
  }

  setDynamicTooltip() {
    return this;
  }
}

export class ColorComponent extends ValueComponent {
  constructor(parent) {
    super();
    this.colorEl = parent.createEl("input", { type: "color" });
    this.colorEl.addEventListener("change", () => this.changed?.(this.getValue()));
  }

  getValue() {
    return this.colorEl.value;
  }

  setValue(value) {
    this.colorEl.value = value;
    return this;
  }
}

export class ProgressBarComponent extends ValueComponent {
  constructor(parent) {
    super();
    this.lineEl = parent.createDiv("setting-progress-bar").createDiv("setting-progress-bar-inner");
    this.value = 0;
  }

  getValue() {
    return this.value;
  }

  setValue(value) {
    this.value = value;
    this.lineEl.style.width = `${value}%`;
    return this;
  }
}

export class ButtonComponent extends BaseComponent {
  constructor(parent) {
    super();
    this.buttonEl = parent.createEl("button", { type: "button" });
  }

  #class(cls, on = true) {
    this.buttonEl.toggleClass(cls, on);
    return this;
  }

  setDisabled(disabled) {
    this.buttonEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  setCta() {
    return this.#class("mod-cta");
  }

  removeCta() {
    return this.#class("mod-cta", false);
  }

  setWarning() {
    return this.#class("mod-warning");
  }

  setDestructive() {
    return this.#class("mod-destructive");
  }

  removeDestructive() {
    return this.#class("mod-destructive", false);
  }

  setTooltip(tooltip, options) {
    setTooltip(this.buttonEl, tooltip, options);
    return this;
  }

  setButtonText(text) {
    this.buttonEl.setText(text);
    return this;
  }

  setIcon(icon) {
    setIcon(this.buttonEl, icon);
    return this;
  }

  setClass(cls) {
    return this.#class(cls);
  }

  onClick(callback) {
    this.buttonEl.addEventListener("click", async (event) => {
      this.buttonEl.addClass("mod-loading");
      try {
        await callback(event);
      } finally {
        this.buttonEl.removeClass("mod-loading");
      }
    });
    return this;
  }
}

export class ExtraButtonComponent extends BaseComponent {
  constructor(parent) {
    super();
    this.extraSettingsEl = parent.createDiv({ cls: "clickable-icon extra-setting-button", attr: { tabindex: 0, role: "button" } });
    this.setIcon("lucide-settings");
  }

  setDisabled(disabled) {
    this.extraSettingsEl.toggleClass("is-disabled", disabled);
    return super.setDisabled(disabled);
  }

  setTooltip(tooltip, options) {
    setTooltip(this.extraSettingsEl, tooltip, options);
    return this;
  }

  setIcon(icon) {
    setIcon(this.extraSettingsEl, icon);
    return this;
  }

  onClick(callback) {
    this.extraSettingsEl.addEventListener("click", () => this.disabled || callback());
    return this;
  }
}

export class SecretComponent extends BaseComponent {
  constructor(app, parent) {
    super();
    this.app = app;
    this.inputEl = parent.createEl("input", { type: "text", cls: "secret-input" });
    this.inputEl.addEventListener("change", () => this.changed?.(this.inputEl.value));
    this.changed = null;
  }

  setValue(value) {
    this.inputEl.value = value;
    return this;
  }

  onChange(callback) {
    this.changed = callback;
    return this;
  }
}

export class DisplayValueComponent {
  constructor(parent) {
    this.valueEl = parent.createDiv("setting-display-value");
  }

  setValue(value) {
    this.valueEl.setText(value ?? "");
    return this;
  }

  setStatus(status) {
    this.valueEl.toggleClass("mod-warning", status === "warning");
    return this;
  }
}

/** Settings are saved a moment after the last letter. */
export const afterTyping = (callback) => debounce(callback, 300, true);

strict(BaseComponent, DisplayValueComponent);
