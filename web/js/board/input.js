// @ts-check
// Pointer, touch and keyboard: gestures become `pick`, `drop` and `let go` of points.

import { nearest, place, pointAt, fileOf, rankOf } from "./geometry.js";

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./board.js").Board} Board */

/** Pixels a pointer may tremble before a click becomes a drag. */
const DRAG_DISTANCE = 5;

/** @param {Board} board */
export function listen(board) {
  const { svg, grid } = board.canvas;
  svg.addEventListener("pointerdown", (event) => pointerDown(board, event));
  // A click does not take the keyboard to the board: arrows go on stepping through the moves.
  svg.addEventListener("mousedown", (event) => event.preventDefault());
  svg.addEventListener("contextmenu", (event) => event.preventDefault());
  grid.addEventListener("keydown", (event) => keyDown(board, event));
  grid.addEventListener("focusin", (event) => {
    const point = /** @type {Element} */ (event.target).getAttribute("data-point");
    if (point) board.cursor = point;
  });
}

/** @param {Board} board @param {PointerEvent} event @returns {{ x: number, y: number }} */
function placeOf(board, event) {
  const matrix = board.canvas.svg.getScreenCTM();
  if (!matrix) return { x: NaN, y: NaN };
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return { x, y };
}

/** @param {Board} board @param {PointerEvent} event */
export function pointAtPointer(board, event) {
  const { x, y } = placeOf(board, event);
  return nearest(x, y, board.state.below);
}

/** @param {Board} board @param {PointerEvent} event */
function pointerDown(board, event) {
  const point = pointAtPointer(board, event);
  if (!point) return board.letGo();
  if (event.button === 2) return drawArrow(board, event, point);
  if (event.button !== 0) return;
  const wasSelected = board.state.selected === point;
  const grabbed = board.press(point);
  if (grabbed) drag(board, event, point, wasSelected);
}

/** @param {Board} board @param {PointerEvent} down @param {Point} from @param {boolean} wasSelected */
function drag(board, down, from, wasSelected) {
  const disc = board.canvas.shown.get(from)?.node;
  if (!disc) return;
  let dragging = false;
  const control = new AbortController();
  const { signal } = control;
  board.canvas.svg.setPointerCapture(down.pointerId);
  const end = (/** @type {Point | null} */ to) => {
    control.abort();
    disc.classList.remove("dragged");
    if (dragging && to && to !== from) return board.drop(from, to, { dragged: true });
    board.canvas.move(disc, place(from, board.state.below));
    if (!dragging && wasSelected) board.letGo();
  };
  board.canvas.svg.addEventListener("pointermove", (event) => {
    if (event.pointerId !== down.pointerId) return;
    const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
    if (!dragging && far < DRAG_DISTANCE) return;
    dragging = true;
    disc.classList.add("dragged", "still");
    disc.parentNode?.append(disc);
    board.canvas.move(disc, placeOf(board, event));
  }, { signal });
  board.canvas.svg.addEventListener("pointerup", (event) => event.pointerId === down.pointerId && end(pointAtPointer(board, event)), { signal });
  board.canvas.svg.addEventListener("pointercancel", () => end(null), { signal });
}

/** Arrows drawn with the right button, for talking about a position. @param {Board} board @param {PointerEvent} down @param {Point} from */
function drawArrow(board, down, from) {
  board.canvas.svg.setPointerCapture(down.pointerId);
  board.canvas.svg.addEventListener("pointerup", (event) => {
    const to = pointAtPointer(board, event);
    if (to) board.toggleArrow(from, to);
  }, { once: true });
}

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** @param {Board} board @param {KeyboardEvent} event */
function keyDown(board, event) {
  const step = STEPS[event.key];
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (step) {
    const turn = board.state.below === "red" ? 1 : -1;
    const next = pointAt(fileOf(board.cursor) + step[0] * turn, rankOf(board.cursor) + step[1] * turn);
    if (next) board.focus(next);
  } else if (event.key === "Enter" || event.key === " ") {
    board.press(board.cursor);
  } else if (event.key === "Escape") {
    board.letGo();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

