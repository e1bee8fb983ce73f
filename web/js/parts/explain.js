// @ts-check
// Why the game ended: the rules library's words, the verdict of each rule set, and the loop played again.

import { request } from "../api.js";
import { t } from "../i18n.js";
import { language, reducedMotion } from "../settings.js";
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
  request("POST", "/api/judge", { fen: game.start.fen, moves: game.plies.map((ply) => ply.move) })
    .then((answer) => (verdicts.value = answer))
    .catch((error) => (verdicts.value = errorText(error)));
  onCleanup(() => (table.explained.value = []));
  return h(
    "div",
    { class: "explain" },
    game.status.status === "ongoing" ? h("p", {}, t("explain.ongoing")) : h("p", { class: "verdict" }, `${resultText(game.status)} · ${reasonText(game.status)}`),
    h("ul", {}, ...game.status.explanation.map((line) => h("li", {}, line[language.value]))),
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

/** The last earlier ply with the position of the end; null when it never occurred before. @param {import("../wire").Game} game */
function loopStart(game) {
  const positions = [game.start.fen, ...game.plies.map((ply) => ply.fen)].map((fen) => fen.split(" ").slice(0, 2).join(" "));
  const earlier = positions.slice(0, -1).lastIndexOf(/** @type {string} */ (positions.at(-1)));
  return earlier < 0 ? null : earlier;
}

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
