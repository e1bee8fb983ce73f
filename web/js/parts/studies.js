// @ts-check
// The visitor's studies: the one on the desk with its name, and the others to open or delete.

import { request } from "../api.js";
import { t } from "../i18n.js";
import { language, LOCALES } from "../settings.js";
import { effect, h, signal } from "../view.js";
import { counted, errorText } from "../words.js";
import { button, confirmFirst, iconButton } from "./controls.js";
import { tell } from "./speaker.js";

/** @typedef {import("../shelf.js").Shelf} Shelf */
/** @typedef {import("../wire").StudyEntry} StudyEntry */

/** @param {Shelf} shelf @param {{ open: (id: string) => void, fresh: () => void }} acts */
export function studiesTab(shelf, acts) {
  const studies = signal(/** @type {StudyEntry[] | null} */ (null));
  effect(() => {
    void shelf.listed.value;
    request("GET", "/api/studies").then((answer) => (studies.value = answer.studies)).catch((error) => tell(errorText(error)));
  });
  return h(
    "div",
    { class: "stack padded studies" },
    h("label", { class: "field" }, h("span", {}, () => t("study.name")), h("input", { name: "study.name", maxlength: 80, autocomplete: "off", placeholder: () => t("study.name"), value: () => shelf.name.value, onchange: (/** @type {Event} */ event) => shelf.rename(/** @type {HTMLInputElement} */ (event.target).value.trim()) })),
    h("p", { class: "quiet", role: "status" }, () => (shelf.failed.value ? errorText(new Error(shelf.failed.value)) : shelf.dirty.value ? t("study.unsaved") : shelf.id.value ? t("study.saved") : t("study.untouched"))),
    button("study.new", acts.fresh),
    h("ul", { class: "study-list" }, () => studies.value?.map((entry) => row(shelf, entry, acts.open))),
    () => (studies.value?.length === 0 ? h("p", { class: "quiet" }, t("study.none")) : null),
  );
}

/** @param {Shelf} shelf @param {StudyEntry} entry @param {(id: string) => void} open */
function row(shelf, entry, open) {
  const remove = () =>
    confirmFirst("study.delete.sure", "delete", async () => {
      try {
        await request("DELETE", `/api/studies/${entry.id}`);
        if (shelf.id.peek() === entry.id) [shelf.id.value, shelf.dirty.value] = [null, false];
        shelf.listed.value += 1;
      } catch (error) {
        tell(errorText(error));
      }
    });
  const date = new Date(entry.updated).toLocaleDateString(LOCALES[language.value], { dateStyle: "medium" });
  return h(
    "li",
    { "aria-current": () => (shelf.id.value === entry.id ? "true" : null) },
    h("button", { type: "button", class: "study-open", onclick: () => open(entry.id) }, h("strong", {}, entry.name), h("span", { class: "quiet" }, `${counted("study.moves", entry.moves)} · ${date}`)),
    iconButton("trash", "delete", remove),
  );
}
