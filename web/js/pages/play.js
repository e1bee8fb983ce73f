// @ts-check
// The first page: one button to play, the choices it follows, and where to go on.

import { createGame, forgetSeats, keepSeats, request } from "../api.js";
import { Board } from "../board/board.js";
import { readPieces } from "../board/state.js";
import { said, t } from "../i18n.js";
import { CLOCKS, gameOf, HANDICAPS, hasOwnSide, isDefault, opposite, QUIET, readPlayer, rememberedForm, reset, START, startFen } from "../newgame.js";
import { button, choices, select } from "../parts/controls.js";
import { goOn } from "../parts/goon.js";
import { tell } from "../parts/speaker.js";
import { notation, pieceSet, visitorName } from "../settings.js";
import { effect, h, signal } from "../view.js";
import { boardLabels, describePoint, errorText } from "../words.js";

export { readPlayer, START };

/** @typedef {import("../newgame.js").Form} Form */
/** @typedef {import("../parts/editor.js").Editor} Editor */
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

export function playPage() {
  const form = rememberedForm();
  const editor = signal(/** @type {Editor | null} */ (null));
  const board = preview(form, editor);
  const isEditing = () => editor.value?.active.value ?? false;
  return h(
    "div",
    { class: "play-page" },
    h("section", { class: "hero" }, h("h1", {}, () => t("hero")), h("p", {}, () => t("hero.more"))),
    h("div", { class: "preview" }, board.element),
    h("div", { class: "side" }, () => (isEditing() ? h("section", { class: "new-game card" }, editor.value?.panel()) : newGame(form, () => void edit(form, editor, board)))),
    h("div", { class: "more" }, goOn()),
  );
}

/** @param {Form} form @param {() => void} edit */
function newGame(form, edit) {
  return h(
    "form",
    { class: "new-game card", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void start(form)) },
    h("h2", {}, () => t("new.game")),
    ...fields(form),
    chips(form),
    h("button", { type: "submit", class: "button primary large wide", "data-act": "play.now" }, () => t(`play.${form.mode.value}`)),
    options(form, edit),
  );
}

/** @param {Form} form */
function fields(form) {
  const is = (/** @type {string[]} */ ...modes) => modes.includes(form.mode.value);
  return [
    choices("mode", [["engine", "mode.engine"], ["local", "mode.local"], ["link", "mode.link"], ["watch", "mode.watch"]], form.mode),
    () => (is("engine", "watch") ? select(is("watch") ? "red" : "opponent", opponentOptions, form.opponent, "opponent") : null),
    () => (is("watch") ? select("black", opponentOptions, form.second, "second") : null),
    () => (hasOwnSide(form) ? h("div", { class: "field" }, h("span", {}, t("color")), choices("color", [["red", "color.red"], ["black", "color.black"], ["random", "color.random"]], form.color)) : null),
  ];
}

/** What is set below and out of sight, each to be taken back by a tap. @param {Form} form */
function chips(form) {
  const words = (/** @type {string} */ name) => (name === "fen" ? t("position") : `${t(name)}: ${t(`${name}.${form[name].value}`)}`);
  return h("div", { class: "chips" }, () =>
    QUIET.filter((name) => !isDefault(form, name)).map((name) => h("button", { type: "button", class: "chip", "data-chip": name, "aria-label": `${t("chip.remove")}: ${words(name)}`, onclick: () => reset(form, name) }, words(name), h("span", { "aria-hidden": "true" }, "×"))),
  );
}

/** @param {Form} form @param {() => void} edit */
function options(form, edit) {
  const field = (/** @type {string} */ label, /** @type {string} */ name, /** @type {Record<string, unknown>} */ more) =>
    h("label", { class: "field" }, h("span", {}, () => t(label)), h("input", { name, autocomplete: "off", value: () => form[name].value, oninput: (/** @type {Event} */ event) => (form[name].value = /** @type {HTMLInputElement} */ (event.target).value), ...more }));
  const number = (/** @type {string} */ label, /** @type {string} */ name, /** @type {number} */ min, /** @type {number} */ max) => field(label, name, { type: "number", min, max, inputmode: "numeric" });
  return h(
    "details",
    {},
    h("summary", {}, () => t("more")),
    select("clock", () => CLOCKS.map((name) => [name, t(`clock.${name}`)]), form.clock),
    () => (form.clock.value === "own" ? h("div", { class: "pair" }, number("clock.minutes", "minutes", 1, 1440), number("clock.increment", "increment", 0, 600)) : form.clock.value === "own_move" ? number("clock.seconds", "seconds", 1, 3600) : null),
    select("handicap", () => Object.keys(HANDICAPS).map((name) => [name, t(`handicap.${name}`)]), form.handicap),
    () => (form.handicap.value !== "none" && hasOwnSide(form) ? h("div", { class: "field" }, h("span", {}, t("giver")), choices("giver", [["opponent", "giver.opponent"], ["me", "giver.me"]], form.giver)) : null),
    select("rules", () => ["asian", "chinese", "course"].map((name) => [name, t(`rules.${name}`)]), form.rules),
    field("position", "fen", { placeholder: "FEN", spellcheck: "false" }),
    button("editor", edit, { class: "button wide" }),
    h("label", { class: "field" }, h("span", {}, () => t("your.name")), h("input", { name: "name", maxlength: 24, autocomplete: "nickname", value: () => visitorName.value, onchange: (/** @type {Event} */ event) => (visitorName.value = /** @type {HTMLInputElement} */ (event.target).value.trim()) })),
    h("div", { class: "field" }, h("span", {}, () => t("pieces")), choices("pieces", [["hanzi", "pieces.hanzi"], ["pictures", "pieces.pictures"]], pieceSet)),
    h("div", { class: "field" }, h("span", {}, () => t("notation")), choices("notation", [["zh", "notation.zh"], ["tr", "notation.tr"], ["wxf", "notation.wxf"], ["iccs", "notation.iccs"]], notation)),
  );
}

/** @param {Form} form @param {import("../view.js").Signal<Editor | null>} editor */
function preview(form, editor) {
  const board = new Board({
    onMove: (from, to) => editor.peek()?.move(from, to),
    onPress: (point) => (editor.peek()?.active.peek() && editor.peek()?.press(point)) ?? false,
    describe: describePoint,
    label: () => t("board.preview"),
  });
  effect(() => {
    const isBlack = form.color.value === "black" && hasOwnSide(form);
    const look = /** @type {const} */ ({ set: pieceSet.value, selected: null });
    if (editor.value?.active.value) board.update({ ...look, pieces: editor.value.pieces.value, below: "red", free: true, labels: "letters" });
    else board.update({ ...look, pieces: readPieces(startFen(form, isBlack ? "black" : "red")), below: isBlack ? "black" : "red", free: false, labels: boardLabels() });
  });
  return board;
}

/** The editor is loaded when it is wanted. @param {Form} form @param {import("../view.js").Signal<Editor | null>} editor @param {Board} board */
async function edit(form, editor, board) {
  const { Editor } = await import("../parts/editor.js");
  editor.value ??= new Editor((fen) => void ((form.fen.value = fen), start(form)), "editor.play");
  editor.value.open(board.state.pieces, "red");
}

/** @param {Form} form */
async function start(form) {
  const { body, mine } = gameOf(form);
  try {
    const { id, tokens } = await createGame(body);
    if (body.invite) {
      forgetSeats(id);
      keepSeats(id, { [mine]: tokens[mine], invite: tokens[opposite(mine)] });
    }
    location.hash = `#/game/${id}`;
  } catch (error) {
    tell(errorText(error));
  }
}
