// @ts-check
// What just happened in a search, in one sentence.

import { t } from "../i18n.js";
import { valueText } from "./run.js";

/** @param {import("./run.js").TreeRun} run @param {number} event @param {boolean} redsView */
export function story(run, event, redsView) {
  const { node, leaves } = run.events[event] ?? run.events[0];
  const { parent, notation, value, end, by_notation: by, bound, skipped } = run.nodes[node];
  const isRed = run.isRed(node);
  const shown = (/** @type {number} */ score) => valueText(redsView && !isRed ? -score : score);
  const move = notation ?? "";
  if (parent === null) return leaves && value !== null ? t("lab.story.end", { value: shown(value) }) : t("lab.story.root");
  if (value === null) return t("lab.story.enter", { move });
  if (end === "cut" && leaves) return t("lab.story.cut", { move, by: by ?? "", bound: shown(bound ?? 0), skipped: skipped ?? 0 });
  if (leaves) return t(run.bests.includes(event) ? "lab.story.best" : "lab.story.back", { move, value: shown(value) });
  if (end === "evaluated" || end === "table" || end === "no_moves") return t(`lab.story.${end}`, { move, value: shown(value) });
  return t("lab.story.enter", { move });
}
