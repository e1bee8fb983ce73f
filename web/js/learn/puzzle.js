// @ts-check
// One puzzle: the board and whose turn it is, nothing else, until it is solved.

import { request } from "../api.js";
import { Board } from "../board/board.js";
import { readPieces } from "../board/state.js";
import { t } from "../i18n.js";
import { onKeys } from "../keys.js";
import { button } from "../parts/controls.js";
import { icon } from "../parts/icons.js";
import { announce, tell } from "../parts/speaker.js";
import { language, LOCALES, pieceSet, reducedMotion } from "../settings.js";
import { play } from "../sound.js";
import { effect, h, onCleanup, signal } from "../view.js";
import { boardLabels, describePoint, errorText, moveText } from "../words.js";
import { themeText } from "./puzzles.js";

/** @typedef {import("../wire").PuzzleAnswer} PuzzleAnswer */
/** @typedef {import("../wire").PuzzleEnd} PuzzleEnd */
/** @typedef {import("../wire").Ply} Ply */
/** @typedef {"ask" | "busy" | "on" | "wrong" | "solved" | "also" | "shown" | "empty"} Mood */

const ANSWER_MS = 450;

/** @param {string} name a puzzle, or `next` @param {URLSearchParams} query */
export function puzzlePage(name, query) {
  return new Puzzle(name, query).element;
}

class Puzzle {
  id = "";
  /** Moves so far, the answers included. @type {string[]} */
  moves = [];
  clean = true;
  position = signal(/** @type {import("../wire").Position | null} */ (null));
  lastMove = signal(/** @type {[string, string] | null} */ (null));
  mood = signal(/** @type {Mood} */ ("ask"));
  text = signal("");
  end = signal(/** @type {PuzzleEnd | null} */ (null));
  met = signal(false);
  /** The game it comes from, if it is a mistake of one's own. @type {import("../view.js").Signal<import("../wire").OwnSource | null>} */
  own = signal(/** @type {import("../wire").OwnSource | null} */ (null));
  /** The place in the line that is looked at after the end. @type {import("../view.js").Signal<number | null>} */
  at = signal(/** @type {number | null} */ (null));
  #isShown = true;

  /** @param {string} name @param {URLSearchParams} query */
  constructor(name, query) {
    this.query = query;
    this.board = new Board({ onMove: (from, to) => void this.try(from + to), describe: describePoint, label: () => t("puzzles.board") });
    this.element = this.#build();
    effect(() => this.#show());
    effect(() => void [language.value, this.board.relabel()]);
    effect(() => this.board.update({ set: pieceSet.value, labels: boardLabels() }));
    onKeys((key) => this.#key(key));
    onCleanup(() => (this.#isShown = false));
    void this.#open(name);
  }

  /** @param {string} name */
  async #open(name) {
    this.mood.value = "busy";
    const asked = new URLSearchParams(this.query);
    if (this.id) asked.set("after", this.id);
    try {
      const task = /** @type {import("../wire").PuzzleTask} */ (await request("GET", name === "next" ? `/api/puzzles/next?${asked}` : `/api/puzzles/${name}`));
      // Whoever has left meanwhile keeps the address of where he is.
      if (!this.#isShown) return;
      this.id = task.id;
      // The address names this puzzle now, to be shared or opened again.
      history.replaceState(null, "", `#/learn/puzzles/${task.id}${this.query.size ? `?${this.query}` : ""}`);
      this.start = task.position;
      this.met.value = task.met;
      this.own.value = task.own;
      this.moves = [];
      this.clean = true;
      this.end.value = null;
      this.at.value = null;
      this.lastMove.value = null;
      this.position.value = task.position;
      this.#say("ask", "");
      announce(t("puzzles.ask", { side: t(task.position.turn) }));
    } catch (error) {
      const isEmpty = /** @type {any} */ (error)?.code === "no_such_puzzle";
      this.#say("empty", isEmpty ? t("puzzles.none") : errorText(error));
    }
  }

  get isOpen() {
    return ["ask", "on", "wrong"].includes(this.mood.value);
  }

  get isOver() {
    return this.end.value !== null;
  }

  /** @param {string} move */
  async try(move) {
    if (!this.isOpen) return;
    const before = this.position.peek();
    this.mood.value = "busy";
    try {
      const answer = /** @type {PuzzleAnswer} */ (await request("POST", `/api/puzzles/${this.id}/try`, { moves: [...this.moves, move], clean: this.clean }));
      if (answer.verdict === "wrong") {
        this.clean = false;
        this.position.value = before && { ...before };
        play("refused");
        return this.#say("wrong", t("puzzles.wrong"));
      }
      await this.#take(answer);
    } catch (error) {
      // Nothing was decided: the board goes back, and nothing is counted.
      this.position.value = before && { ...before };
      this.mood.value = "ask";
      tell(errorText(error));
    }
  }

  /** @param {PuzzleAnswer} answer */
  async #take(answer) {
    const [own, reply] = answer.plies;
    if (own) this.#play(own);
    if (reply) {
      await new Promise((go) => setTimeout(go, reducedMotion() ? 0 : ANSWER_MS));
      if (!this.#isShown) return;
      this.#play(reply);
    }
    this.position.value = answer.position;
    if (answer.end) return this.#finish(answer);
    this.#say("on", t("puzzles.on", { answer: reply ? moveText(reply) : "" }));
  }

  /** @param {Ply} ply */
  #play(ply) {
    this.moves = [...this.moves, ply.move];
    this.lastMove.value = [ply.move.slice(0, 2), ply.move.slice(2, 4)];
    const position = this.position.peek();
    if (position) this.position.value = { ...position, fen: ply.fen, check: ply.check, targets: {} };
    play(ply.captured ? "capture" : "move");
  }

  /** @param {PuzzleAnswer} answer */
  #finish(answer) {
    this.end.value = answer.end;
    const isGood = answer.verdict !== "shown";
    if (isGood) play("end");
    const words = answer.verdict === "also" ? (this.own.value ? "puzzles.own.also" : "puzzles.also") : isGood ? (this.clean ? "puzzles.right" : "puzzles.right.late") : "puzzles.shown";
    this.#say(/** @type {Mood} */ (answer.verdict), t(words));
    const next = /** @type {HTMLElement | null} */ (this.element.querySelector('[data-act="puzzles.next"]'));
    queueMicrotask(() => (next ?? this.element.querySelector(".puzzle-end .primary"))?.focus?.({ preventScroll: true }));
  }

  async #giveUp() {
    if (!this.isOpen) return;
    this.mood.value = "busy";
    try {
      const answer = /** @type {PuzzleAnswer} */ (await request("POST", `/api/puzzles/${this.id}/show`, { moves: this.moves, clean: this.clean }));
      this.clean = false;
      this.#finish(answer);
      this.at.value = 0;
      this.#step(1);
    } catch (error) {
      this.mood.value = "ask";
      tell(errorText(error));
    }
  }

  /** Through the line, after the end. @param {number} by */
  #step(by) {
    const line = this.end.peek()?.line;
    if (!line) return;
    this.at.value = Math.max(0, Math.min(line.length, (this.at.peek() ?? line.length) + by));
    const ply = line[this.at.value - 1];
    if (ply) announce(moveText(ply));
  }

  /** On with another theme. @param {string} theme */
  #follow(theme) {
    this.query = new URLSearchParams({ theme });
    void this.#open("next");
  }

  #next() {
    if (!this.isOver && this.mood.peek() !== "empty") return;
    // A link to one puzzle leads on to those beside the visitor's strength.
    void this.#open("next");
  }

  /** @param {string} key */
  #key(key) {
    if (key === " " && this.isOver) return this.#next(), true;
    if (key === "ArrowLeft" && this.isOver && !document.activeElement?.closest(".board")) return this.#step(-1), true;
    if (key === "ArrowRight" && this.isOver && !document.activeElement?.closest(".board")) return this.#step(1), true;
    return false;
  }

  /** @param {Mood} mood @param {string} text */
  #say(mood, text) {
    this.mood.value = mood;
    this.text.value = text;
    if (text) announce(text);
  }

  #show() {
    const position = this.position.value;
    if (!position) return;
    const [at, end] = [this.at.value, this.end.value];
    const ply = at !== null && end ? end.line[at - 1] : null;
    const replayed = at === null ? null : (ply?.fen ?? this.start?.fen ?? position.fen);
    const fen = replayed ?? position.fen;
    const last = at === null ? this.lastMove.value : ply ? /** @type {[string, string]} */ ([ply.move.slice(0, 2), ply.move.slice(2, 4)]) : null;
    const mayMove = this.isOpen;
    this.board.update({
      pieces: readPieces(fen),
      below: this.start?.turn ?? "red",
      turn: fen.split(" ")[1] === "b" ? "black" : "red",
      targets: mayMove ? position.targets : {},
      movable: mayMove ? position.turn : null,
      selected: null,
      lastMove: last,
      check: at === null ? position.check : (ply?.check ?? false),
      animate: !reducedMotion(),
    });
  }

  #build() {
    return h(
      "div",
      { class: "learn-page puzzle-page" },
      h("div", { class: "learn-board" }, this.board.element),
      h(
        "section",
        { class: "learn-text puzzle-text", "aria-label": () => t("puzzles") },
        h("h1", { class: "puzzle-turn" }, () => (this.position.value ? t("puzzles.ask", { side: t(this.start?.turn ?? "red") }) : t("puzzles"))),
        () => this.own.value && this.#origin(this.own.value),
        h("div", { class: "lesson-answer", role: "status" }, () => this.#answer()),
        () => (this.end.value ? this.#ending(this.end.value) : this.#beforeEnd()),
      ),
    );
  }

  /** @param {import("../wire").OwnSource} own */
  #origin(own) {
    const href = `#/review?game=${own.game}&side=${own.side}`;
    return h("p", { class: "puzzle-own" }, t("puzzles.own", { move: moveText(own.played) }), " ", h("a", { href }, t("puzzles.own.game")));
  }

  #answer() {
    const mood = this.mood.value;
    if (!this.text.value || mood === "busy" || mood === "ask") return null;
    const kind = { on: "good", wrong: "wrong", solved: "done", also: "done", shown: "shown", empty: "shown" }[/** @type {"on"} */ (mood)];
    return h("p", { class: `feedback ${kind}`, "data-mood": mood }, icon(mood === "wrong" ? "close" : "check"), this.text.value);
  }

  #beforeEnd() {
    if (this.mood.value === "empty") return h("div", { class: "row" }, h("a", { class: "button primary", href: "#/learn/puzzles" }, t("puzzles.back")));
    return h("div", { class: "row" }, button("puzzles.show", () => void this.#giveUp(), { disabled: () => !this.isOpen }), h("a", { class: "button", href: "#/learn/puzzles" }, t("puzzles.back")));
  }

  /** @param {PuzzleEnd} end */
  #ending(end) {
    const sign = (/** @type {number} */ number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "±0");
    return h(
      "div",
      { class: "puzzle-end" },
      h("ul", { class: "pills" }, ...end.themes.map((theme) => h("li", {}, h("a", { href: `#/learn/puzzles/next?theme=${theme}`, onclick: (/** @type {Event} */ event) => (event.preventDefault(), this.#follow(theme)) }, themeText(theme))))),
      h("p", { class: "puzzle-rating" }, end.rating !== null && [t("puzzles.worth", { rating: end.rating }), " · "], end.record && h("span", {}, t("puzzles.yours", { rating: end.record.rating }), end.change !== null && h("strong", { class: end.change < 0 ? "loss" : "gain" }, ` (${sign(end.change)})`), end.record.streak > 1 && ` · ${t("puzzles.streak")} ${end.record.streak}`)),
      end.due !== null && h("p", { class: "quiet" }, t("puzzles.due", { date: new Date(end.due).toLocaleDateString(LOCALES[language.value], { month: "short", day: "numeric" }) })),
      h("ol", { class: "puzzle-line", "aria-label": t("puzzles.line") }, ...end.line.map((ply, index) => h("li", {}, h("button", { type: "button", class: "move", "aria-current": () => (this.at.value === index + 1 ? "true" : null), onclick: () => (this.at.value = index + 1) }, moveText(ply))))),
      h("div", { class: "row" }, button("puzzles.next", () => this.#next(), { class: "button primary", title: t("puzzles.next.key") }), h("a", { class: "button", href: `#/analyse?fen=${encodeURIComponent(this.start?.fen ?? "")}` }, t("analyse")), h("a", { class: "button", href: "#/learn/puzzles" }, t("puzzles.back"))),
    );
  }
}
