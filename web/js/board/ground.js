// @ts-check
// What never moves: lines, palaces, corner marks, the river's name and the file numbers.

import { s } from "../view.js";
import { STEP } from "./geometry.js";
import { glyphs } from "./glyphs.js";

const CHINESE_DIGITS = "一二三四五六七八九";

/** Cannon and soldier points, as column and row. */
const MARKED = [
  ...[1, 7].flatMap((column) => [[column, 2], [column, 7]]),
  ...[0, 2, 4, 6, 8].flatMap((column) => [[column, 3], [column, 6]]),
];

/** @param {import("./geometry.js").Side} below @param {import("./state.js").State["labels"]} [labels] @returns {SVGElement[]} */
export function drawGround(below, labels = "chinese") {
  return [
    s("rect", { class: "paper", x: -62, y: -78, width: 924, height: 1056, rx: 6 }),
    s("rect", { class: "frame", x: -12, y: -12, width: 824, height: 924 }),
    s("path", { class: "lines", d: gridPath() }),
    s("path", { class: "lines marks", d: MARKED.map(([column, row]) => markPath(column, row)).join("") }),
    s("g", { class: "river" }, ...drawRiver()),
    s("g", { class: "numbers", "aria-hidden": "true" }, ...(labels === "letters" ? drawLetters(below) : drawNumbers(below, labels === "chinese" ? CHINESE_DIGITS : "123456789"))),
  ];
}

function gridPath() {
  const rows = Array.from({ length: 10 }, (_, row) => `M0 ${row * STEP}H800`);
  const columns = Array.from({ length: 9 }, (_, column) => {
    const x = column * STEP;
    const isEdge = column === 0 || column === 8;
    return isEdge ? `M${x} 0V900` : `M${x} 0V400M${x} 500V900`;
  });
  const palaces = ["M300 0L500 200M500 0L300 200", "M300 700L500 900M500 700L300 900"];
  return [...rows, ...columns, ...palaces].join("");
}

/** Four little corners around a point, two at the edge of the board. @param {number} column @param {number} row */
function markPath(column, row) {
  const [gap, arm] = [8, 18];
  let path = "";
  for (const across of [-1, 1]) {
    if ((column === 0 && across < 0) || (column === 8 && across > 0)) continue;
    for (const along of [-1, 1]) {
      const [x, y] = [column * STEP + across * gap, row * STEP + along * gap];
      path += `M${x} ${y + along * arm}V${y}H${x + across * arm}`;
    }
  }
  return path;
}

function drawRiver() {
  return [...["楚", "河"].map((glyph, index) => [glyph, 145 + index * 120]), ...["漢", "界"].map((glyph, index) => [glyph, 535 + index * 120])]
    .map(([glyph, x]) => s("path", { d: glyphs[glyph], transform: `translate(${x} 450) scale(0.74)` }));
}

/** Names of points as the texts use them: files a-i, ranks 0-9 from Red's side. @param {import("./geometry.js").Side} below */
function drawLetters(below) {
  const isRed = below === "red";
  const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string | number} */ text) => s("text", { class: "coordinate", x, y: y + 9, "text-anchor": "middle" }, text);
  const files = [..."abcdefghi"].flatMap((letter, file) => [962, -60].map((y) => at((isRed ? file : 8 - file) * STEP, y, letter)));
  const ranks = Array.from({ length: 10 }, (_, rank) => at(-53, (isRed ? 9 - rank : rank) * STEP, rank));
  return [...files, ...ranks];
}

/** Files count from each player's right, in the numerals of the visitor's notation. @param {import("./geometry.js").Side} below @param {string} redDigits */
function drawNumbers(below, redDigits) {
  const numbers = [];
  for (let column = 0; column < 9; column += 1) {
    const [fromRight, fromLeft] = [9 - column, column + 1];
    const [bottom, top] = below === "red" ? [redDigits[fromRight - 1], String(fromLeft)] : [String(fromRight), redDigits[fromLeft - 1]];
    numbers.push(
      s("path", { d: glyphs[bottom], transform: `translate(${column * STEP} 961) scale(0.23)` }),
      s("path", { d: glyphs[top], transform: `translate(${column * STEP} -61) scale(0.23)` }),
    );
  }
  return numbers;
}
