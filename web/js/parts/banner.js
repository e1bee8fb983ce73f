// @ts-check
// The result, beside the board and never over it.

import { createGame } from "../api.js";
import { t } from "../i18n.js";
import { h } from "../view.js";
import { errorText, reasonText, resultText } from "../words.js";
import { button } from "./controls.js";
import { shareDialog } from "./share.js";
import { tell } from "./speaker.js";

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
        button("rematch", () => rematch(table), { class: "button primary" }),
        h("a", { class: "button", href: `#/analyse?game=${game.id}` }, () => t("analyse")),
        button("tab.explain", () => (table.tab.value = "explain")),
        button("share", () => shareDialog(table)),
      ),
    );
  });
}

/** @param {Table} table */
function feeling(table) {
  const [game, mine] = [table.room.game.value, table.room.mine()];
  if (!game || !mine || mine === "both" || game.status.status === "draw") return "";
  return `${t((game.status.status === "red_wins") === (mine === "red") ? "you.win" : "you.lose")} · `;
}

/** The same game again with colors changed. @param {Table} table */
async function rematch(table) {
  const game = table.room.game.peek();
  if (!game) return;
  try {
    const { red, black } = game.players;
    const made = await createGame({ red: black, black: red, rules: game.rules, clock: game.clock, fen: game.start.fen });
    location.hash = `#/game/${made.id}`;
  } catch (error) {
    tell(errorText(error));
  }
}
