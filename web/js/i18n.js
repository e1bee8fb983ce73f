// @ts-check
// The words of the page, Chinese and English. `{name}` in a text is filled in.

import { words } from "./dictionary.js";
import { isChinese, language } from "./settings.js";
import { traditional } from "./traditional.js";

/** The visitor's one of two texts. @param {readonly [string, string]} texts Chinese and English */
export function inLanguage([chinese, english]) {
  if (!isChinese()) return english;
  return language.value === "tr" ? traditional(chinese) : chinese;
}

/** The server says everything in both. @param {{ zh: string, en: string }} sentence */
export const said = ({ zh, en }) => inLanguage([zh, en]);

/** Several of them: Chinese has no space behind a full stop. @param {{ zh: string, en: string }[]} sentences */
export const saidTogether = (sentences) => sentences.map(said).join(isChinese() ? "" : " ");

/** @param {string} key @param {Record<string, string | number>} [values] */
export function t(key, values = {}) {
  const entry = words[key];
  const text = entry ? inLanguage(entry) : key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
