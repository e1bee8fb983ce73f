// @ts-check
// Buttons, choices and dialogs used on every page.

import { t } from "../i18n.js";
import { h } from "../view.js";
import { icon } from "./icons.js";

/** An icon with a name; the name is its tooltip and its label. @param {string} name @param {string} label key of the words @param {() => void} act @param {{ disabled?: () => boolean, pressed?: () => boolean, text?: boolean | string, class?: string }} [how] `text`: shown beside it, under a shorter key if it is one */
export function iconButton(name, label, act, how = {}) {
  return h(
    "button",
    {
      type: "button",
      class: `icon-button ${how.text ? "with-text" : ""} ${how.class ?? ""}`,
      title: () => t(label),
      "aria-label": () => t(label),
      "aria-pressed": how.pressed ? () => String(how.pressed?.()) : null,
      disabled: how.disabled ?? false,
      onclick: act,
      "data-act": label,
    },
    icon(name),
    how.text && h("span", {}, () => t(typeof how.text === "string" ? how.text : label)),
  );
}

/** @param {string} label @param {() => void} act @param {Record<string, any>} [attributes] */
export function button(label, act, attributes = {}) {
  return h("button", { type: "button", class: "button", "data-act": label, onclick: act, ...attributes }, () => t(label));
}

/**
 * A row of choices that excludes one another.
 * @template {string} T
 * @param {string} label @param {readonly (readonly [T, string])[]} options value and key of its words
 * @param {{ value: T }} target
 */
export function choices(label, options, target) {
  return h(
    "div",
    { class: "choices", role: "radiogroup", "aria-label": () => t(label) },
    ...options.map(([value, words]) =>
      h(
        "button",
        { type: "button", role: "radio", "data-value": value, "aria-checked": () => String(target.value === value), onclick: () => (target.value = value) },
        () => t(words),
      ),
    ),
  );
}

/**
 * @param {string} label @param {() => (readonly [string, string])[]} options value and words
 * @param {{ value: string }} target @param {string} [name]
 */
export function select(label, options, target, name = label) {
  return h(
    "label",
    { class: "field" },
    h("span", {}, () => t(label)),
    () => {
      const made = h("select", { name, onchange: (/** @type {Event} */ event) => (target.value = /** @type {HTMLSelectElement} */ (event.target).value) }, ...options().map(([value, words]) => h("option", { value }, words)));
      made.value = target.value;
      return made;
    },
  );
}

/** @param {string} title key of the words @param {(close: () => void) => import("../view.js").Child} content */
export function openDialog(title, content) {
  const close = () => dialog.close();
  const dialog = h(
    "dialog",
    { class: "dialog", "aria-label": () => t(title), onclose: () => dialog.remove(), onclick: (/** @type {Event} */ event) => event.target === dialog && close() },
    h("div", { class: "dialog-body" }, h("header", {}, h("h2", {}, () => t(title)), iconButton("close", "close", close)), content(close)),
  );
  document.body.append(dialog);
  dialog.showModal();
  return close;
}

/** @param {string} question key of the words @param {string} yes @param {() => void} act */
export function confirmFirst(question, yes, act) {
  openDialog("confirm", (close) => [
    h("p", {}, () => t(question)),
    h("div", { class: "row" }, button(yes, () => (close(), act()), { class: "button primary" }), button("cancel", close)),
  ]);
}
