// @ts-check
// The view helper: signals, effects, and `h` to build elements from them.
// A function given as an attribute or a child is an effect: it runs again when a signal it read changes.

/** @typedef {{ run: () => void, sources: Set<Set<Effect>>, inner: Effect[], cleanups: (() => void)[], dead: boolean }} Effect */
/** @template T @typedef {{ value: T, peek(): T }} Signal */
/** @typedef {Node | string | number | null | undefined | false | Living | ChildList} Child */
/** @typedef {() => Child} Living */
/** @typedef {Child[]} ChildList */

/** The effect whose reads are noted. @type {Effect | null} */
let reader = null;
/** The effect that ends what is made now. @type {Effect | null} */
let owner = null;
/** @type {Set<Effect>} */
const waiting = new Set();

/** @template T @param {T} initial @returns {Signal<T>} */
export function signal(initial) {
  let value = initial;
  /** @type {Set<Effect>} */
  const readers = new Set();
  return {
    get value() {
      if (reader) {
        readers.add(reader);
        reader.sources.add(readers);
      }
      return value;
    },
    set value(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const waiter of readers) schedule(waiter);
    },
    peek: () => value,
  };
}

/** @param {Effect} effect */
function schedule(effect) {
  if (waiting.size === 0) queueMicrotask(flush);
  waiting.add(effect);
}

/** Runs all waiting effects now. Outer effects were made first, so they run first. */
function flush() {
  for (const effect of waiting) {
    waiting.delete(effect);
    if (!effect.dead) start(effect);
  }
}

/** @param {Effect} effect */
function start(effect) {
  clear(effect);
  const [outerReader, outerOwner] = [reader, owner];
  reader = owner = effect;
  try {
    effect.run();
  } finally {
    [reader, owner] = [outerReader, outerOwner];
  }
}

/** @param {Effect} effect */
function clear(effect) {
  for (const source of effect.sources) source.delete(effect);
  effect.sources.clear();
  for (const inner of effect.inner) stop(inner);
  effect.inner = [];
  for (const cleanup of effect.cleanups) cleanup();
  effect.cleanups = [];
}

/** @param {Effect} effect */
function stop(effect) {
  effect.dead = true;
  clear(effect);
}

/** Runs `run` now and again whenever a signal it read changes. @param {() => void} run @returns {() => void} */
export function effect(run) {
  /** @type {Effect} */
  const made = { run, sources: new Set(), inner: [], cleanups: [], dead: false };
  owner?.inner.push(made);
  start(made);
  return () => stop(made);
}

/** Called when the surrounding effect runs again or stops. @param {() => void} cleanup */
export function onCleanup(cleanup) {
  owner?.cleanups.push(cleanup);
}

/** Reads signals without becoming their reader; what it makes still ends with the surrounding effect. @template T @param {() => T} read @returns {T} */
export function untracked(read) {
  const outer = reader;
  reader = null;
  try {
    return read();
  } finally {
    reader = outer;
  }
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, any>} [attributes] @param {Child[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  return build(document.createElement(tag), attributes, children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Record<string, any>} [attributes] @param {Child[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes = {}, ...children) {
  return build(document.createElementNS(SVG, tag), attributes, children);
}

/** @template {Element} E @param {E} element @param {Record<string, any>} attributes @param {Child[]} children @returns {E} */
function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (typeof value === "function") effect(() => assign(element, name, value()));
    else assign(element, name, value);
  }
  append(element, children);
  return element;
}

/** @param {Element} element @param {string} name @param {any} value */
function assign(element, name, value) {
  if (name === "value" || name === "checked" || name === "disabled" || name === "hidden" || name === "open" || name === "max") {
    /** @type {any} */ (element)[name] = value;
  } else if (name === "style") {
    // Through the object model: the content security policy refuses style attributes.
    /** @type {HTMLElement} */ (element).style.cssText = String(value);
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {Node} parent @param {Child[]} children */
function append(parent, children) {
  for (const child of children) parent.appendChild(place(child));
}

/** @param {Child} child @returns {Node} */
function place(child) {
  if (child instanceof Node) return child;
  if (Array.isArray(child)) {
    const group = document.createDocumentFragment();
    append(group, child);
    return group;
  }
  if (typeof child === "function") return living(child);
  const text = child === null || child === undefined || child === false ? "" : String(child);
  return document.createTextNode(text);
}

/** Content that is made again when its signals change, kept between two empty texts. @param {() => Child} make */
function living(make) {
  const [first, last] = [document.createTextNode(""), document.createTextNode("")];
  const group = document.createDocumentFragment();
  group.append(first, last);
  effect(() => {
    const content = place(make());
    while (first.nextSibling && first.nextSibling !== last) first.nextSibling.remove();
    last.parentNode?.insertBefore(content, last);
  });
  return group;
}
