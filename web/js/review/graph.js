// @ts-check
// The graph of a review: Red's chances from move to move, phases shaded, errors as points to press.

import { t } from "../i18n.js";
import { h, s } from "../view.js";
import { moveText } from "../words.js";
import { GLYPHS, isError } from "./reviewed.js";

/** @typedef {import("./reviewed.js").Reviewed} Reviewed */

const [WIDTH, HEIGHT, EDGE] = [600, 150, 8];

/** @param {Reviewed} reviewed @param {() => number} shown plies @param {(ply: number) => void} jump @param {(ply: number) => void} open a labelled move */
export function reviewGraph(reviewed, shown, jump, open) {
  const count = () => Math.max(1, reviewed.game.value?.plies.length ?? 1);
  const x = (/** @type {number} */ ply) => (ply / count()) * WIDTH;
  const y = (/** @type {number} */ chance) => HEIGHT - EDGE - (chance / 100) * (HEIGHT - 2 * EDGE);
  const drawing = s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": () => t("review.graph"), onclick: (/** @type {MouseEvent} */ event) => {
      const box = drawing.getBoundingClientRect();
      jump(Math.round(((event.clientX - box.left) / box.width) * count()));
    } },
    s("g", {}, () => shades(reviewed, x)),
    s("path", { class: "zero", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    s("path", { class: "area", d: () => area(reviewed, x, y) }),
    s("path", { class: "curve", d: () => curve(reviewed, x, y) }),
    s("path", { class: "now", d: () => `M${x(shown()).toFixed(1)} 0V${HEIGHT}` }),
  );
  // Points are buttons above the drawing: they keep their form when it is stretched, and have names.
  return h("div", { class: "review-graph" }, drawing, h("div", { class: "points" }, () => points(reviewed, x, y, open)), h("span", { class: "scale red", "aria-hidden": "true" }, () => t("red")), h("span", { class: "scale black", "aria-hidden": "true" }, () => t("black")));
}

/** @param {Reviewed} reviewed @param {(ply: number) => number} x */
function shades(reviewed, x) {
  const phases = reviewed.game.value?.phases ?? [];
  return [1, 2].flatMap((phase) => {
    const [first, last] = [phases.indexOf(phase), phases.lastIndexOf(phase)];
    return first < 0 ? [] : [s("rect", { class: `phase-${phase}`, x: x(first), y: 0, width: x(last + 1) - x(first), height: HEIGHT }, s("title", {}, t(`phase.${phase}`)))];
  });
}

/** @param {Reviewed} reviewed @param {(ply: number) => number} x @param {(chance: number) => number} y */
function curve(reviewed, x, y) {
  let path = "";
  let isDown = false;
  for (const [ply, chance] of (reviewed.game.value?.chances ?? []).entries()) {
    if (chance !== null) path += `${isDown ? "L" : "M"}${x(ply).toFixed(1)} ${y(chance).toFixed(1)}`;
    isDown = chance !== null;
  }
  return path || "M0 0";
}

/** Between the curve and the middle. @param {Reviewed} reviewed @param {(ply: number) => number} x @param {(chance: number) => number} y */
function area(reviewed, x, y) {
  const chances = reviewed.game.value?.chances ?? [];
  const known = chances.findIndex((chance) => chance === null);
  const drawn = known < 0 ? chances : chances.slice(0, known);
  if (!drawn.length) return "M0 0";
  return `M0 ${HEIGHT / 2}${drawn.map((chance, ply) => `L${x(ply).toFixed(1)} ${y(chance ?? 50).toFixed(1)}`).join("")}L${x(drawn.length - 1).toFixed(1)} ${HEIGHT / 2}Z`;
}

/** @param {Reviewed} reviewed @param {(ply: number) => number} x @param {(chance: number) => number} y @param {(ply: number) => void} open */
function points(reviewed, x, y, open) {
  const game = reviewed.game.value;
  return (game?.moves ?? []).filter(isError).map((move) => {
    const [left, top] = [(x(move.ply) / WIDTH) * 100, (y(game?.chances[move.ply] ?? 50) / HEIGHT) * 100];
    const name = `${moveText(/** @type {any} */ (game?.plies[move.ply - 1]))}${GLYPHS[move.label ?? ""]} ${t(`label.${move.label}`)}`;
    return h("button", { type: "button", class: `point ${move.label}`, style: `left: ${left.toFixed(2)}%; top: ${top.toFixed(2)}%`, title: name, "aria-label": name, "data-ply": move.ply, onclick: () => open(move.ply) });
  });
}
