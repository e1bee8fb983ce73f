// @ts-check
// State -> SVG, and nothing else. Nodes of pieces are kept, so that a changed place becomes a glide.

import { s } from "../view.js";
import { POINTS, place, VIEW } from "./geometry.js";
import { drawGround } from "./ground.js";
import { drawPiece } from "./pieces.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./geometry.js").Point} Point */

export const viewBox = `${VIEW.x} ${VIEW.y} ${VIEW.width} ${VIEW.height}`;

/** Everything `draw` needs to remember between two pictures. */
export class Canvas {
  ground = s("svg", { class: "ground", viewBox, "aria-hidden": "true" });
  marks = s("g", { class: "under" });
  discs = s("g", { class: "discs" });
  over = s("g", { class: "over" });
  grid = s("g", { class: "points", role: "grid" });
  svg = s("svg", { class: "play", viewBox }, this.marks, this.discs, this.over, this.grid);
  /** @type {Map<Point, SVGRectElement>} */
  cells = new Map();
  /** @type {Map<Point, { node: SVGGElement, piece: string }>} */
  shown = new Map();
  /** @type {string} */
  drawnFor = "";

  constructor() {
    for (let row = 9; row >= 0; row -= 1) {
      const line = s("g", { role: "row" });
      for (const point of POINTS.slice(row * 9, row * 9 + 9)) {
        const cell = s("rect", { role: "gridcell", width: 96, height: 96, tabindex: -1, "data-point": point });
        this.cells.set(point, cell);
        line.append(cell);
      }
      this.grid.append(line);
    }
  }

  /** @param {State} state */
  draw(state) {
    const shape = `${state.below} ${state.set} ${state.labels}`;
    if (this.drawnFor !== shape) this.#rebuild(state);
    this.drawnFor = shape;
    this.#drawPieces(state);
    this.#drawMarks(state);
    const crosses = state.crosses.map((point) => drawCross(place(point, state.below)));
    this.over.replaceChildren(...state.arrows.map((arrow) => drawArrow(arrow, state.below)), ...crosses);
  }

  /** @param {State} state */
  #rebuild(state) {
    this.ground.replaceChildren(...drawGround(state.below, state.labels));
    for (const [point, cell] of this.cells) {
      const { x, y } = place(point, state.below);
      cell.setAttribute("x", String(x - 48));
      cell.setAttribute("y", String(y - 48));
    }
    this.discs.replaceChildren();
    this.shown.clear();
  }

  /** @param {State} state */
  #drawPieces(state) {
    /** @type {{ node: SVGGElement, piece: string, from: Point }[]} */
    const loose = [];
    for (const [point, { node, piece }] of this.shown) {
      if (state.pieces.get(point) !== piece) {
        loose.push({ node, piece, from: point });
        this.shown.delete(point);
      }
    }
    for (const [point, piece] of state.pieces) {
      if (this.shown.has(point)) continue;
      const index = closest(loose, piece, point, state);
      const node = index < 0 ? drawPiece(piece, state.set) : loose.splice(index, 1)[0].node;
      node.classList.toggle("still", index < 0 || !state.animate);
      this.discs.append(node);
      this.shown.set(point, { node, piece });
      this.move(node, place(point, state.below));
    }
    for (const { node } of loose) node.remove();
    for (const [point, { node }] of this.shown) {
      node.classList.toggle("raised", point === state.selected);
      node.classList.toggle("in-check", state.check && isGeneral(state, point));
    }
  }

  /** @param {SVGGElement} node @param {{ x: number, y: number }} to */
  move(node, to) {
    node.style.transform = `translate(${to.x}px, ${to.y}px)`;
  }

  /** @param {State} state */
  #drawMarks(state) {
    const marks = [];
    for (const point of state.lastMove ?? []) marks.push(drawBrackets(place(point, state.below)));
    if (state.check) marks.push(...[...state.pieces.keys()].filter((point) => isGeneral(state, point)).map((point) => drawAlarm(place(point, state.below))));
    for (const [point, value] of state.heat) marks.push(drawHeat(place(point, state.below), value));
    for (const point of state.lanterns) marks.push(drawLantern(place(point, state.below)));
    if (state.selected) {
      const from = place(state.selected, state.below);
      marks.push(s("circle", { class: "halo", cx: from.x, cy: from.y, r: 51 }));
      for (const target of state.targets[state.selected] ?? []) {
        const { x, y } = place(target, state.below);
        const taken = state.pieces.has(target);
        marks.push(s("circle", { class: taken ? "capture" : "dot", cx: x, cy: y, r: taken ? 49 : 12 }));
      }
    }
    this.marks.replaceChildren(...marks);
  }
}

/** @param {State} state @param {Point} point */
function isGeneral(state, point) {
  return state.pieces.get(point) === (state.turn === "red" ? "K" : "k");
}

/** The nearest loose disc that shows the same piece; -1 when there is none. @param {{ piece: string, from: Point }[]} loose @param {string} piece @param {Point} to @param {State} state */
function closest(loose, piece, to, state) {
  const target = place(to, state.below);
  let [best, least] = [-1, Infinity];
  loose.forEach((candidate, index) => {
    const at = place(candidate.from, state.below);
    const distance = Math.hypot(at.x - target.x, at.y - target.y);
    if (candidate.piece === piece && distance < least) [best, least] = [index, distance];
  });
  return best;
}

/** @param {{ x: number, y: number }} at */
function drawBrackets({ x, y }) {
  const [reach, arm] = [47, 17];
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([across, along]) => {
    const [cornerX, cornerY] = [x + across * reach, y + along * reach];
    return `M${cornerX} ${cornerY - along * arm}V${cornerY}H${cornerX - across * arm}`;
  });
  return s("path", { class: "last", d: corners.join("") });
}

/** A light around a point. @param {{ x: number, y: number }} at */
function drawLantern({ x, y }) {
  return s("g", { class: "lantern", transform: `translate(${x} ${y})` }, s("circle", { class: "glow", r: 60 }), s("circle", { class: "light", r: 52 }));
}

/** @param {{ x: number, y: number }} at */
function drawCross({ x, y }) {
  return s("path", { class: "cross", d: `M${x - 26} ${y - 26}L${x + 26} ${y + 26}M${x + 26} ${y - 26}L${x - 26} ${y + 26}` });
}

/** A general in check: a ring with rays, told apart by form from every other mark. @param {{ x: number, y: number }} at */
function drawAlarm({ x, y }) {
  const rays = Array.from({ length: 12 }, (_, index) => {
    const angle = (index * Math.PI) / 6;
    const [across, along] = [Math.cos(angle), Math.sin(angle)];
    return `M${(x + across * 55).toFixed(1)} ${(y + along * 55).toFixed(1)}L${(x + across * 66).toFixed(1)} ${(y + along * 66).toFixed(1)}`;
  });
  return s("path", { class: "alarm", d: `M${x - 50} ${y}a50 50 0 1 0 100 0a50 50 0 1 0 -100 0${rays.join("")}` });
}

/** @param {{ x: number, y: number }} at @param {number} value centipawns for Red */
function drawHeat({ x, y }, value) {
  const opacity = Math.min(0.85, Math.abs(value) / 900 + 0.08).toFixed(2);
  return s("rect", { class: value < 0 ? "heat black" : "heat red", x: x - 49, y: y - 49, width: 98, height: 98, rx: 12, opacity });
}

/** @param {import("./state.js").Arrow} arrow @param {import("./geometry.js").Side} below */
function drawArrow(arrow, below) {
  const [from, to] = [place(arrow.from, below), place(arrow.to, below)];
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const neck = Math.max(30, length - 46);
  return s("path", {
    class: `arrow ${arrow.kind}`,
    opacity: arrow.strength ?? 0.95,
    transform: `translate(${from.x} ${from.y}) rotate(${((angle * 180) / Math.PI).toFixed(2)})`,
    d: SHAPES[arrow.kind](neck, length - 6),
  });
}

/** Arrows differ by form as well as by color: a hint begins with a ring, a threat is double, a line slim, one's own notched. @type {Record<import("./state.js").Arrow["kind"], (neck: number, tip: number) => string>} */
const SHAPES = {
  hint: (neck, tip) => `M52 -9H${neck}V-27L${tip} 0L${neck} 27V9H52Z M-52 0a52 52 0 1 0 104 0a52 52 0 1 0 -104 0Z M-45 0a45 45 0 1 1 90 0a45 45 0 1 1 -90 0Z`,
  threat: (neck, tip) => `M24 -13H${neck}V-27L${tip} 0L${neck} 27V13H24V5H${neck}V-5H24Z`,
  line: (neck, tip) => `M24 -7H${neck}V-22L${tip} 0L${neck} 22V7H24Z`,
  drawn: (neck, tip) => `M24 -8H${neck - 10}L${neck - 22} -26L${tip} 0L${neck - 22} 26L${neck - 10} 8H24L34 0Z`,
};

/** The wood of the discs, once per document. */
export function gradients() {
  const stop = (/** @type {string} */ offset, /** @type {string} */ name) => s("stop", { offset, class: name });
  const wood = s("radialGradient", { id: "wood", cx: "38%", cy: "30%", r: "78%" }, stop("0", "wood-light"), stop("0.55", "wood-middle"), stop("1", "wood-dark"));
  return s("svg", { class: "definitions", width: 0, height: 0, "aria-hidden": "true" }, s("defs", { id: "definitions" }, wood));
}
