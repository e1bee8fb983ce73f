// @ts-check
// My games: the shelf of this browser.

import { forgetSeats, request, seatsOf } from "../api.js";
import { drawGround } from "../board/ground.js";
import { place, VIEW } from "../board/geometry.js";
import { drawPiece } from "../board/pieces.js";
import { readPieces } from "../board/state.js";
import { t } from "../i18n.js";
import { confirmFirst, iconButton } from "../parts/controls.js";
import { tell } from "../parts/speaker.js";
import { language, LOCALES, pieceSet } from "../settings.js";
import { h, s, signal } from "../view.js";
import { errorText, playerName, reasonText, resultText } from "../words.js";

/** @typedef {import("../wire").GameSummary} GameSummary */

export function gamesPage() {
  const games = signal(/** @type {GameSummary[] | null} */ (null));
  const load = () => request("GET", "/api/games").then((answer) => (games.value = answer.games)).catch((error) => tell(errorText(error)));
  void load();
  return h("div", { class: "games-page" }, h("h1", {}, () => t("games")), () => {
    if (games.value === null) return null;
    if (!games.value.length) return h("p", { class: "quiet" }, t("games.none"), " ", h("a", { href: "#/" }, t("play")));
    return h("ul", { class: "shelf" }, ...games.value.map((game) => card(game, load)));
  });
}

/** @param {GameSummary} game @param {() => void} reload */
function card(game, reload) {
  const remove = () =>
    confirmFirst("delete.sure", "delete", async () => {
      try {
        await request("DELETE", `/api/games/${game.id}`);
        forgetSeats(game.id);
        reload();
      } catch (error) {
        tell(errorText(error));
      }
    });
  const names = `${nameIn(game, "red")} – ${nameIn(game, "black")}`;
  return h(
    "li",
    { class: "card" },
    h("a", { href: `#/game/${game.id}`, class: "game-link" }, smallBoard(game.fen), h("div", {}, h("strong", {}, names), h("span", { class: "quiet" }, game.status.status === "ongoing" ? t("games.ongoing", { plies: game.plies }) : `${resultText(game.status)} · ${reasonText(game.status)}`), h("time", { class: "quiet", datetime: new Date(game.updated).toISOString() }, new Date(game.updated).toLocaleString(LOCALES[language.value], { dateStyle: "medium", timeStyle: "short" })))),
    iconButton("trash", "delete", remove),
  );
}

/** "You" for the one seat this browser holds. @param {GameSummary} game @param {"red" | "black"} side */
function nameIn(game, side) {
  const seats = seatsOf(game.id);
  const mine = game.players[side].kind === "human" && side in seats && !(side === "red" ? "black" in seats : "red" in seats);
  return mine ? t("player.you") : playerName(game.players[side]);
}

/** A still picture of a position. @param {string} fen */
export function smallBoard(fen) {
  const discs = [...readPieces(fen)].map(([point, piece]) => {
    const { x, y } = place(point, "red");
    return s("g", { transform: `translate(${x} ${y})` }, drawPiece(piece, pieceSet.value));
  });
  return s("svg", { class: "small-board", viewBox: `${VIEW.x} ${VIEW.y} ${VIEW.width} ${VIEW.height}`, "aria-hidden": "true" }, ...drawGround("red"), ...discs);
}
