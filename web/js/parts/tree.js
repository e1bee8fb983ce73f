// @ts-check
// A search tree that grows: plies are columns, positions appear in the order of the search.

import { t } from "../i18n.js";
import { effect, h, s, signal } from "../view.js";

/** @typedef {import("../wire").TreeNode} TreeNode */

const COLUMN = 190;
const ROW = 26;
/** Values beyond this are drawn at the edge of a window's bar. */
const BAR_RANGE = 1500;
const BAR_WIDTH = 56;

/** @param {TreeNode[]} nodes */
function layout(nodes) {
  /** @type {number[][]} */
  const children = nodes.map(() => []);
  nodes.forEach((node, index) => node.parent !== null && children[node.parent].push(index));
  const depth = nodes.map(() => 0);
  const row = nodes.map(() => 0);
  /** The last position below each one: its value is known from the step after it. */
  const until = nodes.map((_, index) => index);
  nodes.forEach((node, index) => node.parent !== null && (depth[index] = depth[node.parent] + 1));
  for (let index = nodes.length - 1; index > 0; index -= 1) {
    const { parent } = nodes[index];
    if (parent !== null) until[parent] = Math.max(until[parent], until[index]);
  }
  let next = 0;
  nodes.forEach((_, index) => {
    row[index] = next;
    if (children[index].length === 0) next += 1;
  });
  return { depth, row, until, rows: next };
}

/** @param {TreeNode[]} nodes @param {() => number} step */
export function searchTree(nodes, step) {
  const { depth, row, until, rows } = layout(nodes);
  const width = (Math.max(...depth) + 1) * COLUMN + 40;
  const groups = nodes.map((node, index) => drawNode(nodes, index, depth, row));
  const svg = s("svg", { width, height: rows * ROW + 24, role: "img", "aria-label": () => t("tab.tree") }, ...groups.map(({ group }) => group));
  const frame = h("div", { class: "tree-frame", tabindex: 0 }, svg);
  // Where the search is, when the parents are out of sight.
  const crumbs = h("p", { class: "tree-path", "aria-live": "off" });
  const shown = signal(-1);
  effect(() => {
    const now = Math.min(step(), nodes.length - 1);
    /** @type {Set<number>} */
    const path = new Set();
    for (let at = /** @type {number | null} */ (now); at !== null; at = nodes[at].parent) path.add(at);
    groups.forEach(({ group, value }, index) => {
      group.classList.toggle("future", now < index);
      group.classList.toggle("on-path", path.has(index));
      value.classList.toggle("future", now <= until[index] && !(now === nodes.length - 1) && until[index] !== index);
    });
    crumbs.replaceChildren(...[...path].reverse().flatMap((at, index) => [index ? " › " : "", h(at === now ? "b" : "span", {}, nodes[at].notation ?? "●")]), ` [${bound(nodes[now].alpha)}, ${bound(nodes[now].beta)}]`);
    if (shown.peek() !== now) follow(frame, depth[now] * COLUMN, row[now] * ROW);
    shown.value = now;
  });
  return h("div", {}, crumbs, frame);
}

/** Windows begin wider than any value. @param {number} value */
const bound = (value) => (Math.abs(value) < 60_000 ? String(value) : value < 0 ? "−∞" : "∞");

/** Keeps the newest position in sight. @param {HTMLElement} frame @param {number} x @param {number} y */
function follow(frame, x, y) {
  const above = y < frame.scrollTop + 30 || frame.scrollTop + frame.clientHeight - 60 < y;
  if (above) frame.scrollTop = y - frame.clientHeight / 2;
  if (x < frame.scrollLeft || frame.scrollLeft + frame.clientWidth < x + COLUMN) frame.scrollLeft = x - frame.clientWidth / 2;
}

/** @param {TreeNode[]} nodes @param {number} index @param {number[]} depth @param {number[]} row */
function drawNode(nodes, index, depth, row) {
  const node = nodes[index];
  const [x, y] = [depth[index] * COLUMN + 10, row[index] * ROW + 20];
  const value = s("text", { class: "value", x: 92, y: 0 }, node.value === null ? "" : String(node.value));
  const group = s("g", { class: `tree-node ${node.end}`, transform: `translate(${x} ${y})` });
  if (node.parent !== null) {
    const up = (row[node.parent] - row[index]) * ROW;
    group.append(s("path", { class: "edge-line", d: `M${-COLUMN + 150} ${up - 4}C${-COLUMN + 172} ${up - 4} ${-26} -4 -4 -4` }));
  }
  group.append(s("text", { class: "name", x: 0, y: 0 }, node.notation ?? "●"), windowBar(node), value);
  if (node.end === "cut") group.append(s("text", { class: "scissors", x: 140, y: 0 }, "✂"), s("title", {}, `${node.by_notation ?? ""} ≥ ${node.bound} (−${node.skipped})`));
  return { group, value };
}

/** The alpha-beta window as a bar that shrinks. @param {TreeNode} node */
function windowBar(node) {
  const at = (/** @type {number} */ value) => ((Math.max(-BAR_RANGE, Math.min(BAR_RANGE, value)) + BAR_RANGE) / (2 * BAR_RANGE)) * BAR_WIDTH;
  const [left, right] = [at(node.alpha), at(node.beta)];
  return s("g", { class: "window", transform: "translate(0 4)" }, s("rect", { class: "range", width: BAR_WIDTH, height: 3 }), s("rect", { class: "open", x: left, width: Math.max(1, right - left), height: 3 }));
}
