// @ts-check
// The words of the page, Chinese and English. `{name}` in a text is filled in.

import { language } from "./settings.js";
import { words } from "./dictionary.js";

/** @param {string} key @param {Record<string, string | number>} [values] */
export function t(key, values = {}) {
  const entry = words[key];
  const text = entry ? entry[language.value === "zh" ? 0 : 1] : key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
