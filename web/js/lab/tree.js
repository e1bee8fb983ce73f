// @ts-check
// The laboratory's first experiment: one search, step by step, with its position on the board.

import { request } from "../api.js";
import { Board } from "../board/board.js";
import { t } from "../i18n.js";
import { button, select } from "../parts/controls.js";
import { Scrubber } from "../scrubber.js";
import { notation, pieceSet, reducedMotion } from "../settings.js";
import { effect, h, signal, untracked } from "../view.js";
import { describePoint } from "../words.js";
import { columns } from "./columns.js";
import { ALGORITHMS, linkButton, orTell, positionField, readCode, SMALL_POSITION } from "./common.js";
import { overview } from "./overview.js";
import { TreeRun, valueText } from "./run.js";
import { story } from "./story.js";

/** @param {URLSearchParams} query @param {import("../view.js").Signal<string>} fen */
export function treeTab(query, fen) {
  const asked = query.get("algorithm") ?? "";
  const form = { fen, algorithm: signal(ALGORITHMS.includes(asked) ? asked : "alphabeta"), depth: signal(/^[1-4]$/.test(query.get("depth") ?? "") ? String(query.get("depth")) : "3") };
  const traced = signal(/** @type {import("../wire").TreeTrace | null} */ (null));
  const run = signal(/** @type {TreeRun | null} */ (null));
  const redsView = signal(query.get("view_of") !== "mover");
  const scrubber = new Scrubber({ seconds: 60 });
  const search = async () => {
    const body = { fen: form.fen.value || SMALL_POSITION, depth: Number(form.depth.value), algorithm: form.algorithm.value, nodes: 1500, notation: notation.value };
    const found = await request("POST", "/api/lab/tree", body);
    const made = new TreeRun(found, body.fen);
    const isFirst = run.peek() === null;
    traced.value = found;
    run.value = made;
    scrubber.load(made.last, isFirst ? Number(query.get("step") ?? 0) : 0);
  };
  // Another notation, position or algorithm is another tree.
  effect(() => {
    void [notation.value, form.fen.value, form.algorithm.value, form.depth.value];
    untracked(() => void orTell(search()));
  });
  const event = () => Math.min(scrubber.step.value, run.value?.last ?? 0);
  return h(
    "div",
    { class: "lab-tree padded stack" },
    h("form", { class: "row lab-form", onsubmit: (/** @type {Event} */ submitted) => (submitted.preventDefault(), void orTell(search())) }, positionField(form.fen), select("lab.algorithm", () => ALGORITHMS.map((name) => [name, t(`lab.${name}`)]), form.algorithm), select("depth", () => ["1", "2", "3", "4"].map((depth) => [depth, depth]), form.depth), readCode(() => form.algorithm.value), linkButton(() => `#/lab?view=tree&fen=${encodeURIComponent(form.fen.value)}&algorithm=${form.algorithm.value}&depth=${form.depth.value}&step=${scrubber.step.value}${redsView.value ? "" : "&view_of=mover"}`)),
    h("div", { class: "row tree-steps" }, scrubber.element(), jumps(run, scrubber)),
    h("p", { class: "tree-story", role: "status" }, () => (run.value ? story(run.value, event(), redsView.value) : "")),
    h(
      "div",
      { class: "tree-desk" },
      h("div", { class: "tree-board" }, treeBoard(run, event)),
      h("div", { class: "tree-reading" }, () => (run.value ? columns(run.value, event, { redsView: () => redsView.value, jump: (to) => (scrubber.step.value = to) }) : null), legend(redsView)),
    ),
    () => (run.value ? overview(run.value, event, (to) => (scrubber.step.value = to)) : null),
    () => (traced.value ? figures(traced.value) : null),
    () => (traced.value && !traced.value.complete ? h("p", { class: "quiet" }, t("lab.partial", { count: traced.value.tree.length })) : null),
  );
}

/** @param {import("../view.js").Signal<TreeRun | null>} run @param {Scrubber} scrubber */
function jumps(run, scrubber) {
  const next = (/** @type {"cuts" | "bests"} */ kind) => run.value?.[kind]?.find((event) => scrubber.step.value < event);
  const jump = (/** @type {"cuts" | "bests"} */ kind, /** @type {string} */ label) => button(label, () => (scrubber.step.value = next(kind) ?? scrubber.step.peek()), { disabled: () => next(kind) === undefined });
  return h("div", { class: "row" }, jump("cuts", "lab.next.cut"), jump("bests", "lab.next.best"));
}

/** The position at hand, with the way to it. @param {import("../view.js").Signal<TreeRun | null>} run @param {() => number} event */
function treeBoard(run, event) {
  const board = new Board({ onMove: () => {}, describe: describePoint, label: () => t("board") });
  effect(() => {
    const tree = run.value;
    const now = tree?.events[event()];
    if (!tree || !now) return;
    const moves = tree.path(now.node).flatMap((at) => tree.nodes[at].move ?? []);
    const arrows = moves.map((move, index) => ({ from: move.slice(0, 2), to: move.slice(2, 4), kind: /** @type {const} */ ("line"), strength: 0.35 + (0.45 * (index + 1)) / moves.length }));
    board.update({ pieces: tree.pieces(now.node), turn: tree.isRed(now.node) ? "red" : "black", arrows, set: pieceSet.value, animate: !reducedMotion() });
  });
  return board.element;
}

/** @param {import("../view.js").Signal<boolean>} redsView */
function legend(redsView) {
  const entries = [["✂", "lab.end.cut"], ["▤", "lab.end.table"], ["✕", "lab.end.no_moves"], ["α–β", "lab.window"]];
  return h(
    "div",
    { class: "tree-legend" },
    h("label", { class: "check-field" }, h("input", { type: "checkbox", name: "reds-view", checked: () => redsView.value, onchange: (/** @type {Event} */ event) => (redsView.value = /** @type {HTMLInputElement} */ (event.target).checked) }), h("span", {}, () => t("lab.reds.view"))),
    h("p", { class: "quiet" }, () => t(redsView.value ? "lab.reds.view.more" : "lab.mover.view.more")),
    h("dl", {}, ...entries.map(([sign, words]) => h("div", {}, h("dt", {}, sign), h("dd", {}, () => t(words))))),
  );
}

/** @param {import("../wire").TreeTrace} found */
function figures(found) {
  const rows = [["lab.best", found.tree.find((node) => node.parent === 0 && node.move === found.move)?.notation ?? found.move ?? "–"], ["lab.value", valueText(found.score)], ["lab.nodes", found.nodes], ["lab.evaluations", found.evaluations], ["lab.cuts", found.cuts]];
  return h("dl", { class: "figures lab-figures" }, ...rows.map(([label, value]) => h("div", {}, h("dt", {}, () => t(String(label))), h("dd", {}, String(value)))));
}
