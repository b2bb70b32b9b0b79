// What stands before everything else until it is closed, and suggestions to choose from.

import { setIcon } from "./icon.js";
import { prepareFuzzySearch, renderMatches } from "./match.js";
import { Scope } from "./scope.js";
import { strict } from "./strict.js";

/** Every modal that is open, the topmost last. */
export const openModals = [];

export class Modal {
  shouldRestoreSelection = true;
  closeCallback = null;

  constructor(app) {
    this.app = app;
    this.scope = new Scope(app.scope);
    this.containerEl = createDiv("modal-container mod-dim");
    this.bgEl = this.containerEl.createDiv("modal-bg");
    this.modalEl = this.containerEl.createDiv({ cls: "modal", attr: { role: "dialog", "aria-modal": "true" } });
    this.modalEl.createDiv({ cls: "modal-close-button mod-raised clickable-icon", attr: { "aria-label": "Close" } }, (close) => {
      setIcon(close, "lucide-x");
      close.addEventListener("click", () => this.close());
    });
    this.headerEl = this.modalEl.createDiv("modal-header");
    this.titleEl = this.headerEl.createDiv("modal-title");
    this.contentEl = this.modalEl.createDiv("modal-content");
    this.bgEl.addEventListener("click", () => this.close());
    this.scope.register([], "Escape", () => {
      this.close();
      return false;
    });
  }

  open() {
    if (openModals.includes(this)) return;
    openModals.push(this);
    this.focusedBefore = document.activeElement;
    this.app.keymap.pushScope(this.scope);
    document.body.appendChild(this.containerEl);
    void this.onOpen();
    if (!this.containerEl.contains(document.activeElement)) this.modalEl.querySelector("input, textarea, select, button, [tabindex]")?.focus();
  }

  close() {
    if (!openModals.includes(this)) return;
    openModals.splice(openModals.indexOf(this), 1);
    this.app.keymap.popScope(this.scope);
    this.onClose();
    this.containerEl.detach();
    this.closeCallback?.();
    if (this.shouldRestoreSelection) this.focusedBefore?.focus?.();
  }

  onOpen() {}
  onClose() {}

  setTitle(title) {
    this.titleEl.setText(title);
    return this;
  }

  setContent(content) {
    this.contentEl.setText(content);
    return this;
  }

  setCloseCallback(callback) {
    this.closeCallback = callback;
    return this;
  }
}

/** The list that suggestions are chosen from, by keys or pointer. */
class Chooser {
  values = [];
  selectedItem = 0;

  constructor(owner, containerEl, scope) {
    this.owner = owner;
    this.containerEl = containerEl;
    const move = (by) => (event) => {
      if (!event.isComposing) this.setSelectedItem(this.selectedItem + by, event);
      return false;
    };
    scope.register([], "ArrowUp", move(-1));
    scope.register([], "ArrowDown", move(1));
    scope.register([], "PageUp", move(-10));
    scope.register([], "PageDown", move(10));
    scope.register([], "Enter", (event) => {
      if (!event.isComposing) this.useSelectedItem(event);
      return false;
    });
    // Of the elements only the list itself listens, however many items there are.
    containerEl.addEventListener("click", (event) => {
      const at = this.#at(event);
      if (at >= 0) {
        this.setSelectedItem(at, event);
        this.useSelectedItem(event);
      }
    });
    containerEl.addEventListener("auxclick", (event) => event.button === 1 && this.#at(event) >= 0 && this.owner.selectSuggestion(this.values[this.#at(event)], event));
    containerEl.addEventListener("mousemove", (event) => this.#at(event) >= 0 && this.setSelectedItem(this.#at(event), event));
  }

  #at(event) {
    return this.suggestions.indexOf(event.target.closest(".suggestion-item"));
  }

  get suggestions() {
    return [...this.containerEl.querySelectorAll(":scope > .suggestion-item")];
  }

  setSuggestions(values) {
    this.containerEl.empty();
    this.values = values;
    for (const value of values) this.owner.renderSuggestion(value, this.containerEl.createDiv("suggestion-item"));
    this.selectedItem = 0;
    this.setSelectedItem(0, null);
  }

  setSelectedItem(at, event) {
    const { suggestions } = this;
    if (suggestions.length === 0) return;
    const wrapped = event instanceof KeyboardEvent ? (at + suggestions.length) % suggestions.length : at;
    suggestions[this.selectedItem]?.removeClass("is-selected");
    this.selectedItem = wrapped;
    suggestions[wrapped].addClass("is-selected");
    if (event instanceof KeyboardEvent) suggestions[wrapped].scrollIntoView({ block: "nearest" });
    if ("onSelectedChange" in this.owner) this.owner.onSelectedChange(this.values[wrapped], event);
  }

  useSelectedItem(event) {
    if (this.values.length === 0) return false;
    this.owner.selectSuggestion(this.values[this.selectedItem], event);
    return true;
  }
}

export class SuggestModal extends Modal {
  limit = 100;
  emptyStateText = "No results found.";
  instructionsEl = null;

  constructor(app) {
    super(app);
    this.modalEl.empty();
    this.modalEl.className = "prompt";
    const inputEl = this.modalEl.createDiv("prompt-input-container");
    this.inputEl = inputEl.createEl("input", { cls: "prompt-input", type: "text", attr: { autocapitalize: "off", spellcheck: "false", enterkeyhint: "done" } });
    inputEl.createDiv("search-input-clear-button");
    this.resultContainerEl = this.modalEl.createDiv("prompt-results");
    this.chooser = new Chooser(this, this.resultContainerEl, this.scope);
    this.inputEl.addEventListener("input", () => this.updateSuggestions());
  }

  open() {
    super.open();
    this.inputEl.focus();
    this.updateSuggestions();
  }

  setPlaceholder(placeholder) {
    this.inputEl.placeholder = placeholder;
  }

  setInstructions(instructions) {
    this.instructionsEl?.detach();
    this.instructionsEl = this.modalEl.createDiv("prompt-instructions");
    for (const { command, purpose } of instructions) {
      const each = this.instructionsEl.createDiv("prompt-instruction");
      each.createSpan({ cls: "prompt-instruction-command", text: command });
      each.createSpan({ text: purpose });
    }
  }

  updateSuggestions() {
    const asked = this.inputEl.value;
    const found = this.getSuggestions(asked);
    const show = (values) => {
      if (this.inputEl.value !== asked && found instanceof Promise) return;
      if (values.length > 0) this.chooser.setSuggestions(values.slice(0, this.limit));
      else if (asked !== "") this.onNoSuggestion();
      else this.chooser.setSuggestions([]);
    };
    if (found instanceof Promise) void found.then(show);
    else show(found);
  }

  onNoSuggestion() {
    this.chooser.setSuggestions([]);
    this.resultContainerEl.createDiv({ cls: "suggestion-empty", text: this.emptyStateText });
  }

  selectSuggestion(value, event) {
    this.app.keymap.popScope(this.scope);
    this.close();
    this.onChooseSuggestion(value, event);
  }

  selectActiveSuggestion(event) {
    this.chooser.useSelectedItem(event);
  }
}

export class FuzzySuggestModal extends SuggestModal {
  getSuggestions(query) {
    const search = prepareFuzzySearch(query);
    const found = this.getItems().flatMap((item) => {
      const match = search(this.getItemText(item));
      return match ? [{ item, match }] : [];
    });
    return query === "" ? found : found.sort((a, b) => b.match.score - a.match.score);
  }

  renderSuggestion({ item, match }, element) {
    renderMatches(element, this.getItemText(item), match.matches);
  }

  onChooseSuggestion({ item }, event) {
    this.onChooseItem(item, event);
  }
}

export class ConfirmationModal extends Modal {
  constructor(app) {
    super(app);
    this.modalEl.addClass("mod-confirmation");
    this.buttonContainerEl = this.modalEl.createDiv("modal-button-container");
  }

  addClass(cls) {
    this.modalEl.addClass(cls);
    return this;
  }

  addCheckbox(label, callback) {
    const box = this.buttonContainerEl.createEl("label", { cls: "mod-checkbox" });
    const input = box.createEl("input", { type: "checkbox", attr: { tabindex: -1 } });
    box.appendText(label);
    input.addEventListener("change", () => void callback(input.checked));
    return this;
  }

  addButton(callback) {
    callback(new ConfirmationButton(this));
    return this;
  }

  addCancelButton(text = "Cancel") {
    return this.addButton((button) => button.setButtonText(text).setCancel());
  }
}

class ConfirmationButton {
  constructor(modal) {
    this.modal = modal;
    this.buttonEl = modal.buttonContainerEl.createEl("button", { type: "button" });
    this.clicked = () => {};
    this.buttonEl.addEventListener("click", async (event) => {
      const kept = await this.clicked(event);
      if (kept !== true) modal.close();
    });
  }

  #class(cls) {
    this.buttonEl.addClass(cls);
    return this;
  }

  setButtonText(text) {
    this.buttonEl.setText(text);
    return this;
  }

  setCta() {
    return this.#class("mod-cta");
  }

  setWarning() {
    return this.#class("mod-warning");
  }

  setDestructive() {
    return this.#class("mod-destructive");
  }

  setSecondary() {
    return this.#class("mod-secondary");
  }

  setCancel() {
    return this.#class("mod-cancel");
  }

  setDisabled(disabled) {
    this.buttonEl.disabled = disabled;
    return this;
  }

  setClass(cls) {
    return this.#class(cls);
  }

  setInitialFocus() {
    window.setTimeout(() => this.buttonEl.focus(), 0);
    return this;
  }

  onClick(callback) {
    this.clicked = callback;
    return this;
  }
}

export class PopoverSuggest {
  constructor(app, scope) {
    this.app = app;
    this.scope = scope ?? new Scope(app.scope);
    this.suggestEl = createDiv("suggestion-container");
    this.chooser = new Chooser(this, this.suggestEl.createDiv("suggestion"), this.scope);
    this.isOpen = false;
    this.scope.register([], "Escape", () => {
      this.close();
      return false;
    });
  }

  open() {
    if (this.isOpen) return;
    this.isOpen = true;
    this.app.keymap.pushScope(this.scope);
    document.body.appendChild(this.suggestEl);
  }

  close() {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.app.keymap.popScope(this.scope);
    this.suggestEl.detach();
  }
}

export class AbstractInputSuggest extends PopoverSuggest {
  limit = 100;
  #chosen = null;

  constructor(app, textInputEl) {
    super(app);
    this.textInputEl = textInputEl;
    const ask = () => void this.#update();
    textInputEl.addEventListener("input", ask);
    textInputEl.addEventListener("focus", ask);
    textInputEl.addEventListener("blur", () => this.close());
    this.suggestEl.addEventListener("mousedown", (event) => event.preventDefault());
  }

  async #update() {
    const asked = this.getValue();
    const values = await this.getSuggestions(asked);
    if (this.getValue() !== asked || document.activeElement !== this.textInputEl) return;
    if (values.length === 0) {
      this.close();
      return;
    }
    this.open();
    const box = this.textInputEl.getBoundingClientRect();
    this.suggestEl.setCssStyles({ left: `${box.left}px`, top: `${box.bottom + 2}px` });
    this.chooser.setSuggestions(values.slice(0, this.limit));
  }

  getValue() {
    return "value" in this.textInputEl ? this.textInputEl.value : this.textInputEl.textContent;
  }

  setValue(value) {
    if ("value" in this.textInputEl) this.textInputEl.value = value;
    else this.textInputEl.textContent = value;
  }

  onSelect(callback) {
    this.#chosen = callback;
    return this;
  }

  selectSuggestion(value, event) {
    this.#chosen?.(value, event);
  }
}

strict(Modal, ConfirmationButton, PopoverSuggest);
