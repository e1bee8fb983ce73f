// @ts-check
// What a league came to: the table, who met whom, and every fault with its game and move.

import { inLanguage, t } from "../i18n.js";
import { h } from "../view.js";
import { nameOf, nameText } from "./names.js";

/** @typedef {import("../wire").League} League */
/** @typedef {import("../wire").LeagueResult} LeagueResult */

const signed = (/** @type {number} */ value) => (value > 0 ? "+" : "") + value.toFixed(0);
/** A wide table scrolls by itself, also by keyboard. @param {string} label @param {import("../view.js").Child} table */
const scrolling = (label, table) => h("div", { class: "table-frame", role: "region", tabindex: 0, "aria-label": () => t(label) }, table);

/** @param {League} league */
export function standings(league) {
  const tieBreak = league.form === "swiss" ? "league.buchholz" : "league.sonneborn";
  // Points that come from nobody have to be explained.
  const rests = league.table.some((it) => it.byes) ? ["league.byes"] : [];
  const heads = ["league.place", "league.player", "arena.points", tieBreak, "arena.win", "arena.draw", "arena.loss", ...rests, "league.colors", "league.elo", "league.faults"];
  const faults = (/** @type {string} */ name) => league.faults.filter((fault) => fault.name === name).length;
  const row = (/** @type {League["table"][number]} */ it) =>
    h(
      "tr",
      { "data-player": it.name },
      h("td", {}, String(it.place)),
      h("th", { scope: "row" }, nameOf(it.name)),
      h("td", {}, h("strong", {}, String(it.points))),
      ...[Number(it.tie_break.toFixed(2)), it.wins, it.draws, it.losses, ...rests.map(() => it.byes), `${it.red} : ${it.black}`, it.elo === null ? "–" : signed(it.elo) + (it.error === null ? "" : ` ± ${it.error.toFixed(0)}`), faults(it.name) || "–"].map((value) => h("td", {}, String(value))),
    );
  return scrolling("league.table", h("table", { class: "standings league-table" }, h("caption", {}, () => t("league.table")), h("thead", {}, h("tr", {}, ...heads.map((label) => h("th", { scope: "col" }, () => t(label))))), h("tbody", {}, ...league.table.map(row))));
}

/** @param {League} league */
export function crosstable(league) {
  const names = league.table.map((row) => row.name);
  const met = (/** @type {string} */ one, /** @type {string} */ other) => league.results.filter((game) => (game.red === one && game.black === other) || (game.red === other && game.black === one));
  const cell = (/** @type {string} */ one, /** @type {string} */ other) => h("td", { class: one === other ? "self" : "" }, one === other ? "" : h("span", { class: "cross-games" }, ...met(one, other).map((game) => mark(game, one))));
  const row = (/** @type {string} */ name, /** @type {number} */ index) => h("tr", {}, h("th", { scope: "row" }, `${index + 1} `, nameOf(name)), ...names.map((other) => cell(name, other)));
  const head = (/** @type {string} */ name, /** @type {number} */ index) => h("th", { scope: "col", title: () => nameText(name), "aria-label": () => nameText(name) }, String(index + 1));
  return scrolling("league.cross", h("table", { class: "standings crosstable" }, h("caption", {}, () => t("league.cross")), h("thead", {}, h("tr", {}, h("th", { scope: "col" }, () => t("league.player")), ...names.map(head))), h("tbody", {}, ...names.map(row))));
}

const SIGNS = { won: "●", drawn: "◐", lost: "○", live: "…", waiting: "·" };

/** A game as one of its players sees it; a click replays it. @param {LeagueResult} game @param {string} player */
function mark(game, player) {
  const kind = game.live ? "live" : game.result === null ? "waiting" : game.result === "1/2-1/2" ? "drawn" : (game.result === "1-0") === (game.red === player) ? "won" : "lost";
  const words = () => `${t("league.number", { number: game.number })}: ${kind === "waiting" ? t("league.waiting") : t(`arena.dot.${kind}`)} · ${t(game.red === player ? "red" : "black")}${game.reason ? ` · ${t(`reason.${game.reason}`)}` : ""}`;
  const sign = [SIGNS[kind], game.fault ? h("sup", {}, "!") : null];
  return game.game ? h("a", { class: kind, href: `#/game/${game.game}`, title: words, "aria-label": words, "data-game": game.number }, sign) : h("span", { class: kind, title: words }, sign);
}

/** @param {League} league */
export function faultList(league) {
  if (!league.faults.length) return null;
  const item = (/** @type {League["faults"][number]} */ fault) => {
    const game = league.results.find((it) => it.number === fault.number);
    const where = () => [fault.number === null ? "" : t("league.number", { number: fault.number }), fault.ply === null ? "" : t("league.ply", { ply: fault.ply })].filter(Boolean).join(" · ");
    return h("li", { "data-fault": fault.kind }, nameOf(fault.name), " · ", game?.game ? h("a", { href: `#/game/${game.game}` }, where) : h("span", {}, where), " · ", h("span", {}, () => inLanguage([fault.text.zh, fault.text.en])), fault.lost ? null : h("span", { class: "quiet" }, () => ` · ${t("league.not_lost")}`));
  };
  return h("section", { class: "stack" }, h("h2", {}, () => t("league.faults")), h("ol", { class: "fault-list" }, ...league.faults.map(item)));
}
