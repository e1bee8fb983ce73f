// @ts-check
// Keys that work anywhere on a page, except while typing.

import { onCleanup } from "./view.js";

/** `act` answers whether it used the key. @param {(key: string) => boolean} act */
export function onKeys(act) {
  const listener = (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {Element} */ (event.target);
    const typing = target.closest?.("input, textarea, select, dialog");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (act(event.key)) event.preventDefault();
  };
  document.addEventListener("keydown", listener);
  onCleanup(() => document.removeEventListener("keydown", listener));
}
