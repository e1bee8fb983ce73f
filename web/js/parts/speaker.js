// @ts-check
// Two quiet voices: a log for screen readers, and a line of text that fades.

import { h } from "../view.js";

const region = h("div", { class: "unseen", role: "log", "aria-live": "polite" });
/** Lines that stay in the log, so that a quick answer does not silence the move before it. */
const LINES = 4;
const note = h("div", { class: "note", role: "alert", hidden: true });
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

export const speaker = [region, note];

/** @param {string} text */
export function announce(text) {
  region.append(h("p", {}, text));
  while (LINES < region.children.length) region.firstElementChild?.remove();
}

/** @param {string} text */
export function tell(text) {
  note.textContent = text;
  note.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (note.hidden = true), 4000);
}
