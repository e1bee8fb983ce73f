// @ts-check
// The name of an opening in the visitor's language.

import { said } from "../i18n.js";

/** @param {{ zh: string, en: string } | null} name */
export const openingText = (name) => (name ? said(name) : "");
