// @ts-check
// Two quiet voices: the live region for screen readers, and a line of text that fades.

import { h } from "../view.js";

const region = h("div", { class: "unseen", role: "status", "aria-live": "polite" });
const note = h("div", { class: "note", role: "alert", hidden: true });
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

export const speaker = [region, note];

/** @param {string} text */
export function announce(text) {
  // The same text twice is only read again when it was gone in between.
  region.textContent = "";
  setTimeout(() => (region.textContent = text), 30);
}

/** @param {string} text */
export function tell(text) {
  note.textContent = text;
  note.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (note.hidden = true), 4000);
}
