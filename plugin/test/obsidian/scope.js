// Keys: who hears them, and with which modifiers.

import { strict } from "./strict.js";

export class Scope {
  keys = [];

  constructor(parent) {
    this.parent = parent;
  }

  register(modifiers, key, callback) {
    const handler = { scope: this, modifiers: modifiers && written(modifiers), key, callback };
    this.keys.push(handler);
    return handler;
  }

  unregister(handler) {
    this.keys = this.keys.filter((each) => each !== handler);
  }

  /** Returns whether the key was taken. The first handler that fits has it, and gives it back by anything but `false`. */
  handleKey(event) {
    const pressed = written(["Ctrl", "Meta", "Alt", "Shift"].filter((name) => event[`${name.toLowerCase()}Key`]));
    for (const { modifiers, key, callback } of this.keys) {
      const fits = (key === null || key.toLowerCase() === event.key.toLowerCase()) && (modifiers === null || modifiers === pressed);
      if (!fits) continue;
      const result = callback(event, { modifiers: pressed, key: event.key, vkey: event.key });
      if (result === false) {
        event.preventDefault();
        event.stopPropagation();
      }
      if (result !== undefined) return true;
    }
    return this.parent?.handleKey(event) ?? false;
  }
}

/** Writes modifiers as they are compared. `Mod` is Ctrl, as this is no Mac. */
function written(modifiers) {
  return modifiers.map((each) => (each === "Mod" ? "Ctrl" : each)).sort().join(",");
}

export class Keymap {
  scopes = [];

  constructor(rootScope) {
    this.rootScope = rootScope;
    window.addEventListener("keydown", (event) => this.current.handleKey(event), true);
  }

  get current() {
    return this.scopes[this.scopes.length - 1] ?? this.rootScope;
  }

  pushScope(scope) {
    this.popScope(scope);
    this.scopes.push(scope);
  }

  popScope(scope) {
    this.scopes = this.scopes.filter((each) => each !== scope);
  }

  static isModifier(event, modifier) {
    const name = modifier === "Mod" ? "ctrl" : modifier.toLowerCase();
    return Boolean(event[`${name}Key`]);
  }

  static isModEvent(event) {
    if (!event) return false;
    const mod = event.ctrlKey || event.button === 1;
    if (!mod) return false;
    if (event.altKey) return event.shiftKey ? "window" : "split";
    return "tab";
  }
}

strict(Scope, Keymap);
