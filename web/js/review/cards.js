// @ts-check
// What a review says beside the board: how well both played, the moments that decided, the moves.

import { smallBoard } from "../board/small.js";
import { said, saidTogether, t } from "../i18n.js";
import { openingText } from "../parts/opening.js";
import { h } from "../view.js";
import { moveText } from "../words.js";
import { GLYPHS, isError } from "./reviewed.js";

/** @typedef {import("./reviewed.js").Reviewed} Reviewed */
/** @typedef {import("../wire").ReviewedMove} ReviewedMove */

/** Accuracy of both sides, in all and by phase, and what the opening was. @param {Reviewed} reviewed */
export function accuracies(reviewed) {
  const game = reviewed.game.value;
  if (!game) return null;
  const percent = (/** @type {number | null} */ value) => (value === null ? "–" : `${Math.round(value)} %`);
  const sides = /** @type {const} */ (["red", "black"]);
  const opening = openingText(game.opening);
  const left = game.left_book ? t("review.left.book", { move: moveText(game.plies[game.left_book - 1]), number: Math.ceil(game.left_book / 2) }) : "";
  return [
    h(
      "table",
      { class: "accuracies" },
      h("thead", {}, h("tr", {}, h("td", {}), ...["accuracy", "phase.0", "phase.1", "phase.2"].map((key) => h("th", { scope: "col" }, t(key))))),
      h("tbody", {}, ...sides.map((side, index) => h("tr", {}, h("th", { scope: "row" }, t(side)), ...[game.accuracy[index].total, ...game.accuracy[index].phases].map((value) => h("td", {}, percent(value)))))),
    ),
    opening || left ? h("p", { class: "quiet opening-fact" }, [opening, left].filter(Boolean).join(" · ")) : null,
  ];
}

/** Everything about one move: what was played, what was better, why, and a line. @param {Reviewed} reviewed @param {ReviewedMove} move @param {() => void} showLine */
export function moveCard(reviewed, move, showLine) {
  const { why } = move;
  return h(
    "div",
    { class: `move-card ${move.label}` },
    h("p", { class: "move-head" }, headline(reviewed, move)),
    why ? h("p", { class: "why" }, saidTogether(why.sentences)) : null,
    why?.line.length ? h("button", { type: "button", class: "link", "data-act": "review.line", onclick: showLine }, `${t("review.line")}: ${why.line.map(moveText).join(" ")}`) : null,
  );
}

/** @param {Reviewed} reviewed @param {ReviewedMove} move */
function headline(reviewed, move) {
  const game = reviewed.game.value;
  const played = /** @type {any} */ (game?.plies[move.ply - 1]);
  const shift = game?.turn === "black" ? 1 : 0;
  const best = move.best[0];
  return [
    h("span", { class: "number" }, `${Math.floor((move.ply - 1 + shift) / 2) + 1}.`),
    " ",
    h("strong", { class: `glyph ${move.label}` }, `${moveText(played)}${GLYPHS[move.label ?? ""]}`),
    " ",
    h("span", { class: "quiet" }, `${t(`label.${move.label}`, { moves: move.mate ?? "" })} · ${Math.round(move.before)} → ${Math.round(move.after)} %`),
    best && best.move !== played.move ? [" ", h("span", { class: "better" }, t("review.better", { move: moveText(best) }))] : null,
  ];
}

/** The moments that decided, as cards; a press leads there. @param {Reviewed} reviewed @param {(ply: number) => void} open @param {() => number | null} current */
export function keyMoments(reviewed, open, current) {
  const game = reviewed.game.value;
  if (!game) return null;
  const moves = game.moments.map((ply) => reviewed.move(ply)).filter((move) => move !== undefined);
  if (!moves.length) return h("p", { class: "quiet" }, t(game.done ? "review.no.moments" : "review.looking"));
  return h(
    "ol",
    { class: "moment-list" },
    ...moves.map((move) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "moment", "data-ply": move.ply, "aria-current": () => (current() === move.ply ? "true" : null), onclick: () => open(move.ply) },
          smallBoard(reviewed.fen(move.ply - 1), move.side),
          h("span", { class: "moment-text" }, h("span", { class: "move-head" }, headline(reviewed, move)), h("span", { class: "why" }, (move.why?.sentences ?? []).slice(0, 1).map(said).join(" "))),
        ),
      ),
    ),
  );
}

/** The glyph behind a move of the list. @param {Reviewed} reviewed @param {number} ply */
export function glyphOf(reviewed, ply) {
  const move = reviewed.move(ply);
  if (!move?.label) return null;
  return h("span", { class: `glyph ${move.label}`, title: t(`label.${move.label}`, { moves: move.mate ?? "" }), "data-error": String(isError(move)) }, GLYPHS[move.label]);
}
