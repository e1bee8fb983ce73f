// @ts-check
// Why the game ended: the rules library's words, the verdict of each rule set, and the loop played again.

import { request } from "../api.js";
import { said, t } from "../i18n.js";
import { reducedMotion } from "../settings.js";
import { h, onCleanup, signal } from "../view.js";
import { errorText, reasonText, resultText } from "../words.js";
import { button } from "./controls.js";

/** @typedef {import("../pages/game.js").Table} Table */
/** @typedef {import("../wire").Status} Status */

const LOOP_STEP_MS = 1100;

/** @param {Table} table */
export function explainTab(table) {
  const { room } = table;
  const verdicts = signal(/** @type {Record<string, Status> | string | null} */ (null));
  const game = room.game.value;
  if (!game) return null;
  if (isByBoard(game.status)) {
    request("POST", "/api/judge", { fen: game.start.fen, moves: game.plies.map((ply) => ply.move) })
      .then((answer) => (verdicts.value = answer))
      .catch((error) => (verdicts.value = errorText(error)));
  }
  onCleanup(() => (table.explained.value = []));
  return h(
    "div",
    { class: "explain" },
    game.status.status === "ongoing" ? h("p", {}, t("explain.ongoing")) : h("p", { class: "verdict" }, `${resultText(game.status)} · ${reasonText(game.status)}`),
    isByBoard(game.status) ? null : h("p", {}, t(`explain.${game.status.reason}`)),
    h("ul", {}, ...game.status.explanation.map((line) => h("li", {}, said(line)))),
    loopStart(game) === null ? null : button("explain.loop", () => playLoop(table)),
    () => verdictTable(verdicts.value),
  );
}

/** @param {Record<string, Status> | string | null} verdicts */
function verdictTable(verdicts) {
  if (verdicts === null) return null;
  if (typeof verdicts === "string") return h("p", { role: "alert" }, verdicts);
  return h(
    "table",
    { class: "verdicts" },
    h("caption", {}, t("explain.each")),
    h("tbody", {}, ...Object.entries(verdicts).map(([rules, status]) => h("tr", {}, h("th", { scope: "row" }, t(`rules.${rules}`)), h("td", {}, resultText(status)), h("td", {}, reasonText(status))))),
  );
}

/** Where the loop begins that the referee judged; null when the game did not end by one. @param {import("../wire").Game} game */
function loopStart(game) {
  return game.status.loop === undefined ? null : Math.max(0, game.plies.length - game.status.loop);
}

/** Resignation, time and agreement end a game whatever the board says. @param {Status} status */
const isByBoard = (status) => !["resignation", "time", "agreement"].includes(status.reason ?? "");

/** @param {Table} table */
function playLoop(table) {
  const game = table.room.game.peek();
  const from = game && loopStart(game);
  if (!game || from === null) return;
  const { signal: aborted, step } = stepper(table, from, game.plies.length);
  onCleanup(aborted);
  step();
}

/** Each position of the loop with what its last move attacks, then the next move. @param {Table} table @param {number} from @param {number} to */
function stepper(table, from, to) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let ply = from;
  const game = /** @type {import("../wire").Game} */ (table.room.game.peek());
  const told = game.status.explanation.filter((line) => line.move !== undefined);
  const step = () => {
    table.jump(ply);
    const next = game.plies[ply];
    const last = from < ply && told.length ? told[(ply - 1 - from) % told.length] : null;
    table.explained.value = [
      ...(last?.attacks ?? []).map(([attacker, victim]) => /** @type {const} */ ({ from: attacker, to: victim, kind: "threat" })),
      ...(next ? [/** @type {const} */ ({ from: next.move.slice(0, 2), to: next.move.slice(2, 4), kind: "line", strength: 0.5 })] : []),
    ];
    ply += 1;
    if (ply <= to) timer = setTimeout(step, reducedMotion() ? LOOP_STEP_MS * 1.5 : LOOP_STEP_MS);
  };
  return { signal: () => clearTimeout(timer), step };
}
