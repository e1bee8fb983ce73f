// @ts-check
// What the visitor chose, kept in this browser. Each setting is a signal.

import { effect, signal } from "./view.js";

/** @template T @param {string} name @param {T} initial @param {readonly T[]} [allowed] @returns {import("./view.js").Signal<T>} */
function setting(name, initial, allowed) {
  const stored = read(`chuhe.${name}`);
  const usable = stored !== undefined && typeof stored === typeof initial && (!allowed || allowed.includes(stored));
  const made = signal(/** @type {T} */ (usable ? stored : initial));
  effect(() => write(`chuhe.${name}`, made.value));
  return made;
}

/** Storage may be full or forbidden; then choices last as long as the page. @param {string} key */
export function read(key) {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {string} key @param {unknown} value */
export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing to do: the page works without memory.
  }
}

/** @typedef {"zh" | "tr" | "en"} Language Chinese, Traditional Chinese, English */
/** @typedef {"zh" | "tr" | "wxf" | "iccs"} Notation */

/** @returns {Language} */
function browserLanguage() {
  const asked = navigator.language.toLowerCase();
  if (!asked.startsWith("zh")) return "en";
  return /hant|tw|hk|mo/.test(asked) ? "tr" : "zh";
}

export const language = setting("language", browserLanguage(), /** @type {const} */ (["zh", "tr", "en"]));
export const theme = setting("theme", "auto", ["auto", "light", "dark"]);
export const pieceSet = setting("pieces", "hanzi", ["hanzi", "pictures"]);
export const notation = setting("notation", /** @type {Notation} */ (browserLanguage() === "en" ? "wxf" : browserLanguage()), /** @type {const} */ (["zh", "tr", "wxf", "iccs"]));
/** What others see; empty: nothing. */
export const visitorName = setting("name", "");
export const sounds = setting("sounds", true);
export const showEvaluation = setting("evaluation", false);

/** As browsers and screen readers name them. @type {Record<Language, string>} */
export const LOCALES = { zh: "zh-Hans", tr: "zh-Hant", en: "en" };
/** Both ways to write Chinese. */
export const isChinese = () => language.value !== "en";
/** The language that the server speaks to this visitor. @returns {"zh" | "en"} */
export const spokenLanguage = () => (isChinese() ? "zh" : "en");

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

effect(() => {
  document.documentElement.lang = LOCALES[language.value];
});
effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
