// @ts-check
// What a new game is made of: the visitor's choices, and the request they become.

import { readPieces, writeFen } from "./board/state.js";
import { read, visitorName, write } from "./settings.js";
import { effect, signal } from "./view.js";

/** @typedef {import("./wire").Player} Player */
/** @typedef {import("./wire").Side} Side */
/** @typedef {Record<string, import("./view.js").Signal<string>>} Form */

export const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/** Pieces that the stronger side leaves off, by its own back rank from its left. @type {Record<string, Record<Side, string[]>>} */
export const HANDICAPS = {
  none: { red: [], black: [] },
  horse: { red: ["b0"], black: ["h9"] },
  cannon: { red: ["b2"], black: ["h7"] },
  chariot: { red: ["a0"], black: ["i9"] },
  horses: { red: ["b0", "h0"], black: ["b9", "h9"] },
  chariot_horse: { red: ["a0", "b0"], black: ["i9", "h9"] },
  chariots: { red: ["a0", "i0"], black: ["a9", "i9"] },
};

/** @type {Record<string, import("./wire").Clock | null>} */
const FIXED_CLOCKS = { none: null, "5+3": { kind: "game", base_s: 300, increment_s: 3 }, "10+5": { kind: "game", base_s: 600, increment_s: 5 }, "20+10": { kind: "game", base_s: 1200, increment_s: 10 }, 30: { kind: "move", move_s: 30 }, 60: { kind: "move", move_s: 60 } };

/** Names of clocks in the order of the list; the last two are the visitor's own. */
export const CLOCKS = ["none", "5+3", "10+5", "20+10", "30", "60", "own", "own_move"];

const DEFAULTS = { mode: "engine", opponent: "level:2", second: "level:3", color: "red", handicap: "none", giver: "opponent", rules: "asian", clock: "none", minutes: "15", increment: "10", seconds: "45", fen: "" };
/** Options that change the game without being in sight: told as chips while they differ from this. */
export const QUIET = /** @type {const} */ (["fen", "handicap", "clock", "rules"]);

/** The visitor's last choices, but not the last position. @returns {Form} */
export function rememberedForm() {
  const known = read("chuhe.new") ?? {};
  const made = Object.fromEntries(Object.entries(DEFAULTS).map(([name, fallback]) => [name, signal(typeof known[name] === "string" && name !== "fen" ? known[name] : fallback)]));
  effect(() => write("chuhe.new", Object.fromEntries(Object.entries(made).map(([name, choice]) => [name, choice.value]))));
  return made;
}

/** @param {Form} form @param {keyof typeof DEFAULTS} name */
export const isDefault = (form, name) => form[name].value === DEFAULTS[name];
/** @param {Form} form @param {keyof typeof DEFAULTS} name */
export const reset = (form, name) => (form[name].value = DEFAULTS[name]);

/** @param {Side} side @returns {Side} */
export const opposite = (side) => (side === "red" ? "black" : "red");

/** One seat is the visitor's, so colors and handicaps are asked from there. @param {Form} form */
export const hasOwnSide = (form) => form.mode.value === "engine" || form.mode.value === "link";

/** The start position with the handicap taken off. @param {Form} form @param {Side} mine */
export function startFen(form, mine) {
  if (form.fen.value.trim()) return form.fen.value.trim();
  const giver = hasOwnSide(form) ? (form.giver.value === "me" ? mine : opposite(mine)) : "red";
  const pieces = readPieces(START);
  for (const point of HANDICAPS[form.handicap.value]?.[giver] ?? []) pieces.delete(point);
  return writeFen(pieces, "red");
}

/** @param {string} text "level:3" or "zoo:greedy" @returns {Player} */
export function readPlayer(text) {
  const [kind, name] = text.split(":");
  if (kind === "level") return { kind, level: Number(name) };
  return kind === "zoo" ? { kind, name } : { kind: "human" };
}

/** @param {Form} form @returns {import("./wire").Clock | null} */
function clockOf(form) {
  const number = (/** @type {string} */ name) => Math.max(0, Math.round(Number(form[name].value)) || 0);
  if (form.clock.value === "own") return { kind: "game", base_s: Math.max(1, Math.round(Number(form.minutes.value) * 60) || 0), increment_s: number("increment") };
  if (form.clock.value === "own_move") return { kind: "move", move_s: Math.max(1, number("seconds")) };
  return FIXED_CLOCKS[form.clock.value] ?? null;
}

/** The request, and the side the visitor plays. @param {Form} form @returns {{ body: import("./wire").NewGame, mine: Side }} */
export function gameOf(form) {
  const mode = form.mode.value;
  const mine = form.color.value === "random" ? (Math.random() < 0.5 ? "red" : "black") : /** @type {Side} */ (form.color.value);
  const me = /** @type {Player} */ (visitorName.value ? { kind: "human", name: visitorName.value } : { kind: "human" });
  const guest = /** @type {Player} */ ({ kind: "human" });
  const opponent = mode === "engine" ? readPlayer(form.opponent.value) : guest;
  const seats = mode === "watch" ? { red: readPlayer(form.opponent.value), black: readPlayer(form.second.value) } : mode === "local" ? { red: guest, black: guest } : mine === "red" ? { red: me, black: opponent } : { red: opponent, black: me };
  const fen = startFen(form, mine);
  const invite = mode === "link" ? { invite: opposite(mine) } : {};
  return { body: { ...seats, rules: form.rules.value, clock: clockOf(form), ...invite, ...(fen === START ? {} : { fen }) }, mine };
}
