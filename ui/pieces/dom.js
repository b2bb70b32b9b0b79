// Elements, made without markup: what comes from notes can only ever become text.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {string | number | boolean | null | undefined | ((event: never) => void)} Value */

/**
 * Makes an element. A function becomes a listener (`onclick`), `true` an empty attribute; `false`, `null` and
 * `undefined` are left out, among the children too.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Value>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  fill(element, ...children);
  return element;
}

/**
 * Puts children in the place of those that an element has.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  const kept = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  element.replaceChildren(...kept.map((child) => (child instanceof Node ? child : String(child))));
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {Value} value
 */
function set(element, name, value) {
  if (typeof value === "function") {
    element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  } else if (value !== false && value !== null && value !== undefined) {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}
