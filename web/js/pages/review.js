// @ts-check
// The review of a game: where it went wrong, what would have been better, and why.

import { seatsOf } from "../api.js";
import { Board } from "../board/board.js";
import { readPieces } from "../board/state.js";
import { t } from "../i18n.js";
import { onKeys } from "../keys.js";
import { button, iconButton } from "../parts/controls.js";
import { moveList } from "../parts/moves.js";
import { tabs } from "../parts/tabs.js";
import { accuracies, glyphOf, keyMoments, moveCard } from "../review/cards.js";
import { reviewGraph } from "../review/graph.js";
import { Practice } from "../review/practice.js";
import { isError, Reviewed } from "../review/reviewed.js";
import { language, pieceSet, reducedMotion } from "../settings.js";
import { effect, h, onCleanup, signal, untracked } from "../view.js";
import { boardLabels, describePoint, errorText } from "../words.js";

/** @typedef {import("../board/state.js").Arrow} Arrow */

const LINE_STEP_MS = 900;

/** @param {string} _rest @param {URLSearchParams} query */
export function reviewPage(_rest, query) {
  return new ReviewDesk(query).element;
}

/** What is asked about: a game, one of the library, or a line of moves. @param {URLSearchParams} query @returns {import("../wire").ReviewAsked} */
function askedBy(query) {
  const [game, library] = [query.get("game"), query.get("library")];
  if (game) return { game };
  if (library) return { library: Number(library) };
  return { fen: query.get("fen"), moves: (query.get("moves") ?? "").split(" ").filter(Boolean) };
}

class ReviewDesk {
  ply = signal(0);
  /** The move whose card is open, counted from 1. @type {import("../view.js").Signal<number | null>} */
  opened = signal(/** @type {number | null} */ (null));
  /** A line that is replayed. @type {import("../view.js").Signal<{ plies: import("../wire").Ply[], at: number } | null>} */
  line = signal(/** @type {{ plies: import("../wire").Ply[], at: number } | null} */ (null));
  practice = signal(/** @type {Practice | null} */ (null));
  tab = signal("moments");
  flipped = signal(false);
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /** @param {URLSearchParams} query */
  constructor(query) {
    this.query = query;
    this.reviewed = new Reviewed(askedBy(query));
    const seats = Object.keys(seatsOf(query.get("game") ?? "")).filter((it) => it === "red" || it === "black");
    /** Whose mistakes are one's own; both when nobody knows. */
    this.side = query.get("side") ?? (seats.length === 1 ? seats[0] : null);
    this.flipped.value = this.side === "black";
    this.board = new Board({ onMove: (from, to) => void this.practice.peek()?.try(from + to), describe: describePoint, label: () => t("board") });
    this.element = this.#build();
    effect(() => this.#show());
    effect(() => void [language.value, this.board.relabel()]);
    effect(() => this.board.update({ set: pieceSet.value, labels: boardLabels() }));
    effect(() => this.#beginAsked());
    onKeys((key) => this.#key(key));
    onCleanup(() => clearInterval(this.#timer));
  }

  /** The address may ask for practice at once, when the review is whole. */
  #beginAsked() {
    if (!this.reviewed.game.value?.done || !this.query.has("practise")) return;
    const ply = Number(this.query.get("practise"));
    this.query.delete("practise");
    untracked(() => this.#practise(ply));
  }

  /** @param {number} ply */
  jump(ply) {
    clearInterval(this.#timer);
    const last = this.reviewed.game.peek()?.plies.length ?? 0;
    this.line.value = null;
    this.opened.value = null;
    this.ply.value = Math.max(0, Math.min(last, ply));
  }

  /** Goes to a labelled move: the position before it, and its card. @param {number} ply */
  open(ply) {
    this.jump(ply - 1);
    this.opened.value = ply;
  }

  /** @param {number} step 1 or -1 */
  #nextError(step) {
    const at = this.opened.peek() ?? this.ply.peek() + (step > 0 ? 0.5 : 0.5);
    const plies = this.reviewed.errors(null).map((move) => move.ply);
    const next = step > 0 ? plies.find((ply) => ply > at) : plies.findLast((ply) => ply < at);
    if (next !== undefined) this.open(next);
  }

  #replay() {
    const why = this.reviewed.move(this.opened.peek() ?? 0)?.why;
    if (!why) return;
    clearInterval(this.#timer);
    this.line.value = { plies: why.line, at: 1 };
    this.#timer = setInterval(() => {
      const shown = this.line.peek();
      if (!shown || shown.at >= shown.plies.length) return clearInterval(this.#timer);
      this.line.value = { ...shown, at: shown.at + 1 };
    }, LINE_STEP_MS);
  }

  /** @param {number} [first] the ply to begin with */
  #practise(first) {
    const questions = this.reviewed.errors(this.side).filter((move) => move.best[0] && move.best[0].move !== this.reviewed.game.peek()?.plies[move.ply - 1]?.move);
    if (!questions.length) return;
    this.jump(0);
    this.practice.value = new Practice(this.reviewed, questions, () => (this.practice.value = null));
    const index = questions.findIndex((move) => move.ply === first);
    for (let skipped = 0; skipped < index; skipped += 1) this.practice.value.next();
  }

  #show() {
    const game = this.reviewed.game.value;
    if (!game) return;
    const practice = this.practice.value;
    const ply = practice?.question ? practice.ply : this.ply.value;
    const shown = this.line.value;
    const last = shown ? shown.plies[shown.at - 1] : game.plies[ply - 1];
    const fen = shown && last ? last.fen : this.reviewed.fen(ply);
    const mayMove = practice?.isOpen ?? false;
    this.board.update({
      pieces: readPieces(fen),
      below: this.flipped.value ? "black" : "red",
      turn: fen.split(" ")[1] === "b" ? "black" : "red",
      targets: mayMove ? (practice?.targets.value ?? {}) : {},
      movable: mayMove ? (practice?.question.side ?? null) : null,
      selected: null,
      lastMove: last ? [last.move.slice(0, 2), last.move.slice(2, 4)] : null,
      check: last?.check ?? false,
      arrows: shown ? [] : this.#arrows(practice),
      lanterns: practice?.question && practice.hinted.value ? [practice.question.best[0].move.slice(0, 2)] : [],
      animate: !reducedMotion(),
    });
  }

  /** The played move red, the better one green, told apart by form as well. @param {Practice | null} practice @returns {Arrow[]} */
  #arrows(practice) {
    const arrow = (/** @type {string} */ move, /** @type {Arrow["kind"]} */ kind) => ({ from: move.slice(0, 2), to: move.slice(2, 4), kind });
    if (practice?.question) return practice.isOpen || practice.answer.value.kind === "busy" ? [] : [arrow(practice.question.best[0].move, "hint")];
    const move = this.reviewed.move(this.opened.value ?? this.ply.value + 1);
    const played = move && this.reviewed.game.value?.plies[move.ply - 1];
    if (!move || !played || !isError(move)) return [];
    const better = move.best[0] && move.best[0].move !== played.move ? [arrow(move.best[0].move, "hint")] : [];
    return [arrow(played.move, "threat"), ...better];
  }

  #build() {
    return h(
      "div",
      { class: "table desk review-desk" },
      h("div", { class: "middle" }, this.board.element),
      h("section", { class: "panel", "aria-label": () => t("review") }, h("h1", { class: "unseen" }, () => t("review")), () => this.#heading(), () => this.practice.value?.panel() ?? this.#panel()),
    );
  }

  /** The graph stays where it is whatever is shown below it. */
  #heading() {
    return [reviewGraph(this.reviewed, () => this.ply.value, (ply) => this.jump(ply), (ply) => this.open(ply)), h("p", { class: "review-progress quiet", role: "status", "data-done": () => String(this.reviewed.game.value?.done ?? false) }, () => this.#progressText())];
  }

  #progressText() {
    const [game, problem] = [this.reviewed.game.value, this.reviewed.problem.value];
    if (problem) return errorText(problem);
    if (!game) return t("review.begins");
    if (game.done) return t("review.done");
    if (game.quick[0] < game.quick[1]) return t("review.quick", { done: game.quick[0], of: game.quick[1] });
    return t("review.deep", { done: game.deep[0], of: game.deep[1] });
  }

  #panel() {
    const plies = () => this.reviewed.game.value?.plies ?? [];
    return [
      h("div", { class: "review-facts" }, () => accuracies(this.reviewed)),
      h("div", { class: "card-place" }, () => this.#card()),
      tabs(this.tab, [
        ["moments", () => h("div", { class: "padded" }, () => keyMoments(this.reviewed, (ply) => this.open(ply), () => this.opened.value))],
        ["moves", () => moveList({ plies, blackFirst: () => this.reviewed.game.value?.turn === "black", viewed: () => this.opened.value ?? this.ply.value, jump: (ply) => (isError(this.reviewed.move(ply)) ? this.open(ply) : this.jump(ply)), beside: (ply) => glyphOf(this.reviewed, ply) })],
      ]),
      h("div", { class: "row" }, button("practise", () => this.#practise(), { class: "button primary", disabled: () => !this.reviewed.game.value?.done || !this.reviewed.errors(this.side).length }), this.#analyseLink()),
      h(
        "div",
        { class: "row jumps" },
        iconButton("first", "jump.first", () => this.jump(0)),
        iconButton("back", "jump.back", () => this.jump(this.ply.peek() - 1)),
        iconButton("forward", "jump.forward", () => this.jump(this.ply.peek() + 1)),
        iconButton("last", "jump.last", () => this.jump(Infinity)),
        iconButton("back", "review.previous", () => this.#nextError(-1), { text: "review.previous.short" }),
        iconButton("forward", "review.next", () => this.#nextError(1), { text: "review.next.short" }),
        iconButton("flip", "flip", () => (this.flipped.value = !this.flipped.value), { text: true }),
      ),
    ];
  }

  #analyseLink() {
    const [game, library] = [this.query.get("game"), this.query.get("library")];
    const query = game ? `game=${game}` : library ? `library=${library}` : `fen=${encodeURIComponent(this.query.get("fen") ?? "")}`;
    return h("a", { class: "button", href: `#/analyse?${query}` }, () => t("analyse"));
  }

  #card() {
    const move = this.reviewed.move(this.opened.value ?? this.ply.value + 1);
    return move && isError(move) ? moveCard(this.reviewed, move, () => (this.open(move.ply), this.#replay())) : h("p", { class: "quiet" }, t("review.choose"));
  }

  /** @param {string} key */
  #key(key) {
    /** @type {Record<string, () => unknown>} */
    const keys = {
      f: () => (this.flipped.value = !this.flipped.value),
      b: () => this.board.focus(this.board.cursor),
      ArrowLeft: () => this.jump(this.ply.peek() - 1),
      ArrowRight: () => this.jump(this.ply.peek() + 1),
      Home: () => this.jump(0),
      End: () => this.jump(Infinity),
      n: () => this.#nextError(1),
      p: () => this.#nextError(-1),
    };
    const isBusy = this.practice.peek() && !["f", "b"].includes(key);
    if (isBusy) return false;
    keys[key]?.();
    return key in keys;
  }
}
