// @ts-check
// Endgames: a shelf of classical endings, each drawn small, with what the tables know about it.

import { request } from "../api.js";
import { smallBoard } from "../board/small.js";
import { said, t } from "../i18n.js";
import { tell } from "../parts/speaker.js";
import { h, signal } from "../view.js";
import { errorText } from "../words.js";

/** @typedef {import("../wire").EndingEntry} EndingEntry */

/** Which pieces attack: the heading an ending stands under. @param {EndingEntry} ending */
const groupOf = ({ key }) => ["RN", "RC", "RR", "RP", "NN", "NC", "CC", "NP", "CP"].some((pair) => key.startsWith(pair)) ? "pairs" : key[0];

const GROUPS = ["P", "N", "C", "R", "pairs"];

/** @type {Promise<EndingEntry[]> | null} */
let known = null;

/** The catalogue never changes while the page is open. @returns {Promise<EndingEntry[]>} */
export function catalogue() {
  known ??= request("GET", "/api/endgames");
  known.catch(() => (known = null));
  return known;
}

export function endingsPage() {
  const endings = signal(/** @type {EndingEntry[]} */ ([]));
  catalogue().then((found) => (endings.value = found)).catch((error) => tell(errorText(error)));
  return h(
    "div",
    { class: "endings-page" },
    h("h1", {}, () => t("endgames")),
    h("p", { class: "quiet" }, () => t("endgames.about")),
    () => GROUPS.map((group) => shelf(group, endings.value.filter((it) => groupOf(it) === group))),
    h("p", {}, h("a", { href: "#/learn" }, () => t("learn.first.steps"))),
  );
}

/** @param {string} group @param {EndingEntry[]} endings */
function shelf(group, endings) {
  if (!endings.length) return null;
  return h("section", { "aria-label": t(`endgames.${group}`) }, h("h2", {}, t(`endgames.${group}`)), h("ul", { class: "shelf endings" }, ...endings.map(card)));
}

/** In per cent, with a digit where it matters. @param {number} thousandths */
export const shareText = (thousandths) => `${(thousandths / 10).toFixed(thousandths % 10 ? 1 : 0)} %`;

/** @param {EndingEntry} ending */
function card(ending) {
  const longest = ending.longest ? t("ending.longest", { moves: ending.longest }) : t("ending.never");
  return h(
    "li",
    { class: `card ending ${ending.verdict}` },
    h(
      "a",
      { class: "game-link", href: `#/learn/endgames/${ending.key}` },
      smallBoard(ending.start),
      h("div", {}, h("strong", {}, said(ending)), h("span", { class: `verdict ${ending.verdict}` }, t(`ending.verdict.${ending.verdict}`)), h("span", {}, t("ending.share", { share: shareText(ending.won) })), h("span", { class: "quiet" }, longest)),
    ),
  );
}
