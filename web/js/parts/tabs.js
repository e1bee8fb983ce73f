// @ts-check
// Tabs after the pattern of the ARIA authoring guide: arrows change, only the chosen one is in the tab order.

import { t } from "../i18n.js";
import { h } from "../view.js";

let made = 0;

/** @param {{ value: string }} chosen @param {[string, () => import("../view.js").Child][]} pages key and content */
export function tabs(chosen, pages) {
  const prefix = `tab${(made += 1)}`;
  const names = pages.map(([name]) => name);
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    chosen.value = names[(names.indexOf(chosen.value) + step + names.length) % names.length];
    queueMicrotask(() => document.getElementById(`${prefix}-${chosen.value}`)?.focus());
  };
  return h(
    "div",
    { class: "tabs" },
    h(
      "div",
      { role: "tablist", onkeydown },
      ...names.map((name) =>
        h("button", { type: "button", role: "tab", id: `${prefix}-${name}`, "aria-controls": `${prefix}-page`, "aria-selected": () => String(chosen.value === name), tabindex: () => (chosen.value === name ? 0 : -1), onclick: () => (chosen.value = name) }, () => t(`tab.${name}`)),
      ),
    ),
    h("div", { role: "tabpanel", id: `${prefix}-page`, "aria-labelledby": () => `${prefix}-${chosen.value}`, class: () => `tab-page ${chosen.value}` }, () => pages.find(([name]) => name === chosen.value)?.[1]()),
  );
}
