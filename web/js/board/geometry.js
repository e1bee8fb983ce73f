// @ts-check
// Points of the board and where they lie in the picture. One step between points is 100 units.

/** A point such as "h2": file a-i from Red's left, rank 0-9 from Red's side. @typedef {string} Point */
/** @typedef {"red" | "black"} Side */

const FILES = "abcdefghi";
export const STEP = 100;
export const VIEW = { x: -72, y: -88, width: 944, height: 1076 };

/** @type {Point[]} */
export const POINTS = Array.from({ length: 90 }, (_, index) => FILES[index % 9] + Math.floor(index / 9));

/** @param {Point} point */
export const fileOf = (point) => FILES.indexOf(point[0]);
/** @param {Point} point */
export const rankOf = (point) => Number(point[1]);

/** @param {number} file @param {number} rank @returns {Point | null} */
export function pointAt(file, rank) {
  const onBoard = 0 <= file && file < 9 && 0 <= rank && rank < 10;
  return onBoard ? FILES[file] + rank : null;
}

/** Where a point lies, seen from the side that sits below. @param {Point} point @param {Side} below */
export function place(point, below) {
  const [file, rank] = [fileOf(point), rankOf(point)];
  return below === "red"
    ? { x: file * STEP, y: (9 - rank) * STEP }
    : { x: (8 - file) * STEP, y: rank * STEP };
}

/** The point nearest to a place in the picture, if the place is on the board. @param {number} x @param {number} y @param {Side} below */
export function nearest(x, y, below) {
  const [column, row] = [Math.round(x / STEP), Math.round(y / STEP)];
  return below === "red" ? pointAt(column, 9 - row) : pointAt(8 - column, row);
}
