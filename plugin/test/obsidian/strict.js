// What Obsidian doesn't have, its stand-in must not quietly have as `undefined`: a plugin that leans on it would pass.

/** What the language itself and the test runner ask of any object. */
const ASKED_OF_ALL = new Set(["then", "toJSON", "__esModule", "nodeType", "asymmetricMatch"]);

/**
 * Returns an object to stand at the end of a prototype chain, where reading what no one defined throws.
 *
 * @param {(receiver: object) => string} nameOf
 */
function floor(nameOf) {
  return new Proxy(Object.create(Object.prototype), {
    get(target, key, receiver) {
      if (typeof key === "symbol" || key in target || ASKED_OF_ALL.has(key)) return Reflect.get(target, key, receiver);
      throw new TypeError(`the stand-in for Obsidian has no ${nameOf(receiver)}.${key}`);
    },
    set(target, key, value, receiver) {
      return Reflect.defineProperty(receiver, key, { value, writable: true, enumerable: true, configurable: true });
    },
  });
}

const classFloor = floor((receiver) => receiver.constructor?.name ?? "object");

/** Makes reading an unknown member of the class, and of what extends it, throw. */
export function strict(...classes) {
  for (const each of classes) Object.setPrototypeOf(each.prototype, classFloor);
}

/** Returns a copy of the members that throws when another is read. A bundler's copy of it throws too. */
export function strictObject(name, members) {
  const whole = Object.create(floor(() => name));
  return Object.defineProperties(whole, Object.getOwnPropertyDescriptors(members));
}
