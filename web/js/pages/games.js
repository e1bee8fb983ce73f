// @ts-check
// Games: mine, the library, its collections. The address says which, and what is looked for.

import { t } from "../i18n.js";
import { collections, library } from "../games/library.js";
import { mine } from "../games/mine.js";
import { h } from "../view.js";

/** @type {Record<string, (query: URLSearchParams) => import("../view.js").Child>} */
const TABS = { mine, library, collections };

/** @param {string} rest @param {URLSearchParams} query */
export function gamesPage(rest, query) {
  const tab = Object.hasOwn(TABS, rest) ? rest : "mine";
  return h(
    "div",
    { class: "games-page" },
    h("h1", {}, () => t("games")),
    h(
      "nav",
      { class: "rooms", "aria-label": () => t("games") },
      ...Object.keys(TABS).map((name) => h("a", { href: `#/games/${name}`, "aria-current": name === tab ? "page" : null }, () => t(`tab.${name}`))),
      h("a", { href: "#/analyse?tab=openings" }, () => t("tab.openings")),
    ),
    TABS[tab](query),
  );
}
