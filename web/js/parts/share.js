// @ts-check
// Share: links, FEN, PGN, and a picture of the board as one SVG file.

import { t } from "../i18n.js";
import { notation, spokenLanguage } from "../settings.js";
import { h, s } from "../view.js";
import { VIEW } from "../board/geometry.js";
import { button, openDialog } from "./controls.js";
import { tell } from "./speaker.js";

/** @typedef {import("../board/board.js").Board} Board */

/** @param {string} label @param {string} text */
export function copyRow(label, text) {
  const field = h("input", { readonly: true, value: text, "aria-label": () => t(label), name: label, onfocus: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select() });
  return h(
    "div",
    { class: "copy-row" },
    h("span", {}, () => t(label)),
    field,
    h("button", { type: "button", class: "button", "aria-label": () => `${t("copy")}: ${t(label)}`, onclick: () => copy(field) }, () => t("copy")),
  );
}

/** @param {HTMLInputElement} field */
async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  tell(t("copied"));
}

/** @param {string} name @param {string} text @param {string} type */
export function download(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** @param {import("../pages/game.js").Table} table */
export function shareDialog(table) {
  const game = table.room.game.peek();
  if (!game) return;
  const address = `${location.origin}/#/game/${game.id}`;
  const fen = game.plies[table.shownPly() - 1]?.fen ?? game.start.fen;
  openDialog("share", () =>
    h(
      "div",
      { class: "stack" },
      copyRow("share.watch", address),
      copyRow("share.fen", fen),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button", href: () => `/api/games/${game.id}/pgn?notation=${notation.value}&lang=${spokenLanguage()}`, download: `chuhe-${game.id}.pgn` }, () => t("share.pgn")),
        ...pictureButtons(table.board, `chuhe-${game.id}`),
      ),
    ),
  );
}

/** The board as a picture: lines that scale, or dots for messengers. @param {Board} board @param {string} name */
export function pictureButtons(board, name) {
  return [
    button("share.picture", () => download(`${name}.svg`, picture(board), "image/svg+xml")),
    button("share.png", () => void downloadPng(`${name}.png`, picture(board))),
  ];
}

/** @param {string} name @param {string} svg */
async function downloadPng(name, svg) {
  const image = new Image(VIEW.width, VIEW.height);
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = h("canvas", { width: VIEW.width, height: VIEW.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, VIEW.width, VIEW.height);
  h("a", { href: canvas.toDataURL("image/png"), download: name }).click();
}

const LOOKS = ["font-size", "font-family", "text-anchor", "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "opacity", "fill-opacity", "stop-color"];

/** The board as it looks now, in a file of its own: computed looks become attributes. @param {Board} board */
export function picture(board) {
  const { ground, marks, discs, over } = board.canvas;
  const file = s("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `${VIEW.x} ${VIEW.y} ${VIEW.width} ${VIEW.height}`, width: VIEW.width / 2, height: VIEW.height / 2 });
  const parts = [...ground.children, /** @type {Element} */ (document.getElementById("definitions")), marks, discs, over];
  for (const part of parts) file.append(withLooks(part));
  return new XMLSerializer().serializeToString(file);
}

/** @param {Element} element @returns {Element} */
function withLooks(element) {
  const copy = /** @type {Element} */ (element.cloneNode(false));
  const looks = getComputedStyle(element);
  for (const name of ["class", "style", "role", "tabindex"]) copy.removeAttribute(name);
  if (!["defs", "g", "radialGradient"].includes(element.tagName)) {
    for (const name of LOOKS) copy.setAttribute(name, looks.getPropertyValue(name));
  }
  const moved = /translate\((-?[\d.]+)px(?:, (-?[\d.]+)px)?\)/.exec(/** @type {SVGElement} */ (element).style?.transform ?? "");
  if (moved) copy.setAttribute("transform", `translate(${moved[1]} ${moved[2] ?? 0})`);
  for (const child of element.children) copy.append(withLooks(child));
  if (element.tagName === "text") copy.textContent = element.textContent;
  return copy;
}
