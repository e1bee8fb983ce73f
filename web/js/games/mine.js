// @ts-check
// My games: what was played in this browser, with how it ended for the visitor at a glance.

import { forgetSeats, request } from "../api.js";
import { smallBoard } from "../board/small.js";
import { t } from "../i18n.js";
import { button, confirmFirst, iconButton } from "../parts/controls.js";
import { openingText } from "../parts/opening.js";
import { tell } from "../parts/speaker.js";
import { language, LOCALES } from "../settings.js";
import { h, signal } from "../view.js";
import { errorText, playerName, reasonText, resultText } from "../words.js";
import { addressOf, pager, searchChoice, searchField, searchForm, searching, Selection } from "./lists.js";

/** @typedef {import("../wire").GameSummary} GameSummary */

const OUTCOMES = /** @type {[string, string][]} */ ([["", "any"], ["won", "outcome.won"], ["lost", "outcome.lost"], ["drawn", "outcome.drawn"], ["ongoing", "outcome.ongoing"]]);

const OPPONENTS = /** @type {[string, string][]} */ ([["", "any"], ["machine", "opponent.machine"], ["person", "opponent.person"]]);

/** @param {URLSearchParams} query */
export function mine(query) {
  const [opponent, name, outcome, since, until] = ["opponent", "name", "outcome", "since", "until"].map((key) => query.get(key) ?? "");
  const page = Number(query.get("page")) || 0;
  const shelf = signal(/** @type {import("../wire").Shelf | null} */ (null));
  const selection = new Selection();
  const load = () => {
    const bounds = { since: midnight(since), until: midnight(until, 1) };
    const asked = addressOf("", { opponent: name || opponent, outcome, page, ...bounds }).split("?")[1] ?? "";
    return request("GET", `/api/games?${asked}`).then((answer) => (shelf.value = answer)).catch((error) => tell(errorText(error)));
  };
  void load();
  return [
    searchForm(
      searching("mine"),
      [opponent, name, outcome, since, until].some(Boolean),
      searchChoice("opponent", "opponent", opponent, OPPONENTS),
      searchField("name", "opponent.name", name),
      searchChoice("outcome", "outcome", outcome, OUTCOMES),
      searchField("since", "since", since, { type: "date" }),
      searchField("until", "until", until, { type: "date" }),
    ),
    () => {
      if (!shelf.value) return null;
      const { games, total } = shelf.value;
      const filtered = [opponent, name, outcome, since, until].some(Boolean);
      if (!total) return h("p", { class: "quiet" }, t(filtered ? "games.none.found" : "games.none"), " ", filtered ? null : h("a", { href: "#/" }, t("play")));
      return [
        selection.bar(games.map((game) => game.id), selection.exporter((id) => `/api/games/${id}/pgn`), remover(selection, load)),
        h("ul", { class: "shelf" }, ...games.map((game) => card(game, selection, load))),
        pager(shelf.value, page, (to) => addressOf("mine", { opponent, name, outcome, since, until, page: to })),
      ];
    },
  ];
}

/** The beginning of a day here, in milliseconds. @param {string} day @param {number} [later] days */
function midnight(day, later = 0) {
  const [year, month, date] = day.split("-").map(Number);
  return day && year ? new Date(year, month - 1, date + later).getTime() : null;
}

/** @param {string[]} ids @param {() => unknown} reload */
async function remove(ids, reload) {
  try {
    for (const id of ids) {
      await request("DELETE", `/api/games/${id}`);
      forgetSeats(id);
    }
  } catch (error) {
    tell(errorText(error));
  }
  reload();
}

/** @param {Selection} selection @param {() => unknown} reload */
function remover(selection, reload) {
  const act = async () => {
    await remove([...selection.chosen.peek()], reload);
    selection.chosen.value = new Set();
  };
  return button("delete.chosen", () => confirmFirst("delete.chosen.sure", "delete", () => void act()), { disabled: () => selection.chosen.value.size === 0 });
}

/** How it ended for the visitor. @param {GameSummary} game */
function verdict({ status, side }) {
  if (status.status === "ongoing") return "ongoing";
  if (status.status === "draw") return "drawn";
  if (!side) return "ended";
  return status.status === `${side}_wins` ? "won" : "lost";
}

/** @param {GameSummary} game @param {Selection} selection @param {() => unknown} reload */
function card(game, selection, reload) {
  const name = (/** @type {"red" | "black"} */ side) => (game.side === side ? t("player.you") : playerName(game.players[side]));
  const names = `${name("red")} – ${name("black")}`;
  const ended = verdict(game);
  const standing = game.status.status === "ongoing" ? t("arena.plies", { count: game.plies }) : `${resultText(game.status)} · ${reasonText(game.status)}`;
  return h(
    "li",
    { class: `card ${ended}` },
    selection.box(game.id, names),
    h(
      "a",
      { href: `#/game/${game.id}`, class: "game-link" },
      smallBoard(game.fen, game.side ?? "red"),
      h(
        "div",
        {},
        ended === "ended" ? null : h("span", { class: `outcome ${ended}` }, t(`outcome.${ended}`)),
        h("strong", {}, names),
        h("span", { class: "quiet" }, standing),
        game.opening ? h("span", { class: "opening" }, openingText(game.opening)) : null,
        h("time", { class: "quiet", datetime: new Date(game.updated).toISOString() }, new Date(game.updated).toLocaleString(LOCALES[language.value], { dateStyle: "medium", timeStyle: "short" })),
      ),
    ),
    game.status.status === "ongoing" || !game.plies ? null : h("a", { class: "button small", href: `#/review?game=${game.id}`, "data-act": "review" }, t("review")),
    iconButton("trash", "delete", () => confirmFirst("delete.sure", "delete", () => void remove([game.id], reload))),
  );
}
