// What something tells whoever listens.

import { caller } from "./ledger.js";
import { strict } from "./strict.js";

const live = new Set();

/** Returns what the plugin still listens to, anywhere in the app, and from where. */
export const liveEvents = () => [...live].map(({ name, from }) => `${name}: ${from}`);

export class Events {
  #heard = new Map();

  on(name, callback, context) {
    if (typeof callback !== "function") throw new TypeError(`"${name}" is listened to with no function`);
    const ref = { name, callback, context, events: this, from: caller() };
    this.#heard.set(name, [...(this.#heard.get(name) ?? []), ref]);
    if (ref.from) live.add(ref);
    return ref;
  }

  off(name, callback) {
    for (const ref of this.#heard.get(name) ?? []) if (ref.callback === callback) this.offref(ref);
  }

  offref(ref) {
    live.delete(ref);
    this.#heard.set(ref.name, (this.#heard.get(ref.name) ?? []).filter((each) => each !== ref));
  }

  trigger(name, ...data) {
    for (const ref of this.#heard.get(name) ?? []) this.tryTrigger(ref, data);
  }

  tryTrigger(ref, data) {
    try {
      ref.callback.apply(ref.context, data);
    } catch (thrown) {
      // As in Obsidian, one listener's fault doesn't keep the others from hearing. It surfaces as an uncaught error.
      window.setTimeout(() => {
        throw thrown;
      }, 0);
    }
  }
}

strict(Events);
