// @ts-check
// The laboratory: a search tree that grows, the price of each search, searchers made of switches, and A* beside uniform cost.

import { request } from "../api.js";
import { t } from "../i18n.js";
import { ablationTab } from "../lab/ablation.js";
import { onFileDrop, orTell, SMALL_POSITION } from "../lab/common.js";
import { compareTab } from "../lab/compare.js";
import { routeTab } from "../lab/route.js";
import { treeTab } from "../lab/tree.js";
import { tabs } from "../parts/tabs.js";
import { h, signal } from "../view.js";

const VIEWS = ["tree", "compare", "ablation", "route"];

/** @param {string} _ @param {URLSearchParams} query */
export function labPage(_, query) {
  const asked = query.get("view") ?? "";
  const tab = signal(VIEWS.includes(asked) ? asked : "tree");
  // The position is the same in all experiments with game trees.
  const fen = signal(query.get("fen") ?? SMALL_POSITION);
  const page = h("div", { class: "lab-page" }, h("h1", { class: "unseen" }, () => t("lab")), tabs(tab, [["tree", () => treeTab(query, fen)], ["compare", () => compareTab(query, fen)], ["ablation", () => ablationTab(query, fen)], ["route", () => routeTab(query)]]));
  onFileDrop(page, (text) => void orTell(request("POST", "/api/import", { text }).then((read) => (fen.value = read.position.fen))));
  return page;
}
