// @ts-check
// What games say about strength: one line of words, and the same as a bar with its error.

import { t } from "../i18n.js";
import { h, s } from "../view.js";

/** @typedef {import("../wire").DuelElo} DuelElo */

const signed = (/** @type {number} */ value) => (value > 0 ? "+" : "") + value.toFixed(0);

/** The Elo line, as far as the games allow one. @param {{ elo: DuelElo }} games */
export function strength({ elo }) {
  if (elo.difference === null) return h("p", { class: "quiet elo" }, () => t(elo.superiority === null ? "arena.elo.none" : "arena.elo.one_sided"));
  // A difference without its error says nothing.
  if (elo.error === null) return h("p", { class: "quiet elo" }, () => t("arena.elo.few"));
  const error = ` ± ${elo.error.toFixed(0)}`;
  return h("p", { class: "quiet elo" }, () => t("arena.elo", { elo: signed(/** @type {number} */ (elo.difference)) + error, share: ((elo.superiority ?? 0.5) * 100).toFixed(0) }));
}

/** The 95 % interval on a scale around zero; empty while there is none, so that nothing jumps. @param {DuelElo} elo */
export function errorBar({ difference, error }) {
  const [width, height, middle] = [400, 46, 18];
  const isKnown = difference !== null && error !== null;
  const reach = isKnown ? Math.max(100, Math.ceil((Math.abs(difference) + error) / 100) * 100) : 100;
  const x = (/** @type {number} */ value) => width / 2 + (value / reach) * (width / 2 - 24);
  const tick = (/** @type {number} */ value) => s("g", { class: value ? "tick" : "tick zero" }, s("path", { d: `M${x(value)} 6V${height - 16}` }), s("text", { x: x(value), y: height - 3, "text-anchor": "middle" }, signed(value)));
  const whisker = isKnown ? [s("path", { class: "whisker", d: `M${x(difference - error)} ${middle}H${x(difference + error)}M${x(difference - error)} ${middle - 6}v12M${x(difference + error)} ${middle - 6}v12` }), s("circle", { cx: x(difference), cy: middle, r: 5 })] : [];
  return s("svg", { class: "error-bar", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, ...[-reach, -reach / 2, 0, reach / 2, reach].map(tick), ...whisker);
}
