// @ts-check
// The board: changes its state, tells the page what the visitor did, and asks render for a picture.

import { h } from "../view.js";
import { POINTS } from "./geometry.js";
import { listen } from "./input.js";
import { sideOf } from "./pieces.js";
import { Canvas } from "./render.js";
import { emptyState } from "./state.js";

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./state.js").State} State */

/**
 * @typedef {object} Answers
 * @property {(from: Point, to: Point) => void} onMove
 * @property {(from: Point, to: Point) => void} [onReject]  a try that is not among the targets
 * @property {(point: Point) => boolean} [onPress]  the editor: true when the press was used up
 * @property {(state: State, point: Point) => string} describe  the words for one point
 * @property {() => string} label
 */

export class Board {
  state = emptyState();
  canvas = new Canvas();
  /** Where the keyboard is. @type {Point} */
  cursor = "e0";
  /** Arrows the visitor drew. @type {import("./state.js").Arrow[]} */
  drawn = [];
  /** @type {Answers} */
  answers;
  element;

  /** @param {Answers} answers */
  constructor(answers) {
    this.answers = answers;
    this.element = h("div", { class: "board" }, this.canvas.ground, this.canvas.svg);
    listen(this);
    this.update({});
  }

  /** @param {Partial<State>} change */
  update(change) {
    const movedOn = change.pieces !== undefined && change.pieces !== this.state.pieces;
    Object.assign(this.state, change);
    if (movedOn) {
      this.drawn = [];
      if (this.state.selected && !this.#mayPick(this.state.selected)) this.state.selected = null;
    }
    this.#redraw();
  }

  #redraw() {
    this.canvas.draw({ ...this.state, arrows: [...this.state.arrows, ...this.drawn] });
    this.relabel();
  }

  /** Words for screen readers; called again when the language changes. */
  relabel() {
    this.canvas.grid.setAttribute("aria-label", this.answers.label());
    for (const point of POINTS) {
      const cell = /** @type {SVGRectElement} */ (this.canvas.cells.get(point));
      cell.setAttribute("aria-label", this.answers.describe(this.state, point));
      cell.setAttribute("tabindex", point === this.cursor ? "0" : "-1");
      cell.setAttribute("aria-selected", String(point === this.state.selected));
      cell.classList.toggle("grab", this.#mayPick(point));
    }
  }

  /** @param {Point} point */
  focus(point) {
    this.cursor = point;
    this.relabel();
    this.canvas.cells.get(point)?.focus({ preventScroll: true });
  }

  /** A press on a point: picks, drops, or lets go. True when a piece was picked. @param {Point} point */
  press(point) {
    if (this.answers.onPress?.(point)) return false;
    const { selected } = this.state;
    if (selected && selected !== point && this.#isTarget(selected, point)) {
      this.drop(selected, point, { dragged: false });
      return false;
    }
    if (!this.#mayPick(point)) {
      this.letGo();
      if (selected && selected !== point) this.answers.onReject?.(selected, point);
      return false;
    }
    this.state.selected = point;
    this.#redraw();
    return true;
  }

  /** @param {Point} from @param {Point} to @param {{ dragged: boolean }} how */
  drop(from, to, { dragged }) {
    const piece = this.state.pieces.get(from);
    if (!piece || !this.#isTarget(from, to)) {
      this.#redrawAt(from);
      return this.answers.onReject?.(from, to);
    }
    const pieces = new Map(this.state.pieces);
    pieces.delete(from);
    pieces.set(to, piece);
    // Shown at once; the server's answer confirms or corrects it.
    const animate = this.state.animate;
    this.update({ pieces, selected: null, lastMove: [from, to], targets: this.state.free ? this.state.targets : {}, check: false, arrows: [], animate: animate && !dragged });
    this.state.animate = animate;
    this.answers.onMove(from, to);
  }

  /** @param {Point} point */
  #redrawAt(point) {
    const shown = this.canvas.shown.get(point);
    this.canvas.shown.delete(point);
    shown?.node.remove();
    this.letGo();
  }

  letGo() {
    this.state.selected = null;
    this.drawn = [];
    this.#redraw();
  }

  /** @param {Point} from @param {Point} to */
  toggleArrow(from, to) {
    const same = this.drawn.findIndex((arrow) => arrow.from === from && arrow.to === to);
    if (0 <= same) this.drawn.splice(same, 1);
    else if (from !== to) this.drawn.push({ from, to, kind: "drawn" });
    this.#redraw();
  }

  /** @param {Point} point */
  #mayPick(point) {
    const piece = this.state.pieces.get(point);
    if (!piece) return false;
    if (this.state.free) return true;
    const { movable } = this.state;
    const mine = movable === "both" || movable === sideOf(piece);
    return mine && sideOf(piece) === this.state.turn && this.state.targets[point] !== undefined;
  }

  /** @param {Point} from @param {Point} to */
  #isTarget(from, to) {
    return this.state.free || (this.state.targets[from]?.includes(to) ?? false);
  }
}
