// @ts-check
// The two piece sets: characters (outlines of a font) and pictures (our own drawings).

import { s } from "../view.js";
import { glyphs } from "./glyphs.js";

/** A piece is its FEN letter: capitals are Red. @typedef {string} Piece */

/** @type {Record<Piece, string>} */
const CHARACTERS = {
  K: "帥", A: "仕", B: "相", N: "傌", R: "俥", C: "炮", P: "兵",
  k: "將", a: "士", b: "象", n: "馬", r: "車", c: "砲", p: "卒",
};

/** Drawings in a box of 100 around the origin; `line` is stroked, `fill` filled. @type {Record<string, { fill?: string, line?: string }>} */
const PICTURES = {
  // A crown.
  K: {
    fill: "M-25 13 L-30 -15 L-13 -1 L0 -25 L13 -1 L30 -15 L25 13Z M-25 18H25V25H-25Z M-30 -23a4 4 0 1 0 .1 0Z M0 -34a4 4 0 1 0 .1 0Z M30 -23a4 4 0 1 0 .1 0Z",
  },
  // The winged hat of an official.
  A: {
    fill: "M-13 15V-3C-13 -26 13 -26 13 -3V15Z M-18 18H18V25H-18Z M-16 2C-24 -7 -35 -7 -37 1C-35 9 -24 11 -16 8Z M16 2C24 -7 35 -7 37 1C35 9 24 11 16 8Z",
  },
  B: {
    fill: "M-29 23V-3C-29 -19 -17 -24 -4 -24C13 -24 24 -17 27 -3C29 7 28 13 33 19L28 24C21 18 21 9 18 5C15 8 14 13 14 23H4V11H-13V23Z",
    line: "M2 -14C8 -12 9 -3 3 2",
  },
  N: {
    fill: "M-17 26H22C25 4 19 -13 6 -20L4 -30L-6 -21C-15 -17 -21 -8 -28 5C-30 11 -25 16 -20 13L-12 9C-7 9 -3 7 0 3C0 13 -15 15 -17 26Z",
  },
  // A wheel with eight spokes.
  R: {
    fill: "M0 -5.5a5.5 5.5 0 1 0 .1 0Z",
    line: "M0 -24a24 24 0 1 0 .1 0ZM0 -23V23M-23 0H23M-16.5 -16.5L16.5 16.5M-16.5 16.5L16.5 -16.5",
  },
  C: {
    fill: "M-27 2L20 -27L29 -13L-17 15C-26 18 -32 9 -27 2Z",
    line: "M-6 3a12 12 0 1 0 .1 0ZM-6 15V15.1M6 16L26 25",
  },
  // A foot soldier under a straw hat.
  P: {
    fill: "M-27 -6L0 -29L27 -6Z M-10 -3H10C10 9 5 13 0 13C-5 13 -10 9 -10 -3Z M-24 28C-22 13 -10 14 0 18C10 14 22 13 24 28Z",
  },
};

/** The ring tells the sides apart without color: two circles for Red, an octagon for Black. */
const OCTAGON = Array.from({ length: 8 }, (_, corner) => {
  const angle = ((corner + 0.5) * Math.PI) / 4;
  return `${(38 * Math.cos(angle)).toFixed(1)},${(38 * Math.sin(angle)).toFixed(1)}`;
}).join(" ");

/** @param {Piece} piece @returns {import("./geometry.js").Side} */
export const sideOf = (piece) => (piece === piece.toUpperCase() ? "red" : "black");

/**
 * A disc around the origin.
 * @param {Piece} piece @param {string} set
 */
export function drawPiece(piece, set) {
  const side = sideOf(piece);
  const ring =
    side === "red"
      ? [s("circle", { class: "ring", r: 38.5 }), s("circle", { class: "ring fine", r: 34.5 })]
      : [s("polygon", { class: "ring", points: OCTAGON })];
  return s(
    "g",
    { class: `piece ${side}` },
    s("ellipse", { class: "shadow", cx: 2, cy: 5, rx: 45, ry: 44 }),
    s("circle", { class: "disc", r: 44.5 }),
    s("circle", { class: "edge", r: 43 }),
    ...ring,
    drawMark(piece, set),
  );
}

/** @param {Piece} piece @param {string} set */
function drawMark(piece, set) {
  if (set !== "pictures") {
    return s("path", { class: "mark", d: glyphs[CHARACTERS[piece]], transform: "scale(0.56)" });
  }
  const picture = PICTURES[piece.toUpperCase()];
  return s(
    "g",
    { class: "mark", transform: "scale(0.8)" },
    picture.fill && s("path", { d: picture.fill }),
    picture.line && s("path", { class: `line${picture.fill && "BN".includes(piece.toUpperCase()) ? " cut" : ""}`, d: picture.line }),
  );
}
