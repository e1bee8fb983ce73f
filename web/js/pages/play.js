// @ts-check
// The first page: play now, or choose opponent, color, handicap, rules and clock.

import { createGame, keepSeats, request } from "../api.js";
import { drawPiece } from "../board/pieces.js";
import { Board } from "../board/board.js";
import { readPieces, writeFen } from "../board/state.js";
import { said, t } from "../i18n.js";
import { button, choices, select } from "../parts/controls.js";
import { tell } from "../parts/speaker.js";
import { pieceSet, read, write } from "../settings.js";
import { effect, h, s, signal } from "../view.js";
import { boardLabels, describePoint, errorText } from "../words.js";

/** @typedef {import("../wire").Player} Player */

export const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/** Pieces that the stronger side leaves off, by its own back rank from its left. @type {Record<string, { red: string[], black: string[] }>} */
const HANDICAPS = {
  none: { red: [], black: [] },
  horse: { red: ["b0"], black: ["h9"] },
  cannon: { red: ["b2"], black: ["h7"] },
  chariot: { red: ["a0"], black: ["i9"] },
  horses: { red: ["b0", "h0"], black: ["b9", "h9"] },
  chariot_horse: { red: ["a0", "b0"], black: ["i9", "h9"] },
  chariots: { red: ["a0", "i0"], black: ["a9", "i9"] },
};

const CLOCKS = /** @type {const} */ ([["none", null], ["5+3", { kind: "game", base_s: 300, increment_s: 3 }], ["10+5", { kind: "game", base_s: 600, increment_s: 5 }], ["20+10", { kind: "game", base_s: 1200, increment_s: 10 }], ["30", { kind: "move", move_s: 30 }], ["60", { kind: "move", move_s: 60 }]]);

/** @typedef {{ levels: number, zoo: { name: string, zh: string, en: string }[] }} Players */

const players = signal(/** @type {Players} */ ({ levels: 10, zoo: [] }));
let asked = false;

/** Levels and zoo members this server offers; asked once. */
function offeredPlayers() {
  if (!asked) {
    asked = true;
    request("GET", "/api/players").then((answer) => (players.value = answer)).catch(() => (asked = false));
  }
  return players;
}

/** @returns {(readonly [string, string])[]} */
export function opponentOptions() {
  const { levels, zoo } = offeredPlayers().value;
  return [
    ...Array.from({ length: levels }, (_, index) => /** @type {const} */ ([`level:${index + 1}`, `${t("player.level", { level: index + 1 })} · ${t(`strength.${strength(index + 1, levels)}`)}`])),
    ...zoo.map((member) => /** @type {const} */ ([`zoo:${member.name}`, `${t("player.zoo", { name: member.name })} · ${said(member)}`])),
  ];
}

/** One of five words for a level. @param {number} level @param {number} levels */
function strength(level, levels) {
  return Math.min(5, Math.ceil((level / levels) * 5));
}

/** @param {string} text "level:3" or "zoo:greedy" @returns {Player} */
export function readPlayer(text) {
  const [kind, name] = text.split(":");
  if (kind === "level") return { kind, level: Number(name) };
  return kind === "zoo" ? { kind, name } : { kind: "human" };
}

/** The visitor's last choices. */
function remembered() {
  const known = read("chuhe.new") ?? {};
  const made = Object.fromEntries(Object.entries({ mode: "engine", opponent: "level:2", second: "level:3", color: "red", handicap: "none", giver: "opponent", rules: "asian", clock: "none", fen: "" }).map(([name, fallback]) => [name, signal(typeof known[name] === "string" && name !== "fen" ? known[name] : fallback)]));
  effect(() => write("chuhe.new", Object.fromEntries(Object.entries(made).map(([name, choice]) => [name, choice.value]))));
  return made;
}

export function playPage() {
  const form = remembered();
  return h(
    "div",
    { class: "play-page" },
    h(
      "section",
      { class: "hero" },
      h("h1", {}, () => t("hero")),
      h("p", {}, () => t("hero.more")),
      button("play.now", () => start({ red: { kind: "human" }, black: { kind: "level", level: 2 } }), { class: "button primary large" }),
      h("div", { class: "set-preview" }, h("span", {}, () => t("pieces")), choices("pieces", [["hanzi", "pieces.hanzi"], ["pictures", "pieces.pictures"]], pieceSet), h("div", { class: "samples", "aria-hidden": "true" }, () => ["K", "N", "R", "c", "p"].map((piece) => s("svg", { viewBox: "-48 -48 96 96" }, drawPiece(piece, pieceSet.value))))),
    ),
    h("div", { class: "preview" }, preview(form)),
    h("form", { class: "new-game card", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), startChosen(form)) }, h("h2", {}, () => t("new.game")), ...fields(form), h("button", { type: "submit", class: "button primary wide", "data-act": "start" }, () => t("start"))),
  );
}

/** @param {Record<string, import("../view.js").Signal<string>>} form */
function fields(form) {
  const is = (/** @type {string[]} */ ...modes) => modes.includes(form.mode.value);
  return [
    choices("mode", [["engine", "mode.engine"], ["local", "mode.local"], ["link", "mode.link"], ["watch", "mode.watch"]], form.mode),
    () => (is("engine", "watch") ? select(is("watch") ? "red" : "opponent", opponentOptions, form.opponent, "opponent") : null),
    () => (is("watch") ? select("black", opponentOptions, form.second, "second") : null),
    () => (is("engine", "link") ? h("div", { class: "field" }, h("span", {}, t("color")), choices("color", [["red", "color.red"], ["black", "color.black"], ["random", "color.random"]], form.color)) : null),
    h(
      "details",
      {},
      h("summary", {}, () => t("more")),
      select("handicap", () => Object.keys(HANDICAPS).map((name) => [name, t(`handicap.${name}`)]), form.handicap),
      () => (form.handicap.value !== "none" && is("engine", "link") ? h("div", { class: "field" }, h("span", {}, t("giver")), choices("giver", [["opponent", "giver.opponent"], ["me", "giver.me"]], form.giver)) : null),
      select("clock", () => CLOCKS.map(([name]) => [name, t(`clock.${name}`)]), form.clock),
      select("rules", () => ["asian", "chinese", "course"].map((name) => [name, t(`rules.${name}`)]), form.rules),
      h("label", { class: "field" }, h("span", {}, () => t("position")), h("input", { name: "fen", placeholder: "FEN", value: () => form.fen.value, autocomplete: "off", spellcheck: "false", oninput: (/** @type {Event} */ event) => (form.fen.value = /** @type {HTMLInputElement} */ (event.target).value) })),
    ),
  ];
}

/** The start position with the handicap taken off. @param {Record<string, import("../view.js").Signal<string>>} form @param {"red" | "black"} mine */
function startFen(form, mine) {
  if (form.fen.value.trim()) return form.fen.value.trim();
  const giver = form.mode.value === "engine" || form.mode.value === "link" ? (form.giver.value === "me" ? mine : mine === "red" ? "black" : "red") : "red";
  const pieces = readPieces(START);
  for (const point of HANDICAPS[form.handicap.value]?.[/** @type {"red"} */ (giver)] ?? []) pieces.delete(point);
  return writeFen(pieces, "red");
}

/** @param {Record<string, import("../view.js").Signal<string>>} form */
function preview(form) {
  const board = new Board({ onMove: () => {}, describe: describePoint, label: () => t("board.preview") });
  effect(() => board.update({ pieces: readPieces(startFen(form, form.color.value === "black" ? "black" : "red")), below: form.color.value === "black" && form.mode.value !== "local" && form.mode.value !== "watch" ? "black" : "red", set: pieceSet.value, labels: boardLabels() }));
  return board.element;
}

/** @param {Record<string, import("../view.js").Signal<string>>} form */
function startChosen(form) {
  const mode = form.mode.value;
  const mine = form.color.value === "random" ? (Math.random() < 0.5 ? "red" : "black") : /** @type {"red" | "black"} */ (form.color.value);
  const human = /** @type {Player} */ ({ kind: "human" });
  const opponent = readPlayer(form.opponent.value);
  const seats = mode === "watch" ? { red: opponent, black: readPlayer(form.second.value) } : mode === "engine" ? { red: mine === "red" ? human : opponent, black: mine === "red" ? opponent : human } : { red: human, black: human };
  const clock = CLOCKS.find(([name]) => name === form.clock.value)?.[1] ?? null;
  const fen = startFen(form, mine);
  void start({ ...seats, rules: form.rules.value, clock, ...(fen === START ? {} : { fen }) }, mode === "link" ? mine : null);
}

/** @param {"red" | "black"} side */
const opposite = (side) => (side === "red" ? "black" : "red");

/** @param {import("../wire").NewGame} body @param {"red" | "black" | null} [onlySeat] the seat this browser keeps when the other is given away */
async function start(body, onlySeat = null) {
  try {
    const { id, tokens } = await createGame(onlySeat ? { ...body, invite: opposite(onlySeat) } : body);
    if (onlySeat) {
      const other = opposite(onlySeat);
      const { forgetSeats } = await import("../api.js");
      forgetSeats(id);
      keepSeats(id, { [onlySeat]: tokens[onlySeat], invite: tokens[other] });
    }
    location.hash = `#/game/${id}`;
  } catch (error) {
    tell(errorText(error));
  }
}
