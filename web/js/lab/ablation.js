// @ts-check
// What is a part of a search worth? Two searchers made of switches play a series, with a live board,
// the score with its error, and what both cost on the same position.

import { request } from "../api.js";
import { Board } from "../board/board.js";
import { readPieces } from "../board/state.js";
import { t } from "../i18n.js";
import { choices, select } from "../parts/controls.js";
import { sideMark } from "../parts/seat.js";
import { errorBar, strength } from "../parts/strength.js";
import { pieceSet, reducedMotion } from "../settings.js";
import { effect, h, onCleanup, signal, untracked } from "../view.js";
import { describePoint, moveText, reasonText, resultText } from "../words.js";
import { linkButton, orTell, positionField, readCode, SMALL_POSITION } from "./common.js";
import { Contest } from "./contest.js";
import { costs } from "./costs.js";
import { Recipe, recipeFields } from "./recipe.js";

/** @typedef {import("../view.js").Signal<string>} Text */

const NAMES = /** @type {const} */ (["ablation.first", "ablation.second"]);
const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/** @param {URLSearchParams} query @param {Text} fen */
export function ablationTab(query, fen) {
  const recipes = [new Recipe(query.get("first") ?? "alphabeta,ordering,quiescence,depth=3"), new Recipe(query.get("second") ?? "alphabeta,ordering,depth=3")];
  const number = (/** @type {string} */ name, /** @type {string} */ usual, /** @type {number} */ most) => signal(/^\d+$/.test(query.get(name) ?? "") && Number(query.get(name)) <= most ? String(Number(query.get(name))) : usual);
  const [games, seed] = [number("games", "50", 1000), number("seed", "1", 4294967295)];
  const contest = new Contest();
  const setting = () => ({ first: recipes[0].text(), second: recipes[1].text(), seed: Number(seed.value), games: Number(games.value) });
  // Other searchers or openings are another series.
  effect(() => {
    const { first, second, seed: openings } = setting();
    void [first, second, openings];
    untracked(() => contest.clear());
  });
  onCleanup(() => contest.clear());
  const toggle = () => (contest.running.peek() ? contest.stop() : void orTell(contest.start(untracked(setting))));
  const isOver = () => Number(games.value) <= contest.results.value.length;
  const act = () => (contest.running.value ? "ablation.pause" : "ablation.start");
  const address = () => `#/lab?view=ablation&first=${recipes[0].text()}&second=${recipes[1].text()}&games=${games.value}&seed=${seed.value}&fen=${encodeURIComponent(fen.value)}`;
  return h(
    "div",
    { class: "lab-ablation padded stack" },
    h("p", { class: "quiet" }, () => t("ablation.more")),
    h("div", { class: "recipes" }, ...recipes.map((recipe, index) => recipeFields(recipe, NAMES[index], index))),
    h(
      "div",
      { class: "row lab-form" },
      select("ablation.games", () => [...new Set(["10", "20", "50", "100", "200", "400", games.value])].sort((one, other) => Number(one) - Number(other)).map((count) => [count, count]), games),
      seedField(seed),
      h("button", { type: "button", class: "button primary", "data-act": act, disabled: isOver, onclick: toggle }, () => t(act())),
      h("button", { type: "button", class: "button", "data-act": "ablation.again", disabled: () => contest.game.value === null, onclick: () => contest.clear() }, () => t("ablation.again")),
      choices("speed", [["0", "speed.fast"], ["400", "speed.brisk"], ["1000", "speed.calm"]], contest.pace),
      readCode(() => "ablation"),
      linkButton(address),
    ),
    h("p", { class: "quiet small" }, () => t("ablation.rules")),
    h("div", { class: "arena-grid ablation-grid" }, board(contest), h("div", { class: "stack arena-side" }, standing(contest, games), h("section", { class: "stack" }, h("div", { class: "row lab-form" }, positionField(fen)), counted(recipes, fen)))),
  );
}

/** @param {Text} seed */
function seedField(seed) {
  const change = (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.checkValidity() && input.value !== "") seed.value = String(Number(input.value));
    else input.value = seed.peek();
  };
  return h("label", { class: "field short-field" }, h("span", {}, () => t("ablation.seed")), h("input", { type: "number", name: "seed", min: 0, max: 4294967295, step: 1, value: () => seed.value, onchange: change }));
}

/** The game under way, as far as it is shown. @param {Contest} contest */
function board(contest) {
  const made = new Board({ onMove: () => {}, describe: describePoint, label: () => t("board") });
  effect(() => {
    const game = contest.game.value;
    const moves = game?.moves.slice(0, contest.shown.value) ?? [];
    const pieces = readPieces(game?.fen ?? START);
    for (const { move } of moves) {
      const piece = pieces.get(move.slice(0, 2));
      pieces.delete(move.slice(0, 2));
      if (piece) pieces.set(move.slice(2, 4), piece);
    }
    const last = moves.at(-1)?.move;
    const isSlow = contest.pace.value !== "0" && !reducedMotion();
    made.update({ pieces, lastMove: last ? [last.slice(0, 2), last.slice(2, 4)] : null, turn: moves.length % 2 ? "black" : "red", set: pieceSet.value, animate: isSlow });
  });
  const name = (/** @type {"red" | "black"} */ side) => h("p", { class: `arena-name ${side}` }, () => sideMark(side), () => t(NAMES[owner(contest.game.value, side)]));
  return h("div", {}, name("black"), made.element, name("red"), h("p", { class: "quiet ablation-thought" }, () => thought(contest)));
}

/** Who has a color. @param {{ red: 0 | 1 } | null} game @param {"red" | "black"} side @returns {0 | 1} */
const owner = (game, side) => (((game?.red ?? 0) === 0) === (side === "red") ? 0 : 1);

/** What the last move cost. @param {Contest} contest */
function thought(contest) {
  const game = contest.game.value;
  const index = contest.shown.value - 1;
  const move = game?.moves[index];
  // Openings have an even number of plies, so Red begins.
  return game && move ? t("ablation.thought", { name: t(NAMES[owner(game, index % 2 ? "black" : "red")]), move: moveText(move), depth: move.depth, nodes: move.nodes.toLocaleString() }) : "\u00a0";
}

/** The series: how far it is, won, drawn and lost, Elo, one sign a game. @param {Contest} contest @param {Text} games */
function standing(contest, games) {
  const score = () => contest.score.value ?? { won: 0, drawn: 0, lost: 0, elo: { difference: null, error: null, superiority: null } };
  const played = () => contest.results.value.length;
  const head = () => (Number(games.value) <= played() ? t("ablation.over", { total: played() }) : t("ablation.game", { number: played() + 1, total: games.value }));
  const words = () => t("arena.score", { name: t("ablation.first"), won: score().won, drawn: score().drawn, lost: score().lost });
  const part = (/** @type {"won" | "drawn" | "lost"} */ name) => h("span", { class: name, style: () => `inline-size: ${((100 * score()[name]) / Math.max(1, played())).toFixed(2)}%` });
  return h(
    "section",
    { class: "stack ablation-score" },
    h("p", { class: "quiet" }, head),
    h("div", { class: "score-bar" }, h("p", {}, h("strong", {}, () => t("ablation.first")), h("span", { class: "score-points" }, () => `${score().won} – ${score().drawn} – ${score().lost}`), h("strong", {}, () => t("ablation.second"))), h("div", { class: "score-parts", role: "img", "aria-label": words, title: words }, part("won"), part("drawn"), part("lost"))),
    () => strength(score()),
    () => errorBar(score().elo),
    h("p", { class: "unseen", role: "status" }, () => lastGame(contest)),
    h("ol", { class: "result-dots", "aria-label": () => t("arena.results", { name: t("ablation.first") }) }, () => contest.results.value.map((result, index) => dot(result, index))),
    h("p", { class: "quiet ablation-mean" }, () => `${t("ablation.mean")} · ${NAMES.map((name, index) => `${t(name)} ${mean(contest, index)}`).join(" · ")}`),
  );
}

/** @param {Contest} contest @param {number} index */
function mean(contest, index) {
  const { nodes, moves } = contest.cost.value;
  return moves[index] ? Math.round(nodes[index] / moves[index]).toLocaleString() : "–";
}

/** @param {number} result @param {number} index */
function dot(result, index) {
  const [kind, sign] = [["lost", "○"], ["drawn", "◐"], ["won", "●"]][result];
  const words = () => `${index + 1}: ${t(`arena.dot.${kind}`)}`;
  return h("li", {}, h("span", { class: kind, role: "img", title: words, "aria-label": words }, sign));
}

/** For those who listen. @param {Contest} contest */
function lastGame(contest) {
  const number = contest.results.value.length;
  const game = untracked(() => contest.game.value);
  if (!number || !game) return "";
  const status = { status: /** @type {import("../wire").StatusWord} */ (game.status), reason: game.reason, explanation: [] };
  return t("ablation.ended", { number, result: resultText(status), reason: reasonText(status) });
}

/** Both on one position, counted anew when a switch or the position changes. @param {Recipe[]} recipes @param {Text} fen */
function counted(recipes, fen) {
  const found = signal(/** @type {import("../wire").AblationCount[][] | null} */ (null));
  let asked = 0;
  const ask = async (/** @type {Record<string, string>} */ body) => {
    const own = (asked += 1);
    // A hand on the switches changes several: only the last state is counted.
    await new Promise((done) => setTimeout(done, 250));
    if (own !== asked) return;
    const answer = await request("POST", "/api/lab/ablation/count", body);
    if (own === asked) found.value = answer;
  };
  effect(() => {
    const body = { fen: fen.value || SMALL_POSITION, first: recipes[0].text(), second: recipes[1].text() };
    untracked(() => void orTell(ask(body)));
  });
  onCleanup(() => (asked += 1));
  return h("div", { class: "ablation-counts" }, () => (found.value ? costs(found.value, NAMES) : h("p", { class: "quiet", role: "status" }, t("lab.counting"))));
}
