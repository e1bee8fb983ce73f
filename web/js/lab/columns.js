// @ts-check
// The search tree for readers: a column for each ply of the path. What is finished folds into one line,
// the path stays, and each column shows the window that is left.

import { t } from "../i18n.js";
import { h, s, signal } from "../view.js";
import { valueText } from "./run.js";

/** @typedef {import("./run.js").TreeRun} TreeRun */

/** Values beyond this are drawn at the edge of a window's bar. */
const BAR_RANGE = 1500;

/**
 * @param {TreeRun} run @param {() => number} event
 * @param {{ redsView: () => boolean, jump: (event: number) => void }} how
 */
export function columns(run, event, how) {
  /** Positions whose finished moves are unfolded. */
  const open = signal(/** @type {ReadonlySet<number>} */ (new Set()));
  const deepest = Math.max(...run.depth);
  return h("div", { class: "tree-columns", tabindex: 0, role: "group", "aria-label": () => t("tab.tree") }, () => {
    const now = run.events[event()];
    if (!now) return null;
    const path = run.path(now.node);
    // A position that was just left shows the moves it was made of.
    const parents = now.leaves ? path : path.slice(0, -1);
    return Array.from({ length: deepest }, (_, ply) => column({ run, event: event(), how, open }, parents[ply] ?? null, path[ply + 1] ?? null, ply));
  });
}

/** @typedef {{ run: TreeRun, event: number, how: { redsView: () => boolean, jump: (event: number) => void }, open: import("../view.js").Signal<ReadonlySet<number>> }} View */

/** The choice at one position of the path. @param {View} view @param {number | null} parent @param {number | null} current @param {number} ply */
function column(view, parent, current, ply) {
  const { run, event } = view;
  if (parent === null) return h("section", { class: "tree-column empty" }, h("h3", {}, t("lab.ply", { ply: ply + 1 })));
  const isRed = run.isRed(parent);
  const finished = run.finished(parent, event).filter((child) => child !== current);
  const node = run.nodes[parent];
  const wasCut = node.end === "cut" && run.leaveAt[parent] <= event;
  return h(
    "section",
    { class: `tree-column ${isRed ? "red" : "black"}` },
    h("h3", {}, `${t("lab.ply", { ply: ply + 1 })} · ${t(chooses(isRed, view.how.redsView()))}`),
    windowRow(view, parent),
    folded(view, parent, finished),
    current === null ? null : row(view, current, "current"),
    wasCut ? h("p", { class: "cut-line" }, "✂ ", t("lab.cut", { move: node.by_notation ?? "", bound: shown(view, node.bound ?? 0, isRed), skipped: node.skipped ?? 0 })) : null,
  );
}

/** @param {boolean} isRed @param {boolean} redsView */
const chooses = (isRed, redsView) => (redsView ? (isRed ? "lab.red.max" : "lab.black.min") : isRed ? "lab.red.moves" : "lab.black.moves");

/** A value of one side's view, as the reader wants it. @param {View} view @param {number} value for the side to move @param {boolean} isRed who that is */
function shown({ how }, value, isRed) {
  return valueText(how.redsView() && !isRed ? -value : value);
}

/** A child's value is for the one who answers; readers compare it with the parent's window. @param {View} view @param {number} child */
function childValue(view, child) {
  const { value } = view.run.nodes[child];
  return value === null ? "" : shown(view, -value, !view.run.isRed(child));
}

/** @param {View} view @param {number} node */
function windowRow(view, node) {
  const isRed = view.run.isRed(node);
  const { alpha, beta } = view.run.window(node, view.event);
  const flips = view.how.redsView() && !isRed;
  const [low, high] = flips ? [-beta, -alpha] : [alpha, beta];
  return h("p", { class: "window-row", title: t("lab.window") }, `α ${valueText(low)}`, windowBar(low, high), `β ${valueText(high)}`);
}

/** @param {number} low @param {number} high */
function windowBar(low, high) {
  const at = (/** @type {number} */ value) => ((Math.max(-BAR_RANGE, Math.min(BAR_RANGE, value)) + BAR_RANGE) / (2 * BAR_RANGE)) * 100;
  const [left, right] = [at(low), at(high)];
  return s("svg", { class: "window-bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" }, s("rect", { class: "range", width: 100, height: 8 }), s("rect", { class: "left-open", x: left, width: Math.max(1.5, right - left), height: 8 }));
}

/** Finished moves as one line with the best of them, or one by one. @param {View} view @param {number} parent @param {number[]} finished */
function folded(view, parent, finished) {
  const { run, open } = view;
  const best = run.bestOf(finished);
  if (best === null) return null;
  const isOpen = open.value.has(parent);
  const toggle = () => {
    const next = new Set(open.peek());
    if (!next.delete(parent)) next.add(parent);
    open.value = next;
  };
  const line = h("button", { type: "button", class: "fold", "aria-expanded": String(isOpen), onclick: toggle }, h("span", {}, t("lab.folded", { count: finished.length })), h("strong", {}, `${run.nodes[best].notation} ${childValue(view, best)}`));
  return isOpen ? [line, h("div", { class: "unfolded" }, ...finished.map((child) => row(view, child, child === best ? "best" : "")))] : line;
}

/** @param {View} view @param {number} child @param {string} kind */
function row(view, child, kind) {
  const { run, event, how } = view;
  const node = run.nodes[child];
  const isKnown = run.leaveAt[child] <= event;
  const sign = !isKnown ? "" : node.end === "cut" ? "✂" : node.end === "table" ? "▤" : node.end === "no_moves" ? "✕" : "";
  return h(
    "button",
    { type: "button", class: `tree-row ${kind}`, "aria-current": kind === "current" ? "true" : null, onclick: () => how.jump(isKnown ? run.leaveAt[child] : run.enterAt[child]) },
    h("span", { class: "name" }, node.notation ?? ""),
    h("span", { class: "sign", title: sign ? t(`lab.end.${node.end}`) : null }, sign),
    h("span", { class: "value" }, isKnown ? childValue(view, child) : "…"),
  );
}
