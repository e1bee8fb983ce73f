// @ts-check
// The position editor: pick a piece, put it on points; drag to move; the server says what is wrong.

import { request } from "../api.js";
import { drawPiece } from "../board/pieces.js";
import { readPieces, writeFen } from "../board/state.js";
import { START } from "../newgame.js";
import { said, t } from "../i18n.js";
import { pieceSet } from "../settings.js";
import { effect, h, s, signal } from "../view.js";
import { errorText, pieceName } from "../words.js";
import { button, choices } from "./controls.js";

/** @typedef {import("../board/board.js").Board} Board */

export class Editor {
  active = signal(false);
  brush = signal(/** @type {string | null} */ (null));
  pieces = signal(/** @type {Map<string, string>} */ (new Map()));
  turn = signal(/** @type {"red" | "black"} */ ("red"));
  verdict = signal("");
  valid = signal(false);

  /** @param {(fen: string) => void} done @param {string} [label] what happens then */
  constructor(done, label = "editor.done") {
    this.done = done;
    this.label = label;
    effect(() => {
      if (this.active.value) void this.#check(this.fen());
    });
  }

  fen() {
    return writeFen(this.pieces.value, this.turn.value);
  }

  /** @param {Map<string, string>} pieces @param {"red" | "black"} turn */
  open(pieces, turn) {
    this.pieces.value = new Map(pieces);
    this.turn.value = turn;
    this.brush.value = null;
    this.active.value = true;
  }

  /** @param {string} fen */
  async #check(fen) {
    /** @type {{ problem: { zh: string, en: string } | null }} */
    const { problem } = await request("POST", "/api/check", { fen }).catch((error) => ({ problem: { zh: errorText(error), en: errorText(error) } }));
    if (fen !== this.fen()) return;
    this.valid.value = problem === null;
    this.verdict.value = problem === null ? t("editor.valid") : said(problem);
  }

  /** A press on a point: with a brush it sets or clears. True when used up. @param {string} point */
  press(point) {
    const brush = this.brush.peek();
    if (brush === null) return false;
    const pieces = new Map(this.pieces.peek());
    if (brush === "erase" || pieces.get(point) === brush) pieces.delete(point);
    else pieces.set(point, brush);
    this.pieces.value = pieces;
    return true;
  }

  /** @param {string} from @param {string} to */
  move(from, to) {
    const pieces = new Map(this.pieces.peek());
    const piece = pieces.get(from);
    if (!piece) return;
    pieces.delete(from);
    pieces.set(to, piece);
    this.pieces.value = pieces;
  }

  panel() {
    const brushButton = (/** @type {string} */ piece) =>
      h(
        "button",
        { type: "button", class: "brush", "data-piece": piece, "aria-pressed": () => String(this.brush.value === piece), "aria-label": () => pieceName(piece), onclick: () => (this.brush.value = this.brush.peek() === piece ? null : piece) },
        () => s("svg", { viewBox: "-48 -48 96 96", "aria-hidden": "true" }, drawPiece(piece, pieceSet.value)),
      );
    return h(
      "div",
      { class: "editor stack" },
      h("p", { class: "quiet" }, () => t("editor.help")),
      h("div", { class: "brushes" }, ...[..."KABNRCP"].map(brushButton)),
      h("div", { class: "brushes" }, ...[..."kabnrcp"].map(brushButton)),
      h("div", { class: "row" }, h("button", { type: "button", class: "button", "aria-pressed": () => String(this.brush.value === "erase"), onclick: () => (this.brush.value = "erase") }, () => t("editor.erase")), button("editor.start", () => this.#read(START)), button("editor.clear", () => (this.pieces.value = new Map()))),
      h("div", { class: "field" }, h("span", {}, () => t("editor.turn")), choices("editor.turn", [["red", "red"], ["black", "black"]], this.turn)),
      h("label", { class: "field" }, h("span", {}, "FEN"), h("input", { name: "editor.fen", autocomplete: "off", spellcheck: "false", value: () => this.fen(), onchange: (/** @type {Event} */ event) => this.#read(/** @type {HTMLInputElement} */ (event.target).value) })),
      h("p", { class: () => `verdict-line ${this.valid.value ? "good" : "bad"}`, role: "status" }, () => this.verdict.value),
      h("div", { class: "row" }, h("button", { type: "button", class: "button primary", "data-act": "editor.done", disabled: () => !this.valid.value, onclick: () => this.#finish() }, () => t(this.label)), button("cancel", () => (this.active.value = false))),
    );
  }

  /** A whole position, typed or pasted; the server says what is wrong with it. @param {string} fen */
  #read(fen) {
    this.pieces.value = readPieces(fen);
    this.turn.value = fen.trim().split(/\s+/)[1] === "b" ? "black" : "red";
  }

  #finish() {
    this.active.value = false;
    this.done(this.fen());
  }
}
