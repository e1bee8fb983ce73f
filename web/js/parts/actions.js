// @ts-check
// What a player may ask of the room: take back, hint, resign, draw, swap, pause.

import { t } from "../i18n.js";
import { h, s } from "../view.js";
import { button, choices, confirmFirst, iconButton, openDialog } from "./controls.js";
import { shareDialog } from "./share.js";

/** @typedef {import("../pages/game.js").Table} Table */
/** @typedef {import("../room.js").Room} Room */

/** @param {Room} room */
const isOver = (room) => room.game.value?.status.status !== "ongoing";
/** @param {Room} room */
const isEngineGame = (room) => {
  const players = room.game.value?.players;
  return players !== undefined && (players.red.kind === "human") !== (players.black.kind === "human");
};

/** @param {Table} table */
export function actions(table) {
  const { room } = table;
  const seated = () => room.mine() !== null;
  return h(
    "div",
    { class: "actions" },
    h(
      "div",
      { class: "row jumps" },
      iconButton("first", "jump.first", () => table.jump(0)),
      iconButton("back", "jump.back", () => table.jump(table.shownPly() - 1)),
      iconButton("forward", "jump.forward", () => table.jump(table.shownPly() + 1)),
      iconButton("last", "jump.last", () => table.jump(Infinity)),
      iconButton("flip", "flip", () => (table.flipped.value = !table.flipped.value)),
      iconButton("share", "share", () => shareDialog(table)),
    ),
    () => (seated() ? gameActions(table) : null),
    () => offers(room),
  );
}

/** @param {Table} table */
function gameActions({ room }) {
  return h(
    "div",
    { class: "row asks" },
    iconButton("undo", "undo", () => room.ask({ type: "undo" }), { disabled: () => !room.game.value?.plies.length }),
    iconButton("redo", "redo", () => room.ask({ type: "redo" }), { disabled: () => !room.game.value?.undone }),
    iconButton("hint", "hint", () => room.ask({ type: "hint" }), { disabled: () => isOver(room) }),
    iconButton("draw", "draw", () => room.ask({ type: "draw" }), { disabled: () => isOver(room) }),
    iconButton("resign", "resign", () => confirmFirst("resign.sure", "resign", () => room.ask({ type: "resign" })), { disabled: () => isOver(room) }),
    iconButton("swap", "swap", () => room.ask({ type: "swap" }), { disabled: () => isOver(room) || !isEngineGame(room) }),
    h("a", { class: "icon-button", href: "#/", title: () => t("new.game"), "aria-label": () => t("new.game") }, newGameIcon()),
  );
}

const newGameIcon = () => s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: "M12 5V19M5 12H19" }));

/** An offer waits for an answer. @param {Room} room */
function offers(room) {
  const game = room.game.value;
  const mine = room.mine();
  if (!game || !mine || mine === "both") return null;
  const asked = game.draw_offer ? "draw" : game.undo_request ? "undo" : null;
  const by = game.draw_offer ?? game.undo_request;
  if (!asked) return null;
  if (by === mine) return h("p", { class: "offer quiet", role: "status" }, t(`offer.${asked}.sent`));
  return h(
    "div",
    { class: "offer", role: "status" },
    h("span", {}, t(`offer.${asked}`)),
    button("accept", () => room.ask({ type: asked }), { class: "button primary" }),
    button("decline", () => room.ask({ type: "decline" })),
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

/** The phone's one bar. @param {Table} table */
export function bottomBar(table) {
  const { room } = table;
  const seated = () => room.mine() !== null && !isOver(room);
  return h(
    "nav",
    { class: "bottom-bar", "aria-label": () => t("actions") },
    iconButton("undo", "undo", () => room.ask({ type: "undo" }), { disabled: () => !seated() }),
    iconButton("hint", "hint", () => room.ask({ type: "hint" }), { disabled: () => !seated() }),
    iconButton("flip", "flip", () => (table.flipped.value = !table.flipped.value)),
    iconButton("menu", "menu", () => openDialog("menu", (close) => menu(table, close))),
  );
}

/** @param {Table} table @param {() => void} close */
function menu({ room }, close) {
  const entry = (/** @type {string} */ label, /** @type {() => void} */ act) => button(label, () => (close(), act()), { class: "button wide" });
  return h(
    "div",
    { class: "stack" },
    entry("redo", () => void room.ask({ type: "redo" })),
    entry("draw", () => void room.ask({ type: "draw" })),
    entry("resign", () => confirmFirst("resign.sure", "resign", () => void room.ask({ type: "resign" }))),
    entry("swap", () => void room.ask({ type: "swap" })),
    entry("new.game", () => (location.hash = "#/")),
  );
}
