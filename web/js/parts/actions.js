// @ts-check
// What a player may ask of the room. Frequent actions carry words, the rest sits in a menu.

import { t } from "../i18n.js";
import { pieceSet } from "../settings.js";
import { h } from "../view.js";
import { button, choices, confirmFirst, iconButton, openDialog } from "./controls.js";
import { askRematch } from "./banner.js";
import { shareDialog } from "./share.js";

/** @typedef {import("../pages/game.js").Table} Table */
/** @typedef {import("../room.js").Room} Room */

/** @param {Room} room */
const isOver = (room) => room.game.value?.status.status !== "ongoing";

/** One human plays a machine. @param {Room} room */
function isEngineGame(room) {
  const players = room.game.value?.players;
  return players !== undefined && (players.red.kind === "human") !== (players.black.kind === "human");
}

/** Two people at two screens. @param {Room} room */
export function isFriendGame(room) {
  const players = room.game.value?.players;
  return players?.red.kind === "human" && players.black.kind === "human" && room.mine() !== "both";
}

/** The row of labelled actions: below the panel, or at the lower edge of a phone. @param {Table} table */
export function actionBar(table) {
  const { room } = table;
  const seated = () => room.mine() !== null;
  const flip = () => iconButton("flip", "flip", () => (table.flipped.value = !table.flipped.value), { text: true });
  const more = () => iconButton("menu", "menu", () => openDialog("menu", (close) => menu(table, close)), { text: true });
  return h(
    "nav",
    { class: "action-bar", "aria-label": () => t("actions") },
    h(
      "div",
      { class: "asks" },
      () => (seated() ? playing(room) : null),
      flip(),
      more(),
    ),
    h("div", { class: "asks at-end" }, () => [
      seated() || room.game.value?.you.includes("host") ? iconButton("fresh", "rematch", () => void askRematch(table), { text: true }) : null,
      iconButton("back", "review", () => (location.hash = `#/review?game=${room.id}`), { text: true }),
      iconButton("search", "analyse", () => (location.hash = `#/analyse?game=${room.id}`), { text: true }),
      iconButton("hint", "tab.explain", () => table.explain(), { text: true }),
      flip(),
      more(),
    ]),
  );
}

/** @param {Room} room */
function playing(room) {
  return [
    iconButton("undo", "undo", () => room.ask({ type: "undo" }), { text: true, disabled: () => !room.game.value?.plies.length }),
    () => (isFriendGame(room) ? null : iconButton("hint", "hint", () => room.ask({ type: "hint" }), { text: true, disabled: () => isOver(room) })),
    iconButton("resign", "resign", () => askResign(room), { text: true, disabled: () => isOver(room) }),
  ];
}

/** @param {Room} room */
const askResign = (room) => confirmFirst("resign.sure", "resign", () => void room.ask({ type: "resign" }));

/** Where nobody else is asked, the game would end at once: so the player is. @param {Room} room */
function askDraw(room) {
  const ask = () => void room.ask({ type: "draw" });
  if (isFriendGame(room)) ask();
  else confirmFirst(room.mine() === "both" ? "draw.sure.both" : "draw.sure", "draw", ask);
}

/** @param {Table} table @param {() => void} close */
function menu(table, close) {
  const { room } = table;
  const seated = room.mine() !== null;
  const entry = (/** @type {string} */ label, /** @type {() => void} */ act, disabled = false) => button(label, () => (close(), act()), { class: "button wide", disabled });
  return h(
    "div",
    { class: "stack menu" },
    seated && entry("redo", () => void room.ask({ type: "redo" }), !room.game.value?.undone || isFriendGame(room)),
    seated && entry("draw", () => askDraw(room), isOver(room)),
    seated && isEngineGame(room) && entry("swap", () => void room.ask({ type: "swap" }), isOver(room)),
    entry("share", () => shareDialog(table)),
    entry("analyse.this", () => (location.hash = `#/analyse?game=${room.id}`)),
    entry("new.game", () => (location.hash = "#/")),
    h("div", { class: "field" }, h("span", {}, () => t("pieces")), choices("pieces", [["hanzi", "pieces.hanzi"], ["pictures", "pieces.pictures"]], pieceSet)),
  );
}

/** @param {Table} table */
export function jumps(table) {
  return h(
    "div",
    { class: "row jumps" },
    iconButton("first", "jump.first", () => table.jump(0)),
    iconButton("back", "jump.back", () => table.jump(table.shownPly() - 1)),
    iconButton("forward", "jump.forward", () => table.jump(table.shownPly() + 1)),
    iconButton("last", "jump.last", () => table.jump(Infinity)),
  );
}

/** Two engines play: pause, step and speed. @param {Room} room */
export function watchControls(room) {
  const speed = {
    get value() {
      return /** @type {string} */ (String(room.game.value?.delay_ms ?? 1000));
    },
    set value(ms) {
      void room.ask({ type: "pace", paused: room.game.peek()?.paused ?? false, delay_ms: Number(ms) });
    },
  };
  const paused = () => room.game.value?.paused ?? false;
  return h("div", { class: "watch", hidden: () => !room.game.value?.you.includes("host") || isOver(room) }, () => [
    iconButton(paused() ? "play" : "pause", paused() ? "resume" : "pause", () => room.ask({ type: "pace", paused: !paused(), delay_ms: Number(speed.value) })),
    iconButton("step", "step", () => room.ask({ type: "step" }), { disabled: () => !paused() }),
    choices("speed", [["0", "speed.fast"], ["400", "speed.brisk"], ["1000", "speed.calm"], ["3000", "speed.slow"]], speed),
  ]);
}
