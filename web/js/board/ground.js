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

/** @param {import("./geometry.js").Side} below @returns {SVGElement[]} */
export function drawGround(below) {
  return [
    s("rect", { class: "paper", x: -62, y: -78, width: 924, height: 1056, rx: 6 }),
    s("rect", { class: "frame", x: -12, y: -12, width: 824, height: 924 }),
    s("path", { class: "lines", d: gridPath() }),
    s("path", { class: "lines marks", d: MARKED.map(([column, row]) => markPath(column, row)).join("") }),
    s("g", { class: "river" }, ...drawRiver()),
    s("g", { class: "numbers", "aria-hidden": "true" }, ...drawNumbers(below)),
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

/** Files count from each player's right; Red's numbers are Chinese. @param {import("./geometry.js").Side} below */
function drawNumbers(below) {
  const numbers = [];
  for (let column = 0; column < 9; column += 1) {
    const [fromRight, fromLeft] = [9 - column, column + 1];
    const [bottom, top] = below === "red" ? [CHINESE_DIGITS[fromRight - 1], String(fromLeft)] : [String(fromRight), CHINESE_DIGITS[fromLeft - 1]];
    numbers.push(
      s("path", { d: glyphs[bottom], transform: `translate(${column * STEP} 961) scale(0.23)` }),
      s("path", { d: glyphs[top], transform: `translate(${column * STEP} -61) scale(0.23)` }),
    );
  }
  return numbers;
}
