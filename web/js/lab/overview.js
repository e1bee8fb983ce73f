// @ts-check
// The whole tree at once: time from left to right, depth downward. It can be zoomed, and a click jumps there.

import { t } from "../i18n.js";
import { iconButton } from "../parts/controls.js";
import { effect, h, s, signal } from "../view.js";

/** @typedef {import("./run.js").TreeRun} TreeRun */

const ROW = 16;
const ZOOMS = [1, 2, 4, 8, 16, 32];

/** @param {TreeRun} run @param {() => number} event @param {(event: number) => void} jump */
export function overview(run, event, jump) {
  const zoom = signal(0);
  const width = run.events.length;
  const height = (Math.max(...run.depth) + 1) * ROW;
  const bars = run.nodes.map((node, index) => {
    const until = Math.min(run.leaveAt[index], width - 1);
    return s("rect", { class: `span ${node.end} ${run.isRed(index) ? "red" : "black"}`, x: run.enterAt[index], y: run.depth[index] * ROW, width: Math.max(0.6, until - run.enterAt[index] + 1), height: ROW - 2 });
  });
  const now = s("rect", { class: "overview-now", width: 1, height });
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", height, role: "img", "aria-label": () => t("lab.overview"), style: () => `inline-size: ${ZOOMS[zoom.value] * 100}%` }, ...bars, now);
  svg.addEventListener("click", (pointer) => {
    const box = svg.getBoundingClientRect();
    jump(Math.floor(((pointer.clientX - box.left) / box.width) * width));
  });
  const frame = h("div", { class: "overview-frame", tabindex: 0 }, svg);
  effect(() => {
    const at = event();
    now.setAttribute("x", String(at));
    now.setAttribute("width", String(Math.max(1, width / 400 / ZOOMS[zoom.value])));
    const x = (at / width) * frame.scrollWidth;
    if (x < frame.scrollLeft || frame.scrollLeft + frame.clientWidth < x) frame.scrollLeft = x - frame.clientWidth / 2;
  });
  return h(
    "section",
    { class: "overview", "aria-label": () => t("lab.overview") },
    h("header", { class: "row" }, h("h3", {}, () => t("lab.overview")), iconButton("minus", "lab.zoom.out", () => (zoom.value = Math.max(0, zoom.peek() - 1)), { disabled: () => zoom.value === 0 }), iconButton("fresh", "lab.zoom.in", () => (zoom.value = Math.min(ZOOMS.length - 1, zoom.peek() + 1)), { disabled: () => zoom.value === ZOOMS.length - 1 })),
    frame,
  );
}
