// @ts-check
// The laboratory: a search tree that grows, the price of each search, and A* beside uniform cost.

import { request } from "../api.js";
import { t } from "../i18n.js";
import { button, choices, openDialog, select } from "../parts/controls.js";
import { copyRow } from "../parts/share.js";
import { Maze, supplyField } from "../parts/maze.js";
import { tell } from "../parts/speaker.js";
import { tabs } from "../parts/tabs.js";
import { searchTree } from "../parts/tree.js";
import { Scrubber } from "../scrubber.js";
import { reducedMotion } from "../settings.js";
import { effect, h, onCleanup, signal } from "../view.js";
import { errorText } from "../words.js";
import { smallBoard } from "./games.js";

const SMALL_POSITION = "4k4/4a4/4b4/9/2b3n2/9/9/4C4/4A4/3K1R3 w - - 0 1";
const ALGORITHMS = ["minimax", "alphabeta", "ordered", "deepening"];
const FIRST_MAP = ["000000000100000000", "030010000100011100", "000010000100010000", "000010020100010020", "000010000000010000", "000011110000010000", "000000000000010000", "001111111100010000", "000000000100000000", "000020000100000040"];

/** @param {string} _ @param {URLSearchParams} query */
export function labPage(_, query) {
  const tab = signal(query.get("view") === "route" ? "route" : "tree");
  return h("div", { class: "lab-page" }, h("h1", {}, () => t("lab")), tabs(tab, [["tree", () => treeTab(query)], ["route", () => routeTab(query)]]));
}

/** @param {Promise<unknown>} work */
const orTell = (work) => work.catch((error) => tell(errorText(error)));

/** The code that ran. @param {() => string} name */
const readCode = (name) =>
  button("lab.code", () => void orTell(request("GET", `/api/lab/source/${name()}`).then((text) => openDialog("lab.code", () => h("pre", { class: "code", tabindex: 0 }, text)))));

/** @param {() => string} address */
const linkButton = (address) => button("lab.link", () => openDialog("lab.link", () => copyRow("lab.link", `${location.origin}/${address()}`)));

/** @param {URLSearchParams} query */
function treeTab(query) {
  const form = {
    fen: signal(query.get("fen") ?? SMALL_POSITION),
    algorithm: signal(ALGORITHMS.includes(query.get("algorithm") ?? "") ? String(query.get("algorithm")) : "alphabeta"),
    depth: signal(/^[1-4]$/.test(query.get("depth") ?? "") ? String(query.get("depth")) : "3"),
  };
  const traced = signal(/** @type {import("../wire").TreeTrace | null} */ (null));
  const counts = signal(/** @type {import("../wire").LabCount[] | null} */ (null));
  const scrubber = new Scrubber({ seconds: 30 });
  const body = () => ({ fen: form.fen.peek(), depth: Number(form.depth.peek()) });
  const run = async () => {
    const found = await request("POST", "/api/lab/tree", { ...body(), algorithm: form.algorithm.peek(), nodes: 1500 });
    traced.value = found;
    scrubber.load(found.tree.length - 1, Number(query.get("step") ?? 0));
  };
  void orTell(run());
  return h(
    "div",
    { class: "lab-tree padded stack" },
    h(
      "form",
      { class: "row lab-form", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void orTell(run())) },
      h("label", { class: "field wide-field" }, h("span", {}, () => t("position")), h("input", { name: "fen", value: () => form.fen.value, spellcheck: "false", autocomplete: "off", onchange: (/** @type {Event} */ event) => (form.fen.value = /** @type {HTMLInputElement} */ (event.target).value) })),
      select("lab.algorithm", () => ALGORITHMS.map((name) => [name, t(`lab.${name}`)]), form.algorithm),
      select("depth", () => ["1", "2", "3", "4"].map((depth) => [depth, depth]), form.depth),
      h("button", { type: "submit", class: "button primary", "data-act": "lab.run" }, () => t("lab.run")),
      button("lab.compare", () => void orTell(request("POST", "/api/lab/compare", body()).then((found) => (counts.value = found)))),
      readCode(() => form.algorithm.value),
      linkButton(() => `#/lab?view=tree&fen=${encodeURIComponent(form.fen.value)}&algorithm=${form.algorithm.value}&depth=${form.depth.value}&step=${scrubber.step.value}`),
    ),
    () => (traced.value ? treeFigures(traced.value) : null),
    () => (traced.value && !traced.value.complete ? h("p", { class: "quiet" }, t("lab.partial", { count: traced.value.tree.length })) : null),
    scrubber.element(),
    h("div", { class: "tree-and-board" }, () => (traced.value ? searchTree(traced.value.tree, () => scrubber.step.value) : null), () => smallBoard(form.fen.value)),
    () => (counts.value ? race(counts.value) : null),
  );
}

/** @param {any} found */
function treeFigures(found) {
  const figures = [["lab.best", found.move ?? "–"], ["lab.value", found.score], ["lab.nodes", found.nodes], ["lab.evaluations", found.evaluations], ["lab.cuts", found.cuts]];
  return h("dl", { class: "figures lab-figures" }, ...figures.map(([label, value]) => h("div", {}, h("dt", {}, () => t(String(label))), h("dd", {}, String(value)))));
}

/** Counters that race on the same position; the one with less work is there first. @param {any[]} counts */
function race(counts) {
  const deepest = Math.max(...counts.map((count) => count.depth));
  const last = counts.filter((count) => count.depth === deepest);
  const most = Math.max(...last.map((count) => count.nodes), 1);
  const clock = signal(reducedMotion() ? 1 : 0);
  const timer = setInterval(() => {
    clock.value = Math.min(1, clock.peek() + 0.012);
    if (clock.peek() === 1) clearInterval(timer);
  }, 40);
  onCleanup(() => clearInterval(timer));
  const now = (/** @type {number} */ nodes) => Math.min(nodes, Math.round(clock.value * most));
  return h(
    "table",
    { class: "race" },
    h("caption", {}, () => t("lab.race", { depth: deepest })),
    h("thead", {}, h("tr", {}, ...["lab.algorithm", "lab.nodes", "", "lab.evaluations", "lab.cuts", "lab.value"].map((label) => h("th", { scope: "col" }, () => (label ? t(label) : ""))))),
    h(
      "tbody",
      {},
      ...last.map((count) =>
        h(
          "tr",
          { "data-algorithm": count.algorithm },
          h("th", { scope: "row" }, () => t(`lab.${count.algorithm}`)),
          h("td", { class: "number-cell" }, () => String(now(count.nodes))),
          h("td", { class: "bar-cell" }, h("div", { class: "race-bar", style: () => `inline-size: ${((now(count.nodes) / most) * 100).toFixed(2)}%` })),
          h("td", { class: "number-cell" }, String(count.evaluations)),
          h("td", { class: "number-cell" }, String(count.cuts)),
          h("td", { class: "number-cell" }, count.complete ? String(count.score) : t("lab.stopped")),
        ),
      ),
    ),
  );
}

/** @param {URLSearchParams} query */
function routeTab(query) {
  const given = (query.get("map") ?? "").split("-");
  const isUsable = given.length > 1 && given.length <= 40 && given.every((line) => /^[0-4]{2,40}$/.test(line) && line.length === given[0].length);
  const maze = new Maze(isUsable ? given : FIRST_MAP);
  const supplies = signal(/^\d{1,3}$/.test(query.get("supplies") ?? "") ? Number(query.get("supplies")) : 18);
  const brush = signal("1");
  const found = signal(/** @type {import("../wire").RouteTrace[] | null} */ (null));
  const scrubber = new Scrubber({ seconds: 12 });
  const run = async () => {
    const both = await request("POST", "/api/lab/route", { map: maze.text(supplies.peek()) });
    found.value = both;
    scrubber.load(Math.max(...both.map((/** @type {any} */ one) => one.order.length)));
    scrubber.running.value = !reducedMotion();
    if (reducedMotion()) scrubber.move(Infinity);
  };
  effect(() => {
    void maze.cells.value;
    found.value = null;
  });
  return h(
    "div",
    { class: "lab-route padded stack" },
    h(
      "div",
      { class: "row lab-form" },
      choices("lab.brush", [["1", "lab.wall"], ["2", "lab.supply"], ["3", "lab.start"], ["4", "lab.goal"], ["0", "lab.free"]], brush),
      supplyField(() => supplies.value, (value) => (supplies.value = value)),
      button("lab.run", () => void orTell(run()), { class: "button primary" }),
      readCode(() => "route"),
      linkButton(() => `#/lab?view=route&supplies=${supplies.value}&map=${maze.compact()}`),
    ),
    scrubber.element(),
    h(
      "div",
      { class: "mazes" },
      h("figure", {}, h("figcaption", {}, () => t("lab.draw")), maze.editable(() => Number(brush.value))),
      ...[0, 1].map((index) => h("figure", {}, h("figcaption", {}, () => routeCaption(found.value?.[index], index, scrubber.step.value)), maze.view(() => routePicture(maze, found.value?.[index], scrubber.step.value)))),
    ),
  );
}

/** @param {any} found @param {number} index @param {number} step */
function routeCaption(found, index, step) {
  const name = t(index === 0 ? "lab.astar" : "lab.ucs");
  if (!found) return name;
  const expanded = Math.min(step, found.expanded);
  const isDone = found.order.length <= step;
  const end = !isDone ? "" : found.steps === null ? ` · ${t("lab.no_way")}` : ` · ${t("lab.steps", { steps: found.steps })}`;
  return `${name} · ${t("lab.expanded", { count: expanded })}${end}`;
}

/** Visited cells colored by f = g + h, the way once it is found, and what is left on it. @param {Maze} maze @param {any} found @param {number} step */
function routePicture(maze, found, step) {
  if (!found) return null;
  /** @type {Map<number, string>} */
  const colors = new Map();
  /** @type {number[][]} */
  const shown = found.order.slice(0, step);
  const totals = found.order.map((/** @type {number[]} */ state) => state[3] + state[4]);
  const [low, high] = [Math.min(...totals), Math.max(...totals, 1)];
  shown.forEach(([row, column, , g, estimate]) => {
    const heat = (g + estimate - low) / Math.max(1, high - low);
    colors.set(row * maze.columns + column, `hsl(${(210 - 175 * heat).toFixed(0)} 60% 62%)`);
  });
  const isDone = found.order.length <= step;
  return { colors, ...(isDone && found.path !== null ? way(maze, found) : { path: [], gauge: new Map() }) };
}

/** @param {Maze} maze @param {any} found */
function way(maze, found) {
  let at = maze.cells.value.indexOf(3);
  let left = found.supplies;
  const path = [at];
  const gauge = new Map([[at, 1]]);
  const steps = { U: -maze.columns, D: maze.columns, L: -1, R: 1 };
  for (const letter of found.path) {
    at += steps[/** @type {"U"} */ (letter)];
    left = maze.cells.value[at] === 2 ? found.supplies : left - 1;
    path.push(at);
    gauge.set(at, left / Math.max(1, found.supplies));
  }
  return { path, gauge };
}
