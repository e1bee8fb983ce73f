// @ts-check
// A searcher made of switches: as signals, as text for the server and the link, as fields to change it.

import { t } from "../i18n.js";
import { select } from "../parts/controls.js";
import { h, signal } from "../view.js";

const SEARCH = ["alphabeta", "ordering", "table", "quiescence", "deepening"];
const EVALUATION = ["positions", "mobility"];
const DEPTHS = ["1", "2", "3", "4", "5", "6", "7", "8"];
const NODES = ["1000", "5000", "20000", "200000"];

export class Recipe {
  depth = signal("3");
  nodes = signal("200000");

  /** Unknown words are left out: a link may be mistyped. @param {string} text */
  constructor(text) {
    const words = text.split(",").map((word) => word.trim());
    /** @type {Record<string, import("../view.js").Signal<boolean>>} */
    this.switches = Object.fromEntries([...SEARCH, ...EVALUATION].map((name) => [name, signal(words.includes(name))]));
    const depth = words.find((word) => word.startsWith("depth="))?.slice(6) ?? "";
    const nodes = words.find((word) => word.startsWith("nodes="))?.slice(6) ?? "";
    if (DEPTHS.includes(depth)) this.depth.value = depth;
    if (/^\d{3,6}$/.test(nodes) && 100 <= Number(nodes) && Number(nodes) <= 200000) this.nodes.value = nodes;
  }

  text() {
    const on = Object.entries(this.switches).flatMap(([name, chosen]) => (chosen.value ? [name] : []));
    return [...on, `depth=${this.depth.value}`, `nodes=${this.nodes.value}`].join(",");
  }
}

/** @param {Recipe} recipe @param {string} title @param {number} index */
export function recipeFields(recipe, title, index) {
  const box = (/** @type {string} */ name) => {
    const chosen = recipe.switches[name];
    return h("label", { class: "check-field" }, h("input", { type: "checkbox", name: `${name}-${index}`, checked: () => chosen.value, onchange: (/** @type {Event} */ event) => (chosen.value = /** @type {HTMLInputElement} */ (event.target).checked) }), h("span", {}, () => t(`ablation.${name}`)));
  };
  const group = (/** @type {string} */ label, /** @type {string[]} */ names) => h("div", { role: "group", class: "recipe-group", "aria-label": () => t(label) }, h("span", { class: "quiet small" }, () => t(label)), ...names.map(box));
  const nodes = () => [...new Set([...NODES, recipe.nodes.value])].sort((one, other) => Number(one) - Number(other)).map((count) => /** @type {const} */ ([count, Number(count).toLocaleString()]));
  return h(
    "fieldset",
    { class: "card recipe", "data-searcher": index },
    h("legend", {}, () => t(title)),
    group("ablation.search", SEARCH),
    group("ablation.evaluation", EVALUATION),
    h("div", { class: "row" }, select("depth", () => DEPTHS.map((depth) => [depth, depth]), recipe.depth, `depth-${index}`), select("ablation.nodes", nodes, recipe.nodes, `nodes-${index}`)),
  );
}
