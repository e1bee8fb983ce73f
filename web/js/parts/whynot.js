// @ts-check
// "Why not this?": the move on the desk beside the best one, in words and with a line.

import { request } from "../api.js";
import { saidTogether, t } from "../i18n.js";
import { h, signal } from "../view.js";
import { errorText, moveText } from "../words.js";
import { button } from "./controls.js";

/** @typedef {import("../study.js").Study} Study */
/** @typedef {import("../study.js").StudyNode} StudyNode */

/** @param {Study} study */
export function whyNot(study) {
  const asked = signal(/** @type {StudyNode | null} */ (null));
  const answer = signal(/** @type {import("../wire").WhyAnswer | string | null} */ (null));
  const ask = async () => {
    const at = study.current.peek();
    if (!at?.ply) return;
    asked.value = at;
    answer.value = null;
    const body = { fen: study.start, moves: study.moves(at.parent), move: at.ply.move };
    const found = await request("POST", "/api/why", body).catch(errorText);
    if (asked.peek() === at) answer.value = found;
  };
  return h(
    "div",
    { class: "why-not" },
    button("why.not", () => void ask(), { disabled: () => !study.current.value?.ply }),
    h("div", { class: "why-answer", role: "status" }, () => (asked.value && asked.value === study.current.value ? told(answer.value) : null)),
  );
}

/** @param {import("../wire").WhyAnswer | string | null} answer */
function told(answer) {
  if (answer === null) return h("p", { class: "quiet" }, t("practise.thinking"));
  if (typeof answer === "string") return h("p", {}, answer);
  const { why, best, played } = answer;
  return [
    h("p", {}, h("strong", {}, moveText(played)), ` ${Math.round(answer.before)} → ${Math.round(answer.after)} %`, best.move === played.move ? "" : ` · ${t("review.better", { move: moveText(best) })}`),
    h("p", { class: "why" }, saidTogether(why.sentences)),
    why.line.length ? h("p", { class: "quiet" }, `${t("review.line")}: ${why.line.map(moveText).join(" ")}`) : null,
  ];
}
