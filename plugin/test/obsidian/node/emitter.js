// Node's `EventEmitter`.

import { strict } from "../strict.js";

export class EventEmitter {
  _heard = new Map();

  on(name, listener) {
    this._heard.set(name, [...(this._heard.get(name) ?? []), { listener }]);
    return this;
  }

  addListener(name, listener) {
    return this.on(name, listener);
  }

  prependListener(name, listener) {
    this._heard.set(name, [{ listener }, ...(this._heard.get(name) ?? [])]);
    return this;
  }

  once(name, listener) {
    this._heard.set(name, [...(this._heard.get(name) ?? []), { listener, once: true }]);
    return this;
  }

  off(name, listener) {
    this._heard.set(name, (this._heard.get(name) ?? []).filter((each) => each.listener !== listener));
    return this;
  }

  removeListener(name, listener) {
    return this.off(name, listener);
  }

  removeAllListeners(name) {
    if (name === undefined) this._heard.clear();
    else this._heard.delete(name);
    return this;
  }

  setMaxListeners() {
    return this;
  }

  listenerCount(name) {
    return this._heard.get(name)?.length ?? 0;
  }

  emit(name, ...values) {
    const heard = this._heard.get(name) ?? [];
    // An error that no one listens for is thrown, as Node throws it.
    if (name === "error" && heard.length === 0) throw values[0];
    for (const each of heard) {
      if (each.once) this.off(name, each.listener);
      each.listener.apply(this, values);
    }
    return heard.length > 0;
  }
}

strict(EventEmitter);

/** Makes an error as Node's system calls have it. */
export function systemError({ message, code, syscall }) {
  return Object.assign(new Error(message), { code, syscall, errno: -1 });
}
