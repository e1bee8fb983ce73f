// @ts-check
// What each search costs: all of them on the same position, their counters racing on the same clock.

import { request } from "../api.js";
import { t } from "../i18n.js";
import { select } from "../parts/controls.js";
import { reducedMotion } from "../settings.js";
import { h, onCleanup, s, signal } from "../view.js";
import { ALGORITHMS, linkButton, orTell, positionField, SMALL_POSITION } from "./common.js";
import { valueText } from "./run.js";

/** @typedef {import("../wire").LabCount} LabCount */

/** How long the slowest counter runs. */
const RACE_MS = 4000;

/** @param {URLSearchParams} query @param {import("../view.js").Signal<string>} fen */
export function compareTab(query, fen) {
  const depth = signal(/^[1-5]$/.test(query.get("depth") ?? "") ? String(query.get("depth")) : "4");
  const counts = signal(/** @type {LabCount[] | null} */ (null));
  const waiting = signal(false);
  const run = async () => {
    waiting.value = true;
    counts.value = null;
    try {
      counts.value = await request("POST", "/api/lab/compare", { fen: fen.value || SMALL_POSITION, depth: Number(depth.value) });
    } finally {
      waiting.value = false;
    }
  };
  void orTell(run());
  return h(
    "div",
    { class: "lab-compare padded stack" },
    h("p", { class: "quiet" }, () => t("lab.compare.more")),
    h("form", { class: "row lab-form", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void orTell(run())) }, positionField(fen), select("depth", () => ["1", "2", "3", "4", "5"].map((name) => [name, name]), depth), h("button", { type: "submit", class: "button primary", "data-act": "lab.compare", disabled: () => waiting.value }, () => t("lab.compare")), linkButton(() => `#/lab?view=compare&fen=${encodeURIComponent(fen.value)}&depth=${depth.value}`)),
    () => (waiting.value ? h("p", { class: "quiet", role: "status" }, t("lab.counting")) : null),
    () => (counts.value ? [race(counts.value), growth(counts.value)] : null),
  );
}

/** @param {LabCount[]} counts */
function race(counts) {
  const deepest = Math.max(...counts.map((count) => count.depth));
  const last = counts.filter((count) => count.depth === deepest);
  const most = Math.max(...last.map((count) => count.nodes), 1);
  const clock = signal(reducedMotion() ? 1 : 0);
  const begun = performance.now();
  const timer = setInterval(() => {
    clock.value = reducedMotion() ? 1 : Math.min(1, (performance.now() - begun) / RACE_MS);
    if (clock.peek() === 1) clearInterval(timer);
  }, 40);
  onCleanup(() => clearInterval(timer));
  const now = (/** @type {number} */ nodes) => Math.min(nodes, Math.round(clock.value * most));
  const heads = ["lab.algorithm", "lab.nodes", "", "lab.evaluations", "lab.cuts", "lab.value"];
  const row = (/** @type {LabCount} */ count) =>
    h(
      "tr",
      { "data-algorithm": count.algorithm, class: () => (now(count.nodes) === count.nodes ? "arrived" : "") },
      h("th", { scope: "row" }, () => t(`lab.${count.algorithm}`)),
      h("td", { class: "number-cell" }, () => now(count.nodes).toLocaleString()),
      h("td", { class: "bar-cell" }, h("div", { class: "race-bar", style: () => `inline-size: ${((now(count.nodes) / most) * 100).toFixed(2)}%` })),
      h("td", { class: "number-cell" }, count.evaluations.toLocaleString()),
      h("td", { class: "number-cell" }, count.cuts.toLocaleString()),
      h("td", { class: "number-cell" }, count.complete ? valueText(count.score) : t("lab.stopped")),
    );
  return h("table", { class: "race" }, h("caption", {}, () => t("lab.race", { depth: deepest })), h("thead", {}, h("tr", {}, ...heads.map((label) => h("th", { scope: "col" }, () => (label ? t(label) : ""))))), h("tbody", {}, ...last.map(row)));
}

/** Nodes by depth on a scale of powers of ten: the slope is the branching factor. @param {LabCount[]} counts */
function growth(counts) {
  const deepest = Math.max(...counts.map((count) => count.depth));
  if (deepest < 2) return null;
  const [width, height, edge] = [600, 220, 40];
  const top = Math.ceil(Math.log10(Math.max(...counts.map((count) => count.nodes), 10)));
  const x = (/** @type {number} */ depth) => edge + ((depth - 1) / (deepest - 1)) * (width - edge - 150);
  const y = (/** @type {number} */ nodes) => height - 24 - (Math.log10(Math.max(1, nodes)) / top) * (height - 40);
  const ticks = Array.from({ length: top + 1 }, (_, power) => s("g", { class: "tick" }, s("path", { d: `M${edge} ${y(10 ** power)}H${width - 150}` }), s("text", { x: edge - 6, y: y(10 ** power) + 4, "text-anchor": "end" }, power < 4 ? String(10 ** power) : `10^${power}`)));
  const depths = Array.from({ length: deepest }, (_, index) => s("text", { x: x(index + 1), y: height - 6, "text-anchor": "middle" }, String(index + 1)));
  // Names that would lie on each other are pushed apart, from the top down.
  const ends = ALGORITHMS.map((algorithm, index) => ({ algorithm, index, at: y(counts.findLast((count) => count.algorithm === algorithm)?.nodes ?? 1) })).sort((one, other) => one.at - other.at);
  ends.forEach((end, index) => (end.at = Math.max(end.at, index ? ends[index - 1].at + 17 : 12)));
  const lines = ends.map(({ algorithm, index, at }) => {
    const own = counts.filter((count) => count.algorithm === algorithm);
    return s("g", { class: `growth-line line-${index}` }, s("polyline", { points: own.map((count) => `${x(count.depth)},${y(count.nodes)}`).join(" ") }), ...own.map((count) => s("circle", { cx: x(count.depth), cy: y(count.nodes), r: 3 })), s("text", { x: width - 142, y: at + 4 }, t(`lab.${algorithm}`)));
  });
  return h("figure", { class: "growth" }, h("figcaption", { class: "quiet" }, () => t("lab.growth")), s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": () => t("lab.growth") }, ...ticks, ...depths, ...lines));
}
