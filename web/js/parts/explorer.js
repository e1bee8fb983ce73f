// @ts-check
// The openings explorer: what was played in a position, how often, and how it ended.

import { request } from "../api.js";
import { t } from "../i18n.js";
import { effect, h, signal } from "../view.js";
import { errorText, moveText, scoreText } from "../words.js";
import { choices } from "./controls.js";
import { openingText } from "./opening.js";

/** @typedef {import("../wire").Explored} Explored */
/** @typedef {import("../wire").ExploredMove} ExploredMove */
/** @typedef {{ fen: string, moves: string[] }} Line */
/** @typedef {import("../wire").Source} Source */

/** Whose games are shown; kept while the page is open. */
const source = signal(/** @type {Source} */ ("masters"));

/** What the masters played does not change: it is not asked again. @type {Map<string, Promise<Explored>>} */
const known = new Map();
const MOST_KNOWN = 200;

/** @param {Line} line @returns {Promise<Explored>} */
function explore(line) {
  if (source.value !== "masters") return request("POST", "/api/openings", { ...line, source: source.value });
  const key = JSON.stringify(line);
  const found = known.get(key) ?? request("POST", "/api/openings", line);
  known.delete(key);
  known.set(key, found);
  found.catch(() => known.delete(key));
  if (MOST_KNOWN < known.size) known.delete(known.keys().next().value ?? "");
  return found;
}

/**
 * @param {() => Line | null} line where the board stands
 * @param {{ choose?: (move: string) => void, opinions?: () => Map<string, import("../wire").Score> }} [how]
 *   what a click on a move does, and what the engine thinks of moves while it runs
 */
export function explorer(line, how = {}) {
  const shown = signal(/** @type {Explored | null} */ (null));
  const trouble = signal("");
  let asked = 0;
  effect(() => {
    const at = line();
    if (!at) return;
    const number = (asked += 1);
    explore(at).then(
      (found) => number === asked && ((shown.value = found), (trouble.value = "")),
      (error) => number === asked && (trouble.value = errorText(error)),
    );
  });
  return h(
    "section",
    { class: "explorer", "aria-label": () => t("tab.openings") },
    choices("openings.whose", [["masters", "openings.masters"], ["library", "openings.library"], ["mine", "openings.mine"]], source),
    h("h2", { class: "opening-name" }, () => openingText(shown.value?.name ?? null)),
    () => (trouble.value ? h("p", { class: "quiet" }, trouble.value) : null),
    () => (shown.value ? table(shown.value, how) : null),
    h("p", { class: "quiet source" }, () => (source.value === "masters" ? t("openings.source") : "")),
  );
}

/** @param {Explored} found @param {{ choose?: (move: string) => void, opinions?: () => Map<string, import("../wire").Score> }} how */
function table({ moves }, how) {
  if (!moves.length) return h("p", { class: "quiet" }, t("openings.none"));
  const heads = ["openings.move", "openings.games", "openings.results", ...(how.opinions ? ["score"] : [])];
  return h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, t(head))))), h("tbody", {}, ...moves.map((move) => row(move, how))));
}

/** @param {ExploredMove} move @param {{ choose?: (move: string) => void, opinions?: () => Map<string, import("../wire").Score> }} how */
function row(move, how) {
  const { choose, opinions } = how;
  const name = () => moveText(move);
  return h(
    "tr",
    { "data-move": move.move },
    h("th", { scope: "row" }, choose ? h("button", { type: "button", class: "link", onclick: () => choose(move.move) }, name) : name),
    h("td", { class: "number-cell" }, String(move.games)),
    h("td", { class: "results-cell" }, results(move)),
    opinions && h("td", { class: "number-cell" }, () => scoreText(opinions().get(move.move) ?? null)),
  );
}

/** Red's wins, draws and Black's wins as one bar. @param {ExploredMove} move */
function results({ red, draw, black }) {
  const all = Math.max(1, red + draw + black);
  const parts = /** @type {const} */ ([["red", red], ["draw", draw], ["black", black]]);
  const percent = (/** @type {number} */ count) => Math.round((100 * count) / all);
  const words = () => t("chances", { red: percent(red), draw: percent(draw), black: percent(black) });
  // A part too narrow for its number goes without.
  const label = (/** @type {number} */ count) => (12 <= percent(count) ? `${percent(count)}%` : "");
  return h("div", { class: "results", role: "img", "aria-label": words, title: words }, ...parts.map(([side, count]) => h("span", { class: `${side}-share`, style: `inline-size: ${((100 * count) / all).toFixed(2)}%` }, label(count))));
}
