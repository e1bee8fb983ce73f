// @ts-check
// One player's corner: name, what the player does, clock, captured pieces, and a slim line while thinking.

import { drawPiece } from "../board/pieces.js";
import { t } from "../i18n.js";
import { pieceSet } from "../settings.js";
import { h, onCleanup, s, signal } from "../view.js";
import { clockText, playerName } from "../words.js";

/** @typedef {import("../wire").Game} Game */
/** @typedef {import("../wire").Side} Side */

const VALUE_ORDER = "RCNBAP";

/**
 * @param {{ game: () => Game | null, side: () => Side, progress: () => (import("../wire").Progress & { side: Side }) | null, received: () => number, captured: () => string[] }} model
 *   `received` is when the clocks arrived, by this page's own time.
 * @param {import("../view.js").Child} [beside] shown while nothing is captured
 */
export function seat(model, beside) {
  return h(
    "section",
    { class: () => `seat ${model.side()} ${model.game()?.position.turn === model.side() && model.game()?.status.status === "ongoing" ? "to-move" : ""}`, "aria-label": () => t(model.side()) },
    h("div", { class: "who" }, () => sideMark(model.side()), h("div", { class: "who-text" }, h("strong", {}, () => name(model)), h("span", { class: "doing" }, () => doing(model)))),
    () => clock(model),
    h("div", { class: "thinking-line", "data-on": () => String(model.progress()?.side === model.side()) }),
    h("div", { class: "captured", role: "img", "aria-label": () => t("captured", { count: model.captured().length }) }, () => capturedPieces(model)),
    beside,
  );
}

/** The general stands for the side. @param {Side} side */
export const sideMark = (side) => s("svg", { class: "side-mark", viewBox: "-48 -48 96 96", "aria-hidden": "true" }, drawPiece(side === "red" ? "K" : "k", pieceSet.value));

/** @param {Parameters<typeof seat>[0]} model */
function name(model) {
  const game = model.game();
  if (!game) return "";
  const side = model.side();
  const mine = game.you.includes(side) && !(game.you.includes("red") && game.you.includes("black"));
  return mine && game.players[side].kind === "human" ? t("player.you") : playerName(game.players[side]);
}

/** What the player does: thinks, is to move, is away; at the end, how it ended. @param {Parameters<typeof seat>[0]} model */
function doing(model) {
  const [game, side] = [model.game(), model.side()];
  if (!game) return "";
  const { status } = game.status;
  if (status === "draw") return t("arena.draw");
  if (status !== "ongoing") return t((status === "red_wins") === (side === "red") ? "arena.win" : "arena.loss");
  if (game.present.invited === side) return t("friend.waiting");
  if (game.players[side].kind === "human" && !game.present[side]) return t("player.away");
  const progress = model.progress();
  if (progress?.side === side && progress.place) return t("waiting.place", { place: progress.place });
  if (progress?.side === side) return progress.depth ? t("player.thinking.depth", { depth: progress.depth }) : t("player.thinking");
  return game.position.turn === side ? t("player.to.move") : "";
}

/** @param {Parameters<typeof seat>[0]} model */
function clock(model) {
  const game = model.game();
  if (!game?.clock) return null;
  const side = model.side();
  const left = game.clocks[side] ?? 0;
  const running = game.clocks.running === side;
  const now = signal(performance.now());
  if (running) {
    const timer = setInterval(() => (now.value = performance.now()), 100);
    onCleanup(() => clearInterval(timer));
  }
  const remaining = () => (running ? left - (now.value - model.received()) : left);
  return h("div", { class: () => `clock ${running ? "running" : ""} ${remaining() < 20_000 ? "low" : ""}`, role: "timer", "aria-label": () => t("clock") }, () => clockText(remaining()));
}

/** @param {Parameters<typeof seat>[0]} model */
function capturedPieces(model) {
  const order = (/** @type {string} */ piece) => VALUE_ORDER.indexOf(piece.toUpperCase());
  return [...model.captured()]
    .sort((one, two) => order(one) - order(two))
    .map((piece) => s("svg", { viewBox: "-48 -48 96 96", "aria-hidden": "true" }, drawPiece(piece, pieceSet.value)));
}
