// @ts-check
// The thinking panel, the evaluation bar and the evaluation graph.

import { t } from "../i18n.js";
import { h, s } from "../view.js";
import { chancesText, moveText, scoreShare, scoreText, shortNumber } from "../words.js";

/** @typedef {import("../wire").Progress} Progress */
/** @typedef {import("../wire").Score} Score */

/** Depth, score, speed and lines of a running search. @param {() => Progress | null} progress @param {(move: string) => void} [choose] */
export function thinkingPanel(progress, choose) {
  return h(
    "div",
    { class: "thinking" },
    h("dl", { class: "figures" }, () => {
      const now = progress();
      return [
        ["depth", now ? String(now.depth) : "–"],
        ["score", now?.lines[0] ? scoreText(now.lines[0]) : "–"],
        ["nodes", now ? shortNumber(now.nodes) : "–"],
        ["speed", now ? `${shortNumber(now.nps)}/s` : "–"],
      ].map(([label, value]) => h("div", {}, h("dt", {}, t(label)), h("dd", {}, value)));
    }),
    () => {
      const now = progress();
      return now?.waiting ? h("p", { class: "quiet" }, now.place ? t("waiting.place", { place: now.place }) : t("waiting")) : null;
    },
    h("ol", { class: "lines" }, () =>
      (progress()?.lines ?? []).map((line) =>
        h(
          "li",
          {},
          h("span", { class: "score" }, scoreText(line)),
          h("span", { class: "line" }, ...line.moves.slice(0, 12).flatMap((naming, index) => [index ? " " : "", index === 0 && choose ? h("button", { type: "button", class: "link", onclick: () => choose(naming.move) }, moveText(naming)) : moveText(naming)])),
        ),
      ),
    ),
  );
}

/** Red's and Black's chances to win from both ends, a draw between them. @param {() => Score | null} score @param {() => "red" | "black"} below */
export function evaluationBar(score, below) {
  const text = () => [scoreText(score()) || "0.00", chancesText(score())].filter(Boolean).join(" · ");
  const size = (/** @type {0 | 2} */ side) => () => `block-size: ${((score()?.chances ?? UNKNOWN)[side] / 10).toFixed(1)}%`;
  return h(
    "div",
    { class: () => `bar below-${below()}`, role: "img", "aria-label": () => t("evaluation", { score: text() }), title: text },
    h("div", { class: "red-chance", style: size(0) }),
    h("div", { class: "black-chance", style: size(2) }),
  );
}

/** Before anything is known. */
const UNKNOWN = [250, 500, 250];

/** Evaluation over the game; a click jumps there. @param {() => (Score | null)[]} scores @param {() => number} viewed @param {(ply: number) => void} jump */
export function evaluationGraph(scores, viewed, jump) {
  const [width, height] = [300, 80];
  const x = (/** @type {number} */ ply, /** @type {number} */ count) => (ply / Math.max(1, count)) * width;
  return h("div", { class: "graph", hidden: () => scores().every((score) => score === null) }, () => {
    const all = scores();
    /** @type {Score | null} */
    let known = null;
    const points = all.map((score, index) => {
      known = score ?? known;
      return `${x(index + 1, all.length).toFixed(1)},${(height / 2 - scoreShare(known) * (height / 2 - 3)).toFixed(1)}`;
    });
    const svg = s(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": t("graph") },
      s("path", { class: "area", d: `M0,${height / 2} ${points.map((point) => `L${point}`).join(" ")} L${width},${height / 2}Z` }),
      s("path", { class: "zero", d: `M0 ${height / 2}H${width}` }),
      s("polyline", { class: "curve", points: `0,${height / 2} ${points.join(" ")}` }),
      s("path", { class: "now", d: () => `M${x(viewed(), all.length).toFixed(1)} 0V${height}` }),
    );
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      jump(Math.round(((event.clientX - box.left) / box.width) * all.length));
    });
    return svg;
  });
}
