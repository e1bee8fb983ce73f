// @ts-check
// Where to go on: the game under way, the last results, the last study and league, the puzzles, and a door for
// beginners.

import { request, seatsOf } from "../api.js";
import { t } from "../i18n.js";
import { language, LOCALES } from "../settings.js";
import { h, signal } from "../view.js";
import { counted, playerName, resultText } from "../words.js";

/** @typedef {import("../wire").GameSummary} GameSummary */
/** @typedef {import("../wire").StudyEntry} StudyEntry */

const RESULTS = 3;

export function goOn() {
  const games = signal(/** @type {GameSummary[]} */ ([]));
  const studies = signal(/** @type {StudyEntry[]} */ ([]));
  // A first page without them is a first page all the same.
  request("GET", "/api/games").then((answer) => (games.value = answer.games)).catch(() => {});
  request("GET", "/api/studies").then((answer) => (studies.value = answer.studies)).catch(() => {});
  const leagues = signal(/** @type {import("../wire").LeagueEntry[]} */ ([]));
  request("GET", "/api/leagues").then((answer) => (leagues.value = answer.leagues)).catch(() => {});
  const puzzles = signal(/** @type {import("../wire").PuzzleDesk | null} */ (null));
  request("GET", "/api/puzzles").then((answer) => (puzzles.value = answer)).catch(() => {});
  return [() => (games.value.length || studies.value.length || leagues.value.length || puzzles.value?.record ? lately(games.value, studies.value, leagues.value, puzzles.value) : null), beginners()];
}

/** @param {GameSummary[]} games @param {StudyEntry[]} studies @param {import("../wire").LeagueEntry[]} leagues @param {import("../wire").PuzzleDesk | null} puzzles */
function lately(games, studies, leagues, puzzles) {
  const open = games.find((game) => game.status.status === "ongoing");
  const ended = games.filter((game) => game.status.status !== "ongoing").slice(0, RESULTS);
  return h(
    "section",
    { class: "card go-on" },
    h("h2", {}, t("go.on")),
    open && h("a", { class: "go-on-link", href: `#/game/${open.id}` }, h("strong", {}, t("go.on.game")), h("span", { class: "quiet" }, `${names(open)} · ${counted("plies.count", open.plies)}`)),
    ended.length > 0 && h("ul", { class: "results" }, ...ended.map(result)),
    studies[0] && h("a", { class: "go-on-link", href: `#/analyse/${studies[0].id}` }, h("strong", {}, t("go.on.study")), h("span", { class: "quiet" }, studies[0].name)),
    leagues[0] && h("a", { class: "go-on-link", href: `#/league/${leagues[0].id}` }, h("strong", {}, t("go.on.league")), h("span", { class: "quiet" }, h("bdi", {}, leagues[0].name), ` · ${t(`league.${leagues[0].state}`)}`)),
    puzzles?.record && h("a", { class: "go-on-link", href: "#/learn/puzzles" }, h("strong", {}, t("puzzles")), h("span", { class: "quiet" }, t("go.on.puzzles", { rating: puzzles.record.rating, due: puzzles.due }))),
  );
}

/** @param {GameSummary} game */
function result(game) {
  const own = outcome(game);
  return h("li", {}, h("a", { href: `#/game/${game.id}` }, h("span", { class: `outcome ${own ?? "none"}` }, own ? t(`arena.${own}`) : resultText(game.status)), h("span", {}, names(game)), h("time", { class: "quiet", datetime: new Date(game.updated).toISOString() }, new Date(game.updated).toLocaleDateString(LOCALES[language.value], { month: "short", day: "numeric" }))));
}

/** For the one side this browser played; null when it played both or none. @param {GameSummary} game @returns {"win" | "draw" | "loss" | null} */
function outcome(game) {
  const mine = sideOf(game);
  if (!mine) return null;
  if (game.status.status === "draw") return "draw";
  return (game.status.status === "red_wins") === (mine === "red") ? "win" : "loss";
}

/** @param {GameSummary} game @returns {"red" | "black" | null} */
function sideOf(game) {
  const humans = /** @type {const} */ (["red", "black"]).filter((side) => game.players[side].kind === "human");
  const seats = seatsOf(game.id);
  const held = humans.filter((side) => humans.length === 1 || side in seats);
  return held.length === 1 ? held[0] : null;
}

/** The opponent, or both names. @param {GameSummary} game */
function names(game) {
  const mine = sideOf(game);
  if (mine) return playerName(game.players[mine === "red" ? "black" : "red"]);
  return `${playerName(game.players.red)} – ${playerName(game.players.black)}`;
}

const beginners = () => h("a", { class: "card beginners", href: "#/learn" }, h("strong", {}, () => t("beginners")), h("span", { class: "quiet" }, () => t("beginners.more")));
