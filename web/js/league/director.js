// @ts-check
// For whoever made the league: the code and the lines that join it, yardsticks, start, pause and stop.

import { t } from "../i18n.js";
import { button, confirmFirst, select } from "../parts/controls.js";
import { findBase, LOOPBACK } from "../parts/invitation.js";
import { copyRow } from "../parts/share.js";
import { opponentOptions, readPlayer } from "../pages/play.js";
import { h, signal } from "../view.js";

/** @param {import("./follow.js").Following} following */
export function director(following) {
  const state = () => following.league.value?.state ?? "gathering";
  const code = () => following.league.value?.code ?? "";
  const isOver = () => state() === "stopped" || state() === "finished";
  const isRunning = () => state() === "running";
  const go = () => t(state() === "paused" ? "league.go_on" : "league.start");
  return h(
    "section",
    { class: "card padded stack league-director", "aria-label": () => t("league.director") },
    h(
      "div",
      { class: "row", hidden: isOver },
      h("button", { type: "button", class: "button primary", "data-act": "league.start", disabled: () => isRunning() || isOver() || (following.league.value?.players.length ?? 0) < 2, onclick: () => void following.order("start") }, go),
      button("league.pause", () => void following.order("pause"), { disabled: () => !isRunning() }),
      button("league.stop", () => confirmFirst("league.stop.sure", "league.stop", () => void following.order("stop")), { disabled: () => isOver() || state() === "gathering" }),
    ),
    () => (state() === "gathering" && code() ? [joining(code()), yardsticks(following)] : null),
    h("details", {}, h("summary", {}, () => t("league.admin")), h("p", { class: "quiet" }, () => t("league.admin.more")), copyRow("league.admin", `${location.origin}/#/league/${following.id}?admin=${following.admin}`)),
  );
}

/** The code to read out, and lines to copy. @param {string} code */
function joining(code) {
  const base = signal(LOOPBACK.includes(location.hostname) ? null : location.origin);
  const problem = signal("");
  if (!base.peek()) void findBase(base, problem);
  const lines = (/** @type {string} */ server) => [copyRow("league.join.python", `python my_bot.py --server ${server} --league ${code} --name NAME`), copyRow("league.join.program", `chuhe bot --server ${server} --league ${code} --name NAME --engine 'cmd:./mybot'`)];
  return h("div", { class: "stack" }, h("p", { class: "join-code" }, h("span", { class: "quiet" }, () => t("league.code")), " ", h("strong", { translate: "no" }, code)), () => lines(base.value ?? location.origin), () => (problem.value ? h("p", { class: "quiet" }, problem.value) : null));
}

/** @param {import("./follow.js").Following} following */
function yardsticks(following) {
  const chosen = signal("level:1");
  return h("div", { class: "row lab-form" }, select("league.yardstick", opponentOptions, chosen), button("league.add", () => void following.order("players", { player: readPlayer(chosen.value) })));
}
