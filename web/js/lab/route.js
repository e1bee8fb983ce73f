// @ts-check
// A* beside uniform cost on a drawn map with supplies.

import { request } from "../api.js";
import { t } from "../i18n.js";
import { button, choices } from "../parts/controls.js";
import { Maze, readMap } from "../parts/maze.js";
import { tell } from "../parts/speaker.js";
import { Scrubber } from "../scrubber.js";
import { reducedMotion } from "../settings.js";
import { effect, h, signal } from "../view.js";
import { fileButton, linkButton, onFileDrop, orTell, readCode } from "./common.js";

/** @typedef {import("../wire").RouteTrace} RouteTrace */

const FIRST_MAP = ["000000000100000000", "030010000100011100", "000010000100010000", "000010020100010020", "000010000000010000", "000011110000010000", "000000000000010000", "001111111100010000", "000000000100000000", "000020000100000040"];

/** @param {URLSearchParams} query */
export function routeTab(query) {
  const given = (query.get("map") ?? "").split("-");
  const isUsable = given.length > 1 && given.length <= 40 && given.every((line) => /^[0-4]{2,40}$/.test(line) && line.length === given[0].length);
  const maze = signal(new Maze(isUsable ? given : FIRST_MAP));
  const supplies = signal(/^\d{1,3}$/.test(query.get("supplies") ?? "") ? Number(query.get("supplies")) : 18);
  const brush = signal("1");
  const found = signal(/** @type {RouteTrace[] | null} */ (null));
  const scrubber = new Scrubber({ seconds: 12 });
  const run = async () => {
    const both = await request("POST", "/api/lab/route", { map: maze.peek().text(supplies.peek()) });
    found.value = both;
    scrubber.load(Math.max(...both.map((/** @type {RouteTrace} */ one) => one.order.length)));
    scrubber.running.value = !reducedMotion();
    if (reducedMotion()) scrubber.move(Infinity);
  };
  const open = (/** @type {string} */ text) => {
    const read = readMap(text);
    if (!read) return tell(t("lab.map.bad"));
    maze.value = new Maze(read.lines);
    supplies.value = read.supplies;
  };
  effect(() => {
    void maze.value.cells.value;
    found.value = null;
  });
  const number = (/** @type {string} */ label, /** @type {() => number} */ value, /** @type {(value: number) => void} */ change, /** @type {[number, number]} */ [low, high]) =>
    h("label", { class: "field short-field" }, h("span", {}, () => t(label)), h("input", { type: "number", name: label, min: low, max: high, value, onchange: (/** @type {Event} */ event) => change(Math.max(low, Math.min(high, Math.round(Number(/** @type {HTMLInputElement} */ (event.target).value) || low)))) }));
  const element = h(
    "div",
    { class: "lab-route padded stack" },
    h(
      "div",
      { class: "row lab-form" },
      choices("lab.brush", [["1", "lab.wall"], ["2", "lab.supply"], ["3", "lab.start"], ["4", "lab.goal"], ["0", "lab.free"]], brush),
      number("lab.supplies", () => supplies.value, (value) => (supplies.value = value), [0, 999]),
      number("lab.rows", () => maze.value.rows, (rows) => (maze.value = maze.peek().resized(rows, maze.peek().columns)), [2, 40]),
      number("lab.columns", () => maze.value.columns, (columns) => (maze.value = maze.peek().resized(maze.peek().rows, columns)), [2, 40]),
      button("lab.clear", () => maze.peek().clear()),
      button("lab.run", () => void orTell(run()), { class: "button primary" }),
      fileButton("lab.open.map", open),
      readCode(() => "route"),
      linkButton(() => `#/lab?view=route&supplies=${supplies.value}&map=${maze.value.compact()}`),
    ),
    scrubber.element(),
    () => {
      const drawn = maze.value;
      return h(
        "div",
        { class: "mazes" },
        h("figure", {}, h("figcaption", {}, () => t("lab.draw")), drawn.editable(() => Number(brush.value))),
        ...[0, 1].map((index) => h("figure", {}, h("figcaption", {}, () => caption(found.value?.[index], index, scrubber.step.value)), drawn.view(() => picture(drawn, found.value?.[index], scrubber.step.value)), gauge(drawn, () => found.value?.[index], () => scrubber.step.value))),
      );
    },
    legend(),
  );
  onFileDrop(element, open);
  return element;
}

function legend() {
  const entries = [["cell wall", "lab.wall"], ["cell supply", "lab.supply"], ["cell f-low", "lab.f.low"], ["cell f-high", "lab.f.high"], ["way-sample", "lab.way"]];
  return h("ul", { class: "map-legend" }, ...entries.map(([sample, words]) => h("li", {}, h("span", { class: `sample ${sample}`, "aria-hidden": "true" }, sample.endsWith("supply") ? "◆" : ""), h("span", {}, () => t(words)))));
}

/** @param {RouteTrace | undefined} found @param {number} index @param {number} step */
function caption(found, index, step) {
  const name = t(index === 0 ? "lab.astar" : "lab.ucs");
  if (!found) return name;
  const isDone = found.order.length <= step;
  const end = !isDone ? "" : found.steps === null ? ` · ${t("lab.no_way")}` : ` · ${t("lab.steps", { steps: found.steps })}`;
  return `${name} · ${t("lab.expanded", { count: Math.min(step, found.expanded) })}${end}`;
}

/** Visited cells colored by f = g + h, and the way once it is found. @param {Maze} maze @param {RouteTrace | undefined} found @param {number} step */
function picture(maze, found, step) {
  if (!found) return null;
  /** @type {Map<number, string>} */
  const colors = new Map();
  const totals = found.order.map((state) => state[3] + state[4]);
  const [low, high] = [Math.min(...totals), Math.max(...totals, 1)];
  found.order.slice(0, step).forEach(([row, column, , g, estimate]) => {
    const heat = (g + estimate - low) / Math.max(1, high - low);
    colors.set(row * maze.columns + column, `hsl(${(210 - 175 * heat).toFixed(0)} 60% 62%)`);
  });
  const isDone = found.order.length <= step;
  return { colors, path: isDone ? way(maze, found).map(({ at }) => at) : [] };
}

/** Every cell of the way, with what is left there. @param {Maze} maze @param {RouteTrace} found */
function way(maze, found) {
  if (found.path === null) return [];
  let at = maze.cells.peek().indexOf(3);
  let left = found.supplies;
  const steps = { U: -maze.columns, D: maze.columns, L: -1, R: 1 };
  const passed = [{ at, left }];
  for (const letter of found.path) {
    at += steps[/** @type {"U"} */ (letter)];
    left = maze.cells.peek()[at] === 2 ? found.supplies : left - 1;
    passed.push({ at, left });
  }
  return passed;
}

/** Supplies left along the way, a column for each step. @param {Maze} maze @param {() => RouteTrace | undefined} found @param {() => number} step */
function gauge(maze, found, step) {
  return h("div", { class: "supply-gauge" }, () => {
    const trace = found();
    if (!trace || step() < trace.order.length || trace.path === null) return null;
    const passed = way(maze, trace);
    const lowest = Math.min(...passed.map(({ left }) => left));
    return [h("div", { class: "supply-bars", "aria-hidden": "true" }, ...passed.map(({ left }, index) => h("span", { class: index && passed[index - 1].left < left ? "filled" : "", style: `block-size: ${((100 * left) / Math.max(1, trace.supplies)).toFixed(1)}%`, title: String(left) }))), h("p", { class: "quiet" }, t("lab.gauge", { lowest, all: trace.supplies }))];
  });
}
