// @ts-check
// A lesson being tried: the position, what has been done, and what the last try led to.

import { request } from "../api.js";
import { readPieces, writeFen } from "../board/state.js";
import { signal } from "../view.js";

/** @typedef {import("./lessons.js").Lesson} Lesson */
/** @typedef {import("../wire").Position} Position */
/** @typedef {{ kind: "ask" | "good" | "wrong" | "done", texts?: readonly [string, string], points?: string[] }} Feedback */

const PAUSE_MS = 600;
const pause = () => new Promise((go) => setTimeout(go, PAUSE_MS));

export class Trial {
  position = signal(/** @type {Position | null} */ (null));
  lastMove = signal(/** @type {[string, string] | null} */ (null));
  /** Points still to reach, or ways still to find. */
  left = signal(/** @type {string[]} */ ([]));
  feedback = signal(/** @type {Feedback} */ ({ kind: "ask" }));
  /** Nothing may be moved while an answer is on its way. */
  busy = signal(true);

  /** @param {Lesson} lesson */
  constructor(lesson) {
    this.lesson = lesson;
  }

  /** To the beginning of the lesson. */
  async begin() {
    const { goal } = this.lesson;
    this.left.value = "reach" in goal ? [...goal.reach] : "escape" in goal ? [...goal.escape] : [];
    this.feedback.value = { kind: "ask" };
    await this.#reset();
  }

  async #reset() {
    this.busy.value = true;
    const study = await this.#ask(this.lesson.before ?? []);
    const last = this.lesson.before?.at(-1);
    this.#show(study.position, last);
    this.busy.value = false;
  }

  /** @param {string[]} moves @param {string} [fen] @returns {Promise<import("../wire").Study>} */
  #ask(moves, fen = this.lesson.fen) {
    return request("POST", "/api/position", { fen, moves });
  }

  /** @param {Position} position @param {string} [move] */
  #show(position, move) {
    this.position.value = position;
    this.lastMove.value = move ? [move.slice(0, 2), move.slice(2, 4)] : null;
  }

  /** Where the pieces of this lesson may go. */
  targets() {
    const position = this.position.value;
    if (!position || this.busy.value || this.feedback.value.kind === "done") return {};
    const { only } = this.lesson;
    const pieces = readPieces(position.fen);
    return Object.fromEntries(Object.entries(position.targets).filter(([from]) => !only || only.includes(pieces.get(from) ?? "")));
  }

  /** A try that the rules forbid: say which. @param {string} from @param {string} to */
  async explain(from, to) {
    const fen = this.position.peek()?.fen;
    const { forbidden } = await request("POST", "/api/obstacle", { fen, move: from + to });
    // Legal, but not what this lesson is about.
    if (forbidden) this.feedback.value = { kind: "wrong", texts: [forbidden.zh, forbidden.en], points: forbidden.points };
  }

  /** @param {string} move */
  async play(move) {
    const before = this.position.peek();
    if (!before || this.busy.peek()) return;
    this.busy.value = true;
    try {
      const { goal } = this.lesson;
      if ("reach" in goal) await this.#reach(before, move);
      else if ("escape" in goal) await this.#escape(before, move);
      else await this.#finish(move);
    } finally {
      this.busy.value = false;
    }
  }

  /** @param {Position} before @param {string} move */
  async #reach(before, move) {
    const study = await this.#ask([move], before.fen);
    this.#show(study.position, move);
    this.left.value = this.left.peek().filter((point) => point !== move.slice(2));
    if (!this.left.peek().length) return this.#done();
    this.feedback.value = { kind: "good" };
    await this.#answer(before, move, study.position);
  }

  /** Black stands still, but for a general in check. @param {Position} before @param {string} move @param {Position} after */
  async #answer(before, move, after) {
    const [from, targets] = Object.entries(after.targets)[0] ?? [];
    if (after.check && from && targets) {
      await pause();
      const study = await this.#ask([move, from + targets[0]], before.fen);
      return this.#show(study.position, from + targets[0]);
    }
    // A general without an answer is mate, and the lesson is about something else.
    if (after.check) return this.#reset();
    const study = await this.#ask([], writeFen(readPieces(after.fen), "red"));
    this.#show(study.position, move);
  }

  /** @param {Position} before @param {string} move */
  async #escape(before, move) {
    const pieces = readPieces(before.fen);
    const way = pieces.get(move.slice(0, 2)) === "K" ? "away" : pieces.has(move.slice(2)) ? "take" : "between";
    const study = await this.#ask([move], before.fen);
    this.#show(study.position, move);
    this.left.value = this.left.peek().filter((other) => other !== way);
    if (!this.left.peek().length) return this.#done();
    this.feedback.value = { kind: "good" };
    await pause();
    await this.#reset();
  }

  /** One move decides. @param {string} move */
  async #finish(move) {
    const { goal, before = [] } = this.lesson;
    const study = await this.#ask([...before, move]);
    this.#show(study.position, move);
    const { status } = study;
    const isDone = "end" in goal ? status.reason === goal.end : status.status === "ongoing";
    if (isDone) return this.#done();
    this.feedback.value = { kind: "wrong", texts: this.#verdict(study) };
    await pause();
    await pause();
    await this.#reset();
  }

  /** What was wrong with a move that was to decide. @param {import("../wire").Study} study @returns {readonly [string, string]} */
  #verdict({ status, position, plies }) {
    if (status.reason === "checkmate") return ["这是绝杀，也赢了！不过这一课要不将军而胜。", "That is checkmate and wins as well! This lesson asks for a win without check."];
    const said = status.explanation.findLast((sentence) => sentence.zh && sentence.en);
    if (status.status !== "ongoing" && said) return [said.zh, said.en];
    const [from, targets] = Object.entries(position.targets)[0] ?? ["", [""]];
    const check = plies.at(-1)?.check;
    return check ? [`是将军，但黑方还能应：${from}–${targets[0]}。`, `A check, but Black still has an answer: ${from}–${targets[0]}.`] : [`黑方还能走 ${from}–${targets[0]}。`, `Black can still move ${from}–${targets[0]}.`];
  }

  #done() {
    this.feedback.value = { kind: "done", texts: this.lesson.done };
  }

  /** Plays the solution from the beginning. @param {() => boolean} isWanted */
  async show(isWanted) {
    await this.begin();
    for (const move of this.lesson.solution) {
      await pause();
      if (!isWanted()) return;
      await this.play(move);
    }
  }
}
