// @ts-check
// What the board shows, as data. No rules here: legal targets come from the server.

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./geometry.js").Side} Side */
/** @typedef {import("./pieces.js").Piece} Piece */
/** @typedef {{ from: Point, to: Point, kind: "hint" | "threat" | "line" | "drawn", strength?: number }} Arrow */

/**
 * @typedef {object} State
 * @property {Map<Point, Piece>} pieces
 * @property {Side} below        who sits at the lower edge
 * @property {Side} turn
 * @property {Record<Point, Point[]>} targets  where each piece may go
 * @property {Side | "both" | null} movable    whose pieces the visitor may move
 * @property {boolean} free      the editor: any piece goes anywhere
 * @property {Point | null} selected
 * @property {[Point, Point] | null} lastMove
 * @property {boolean} check
 * @property {Arrow[]} arrows
 * @property {Map<Point, number>} heat  contribution of each piece, when asked for
 * @property {Point[]} lanterns  points a lesson asks for
 * @property {Point[]} crosses   what stands in the way
 * @property {string} set
 * @property {"chinese" | "digits" | "letters"} labels  what stands at the edge: 一..九 for Red, 1..9 for both, or a..i and 0..9
 * @property {boolean} animate
 */

/** @returns {State} */
export function emptyState() {
  return {
    pieces: new Map(),
    below: "red",
    turn: "red",
    targets: {},
    movable: null,
    free: false,
    selected: null,
    lastMove: null,
    check: false,
    arrows: [],
    heat: new Map(),
    lanterns: [],
    crosses: [],
    set: "hanzi",
    labels: "chinese",
    animate: true,
  };
}

/** The pieces of a FEN. Unknown letters are left out: the server decides what is valid. @param {string} fen */
export function readPieces(fen) {
  /** @type {Map<Point, Piece>} */
  const pieces = new Map();
  const [board] = fen.trim().split(/\s+/);
  board.split("/").slice(0, 10).forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (/[1-9]/.test(letter)) file += Number(letter);
      else if (/[kabnrcp]/i.test(letter) && file < 9) pieces.set("abcdefghi"[file++] + (9 - index), letter);
    }
  });
  return pieces;
}

/** @param {Map<Point, Piece>} pieces @param {Side} turn */
export function writeFen(pieces, turn) {
  const rows = [];
  for (let rank = 9; rank >= 0; rank -= 1) {
    let row = "";
    let empty = 0;
    for (const file of "abcdefghi") {
      const piece = pieces.get(file + rank);
      if (piece) {
        row += (empty || "") + piece;
        empty = 0;
      } else empty += 1;
    }
    rows.push(row + (empty || ""));
  }
  return `${rows.join("/")} ${turn === "red" ? "w" : "b"} - - 0 1`;
}
