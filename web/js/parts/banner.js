// @ts-check
// The result, beside the board and never over it.

import { t } from "../i18n.js";
import { h } from "../view.js";
import { reasonText, resultText } from "../words.js";
import { button } from "./controls.js";
import { shareDialog } from "./share.js";

/** @typedef {import("../pages/game.js").Table} Table */

/** @param {Table} table */
export function banner(table) {
  return h("div", { class: "banner-place", role: "status" }, () => {
    const game = table.room.game.value;
    if (!game || game.status.status === "ongoing") return null;
    return h(
      "div",
      { class: `banner ${game.status.status}`, "data-reason": game.status.reason },
      h("h2", {}, () => resultText(game.status)),
      h("p", {}, () => feeling(table) + reasonText(game.status)),
      h(
        "div",
        { class: "row" },
        () => rematchButton(table),
        h("a", { class: "button", href: `#/review?game=${game.id}`, "data-act": "review" }, () => t("review")),
        h("a", { class: "button", href: `#/analyse?game=${game.id}` }, () => t("analyse")),
        button("tab.explain", () => table.explain()),
        button("share", () => shareDialog(table)),
      ),
    );
  });
}

/** @param {Table} table */
function rematchButton(table) {
  const game = table.room.game.value;
  const isPlayer = table.room.mine() !== null || game?.you.includes("host");
  if (game?.next) return h("a", { class: "button primary", href: `#/game/${game.next}` }, t("rematch.follow"));
  if (!isPlayer) return null;
  const offered = game?.rematch_offer && game.rematch_offer === table.room.mine();
  return button(offered ? "offer.rematch.sent" : "rematch", () => void askRematch(table), { class: "button primary", disabled: Boolean(offered) });
}

/** @param {Table} table */
function feeling(table) {
  const [game, mine] = [table.room.game.value, table.room.mine()];
  if (!game || !mine || mine === "both" || game.status.status === "draw") return "";
  return `${t((game.status.status === "red_wins") === (mine === "red") ? "you.win" : "you.lose")} · `;
}

/** The same game again with colors changed: at once when nobody else plays, otherwise an offer. @param {Table} table */
export async function askRematch(table) {
  const next = table.room.game.peek()?.next;
  if (next) location.hash = `#/game/${next}`;
  else await table.room.ask({ type: "rematch" });
}
