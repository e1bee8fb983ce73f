// @ts-check
// The arena has two doors: a duel of two players of the house, and leagues of bots.

import { t } from "../i18n.js";
import { h } from "../view.js";

/** @param {"arena" | "league"} here */
export const arenaDoors = (here) => h("nav", { class: "arena-doors", "aria-label": () => t("arena") }, ...[["arena", "arena.duel"], ["league", "leagues"]].map(([page, label]) => h("a", { href: `#/${page}`, "aria-current": page === here ? "page" : null }, () => t(label))));
