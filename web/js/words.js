// @ts-check
// Words the page makes from data: names of pieces and players, scores, times, results, speech.

import { inLanguage, t } from "./i18n.js";
import { isChinese, notation } from "./settings.js";

/** @typedef {import("./wire").Naming} Naming */
/** @typedef {import("./wire").Side} Side */

/** @param {Naming} naming */
export const moveText = (naming) => naming[notation.value];

/** What stands at the edge of the board, so that it agrees with the texts beside it. @returns {"chinese" | "digits" | "letters"} */
export const boardLabels = () => (notation.value === "iccs" ? "letters" : notation.value === "wxf" ? "digits" : "chinese");

/** @param {string} piece FEN letter */
export function pieceName(piece) {
  const side = piece === piece.toUpperCase() ? "red" : "black";
  const kind = t(`piece.${isChinese() && side === "black" ? piece : piece.toUpperCase()}`);
  return t("piece.of", { side: t(side), piece: kind });
}

/** @param {import("./wire").Player} player */
export function playerName(player) {
  if (player.kind === "level") return t("player.level", { level: player.level });
  if (player.kind === "zoo") return t("player.zoo", { name: player.name });
  return player.name || t("player.human");
}

/** Always from Red's side, as on the evaluation bar. @param {import("./wire").Score | null} score */
export function scoreText(score) {
  if (!score) return "";
  if (score.mate !== undefined && score.mate !== null) return t("score.mate", { moves: (score.mate < 0 ? "-" : "") + Math.abs(score.mate) });
  if (score.rule !== undefined && score.rule !== null) return t("score.rule", { moves: (score.rule < 0 ? "-" : "+") + Math.abs(score.rule) });
  const pawns = (score.cp ?? 0) / 100;
  return (pawns > 0 ? "+" : "") + pawns.toFixed(2);
}

/** Chances in words, as the bar shows them. @param {import("./wire").Score | null} score */
export function chancesText(score) {
  if (!score) return "";
  const [red, draw, black] = score.chances.map((share) => Math.round(share / 10));
  return t("chances", { red, draw, black });
}

/** Between -1 (Black wins) and 1 (Red wins), for the graph. @param {import("./wire").Score | null} score */
export const scoreShare = (score) => (score ? (score.chances[0] - score.chances[2]) / 1000 : 0);

/** @param {number} ms */
export function clockText(ms) {
  const left = Math.max(0, ms);
  const seconds = left < 10_000 ? (left / 1000).toFixed(1) : String(Math.floor(left / 1000) % 60).padStart(2, "0");
  const minutes = Math.floor(left / 60_000);
  return left < 10_000 ? `0:0${seconds}` : `${minutes}:${seconds}`;
}

/** @param {number} count */
export function shortNumber(count) {
  if (count < 10_000) return String(Math.round(count));
  return count < 10_000_000 ? `${(count / 1000).toFixed(0)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

/** @param {import("./wire").Status} status */
export const resultText = (status) => t(`result.${status.status}`);
/** @param {import("./wire").Status} status */
export const reasonText = (status) => (status.reason ? t(`reason.${status.reason}`) : "");

/** A move in words: in English "cannon two to file five"; Chinese notation is made of words already. @param {Naming} naming */
export function spokenMove(naming) {
  if (isChinese()) return notation.value === "tr" ? naming.tr : naming.zh;
  const parts = /^([A-Z])(\d)([=+-])(\d)$/.exec(naming.wxf);
  if (!parts) return naming.wxf;
  const [, letter, file, way, number] = parts;
  const piece = t(`piece.${{ H: "N", E: "B" }[letter] ?? letter}`);
  const toFile = way === "=" || "HEA".includes(letter);
  const goal = (way !== "=" && toFile ? "to " : "") + t(toFile ? "speak.file" : "speak.steps", { number: t(`number.${number}`) });
  return `${piece} ${t(`number.${file}`)} ${t(`speak.way.${way}`)} ${goal}`.replace(/ {2,}/g, " ");
}

/** A count with its noun: one thing has a form of its own. @param {string} key @param {number} count */
export const counted = (key, count) => t(count === 1 ? `${key}.one` : key, { count });

/** What the live region says after a move. @param {import("./wire").Ply} ply @param {import("./wire").Status} status */
export function spoken(ply, status) {
  const parts = [spokenMove(ply)];
  if (ply.captured) parts.push(t("speak.takes", { piece: pieceName(ply.captured) }));
  if (status.status !== "ongoing") parts.push(resultText(status), reasonText(status));
  else if (ply.check) parts.push(t("check"));
  return parts.filter(Boolean).join(isChinese() ? "，" : ", ");
}

/** What a screen reader hears at one point. @param {import("./board/state.js").State} state @param {string} point */
export function describePoint(state, point) {
  const piece = state.pieces.get(point);
  const parts = [point];
  if (piece) parts.push(pieceName(piece));
  const targets = state.targets[point];
  if (state.selected && state.selected !== point && state.targets[state.selected]?.includes(point)) parts.push(t("speak.target"));
  else if (piece && targets?.length) parts.push(counted("speak.reach", targets.length));
  else if (!piece) parts.push(t("speak.empty"));
  return parts.join(isChinese() ? "，" : ", ");
}

/** What went wrong, in the server's own sentence; some need a word before it. @param {unknown} error */
export function errorText(error) {
  const { code, message, chinese } = /** @type {{ code?: string, message?: string, chinese?: string }} */ (error);
  const told = chinese && message ? inLanguage([chinese, message]) : message || String(error);
  const framed = code ? t(`error.${code}`, { message: told }) : "";
  const text = framed && framed !== `error.${code}` ? framed : told;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
