// @ts-check
// A strip at the opponent's seat: what the opponent offers, what became of one's own offer, and
// that a friend is still awaited. It never moves the board.

import { t } from "../i18n.js";
import { OFFERS } from "../room.js";
import { h } from "../view.js";
import { button } from "./controls.js";
import { showInvitation } from "./invitation.js";

/** @typedef {import("../pages/game.js").Table} Table */

/** @param {Table} table */
export function strip(table) {
  const { room } = table;
  return h("div", { class: "strip-place" }, () => offerStrip(room) ?? (room.notice.value ? h("p", { class: "strip" }, room.notice.value) : waitingStrip(table)));
}

/** @param {import("../room.js").Room} room */
function offerStrip(room) {
  const [game, mine] = [room.game.value, room.mine()];
  if (!game || !mine || mine === "both") return null;
  const made = OFFERS.find(([, field]) => game[field]);
  if (!made || game.next) return null;
  const [offer, field] = made;
  if (game[field] === mine) return h("p", { class: "strip quiet" }, t(`offer.${offer}.sent`));
  return h(
    "div",
    { class: "strip offer" },
    h("span", {}, t(`offer.${offer}`)),
    h("div", { class: "row" }, button("accept", () => room.ask({ type: offer }), { class: "button primary" }), button("decline", () => room.ask({ type: "decline" }))),
  );
}

/** @param {Table} table */
function waitingStrip(table) {
  const game = table.room.game.value;
  if (!game?.present.invited || !table.room.mine()) return null;
  return h("div", { class: "strip waiting" }, h("span", {}, t("friend.waiting")), button("friend.invite", () => showInvitation(table), { class: "button" }));
}
