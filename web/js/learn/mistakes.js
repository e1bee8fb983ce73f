// @ts-check
// My mistakes: what reviews of one's own games have marked, to be tried again.

import { request } from "../api.js";
import { smallBoard } from "../board/small.js";
import { t } from "../i18n.js";
import { tell } from "../parts/speaker.js";
import { GLYPHS } from "../review/reviewed.js";
import { h, signal } from "../view.js";
import { errorText, moveText } from "../words.js";

export function mistakesPage() {
  const mistakes = signal(/** @type {import("../wire").Mistake[] | null} */ (null));
  request("GET", "/api/mistakes").then((found) => (mistakes.value = found)).catch((error) => tell(errorText(error)));
  return h(
    "div",
    { class: "mistakes-page" },
    h("h1", {}, () => t("mistakes")),
    h("p", { class: "quiet" }, () => t("mistakes.about")),
    () => {
      if (!mistakes.value) return null;
      if (!mistakes.value.length) return h("p", {}, t("mistakes.none"), " ", h("a", { href: "#/games" }, t("games")));
      return h("ul", { class: "shelf mistakes" }, ...mistakes.value.map(card));
    },
    h("p", {}, h("a", { href: "#/learn/puzzles" }, () => t("puzzles")), " · ", h("a", { href: "#/learn" }, () => t("learn.first.steps"))),
  );
}

/** @param {import("../wire").Mistake} mistake */
function card(mistake) {
  return h(
    "li",
    { class: "card" },
    h(
      "a",
      { class: "game-link", href: `#/review?game=${mistake.game}&side=${mistake.side}&practise=${mistake.ply}` },
      smallBoard(mistake.fen, mistake.side),
      h("div", {}, h("strong", { class: `glyph ${mistake.label}` }, `${moveText(mistake.played)}${GLYPHS[mistake.label]}`), h("span", { class: "quiet" }, `${t(`label.${mistake.label}`, { moves: "" })} · −${Math.round(mistake.loss)} %`), h("span", {}, t("practise"))),
    ),
  );
}
