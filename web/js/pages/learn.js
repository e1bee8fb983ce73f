// @ts-check
// Learn: the first steps of somebody who has never seen the game.

import { createGame } from "../api.js";
import { Board } from "../board/board.js";
import { readPieces } from "../board/state.js";
import { inLanguage, t } from "../i18n.js";
import { LESSONS } from "../learn/lessons.js";
import { endingPage } from "../learn/ending.js";
import { endingsPage } from "../learn/endings.js";
import { mistakesPage } from "../learn/mistakes.js";
import { puzzlesPage } from "../learn/puzzles.js";
import { Trial } from "../learn/trial.js";
import { button, choices } from "../parts/controls.js";
import { icon } from "../parts/icons.js";
import { announce, tell } from "../parts/speaker.js";
import { pieceSet, read, write } from "../settings.js";
import { play } from "../sound.js";
import { effect, h, onCleanup, signal, untracked } from "../view.js";
import { describePoint, errorText } from "../words.js";

/** @typedef {import("../learn/lessons.js").Lesson} Lesson */

/** @param {unknown} error */
const complain = (error) => tell(errorText(error));

/** Lessons this browser has finished. */
const finished = signal(/** @type {string[]} */ ([]));

/** @param {string} rest the lesson's name, or another corner of this room @param {URLSearchParams} [query] */
export function learnPage(rest, query = new URLSearchParams()) {
  if (rest === "endgames") return endingsPage();
  if (rest.startsWith("endgames/")) return endingPage(rest.slice("endgames/".length), query);
  if (rest === "puzzles" || rest.startsWith("puzzles/")) return puzzlesPage(rest.slice("puzzles/".length), query);
  if (rest === "mistakes") return mistakesPage();
  const known = read("chuhe.learned");
  finished.value = Array.isArray(known) ? known.filter((id) => LESSONS.some((lesson) => lesson.id === id)) : [];
  const asked = LESSONS.findIndex((lesson) => lesson.id === rest);
  const open = LESSONS.findIndex((lesson) => !finished.peek().includes(lesson.id));
  return lessonPage(0 <= asked ? asked : Math.max(0, open));
}

/** @param {number} number */
function lessonPage(number) {
  const lesson = LESSONS[number];
  const trial = new Trial(lesson);
  let isShown = true;
  onCleanup(() => (isShown = false));
  trial.begin().catch(complain);
  effect(() => {
    if (trial.feedback.value.kind !== "done") return;
    const all = [...new Set([...finished.peek(), lesson.id])];
    finished.value = all;
    write("chuhe.learned", all);
    play("end");
  });
  effect(() => announce(spoken(lesson, trial)));
  return h(
    "div",
    { class: "learn-page" },
    h("div", { class: "learn-board" }, lessonBoard(trial)),
    h(
      "section",
      { class: "learn-text" },
      h("p", { class: "quiet" }, () => t("learn.step", { number: number + 1, of: LESSONS.length })),
      h("h1", {}, () => inLanguage(lesson.title)),
      h("p", { class: "lesson-text" }, () => inLanguage(lesson.text)),
      () => ways(trial),
      h("div", { class: "lesson-answer", role: "status" }, () => answer(trial)),
      h("div", { class: "row" }, () => nextStep(number, trial), button("learn.again", () => void trial.begin().catch(complain)), button("learn.show", () => void trial.show(() => isShown).catch(complain))),
      choices("pieces", [["hanzi", "pieces.hanzi"], ["pictures", "pieces.pictures"]], pieceSet),
      steps(number),
      h(
        "p",
        { class: "row" },
        ...["puzzles", "endgames", "mistakes"].map((corner) => h("a", { class: "button", href: `#/learn/${corner}`, "data-act": corner }, () => t(corner))),
      ),
    ),
  );
}

/** @param {Lesson} lesson @param {Trial} trial */
function spoken(lesson, trial) {
  const { kind, texts } = trial.feedback.value;
  if (kind === "ask") return `${inLanguage(lesson.title)}. ${inLanguage(lesson.text)}`;
  return texts ? inLanguage(texts) : t("learn.good", { left: untracked(() => trial.left.value.length) });
}

/** @param {Trial} trial */
function lessonBoard(trial) {
  const board = new Board({
    onMove: (from, to) => void trial.play(from + to).catch(complain),
    onReject: (from, to) => void trial.explain(from, to).catch(complain),
    describe: (state, point) => describePoint(state, point) + (state.lanterns.includes(point) ? `, ${t("learn.lantern")}` : ""),
    label: () => t("learn.board"),
  });
  effect(() => {
    const position = trial.position.value;
    if (!position) return;
    const isReach = "reach" in trial.lesson.goal;
    board.update({
      pieces: readPieces(position.fen),
      turn: position.turn,
      check: position.check,
      targets: trial.targets(),
      movable: "red",
      lastMove: trial.lastMove.value,
      lanterns: isReach ? trial.left.value : [],
      crosses: trial.feedback.value.points ?? [],
      set: pieceSet.value,
    });
  });
  return board.element;
}

/** The answers to a check that were found. @param {Trial} trial */
function ways(trial) {
  const { goal } = trial.lesson;
  if (!("escape" in goal)) return null;
  return h("ul", { class: "ways" }, ...goal.escape.map((way) => h("li", { class: () => (trial.left.value.includes(way) ? "" : "found") }, t(`learn.${way}`))));
}

/** @param {Trial} trial */
function answer(trial) {
  const { kind, texts } = trial.feedback.value;
  if (kind === "ask") return null;
  return h("p", { class: `feedback ${kind}` }, icon(kind === "wrong" ? "close" : "check"), texts ? inLanguage(texts) : t("learn.good", { left: trial.left.value.length }));
}

/** @param {number} number @param {Trial} trial */
function nextStep(number, trial) {
  if (trial.feedback.value.kind !== "done") return null;
  const next = LESSONS[number + 1];
  const go = next ? button("learn.next", () => (location.hash = `#/learn/${next.id}`), { class: "button primary" }) : button("learn.play", () => void firstGame(), { class: "button primary" });
  // In a microtask, so that no key comes between the words and the button that it is meant for.
  queueMicrotask(() => go.focus({ preventScroll: true }));
  return go;
}

async function firstGame() {
  try {
    const { id } = await createGame({ red: { kind: "human" }, black: { kind: "level", level: 1 } });
    location.hash = `#/game/${id}`;
  } catch (error) {
    complain(error);
  }
}

/** @param {number} current */
function steps(current) {
  return h(
    "nav",
    { class: "steps", "aria-label": () => t("learn.steps") },
    h("ol", {}, ...LESSONS.map((lesson, index) => h("li", {}, h("a", { href: `#/learn/${lesson.id}`, class: () => (finished.value.includes(lesson.id) ? "finished" : ""), "aria-current": index === current ? "step" : null }, () => inLanguage(lesson.title), () => (finished.value.includes(lesson.id) ? h("span", { class: "unseen" }, ` (${t("learn.finished")})`) : null))))),
  );
}
