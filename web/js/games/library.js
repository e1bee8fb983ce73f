// @ts-check
// The library: games from files, searched by what is known of them and by the position on a board.

import { request } from "../api.js";
import { smallBoard } from "../board/small.js";
import { t } from "../i18n.js";
import { openingText } from "../parts/opening.js";
import { tell } from "../parts/speaker.js";
import { h, signal } from "../view.js";
import { counted, errorText } from "../words.js";
import { chooseFiles, uploads } from "./upload.js";
import { addressOf, pager, searchChoice, searchField, searchForm, searching, Selection } from "./lists.js";

/** @typedef {import("../wire").LibraryPage} LibraryPage */
/** @typedef {import("../wire").LibraryGame} LibraryGame */

const FIELDS = ["player", "event", "opening", "from", "to", "result", "collection", "fen"];
const RESULTS = /** @type {[string, string][]} */ ([["", "any"], ["1-0", "result.red_wins"], ["0-1", "result.black_wins"], ["1/2-1/2", "result.draw"], ["*", "result.unknown"]]);

/** @param {URLSearchParams} query */
export function library(query) {
  const asked = Object.fromEntries(FIELDS.map((name) => [name, query.get(name) ?? ""]));
  const page = Number(query.get("page")) || 0;
  const found = signal(/** @type {LibraryPage | null} */ (null));
  const collections = signal(/** @type {import("../wire").LibraryCollection[]} */ ([]));
  const selection = new Selection();
  const load = () => {
    const text = addressOf("", { ...asked, page }).split("?")[1] ?? "";
    request("GET", `/api/library?${text}`).then((answer) => (found.value = answer)).catch((error) => tell(errorText(error)));
    request("GET", "/api/collections").then((answer) => (collections.value = answer)).catch(() => {});
  };
  load();
  return [
    form(asked, collections),
    asked.fen ? positionCard(asked) : null,
    () => (void uploads.value, load(), null),
    () => {
      if (!found.value) return null;
      if (!found.value.total) return empty(Object.values(asked).some(Boolean));
      return [
        selection.bar(found.value.games.map((game) => String(game.id)), selection.exporter((id) => `/api/library/${id}/pgn`), h("button", { type: "button", class: "button", "data-act": "library.add", onclick: chooseFiles }, () => t("library.add"))),
        table(found.value.games, selection, asked.fen),
        pager(found.value, page, (to) => addressOf("library", { ...asked, page: to })),
      ];
    },
  ];
}

/** @param {boolean} filtered */
function empty(filtered) {
  return h(
    "div",
    { class: "empty card" },
    h("p", {}, t(filtered ? "games.none.found" : "library.none")),
    h("p", { class: "quiet" }, t("library.formats")),
    h("button", { type: "button", class: "button primary", "data-act": "library.add", onclick: chooseFiles }, () => t("library.add")),
  );
}

/** @param {Record<string, string>} asked @param {{ value: import("../wire").LibraryCollection[] }} collections */
function form(asked, collections) {
  return searchForm(
    searching("library", { fen: asked.fen }),
    FIELDS.some((name) => name !== "fen" && asked[name] !== ""),
    searchField("player", "player", asked.player),
    searchField("event", "event", asked.event),
    searchField("opening", "tab.openings", asked.opening, { placeholder: () => t("opening.example") }),
    h("div", { class: "years" }, searchField("from", "year.from", asked.from, { inputmode: "numeric", pattern: "[0-9]{4}" }), searchField("to", "year.to", asked.to, { inputmode: "numeric", pattern: "[0-9]{4}" })),
    searchChoice("result", "result", asked.result, RESULTS),
    () => {
      const field = h("select", { name: "collection" }, h("option", { value: "" }, t("any")), ...collections.value.map((it) => h("option", { value: String(it.id) }, `${it.name} (${it.games})`)));
      field.value = asked.collection;
      return h("label", { class: "field" }, h("span", {}, t("collection")), field);
    },
  );
}

/** The position that is looked for. @param {Record<string, string>} asked */
function positionCard(asked) {
  return h(
    "div",
    { class: "card position-card" },
    smallBoard(asked.fen),
    h("div", { class: "stack" }, h("strong", {}, () => t("library.position")), h("span", { class: "quiet" }, () => t("library.mirror")), h("div", { class: "row" }, h("a", { class: "button", href: `#/analyse?fen=${encodeURIComponent(asked.fen)}` }, () => t("analyse")), h("a", { class: "button", href: addressOf("library", { ...asked, fen: "" }), "data-act": "position.off" }, () => t("library.anywhere")))),
  );
}

/** @param {LibraryGame[]} games @param {Selection} selection @param {string} fen */
function table(games, selection, fen) {
  const heads = ["players", "result", "date", "event", "tab.openings", "plies", "collection"];
  return h(
    "div",
    { class: "table-frame", tabindex: 0, role: "region", "aria-label": () => t("tab.library") },
    h("table", { class: "library" }, h("thead", {}, h("tr", {}, h("td", {}), ...heads.map((head) => h("th", { scope: "col" }, t(head))), h("td", {}))), h("tbody", {}, ...games.map((game) => row(game, selection, fen)))),
  );
}

/** @param {LibraryGame} game @param {Selection} selection @param {string} fen */
function row(game, selection, fen) {
  const names = game.red || game.black ? `${game.red || "?"} – ${game.black || "?"}` : game.title || t("game");
  const address = `#/analyse?library=${game.id}${fen ? `&at=${encodeURIComponent(fen)}` : ""}`;
  const event = game.event || (game.title === names ? "" : game.title);
  const review = game.plies ? h("a", { class: "button small", href: `#/review?library=${game.id}`, "data-act": "review" }, t("review")) : null;
  const cells = [result(game.result), game.date, event, openingText(game.opening), game.plies, game.collection, review];
  const marks = ["result-cell", "date-cell", "", "opening", "number-cell", "quiet", ""];
  return h("tr", {}, h("td", {}, selection.box(String(game.id), names)), h("th", { scope: "row" }, h("a", { href: address }, names)), ...cells.map((cell, index) => h("td", { class: marks[index] }, cell)));
}

/** @param {string} token */
const result = (token) => ({ "1-0": t("result.red_wins"), "0-1": t("result.black_wins"), "1/2-1/2": t("result.draw") })[token] ?? "";

export function collections() {
  const shown = signal(/** @type {import("../wire").LibraryCollection[] | null} */ (null));
  const load = () => request("GET", "/api/collections").then((answer) => (shown.value = answer)).catch((error) => tell(errorText(error)));
  return [
    () => (void uploads.value, void load(), null),
    () => {
      if (!shown.value) return null;
      if (!shown.value.length) return empty(false);
      return [
        h("ul", { class: "collections" }, ...shown.value.map((it) => h("li", { class: "card" }, h("a", { href: addressOf("library", { collection: it.id }) }, h("strong", {}, it.name), h("span", { class: "quiet" }, counted("library.count", it.games)))))),
        h("div", { class: "row" }, h("button", { type: "button", class: "button", "data-act": "library.add", onclick: chooseFiles }, () => t("library.add"))),
      ];
    },
  ];
}
