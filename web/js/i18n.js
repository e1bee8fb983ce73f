// @ts-check
// The words of the page, Chinese and English. `{name}` in a text is filled in.

import { language } from "./settings.js";
import { words } from "./dictionary.js";

/** The visitor's one of two texts. @param {readonly [string, string]} texts Chinese and English */
export const inLanguage = (texts) => texts[language.value === "zh" ? 0 : 1];

/** @param {string} key @param {Record<string, string | number>} [values] */
export function t(key, values = {}) {
  const entry = words[key];
  const text = entry ? inLanguage(entry) : key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
