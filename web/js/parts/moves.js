// @ts-check
// The move list: pairs of moves, each a button that jumps to its position.

import { t } from "../i18n.js";
import { moveText } from "../words.js";
import { effect, h } from "../view.js";

/** @typedef {import("../wire").Ply} Ply */

/**
 * @param {{ plies: () => Ply[], blackFirst: () => boolean, viewed: () => number, jump: (ply: number) => void, beside?: (ply: number) => import("../view.js").Child }} model
 *   `viewed` counts plies played before the shown position.
 */
export function moveList(model) {
  const list = h("ol", { class: "moves", "aria-label": () => t("moves"), tabindex: 0 }, () => rows(model));
  effect(() => {
    const viewed = model.viewed();
    model.plies();
    queueMicrotask(() => mark(list, viewed));
  });
  return list;
}

/** @param {Parameters<typeof moveList>[0]} model */
function rows(model) {
  const plies = model.plies();
  const shift = model.blackFirst() ? 1 : 0;
  const made = [];
  for (let first = -shift; first < plies.length; first += 2) {
    made.push(h("li", {}, h("span", { class: "number" }, (first + shift) / 2 + 1), cell(model, plies, first), cell(model, plies, first + 1)));
  }
  return made;
}

/** @param {Parameters<typeof moveList>[0]} model @param {Ply[]} plies @param {number} index */
function cell(model, plies, index) {
  if (index < 0) return h("span", { class: "move" }, "…");
  const ply = plies[index];
  if (!ply) return h("span", { class: "move" });
  const seconds = ply.ms === null ? "" : `${(ply.ms / 1000).toFixed(ply.ms < 10_000 ? 1 : 0)}s`;
  return h(
    "button",
    { type: "button", class: "move", "data-ply": index + 1, onclick: () => model.jump(index + 1) },
    h("span", { class: "notation" }, moveText(ply), ply.check ? h("span", { class: "check-sign", title: t("check") }, "+") : null, model.beside?.(index + 1) ?? null),
    h("span", { class: "spent" }, seconds),
  );
}

/** Marks the shown move and brings it into sight without moving the page. @param {HTMLElement} list @param {number} viewed */
function mark(list, viewed) {
  for (const old of list.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
  const current = /** @type {HTMLElement | null} */ (list.querySelector(`[data-ply="${viewed}"]`));
  current?.setAttribute("aria-current", "true");
  if (!current) return void (list.scrollTop = 0);
  const [top, bottom] = [current.offsetTop - list.offsetTop, current.offsetTop - list.offsetTop + current.offsetHeight];
  if (top < list.scrollTop || list.scrollTop + list.clientHeight < bottom) list.scrollTop = top - list.clientHeight / 2;
}
