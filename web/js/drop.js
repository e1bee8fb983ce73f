// @ts-check
// Files may be dropped on any page. What to do with them is loaded when it happens.

import { t } from "./i18n.js";
import { h, signal } from "./view.js";

const over = signal(false);

/** Shown while files hang over the page. */
export const dropSign = h("div", { class: "drop-sign", hidden: () => !over.value, "aria-hidden": "true" }, h("p", {}, () => t("drop.here")));

/** A map or a board for the laboratory has a place of its own there. @param {Event} event */
const isOurs = (event) => {
  const drag = /** @type {DragEvent} */ (event);
  return !event.defaultPrevented && (drag.dataTransfer?.types.includes("Files") ?? false);
};

addEventListener("dragover", (event) => {
  if (!isOurs(event)) return void (over.value = false);
  event.preventDefault();
  over.value = true;
});
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) over.value = false;
});
addEventListener("drop", (event) => {
  over.value = false;
  if (!isOurs(event)) return;
  event.preventDefault();
  const files = [...(event.dataTransfer?.files ?? [])];
  void import("./games/upload.js").then(({ take }) => take(files));
});
