// @ts-check
// A still picture of a position.

import { pieceSet } from "../settings.js";
import { s } from "../view.js";
import { drawGround } from "./ground.js";
import { place, VIEW } from "./geometry.js";
import { drawPiece } from "./pieces.js";
import { readPieces } from "./state.js";

/** @param {string} fen @param {"red" | "black"} [below] whose side is nearer */
export function smallBoard(fen, below = "red") {
  const discs = [...readPieces(fen)].map(([point, piece]) => {
    const { x, y } = place(point, below);
    return s("g", { transform: `translate(${x} ${y})` }, drawPiece(piece, pieceSet.value));
  });
  return s("svg", { class: "small-board", viewBox: `${VIEW.x} ${VIEW.y} ${VIEW.width} ${VIEW.height}`, "aria-hidden": "true" }, ...drawGround(below), ...discs);
}
