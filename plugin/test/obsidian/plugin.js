// A plugin: everything that is added by it goes when it is unloaded.

import { Component } from "./component.js";
import { liveCommands } from "./command.js";

export class Plugin extends Component {
  constructor(app, manifest) {
    super();
    this.app = app;
    this.manifest = manifest;
  }

  addRibbonIcon(icon, title, callback) {
    const action = this.app.workspace.leftRibbon.addAction(icon, title, callback);
    this.register(() => action.detach());
    return action;
  }

  addStatusBarItem() {
    const item = this.app.statusBarEl.createDiv(`status-bar-item plugin-${this.manifest.id}`);
    this.register(() => item.detach());
    return item;
  }

  addCommand(command) {
    const whole = Object.assign(command, { id: `${this.manifest.id}:${command.id}`, name: `${this.manifest.name}: ${command.name}` });
    if (liveCommands.has(whole.id)) throw new Error(`there is a command ${whole.id} already`);
    liveCommands.set(whole.id, whole);
    this.register(() => liveCommands.delete(whole.id));
    return whole;
  }

  removeCommand(id) {
    liveCommands.delete(`${this.manifest.id}:${id}`);
  }

  addSettingTab(tab) {
    this.app.setting.addTab(tab);
    this.register(() => this.app.setting.removeTab(tab));
  }

  registerView(type, creator) {
    this.app.workspace.registerView(type, creator);
    this.register(() => this.app.workspace.unregisterView(type));
  }

  #register(registry, key, value) {
    if (registry.has(key)) throw new Error(`${key} is registered already`);
    registry.set(key, value);
    this.register(() => registry.delete(key));
  }

  registerHoverLinkSource(id, info) {
    this.#register(this.app.hoverLinkSources, id, info);
  }

  registerObsidianProtocolHandler(action, handler) {
    this.#register(this.app.protocolHandlers, action, handler);
  }

  registerCliHandler(command, description, flags, handler) {
    this.#register(this.app.cliHandlers, command, { description, flags, handler });
  }

  // Nothing is rendered in the stand-in's editor, so that these would have no effect to be tested.
  registerEditorExtension() {}
  registerEditorSuggest() {}

  registerMarkdownPostProcessor(processor) {
    return processor;
  }

  registerMarkdownCodeBlockProcessor(language, handler) {
    return handler;
  }

  get #dataPath() {
    return `${this.app.vault.configDir}/plugins/${this.manifest.id}/data.json`;
  }

  async loadData() {
    const { adapter } = this.app.vault;
    return (await adapter.exists(this.#dataPath)) ? JSON.parse(await adapter.read(this.#dataPath)) : null;
  }

  async saveData(data) {
    await this.app.vault.adapter.write(this.#dataPath, JSON.stringify(data, null, 2));
  }

  onUserEnable() {}

  get onExternalSettingsChange() {
    return undefined;
  }

  set onExternalSettingsChange(callback) {
    Object.defineProperty(this, "onExternalSettingsChange", { value: callback, writable: true, configurable: true });
  }

  get settings() {
    return undefined;
  }

  set settings(value) {
    Object.defineProperty(this, "settings", { value, writable: true, configurable: true });
  }
}
