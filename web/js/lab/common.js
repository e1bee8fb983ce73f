// @ts-check
// What the experiments have in common: a position, a link to the view, the code that ran, files by drop.

import { request } from "../api.js";
import { t } from "../i18n.js";
import { button, openDialog } from "../parts/controls.js";
import { copyRow } from "../parts/share.js";
import { tell } from "../parts/speaker.js";
import { h } from "../view.js";
import { errorText } from "../words.js";

export const SMALL_POSITION = "4k4/4a4/4b4/9/2b3n2/9/9/4C4/4A4/3K1R3 w - - 0 1";
export const ALGORITHMS = ["minimax", "alphabeta", "ordered", "deepening"];

/** @param {Promise<unknown>} work */
export const orTell = (work) => work.catch((error) => tell(errorText(error)));

/** The code that ran. @param {() => string} name */
export const readCode = (name) =>
  button("lab.code", () => void orTell(request("GET", `/api/lab/source/${name()}`).then((text) => openDialog("lab.code", () => h("pre", { class: "code", tabindex: 0 }, text)))));

/** @param {() => string} address */
export const linkButton = (address) => button("lab.link", () => openDialog("lab.link", () => copyRow("lab.link", `${location.origin}/${address()}`)));

/** A position as FEN, or from a board file. @param {import("../view.js").Signal<string>} fen */
export function positionField(fen) {
  const change = (/** @type {Event} */ event) => (fen.value = /** @type {HTMLInputElement} */ (event.target).value.trim());
  const open = async (/** @type {string} */ text) => {
    const read = await request("POST", "/api/import", { text });
    fen.value = read.position.fen;
  };
  return [h("label", { class: "field wide-field" }, h("span", {}, () => t("position")), h("input", { name: "fen", value: () => fen.value, spellcheck: "false", autocomplete: "off", onchange: change })), fileButton("lab.open.board", (text) => orTell(open(text)))];
}

/** Opens a text file by a button; the same happens when one is dropped on the page. @param {string} label @param {(text: string) => unknown} use */
export function fileButton(label, use) {
  const input = h("input", { type: "file", class: "unseen", tabindex: -1, "aria-label": () => t(label), onchange: () => void [...(input.files ?? [])].slice(0, 1).map(async (file) => use(await file.text())) });
  return h("span", { class: "file-button" }, button(label, () => input.click()), input);
}

/** A text file dropped on an element. @param {HTMLElement} element @param {(text: string) => unknown} use */
export function onFileDrop(element, use) {
  element.addEventListener("dragover", (event) => event.preventDefault());
  element.addEventListener("drop", async (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    // The page would take any other file for a record.
    event.preventDefault();
    event.stopPropagation();
    if (file.size < 1_000_000) use(await file.text());
  });
}
