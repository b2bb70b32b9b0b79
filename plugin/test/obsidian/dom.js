// What Obsidian adds to the DOM's and the language's own prototypes.

function describe(element, info) {
  const given = typeof info === "string" ? { cls: info } : info ?? {};
  if (given.cls) element.classList.add(...classesOf(given.cls));
  if (given.text !== undefined) element.setText(given.text);
  for (const [name, value] of Object.entries(given.attr ?? {})) setAttribute(element, name, value);
  if (given.title !== undefined) element.title = given.title;
  if (given.value !== undefined) element.value = given.value;
  if (given.type !== undefined) element.setAttribute("type", given.type);
  if (given.placeholder !== undefined) element.setAttribute("placeholder", given.placeholder);
  if (given.href !== undefined) element.setAttribute("href", given.href);
  return given;
}

function classesOf(classes) {
  return [classes].flat().flatMap((each) => each.split(/\s+/)).filter((each) => each !== "");
}

function setAttribute(element, name, value) {
  if (value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, String(value));
}

function make(parent, element, info, callback) {
  const given = describe(element, info);
  const home = given.parent ?? parent;
  if (home && given.prepend) home.insertBefore(element, home.firstChild);
  else home?.appendChild(element);
  callback?.(element);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

const globals = {
  createEl: (tag, info, callback) => make(null, document.createElement(tag), info, callback),
  createDiv: (info, callback) => make(null, document.createElement("div"), info, callback),
  createSpan: (info, callback) => make(null, document.createElement("span"), info, callback),
  createSvg: (tag, info, callback) => make(null, document.createElementNS(SVG, tag), info, callback),
  createFragment(callback) {
    const fragment = document.createDocumentFragment();
    callback?.(fragment);
    return fragment;
  },
  fish: (selector) => document.querySelector(selector),
  fishAll: (selector) => [...document.querySelectorAll(selector)],
  isBoolean: (value) => typeof value === "boolean",
  ready: (callback) => (document.readyState === "loading" ? document.addEventListener("DOMContentLoaded", callback) : callback()),
  sleep: (time) => new Promise((done) => window.setTimeout(done, time)),
  nextFrame: () => new Promise((done) => window.requestAnimationFrame(() => done())),
};

const ofNode = {
  createEl(tag, info, callback) {
    return make(this, document.createElement(tag), info, callback);
  },
  createDiv(info, callback) {
    return make(this, document.createElement("div"), info, callback);
  },
  createSpan(info, callback) {
    return make(this, document.createElement("span"), info, callback);
  },
  createSvg(tag, info, callback) {
    return make(this, document.createElementNS(SVG, tag), info, callback);
  },
  detach() {
    this.parentNode?.removeChild(this);
  },
  empty() {
    while (this.lastChild) this.removeChild(this.lastChild);
  },
  insertAfter(node, child) {
    return this.insertBefore(node, child ? child.nextSibling : this.firstChild);
  },
  indexOf(other) {
    return Array.prototype.indexOf.call(this.childNodes, other);
  },
  setChildrenInPlace(children) {
    this.replaceChildren(...children);
  },
  appendText(text) {
    this.appendChild(document.createTextNode(text));
  },
  instanceOf(type) {
    return this instanceof type;
  },
};

const ofElement = {
  getText() {
    return this.textContent;
  },
  setText(text) {
    if (text instanceof DocumentFragment) this.replaceChildren(text);
    else this.textContent = text;
  },
  addClass(...classes) {
    this.classList.add(...classes);
  },
  addClasses(classes) {
    this.classList.add(...classes);
  },
  removeClass(...classes) {
    this.classList.remove(...classes);
  },
  removeClasses(classes) {
    this.classList.remove(...classes);
  },
  toggleClass(classes, value) {
    for (const each of [classes].flat()) this.classList.toggle(each, Boolean(value));
  },
  hasClass(name) {
    return this.classList.contains(name);
  },
  setAttr(name, value) {
    setAttribute(this, name, value);
  },
  setAttrs(values) {
    for (const [name, value] of Object.entries(values)) setAttribute(this, name, value);
  },
  getAttr(name) {
    return this.getAttribute(name);
  },
  matchParent(selector, last) {
    if (this.matches(selector)) return this;
    return this === last ? null : this.parentElement?.matchParent(selector, last) ?? null;
  },
  getCssPropertyValue(property, pseudo) {
    return getComputedStyle(this, pseudo).getPropertyValue(property).trim();
  },
  isActiveElement() {
    return document.activeElement === this;
  },
  find(selector) {
    return this.querySelector(selector);
  },
  findAll(selector) {
    return [...this.querySelectorAll(selector)];
  },
  findAllSelf(selector) {
    return [...(this.matches(selector) ? [this] : []), ...this.querySelectorAll(selector)];
  },
};

const ofStyled = {
  setCssStyles(styles) {
    Object.assign(this.style, styles);
  },
  setCssProps(properties) {
    for (const [name, value] of Object.entries(properties)) this.style.setProperty(name, value);
  },
};

const ofHtml = {
  ...ofStyled,
  show() {
    this.style.display = "";
  },
  hide() {
    this.style.display = "none";
  },
  toggle(shown) {
    this.style.display = shown ? "" : "none";
  },
  toggleVisibility(visible) {
    this.style.visibility = visible ? "" : "hidden";
  },
  isShown() {
    return Boolean(this.offsetParent);
  },
  onClickEvent(listener, options) {
    this.addEventListener("click", listener, options);
    this.addEventListener("auxclick", listener, options);
  },
  onNodeInserted(listener, once) {
    const watcher = new MutationObserver(() => {
      if (!this.isConnected) return;
      if (once) watcher.disconnect();
      listener();
    });
    watcher.observe(document, { childList: true, subtree: true });
    return () => watcher.disconnect();
  },
  // There is only one window, so nothing ever moves to another.
  onWindowMigrated() {
    return () => {};
  },
  trigger(type) {
    this.dispatchEvent(new Event(type, { bubbles: true }));
  },
};

/** Delegated listeners, as `on` and `off` with a selector have them. */
const delegates = new WeakMap();
const ofListening = {
  on(type, selector, listener, options) {
    const heard = (event) => {
      const target = event.target instanceof Element ? event.target.closest(selector) : null;
      if (target && this.contains(target)) listener.call(this, event, target);
    };
    const known = delegates.get(this) ?? [];
    delegates.set(this, [...known, { type, selector, listener, heard, options }]);
    this.addEventListener(type, heard, options);
  },
  off(type, selector, listener, options) {
    const known = delegates.get(this) ?? [];
    const same = (each) => each.type === type && each.selector === selector && each.listener === listener;
    for (const each of known.filter(same)) this.removeEventListener(type, each.heard, options);
    delegates.set(this, known.filter((each) => !same(each)));
  },
};

const ofArray = {
  first() {
    return this[0];
  },
  last() {
    return this[this.length - 1];
  },
  contains(target) {
    return this.includes(target);
  },
  remove(target) {
    for (let at = this.indexOf(target); at >= 0; at = this.indexOf(target)) this.splice(at, 1);
  },
  unique() {
    return [...new Set(this)];
  },
};

function add(target, members) {
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
  }
}

export function installDom() {
  add(Node.prototype, ofNode);
  for (const [name, get] of Object.entries({ doc: () => document, win: () => window, constructorWin: () => window })) {
    Object.defineProperty(Node.prototype, name, { get, configurable: true });
    if (name !== "constructorWin") Object.defineProperty(UIEvent.prototype, name, { get, configurable: true });
  }
  add(UIEvent.prototype, { instanceOf: ofNode.instanceOf });
  Object.defineProperty(UIEvent.prototype, "targetNode", { get() { return this.target; }, configurable: true });
  add(Element.prototype, ofElement);
  add(HTMLElement.prototype, { ...ofHtml, ...ofListening });
  for (const side of ["Width", "Height"]) {
    const get = function () {
      const style = getComputedStyle(this);
      const [from, to] = side === "Width" ? ["Left", "Right"] : ["Top", "Bottom"];
      return this[`client${side}`] - parseFloat(style[`padding${from}`]) - parseFloat(style[`padding${to}`]);
    };
    Object.defineProperty(HTMLElement.prototype, `inner${side}`, { get, configurable: true });
  }
  add(SVGElement.prototype, ofStyled);
  add(Document.prototype, ofListening);
  add(DocumentFragment.prototype, { find: ofElement.find, findAll: ofElement.findAll });
  add(Array.prototype, ofArray);
  add(Array, { combine: (arrays) => arrays.flat() });
  add(String.prototype, {
    contains(target) {
      return this.includes(target);
    },
    format(...values) {
      return this.replace(/\{(\d+)\}/g, (whole, at) => values[at] ?? whole);
    },
  });
  add(String, { isString: (value) => typeof value === "string" });
  add(Number, { isNumber: (value) => typeof value === "number" });
  add(Math, { clamp: (value, least, most) => Math.min(Math.max(value, least), most), square: (value) => value * value });
  add(Object, {
    isEmpty: (value) => Object.keys(value).length === 0,
    each: (value, callback, context) => Object.keys(value).every((key) => callback.call(context, value[key], key) !== false),
  });
  Object.assign(window, globals, { activeWindow: window, activeDocument: document });
}
