// @ts-check
// The name of an opening in the visitor's language.

import { inLanguage } from "../i18n.js";

/** @param {{ zh: string, en: string } | null} name */
export const openingText = (name) => (name ? inLanguage([name.zh, name.en]) : "");
