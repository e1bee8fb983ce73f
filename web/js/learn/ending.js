// @ts-check
// One ending: played against a table that never errs, with a quiet lamp, the proof, and a map of the points that win.

import { request } from "../api.js";
import { Board } from "../board/board.js";
import { pointAtPointer } from "../board/input.js";
import { readPieces } from "../board/state.js";
import { said, t } from "../i18n.js";
import { onKeys } from "../keys.js";
import { button, choices } from "../parts/controls.js";
import { announce, tell } from "../parts/speaker.js";
import { language, pieceSet, read, write } from "../settings.js";
import { play } from "../sound.js";
import { effect, h, onCleanup, signal, untracked } from "../view.js";
import { boardLabels, describePoint, errorText, moveText } from "../words.js";
import { catalogue, shareText } from "./endings.js";

/** @typedef {import("../wire").EndgameAnswer} Answer */
/** @typedef {import("../wire").EndgameValue} Value */
/** @typedef {import("../wire").EndingEntry} EndingEntry */
/** @typedef {"red" | "black"} Side */

const PAUSE_MS = 650;
const ASK_AGAIN_MS = 700;
/** @param {number} time */
const pause = (time) => new Promise((go) => setTimeout(go, time));
/** @param {unknown} error */
const complain = (error) => tell(errorText(error));

/** @param {string} key @param {URLSearchParams} query */
export function endingPage(key, query) {
  return new EndingDesk(key, query.get("fen")).element;
}

class EndingDesk {
  ending = signal(/** @type {EndingEntry | null} */ (null));
  study = signal(/** @type {import("../wire").Study | null} */ (null));
  /** What the tables say about the position on the board. */
  answer = signal(/** @type {Answer | null} */ (null));
  moves = signal(/** @type {string[]} */ ([]));
  /** How many moves were played before the first one that threw a result away. */
  mistake = signal(/** @type {number | null} */ (null));
  side = signal(/** @type {Side} */ ("red"));
  lamp = signal(read("chuhe.lamp") !== false);
  heat = signal(false);
  /** The piece that is tried on all points, and where it wins. @type {import("../view.js").Signal<{ point: string, values: Map<string, Value> } | null>} */
  tried = signal(/** @type {{ point: string, values: Map<string, Value> } | null} */ (null));
  busy = signal(true);
  /** Counts positions shown: an answer to an old question is dropped. */
  #round = 0;
  #isOpen = true;

  /** @param {string} key @param {string | null} fen */
  constructor(key, fen) {
    this.fen = fen;
    this.board = new Board({ onMove: (from, to) => void this.#visitorPlays(from + to), describe: (state, point) => describePoint(state, point) + this.#tried(point), label: () => t("endgames.board") });
    const { svg, grid } = this.board.canvas;
    for (const kind of /** @type {const} */ (["pointermove", "pointerdown"])) svg.addEventListener(kind, (event) => void this.#look(pointAtPointer(this.board, event)));
    grid.addEventListener("focusin", (event) => void this.#look(/** @type {Element} */ (event.target).getAttribute("data-point")));
    this.element = this.#build();
    effect(() => this.#show());
    effect(() => void [language.value, this.board.relabel()]);
    effect(() => this.board.update({ set: pieceSet.value, labels: boardLabels() }));
    effect(() => write("chuhe.lamp", this.lamp.value));
    effect(() => void [this.side.value, untracked(() => void this.begin())]);
    effect(() => announce(this.lamp.value ? this.#lampText() : ""));
    onKeys((name) => this.#key(name));
    onCleanup(() => (this.#isOpen = false));
    catalogue()
      .then((all) => this.#open(all.find((it) => it.key === key) ?? null))
      .catch(complain);
  }

  /** @param {EndingEntry | null} ending */
  #open(ending) {
    if (!ending) {
      location.hash = "#/learn/endgames";
      return;
    }
    this.ending.value = ending;
    void this.begin();
  }

  /** From the start. */
  async begin() {
    if (!this.ending.peek()) return;
    this.mistake.value = null;
    await this.#goTo([]);
    await this.#reply();
  }

  /** @param {string[]} moves */
  async #goTo(moves) {
    const round = ++this.#round;
    this.busy.value = true;
    try {
      const study = await request("POST", "/api/position", { fen: this.fen ?? this.ending.peek()?.start, moves });
      const answer = await this.#probe(study.position.fen, round);
      if (round !== this.#round || !answer) return false;
      this.moves.value = moves;
      this.study.value = study;
      this.answer.value = answer;
      this.tried.value = null;
      return true;
    } catch (error) {
      complain(error);
      return false;
    } finally {
      if (round === this.#round) this.busy.value = false;
    }
  }

  /** Asks until the table is there. @param {string} fen @param {number} round @returns {Promise<Answer | null>} */
  async #probe(fen, round) {
    for (;;) {
      /** @type {Answer} */
      const answer = await request("POST", "/api/endgame", { fen });
      if (answer.state !== "building") return answer;
      if (!this.#isOpen || round !== this.#round) return null;
      this.answer.value = answer;
      await pause(ASK_AGAIN_MS);
    }
  }

  /** @param {string} move */
  async #visitorPlays(move) {
    const before = this.answer.peek();
    const at = this.moves.peek();
    if (!(await this.#goTo([...at, move]))) return this.#goTo(at);
    play("move");
    const after = this.answer.peek();
    if (this.mistake.peek() === null && isWorse(before?.value, after?.value, this.side.peek())) this.mistake.value = at.length;
    await this.#reply();
  }

  /** The table moves when it is its turn. */
  async #reply() {
    const round = this.#round;
    const [position, best] = [this.study.peek()?.position, this.answer.peek()?.moves[0]];
    if (!position || !best || this.#isOver() || position.turn === this.side.peek()) return;
    this.busy.value = true;
    await pause(PAUSE_MS);
    if (round !== this.#round || !this.#isOpen) return;
    await this.#goTo([...this.moves.peek(), best.move]);
    play("move");
  }

  /** Plays the best moves of both sides to the end. */
  async show() {
    const round = this.#round + 1;
    for (let step = round; this.#isOpen && !this.#isOver(); step += 1) {
      const best = this.answer.peek()?.moves[0];
      if (!best || !this.answer.peek()?.value?.winner) return;
      if (!(await this.#goTo([...this.moves.peek(), best.move])) || step !== this.#round) return;
      await pause(PAUSE_MS);
      if (step !== this.#round) return;
    }
  }

  /** Back to the visitor's own last turn. */
  async takeBack() {
    const moves = this.moves.peek();
    const turn = this.study.peek()?.position.turn;
    const plies = turn === this.side.peek() ? 2 : 1;
    if (!moves.length) return;
    await this.#backTo(Math.max(0, moves.length - plies));
  }

  /** @param {number} length */
  async #backTo(length) {
    if ((this.mistake.peek() ?? -1) >= length) this.mistake.value = null;
    await this.#goTo(this.moves.peek().slice(0, length));
    await this.#reply();
  }

  #isOver() {
    const study = this.study.peek();
    return !study || study.status.status !== "ongoing" || !Object.keys(study.position.targets).length;
  }

  #build() {
    return h(
      "div",
      { class: "learn-page ending-page" },
      h("div", { class: "learn-board" }, this.board.element),
      h(
        "section",
        { class: "learn-text" },
        h("p", { class: "quiet" }, h("a", { href: "#/learn/endgames" }, () => t("endgames"))),
        h("h1", {}, () => (this.ending.value ? said(this.ending.value) : "")),
        () => this.#facts(),
        choices("ending.side", [["red", "ending.attack"], ["black", "ending.defend"]], this.side),
        h("div", { class: "lesson-answer", role: "status" }, () => this.#lampSign(), () => this.#mistakeSign(), () => (this.heat.value ? h("p", { class: "quiet" }, this.#heatText()) : null)),
        h("div", { class: "row" }, button("undo", () => void this.takeBack()), button("learn.again", () => void this.begin()), button("ending.show", () => void this.show())),
        h(
          "div",
          { class: "row" },
          h("label", { class: "switch" }, h("input", { type: "checkbox", name: "lamp", checked: () => this.lamp.value, onchange: (/** @type {Event} */ event) => (this.lamp.value = /** @type {HTMLInputElement} */ (event.target).checked) }), h("span", {}, () => t("ending.lamp"))),
          h("label", { class: "switch" }, h("input", { type: "checkbox", name: "heat", checked: () => this.heat.value, onchange: (/** @type {Event} */ event) => (this.heat.value = /** @type {HTMLInputElement} */ (event.target).checked) }), h("span", {}, () => t("ending.heat"))),
        ),
        h("div", { class: "ending-moves" }, () => (this.study.value?.plies ?? []).map((ply) => `${moveText(ply)} `)),
      ),
    );
  }

  #facts() {
    const ending = this.ending.value;
    if (!ending) return null;
    const longest = ending.longest ? t("ending.longest", { moves: ending.longest }) : t("ending.never");
    return h("p", { class: "lesson-text" }, `${t(`ending.verdict.${ending.verdict}`)} · ${t("ending.share", { share: shareText(ending.won) })} · ${longest}`);
  }

  /** Won in so many moves, or drawn; nothing while it is switched off. */
  #lampText() {
    const answer = this.answer.value;
    if (!answer) return "";
    if (answer.state === "building") return t("ending.building");
    if (answer.state !== "ready" || !answer.value) return t(`ending.${answer.state}`, { key: answer.table ?? "" });
    const { winner, moves } = answer.value;
    if (!winner) return t("ending.drawn");
    return moves ? t("ending.won", { side: t(winner), moves }) : t("ending.over", { side: t(winner) });
  }

  #lampSign() {
    const isNews = this.answer.value?.state !== "ready";
    if (!this.lamp.value && !isNews) return null;
    const winner = this.answer.value?.value?.winner;
    const rules = this.answer.value?.too_long_for ?? [];
    return [
      h("p", { class: `lamp ${winner ?? "drawn"}` }, h("span", { class: "light", "aria-hidden": "true" }), this.#lampText()),
      rules.length > 0 && h("p", { class: "quiet too-long" }, t("ending.too.long", { rules: rules.map((it) => t(`rules.${it}`)).join(", ") })),
    ];
  }

  #mistakeSign() {
    const at = this.mistake.value;
    if (at === null || !this.lamp.value) return null;
    const ply = this.study.value?.plies[at];
    return h("p", { class: "feedback wrong" }, t("ending.mistake", { move: ply ? moveText(ply) : "" }), " ", button("ending.to.mistake", () => void this.#backTo(at)));
  }

  #heatText() {
    const tried = this.tried.value;
    if (!tried) return t("ending.heat.about");
    const wins = [...tried.values.values()].filter((it) => it.winner === "red").length;
    return t("ending.heat.found", { point: tried.point, wins, of: tried.values.size });
  }

  /** For screen readers, while the map is shown. @param {string} point */
  #tried(point) {
    const value = this.heat.peek() ? this.tried.peek()?.values.get(point) : undefined;
    if (!value) return "";
    return `, ${value.winner ? t("ending.won", { side: t(value.winner), moves: value.moves ?? 0 }) : t("ending.drawn")}`;
  }

  /** The piece under the cursor is tried on all points. @param {string | null} point */
  async #look(point) {
    if (!this.heat.peek()) return;
    const fen = this.study.peek()?.position.fen;
    if (!point || !fen || this.tried.peek()?.point === point || !readPieces(fen).has(point)) return;
    this.tried.value = { point, values: new Map() };
    try {
      /** @type {Answer} */
      const answer = await request("POST", "/api/endgame", { fen, point });
      if (this.tried.peek()?.point !== point || this.study.peek()?.position.fen !== fen) return;
      this.tried.value = { point, values: new Map(answer.points.map((it) => [it.point, it.value])) };
    } catch (error) {
      complain(error);
    }
  }

  #show() {
    const study = this.study.value;
    if (!study) return;
    const { position } = study;
    const last = this.moves.value.at(-1);
    const isOver = study.status.status !== "ongoing";
    const tried = this.heat.value ? this.tried.value : null;
    this.board.update({
      pieces: readPieces(position.fen),
      below: this.side.value,
      turn: position.turn,
      check: position.check,
      targets: this.busy.value || isOver ? {} : position.targets,
      movable: this.side.value,
      lastMove: last ? [last.slice(0, 2), last.slice(2, 4)] : null,
      heat: new Map([...(tried?.values ?? [])].map(([point, { winner }]) => /** @type {[string, number]} */ ([point, winner === "red" ? 300 : winner === "black" ? -300 : 0])).filter(([, value]) => value)),
    });
  }

  /** @param {string} key */
  #key(key) {
    if (key === "z") void this.takeBack();
    else if (key === "h") this.heat.value = !this.heat.peek();
    else if (key === "f") this.side.value = this.side.peek() === "red" ? "black" : "red";
    else return false;
    return true;
  }
}

/** Did a move throw away a win, or a draw? @param {Value | null | undefined} before @param {Value | null | undefined} after @param {Side} mover */
function isWorse(before, after, mover) {
  if (!before || !after) return false;
  const worth = (/** @type {Value} */ { winner }) => (winner === mover ? 1 : winner ? -1 : 0);
  return worth(after) < worth(before);
}
