// What the plugin has under way: timers, listeners on things that outlive it, observers. A plugin that is switched off
// must leave nothing here. Whose they are shows in the stack: the plugin's code is loaded under a name of its own.

/** The name under which a plugin's code is loaded. */
export const SOURCE = "plugin:main.js";

const timers = new Map();
const listeners = new Map();
const observers = new Map();

/** What only passes on what it is asked for: the one who asked is behind it. */
const PASSING = /\/(ledger|events|component|debounce|dom)\.js/;

/** Returns where in the plugin's code this was called from, or null if it wasn't the plugin that called. */
export function caller() {
  const frames = (new Error().stack ?? "").split("\n").slice(1).filter((line) => !PASSING.test(line));
  return frames[0]?.includes(SOURCE) ? frames.slice(0, 3).map((line) => line.trim()).join(" < ") : null;
}

function watchTimers() {
  const watch = (start, stop, once) => {
    const begin = window[start].bind(window);
    const end = window[stop].bind(window);
    window[start] = (callback, ...rest) => {
      const from = caller();
      let id;
      const run = (...values) => {
        if (once) timers.delete(`${stop} ${id}`);
        return callback(...values);
      };
      id = begin(run, ...rest);
      if (from) timers.set(`${stop} ${id}`, from);
      return id;
    };
    window[stop] = (id) => {
      timers.delete(`${stop} ${id}`);
      end(id);
    };
  };
  watch("setTimeout", "clearTimeout", true);
  watch("setInterval", "clearInterval", false);
  watch("requestAnimationFrame", "cancelAnimationFrame", true);
}

function watchListeners() {
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const lasting = (target) => target === window || target === document || target === document.body || target === document.documentElement;
  const keyOf = (type, options) => `${type} ${typeof options === "object" ? Boolean(options?.capture) : Boolean(options)}`;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const target = this ?? window;
    const from = lasting(target) && listener && caller();
    if (from) {
      const known = listeners.get(listener) ?? new Map();
      listeners.set(listener, known.set(keyOf(type, options), `${type}: ${from}`));
      options?.signal?.addEventListener("abort", () => forget(listener, keyOf(type, options)));
      if (options?.once) {
        const gone = () => forget(listener, keyOf(type, options));
        addEventListener.call(target, type, gone, { once: true, capture: Boolean(options.capture) });
      }
    }
    return addEventListener.call(target, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    forget(listener, keyOf(type, options));
    return removeEventListener.call(this ?? window, type, listener, options);
  };
}

function forget(listener, key) {
  const known = listeners.get(listener);
  known?.delete(key);
  if (known?.size === 0) listeners.delete(listener);
}

function watchObservers() {
  for (const name of ["MutationObserver", "ResizeObserver", "IntersectionObserver"]) {
    const Watched = class extends window[name] {
      observe(...given) {
        const from = caller();
        if (from) observers.set(this, `${name}: ${from}`);
        super.observe(...given);
      }
      disconnect() {
        observers.delete(this);
        super.disconnect();
      }
    };
    window[name] = Watched;
  }
}

export function openLedger() {
  Error.stackTraceLimit = 30;
  watchTimers();
  watchListeners();
  watchObservers();
}

/** Returns what is under way, as lines that say where it was begun. */
export function underWay() {
  return [
    ...[...timers].map(([key, from]) => `${key.split(" ")[0]}: ${from}`),
    ...[...listeners.values()].flatMap((known) => [...known.values()].map((from) => `listener ${from}`)),
    ...observers.values(),
  ];
}
