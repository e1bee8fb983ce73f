// @ts-check
// The shelf of puzzles: the one of the day, the visitor's strength, what comes back, and what there is
// by difficulty and by theme.

import { request } from "../api.js";
import { smallBoard } from "../board/small.js";
import { t } from "../i18n.js";
import { tell } from "../parts/speaker.js";
import { h, signal } from "../view.js";
import { errorText } from "../words.js";
import { puzzlePage } from "./puzzle.js";

/** @typedef {import("../wire").PuzzleDesk} PuzzleDesk */

/** The visitor's own date, so that the day changes at midnight. */
export function today() {
  const now = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** "Mate in 3" and the like have one entry of words for all numbers. @param {string} theme */
export function themeText(theme) {
  const mate = /^mate_in_(\d)$/.exec(theme);
  return mate ? t("theme.mate_in", { moves: mate[1] }) : t(`theme.${theme}`);
}

/** @param {string} rest nothing, `next` or a puzzle's name @param {URLSearchParams} query */
export function puzzlesPage(rest, query) {
  if (rest) return puzzlePage(rest, query);
  const desk = signal(/** @type {PuzzleDesk | null} */ (null));
  request("GET", `/api/puzzles?day=${today()}`).then((found) => (desk.value = found)).catch((error) => tell(errorText(error)));
  return h("div", { class: "puzzles-page" }, h("h1", {}, () => t("puzzles")), () => desk.value && shelf(desk.value));
}

/** @param {PuzzleDesk} desk */
function shelf(desk) {
  return [
    h(
      "div",
      { class: "puzzles-top" },
      h("a", { class: "card game-link daily", href: `#/learn/puzzles/${desk.daily.id}`, "data-act": "puzzles.daily" }, smallBoard(desk.daily.fen, "red"), h("div", {}, h("strong", {}, t("puzzles.daily")), h("span", { class: "quiet" }, new Date().toLocaleDateString()), h("span", {}, t(desk.daily.met ? "puzzles.daily.met" : "puzzles.daily.ask")))),
      h("section", { class: "card puzzles-record" }, record(desk), h("div", { class: "row" }, h("a", { class: "button primary", href: "#/learn/puzzles/next", "data-act": "puzzles.begin" }, t("puzzles.begin")), desk.waiting > 0 && h("a", { class: "button", href: "#/learn/puzzles/next?repeat=true", "data-act": "puzzles.repeat" }, t("puzzles.repeat", { due: desk.due, waiting: desk.waiting })))),
    ),
    h("h2", {}, t("puzzles.levels")),
    h("ul", { class: "pills" }, ...desk.levels.filter((it) => it.count).map((it) => pill(`from=${it.from}&to=${it.to}`, `${it.from}–${it.to}`, it.count))),
    h("h2", {}, t("puzzles.themes")),
    h("ul", { class: "pills" }, ...desk.themes.map((it) => pill(`theme=${it.theme}`, themeText(it.theme), it.count))),
    h("p", { class: "row puzzles-more" }, h("a", { class: "button", href: "#/learn/mistakes", "data-act": "mistakes" }, t("puzzles.mine")), h("a", { class: "button", href: "#/learn" }, t("learn.first.steps"))),
  ];
}

/** @param {string} query @param {string} text @param {number} count */
const pill = (query, text, count) => h("li", {}, h("a", { href: `#/learn/puzzles/next?${query}` }, text, h("span", { class: "quiet" }, ` ${count}`)));

/** @param {PuzzleDesk} desk */
function record({ record, total }) {
  if (!record) return h("p", {}, t("puzzles.new", { total }));
  return h(
    "dl",
    { class: "puzzles-numbers" },
    h("div", {}, h("dt", {}, t("puzzles.rating")), h("dd", { class: "rating" }, `${record.rating}`, h("span", { class: "quiet" }, ` ± ${2 * record.deviation}`))),
    h("div", {}, h("dt", {}, t("puzzles.solved")), h("dd", {}, `${record.solved} / ${record.tried}`)),
    h("div", {}, h("dt", {}, t("puzzles.streak")), h("dd", {}, `${record.streak}`, h("span", { class: "quiet" }, ` (${t("puzzles.best", { best: record.best })})`))),
  );
}
