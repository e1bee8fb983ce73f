// @ts-check
// A league of bots: who is there, the games under way, the table, and for its director the reins.

import { keepSeats } from "../api.js";
import { t } from "../i18n.js";
import { Boards } from "../league/boards.js";
import { leaguesPage } from "../league/create.js";
import { director } from "../league/director.js";
import { Following } from "../league/follow.js";
import { nameOf, nameText } from "../league/names.js";
import { crosstable, faultList, standings } from "../league/tables.js";
import { arenaDoors } from "../parts/arenadoors.js";
import { confirmFirst } from "../parts/controls.js";
import { notation, spokenLanguage, visitorName } from "../settings.js";
import { effect, h, signal, untracked } from "../view.js";

/** @typedef {import("../wire").League} League */

/** @param {string} id @param {URLSearchParams} query */
export function leaguePage(id, query) {
  const admin = query.get("admin");
  if (id && admin) {
    keepSeats(id, { admin });
    // The secret leaves the address bar as soon as it is kept.
    history.replaceState(null, "", `#/league/${id}`);
  }
  return h("div", { class: "league-page" }, arenaDoors("league"), id ? leagueView(id) : [h("h1", { class: "unseen" }, () => t("leagues")), leaguesPage()]);
}

/** @param {string} id */
function leagueView(id) {
  const following = new Following(id);
  const { league, gone } = following;
  const boards = new Boards();
  effect(() => boards.update(league.value?.results ?? []));
  // Parts that hold a choice or the keyboard are made once, not with every change of the league.
  const isDirected = signal(false);
  const isKnown = signal(false);
  effect(() => {
    isKnown.value = league.value !== null;
    isDirected.value = Boolean(following.admin && league.value?.code);
  });
  return () =>
    gone.value
      ? h("p", { role: "alert" }, gone.value)
      : isKnown.value
        ? h(
            "div",
            { class: "stack" },
            h("header", { class: "league-head" }, h("h1", {}, h("bdi", {}, () => league.value?.name ?? "")), h("p", { class: "quiet" }, () => (league.value ? conditions(league.value) : "")), h("p", { role: "status", class: "league-state" }, () => (league.value ? progress(league.value) : ""))),
            () => (isDirected.value ? director(following) : null),
            h("section", { class: "stack", hidden: () => !league.value?.results.some((game) => game.live) }, h("h2", {}, () => t("league.live")), boards.element),
            tables(following),
            players(following, isDirected),
            faults(following),
          )
        : h("p", { class: "quiet", role: "status" }, "…");
}

/** @param {League} league */
function conditions(league) {
  const clock = league.clock.kind === "move" ? t("league.clock.move", { seconds: league.clock.move_s }) : t("league.clock.game", { base: league.clock.base_s, increment: league.clock.increment_s });
  return [t(`rules.${league.rules}`), clock, t(`league.${league.form}`) + (league.rounds ? ` · ${t("league.rounds.count", { count: league.rounds })}` : ""), t("league.games.count", { count: league.games }), t(`league.openings.${league.openings}`)].join(" · ");
}

/** @param {League} league */
function progress(league) {
  const games = league.results.filter((game) => game.black !== null);
  const finished = games.filter((game) => game.result !== null).length;
  return games.length ? `${t(`league.${league.state}`)} · ${t("league.progress", { finished, games: games.length })}` : `${t(`league.${league.state}`)} · ${t("league.here", { count: league.players.length })}`;
}

/**
 * A part that is made anew when what it shows has changed, but not under the hands of whoever uses it.
 * @param {Following} following @param {(league: League) => unknown} what it shows @param {(league: League) => import("../view.js").Child} make
 */
function calm({ league }, what, make) {
  const shown = signal("");
  const known = () => (league.value ? JSON.stringify(what(league.value)) : "");
  const isUsed = () => part.contains(document.activeElement);
  const part = h("section", { class: "stack", onfocusout: () => queueMicrotask(() => isUsed() || (shown.value = untracked(known))) }, () => (shown.value ? untracked(() => make(/** @type {League} */ (league.value))) : null));
  effect(() => {
    const now = known();
    if (!isUsed()) shown.value = now;
  });
  return part;
}

/** @param {Following} following */
const tables = (following) =>
  calm(
    following,
    (league) => [league.table, league.results.map(({ number, game, result, live }) => [number, game, result, live])],
    (league) => (league.table.length ? [standings(league), crosstable(league), files(following)] : null),
  );

/** @param {Following} following */
const faults = (following) => calm(following, (league) => league.faults, faultList);

/** @param {Following} following */
function files({ path }) {
  const language = spokenLanguage();
  return h("div", { class: "row" }, h("a", { class: "button", href: `${path}/csv`, download: "", "data-act": "league.csv" }, () => t("league.csv")), h("a", { class: "button", href: () => `${path}/pgn?notation=${notation.value}&lang=${language}`, download: "", "data-act": "league.pgn" }, () => t("league.pgn")));
}

/** Who takes part: connected or not, to be played, to be removed. @param {Following} following @param {{ value: boolean }} isDirected */
function players(following, isDirected) {
  const names = signal("");
  effect(() => {
    // The list is made anew only when something in it changes: a button keeps the keyboard.
    names.value = JSON.stringify(following.league.value?.players.map((player) => ({ ...player, playing: 0 })) ?? []);
  });
  const isOver = () => ["stopped", "finished"].includes(following.league.value?.state ?? "");
  const remove = (/** @type {string} */ name) => confirmFirst("league.remove.sure", "league.remove", () => void following.order("remove", { name }));
  const item = (/** @type {League["players"][number]} */ player) =>
    h(
      "li",
      { "data-player": player.name, class: player.connected ? "here" : "away" },
      h("span", { class: "lamp", "aria-hidden": "true" }, player.connected ? "●" : "○"),
      h("span", { class: "who" }, nameOf(player.name), h("span", { class: "quiet" }, ` · ${t(player.removed ? "league.removed" : player.kind !== "bot" ? "league.is_yardstick" : player.connected ? "league.connected" : "league.away")}`)),
      player.kind === "bot" && player.connected && h("button", { type: "button", class: "button", "data-act": "league.play", "aria-label": `${t("league.play")}: ${nameText(player.name)}`, onclick: () => void following.challenge(player.name, visitorName.peek()) }, t("league.play")),
      isDirected.value && !player.removed && !isOver() && h("button", { type: "button", class: "button", "data-act": "league.remove", "aria-label": `${t("league.remove")}: ${nameText(player.name)}`, onclick: () => remove(player.name) }, t("league.remove")),
    );
  return h("section", { class: "stack" }, h("h2", {}, () => t("league.players")), () => {
    const list = /** @type {League["players"]} */ (JSON.parse(names.value || "[]"));
    return list.length ? h("ul", { class: "league-players" }, ...list.map(item)) : h("p", { class: "quiet" }, t("league.nobody"));
  });
}
