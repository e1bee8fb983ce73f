// @ts-check
// What two searchers looked at on the same position, as a table with bars.

import { t } from "../i18n.js";
import { h } from "../view.js";
import { moveText } from "../words.js";
import { valueText } from "./run.js";

/** @typedef {import("../wire").AblationCount} AblationCount */

/** @param {AblationCount[][]} counts @param {readonly string[]} names */
export function costs(counts, names) {
  const most = Math.max(...counts.flat().map((count) => count.nodes), 10);
  const share = (/** @type {number} */ nodes) => ((100 * Math.log10(Math.max(1, nodes))) / Math.log10(most)).toFixed(2);
  const deepest = Math.max(...counts.map((own) => own.length));
  const row = (/** @type {AblationCount} */ count, /** @type {number} */ index) =>
    h(
      "tr",
      { class: `searcher-${index}`, "data-searcher": index, "data-depth": count.depth },
      h("td", { class: "number-cell" }, String(count.depth)),
      h("th", { scope: "row" }, () => t(names[index])),
      h("td", { class: "number-cell" }, count.nodes.toLocaleString(), h("div", { class: "race-bar", style: `inline-size: ${share(count.nodes)}%` })),
      h("td", {}, () => (count.best ? moveText(count.best) : "–")),
      h("td", { class: "number-cell" }, () => (count.complete ? valueText(count.score) : t("ablation.used_up"))),
    );
  const depths = Array.from({ length: deepest }, (_, depth) => counts.flatMap((own, index) => (own[depth] ? [row(own[depth], index)] : [])));
  const heads = ["depth", "ablation.searcher", "lab.nodes", "lab.best", "lab.value"];
  return h("table", { class: "ablation-costs" }, h("caption", {}, () => t("ablation.costs")), h("thead", {}, h("tr", {}, ...heads.map((label) => h("th", { scope: "col" }, () => t(label))))), ...depths.map((rows) => h("tbody", {}, ...rows)));
}
