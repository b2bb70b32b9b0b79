// What is loaded and unloaded, and takes with it whatever was registered with it.

import { strict } from "./strict.js";

const loaded = new Set();

/** Returns the components that are loaded. */
export const liveComponents = () => [...loaded];

export class Component {
  _loaded = false;
  _children = [];
  _cleanups = [];

  load() {
    if (this._loaded) return undefined;
    this._loaded = true;
    loaded.add(this);
    const done = this.onload();
    for (const child of [...this._children]) child.load();
    return done;
  }

  onload() {}

  unload() {
    if (!this._loaded) return;
    this._loaded = false;
    loaded.delete(this);
    for (const child of this._children.splice(0).reverse()) child.unload();
    for (const cleanup of this._cleanups.splice(0).reverse()) cleanup();
    this.onunload();
  }

  onunload() {}

  addChild(child) {
    this._children.push(child);
    if (this._loaded) child.load();
    return child;
  }

  removeChild(child) {
    this._children = this._children.filter((each) => each !== child);
    child.unload();
    return child;
  }

  register(cleanup) {
    this._cleanups.push(cleanup);
  }

  registerEvent(ref) {
    this.register(() => ref.events.offref(ref));
  }

  registerDomEvent(element, type, callback, options) {
    element.addEventListener(type, callback, options);
    this.register(() => element.removeEventListener(type, callback, options));
  }

  registerInterval(id) {
    this.register(() => window.clearInterval(id));
    return id;
  }
}

strict(Component);
