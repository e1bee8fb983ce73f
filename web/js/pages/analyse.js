// @ts-check
// Analysis: play moves freely, keep variations, ask the engine, edit, import and export.

import { Analyst } from "../analyst.js";
import { request } from "../api.js";
import { Board } from "../board/board.js";
import { readPieces } from "../board/state.js";
import { t } from "../i18n.js";
import { onKeys } from "../keys.js";
import { button, choices, iconButton } from "../parts/controls.js";
import { Editor } from "../parts/editor.js";
import { explorer } from "../parts/explorer.js";
import { importNotice, notify } from "../parts/notices.js";
import { copyRow, download, pictureButtons } from "../parts/share.js";
import { announce, tell } from "../parts/speaker.js";
import { tabs } from "../parts/tabs.js";
import { evaluationBar, thinkingPanel } from "../parts/thinking.js";
import { remarkField, variations } from "../parts/variations.js";
import { whyNot } from "../parts/whynot.js";
import { studiesTab } from "../parts/studies.js";
import { language, notation, pieceSet, reducedMotion, spokenLanguage } from "../settings.js";
import { Shelf } from "../shelf.js";
import { play } from "../sound.js";
import { Study } from "../study.js";
import { effect, h, onCleanup, signal, untracked } from "../view.js";
import { boardLabels, describePoint, errorText, reasonText, resultText, spoken } from "../words.js";

/** The desk on show, and what waits for one. @type {{ desk: Desk | null, waiting: import("../wire").Study | null }} */
const room = { desk: null, waiting: null };

/** @param {string} id of a study @param {URLSearchParams} query */
export function analysePage(id, query) {
  const desk = new Desk();
  room.desk = desk;
  onCleanup(() => room.desk === desk && (room.desk = null));
  void desk.open(id, query);
  return desk.element;
}

/** Opens a record that was read elsewhere, such as a dropped file. @param {import("../wire").Study} read */
export function openStudy(read) {
  if (room.desk) return room.desk.show(read);
  room.waiting = read;
  location.hash = "#/analyse";
}

/** Who played, if the record says so. @param {import("../wire").Study} read */
function nameOf({ headers = [] }) {
  const player = (/** @type {string} */ name) => headers.find(([tag]) => tag.toLowerCase() === name)?.[1] || "?";
  const names = `${player("red")} – ${player("black")}`;
  return names === "? – ?" ? "" : names;
}

class Desk {
  study = new Study();
  shelf = new Shelf(this.study);
  analyst = new Analyst();
  thinking = signal(false);
  lines = signal("3");
  flipped = signal(false);
  tab = signal("lines");
  editor = new Editor((fen) => void this.#attempt(this.#begin(t("position"), () => this.#loadLine({ fen }), { isOwn: true })));
  heat = signal(false);

  constructor() {
    this.board = new Board({
      onMove: (from, to) => (this.editor.active.peek() ? this.editor.move(from, to) : void this.play(from + to)),
      onPress: (point) => this.editor.active.peek() && this.editor.press(point),
      describe: describePoint,
      label: () => t("board"),
    });
    this.element = this.#build();
    effect(() => this.#show());
    effect(() => this.#ask());
    effect(() => {
      void [language.value, this.board.relabel()];
    });
    effect(() => this.board.update({ set: pieceSet.value, labels: this.editor.active.value ? "letters" : boardLabels() }));
    effect(() => void this.#warm(this.heat.value ? this.study.current.value : null));
    onKeys((key) => this.#key(key));
    onCleanup(() => this.analyst.stop());
  }

  /** A study, a game or a position from the address, what was last on the desk, or the start. @param {string} id @param {URLSearchParams} query */
  async open(id, query) {
    const noted = this.shelf.noted();
    // What an older page or another hand left may be anything: if it does not fit, it is forgotten.
    const back = noted ? await this.shelf.restore(noted).then(() => true, () => false) : false;
    if (query.get("tab") === "openings") this.tab.value = "openings";
    const [waiting, stored, game, fen] = [room.waiting, query.get("library"), query.get("game"), query.get("fen")];
    room.waiting = null;
    if (waiting) return this.show(waiting);
    if (stored) return this.#attempt(this.#openStored(stored, query.get("at") ?? ""));
    if (id && id !== this.shelf.id.peek()) return this.#attempt(this.#openStudy(id));
    if (game) return this.#attempt(this.#openGame(game));
    if (fen) return this.#attempt(this.#begin(t("position"), () => this.#loadLine({ fen })));
    if (!back) return this.#attempt(this.#loadLine({}));
  }

  /** Clears the desk, keeping what lay there, and loads something else. @param {string} name @param {() => Promise<unknown>} load @param {{ id?: string, isOwn?: boolean }} [how] */
  async #begin(name, load, { id, isOwn = false } = {}) {
    await this.shelf.clear();
    await load();
    this.shelf.take(id ?? null, name);
    history.replaceState(null, "", id ? `#/analyse/${id}` : "#/analyse");
    if (isOwn) this.shelf.touch();
  }

  /** @param {string} id */
  async #openStudy(id) {
    /** @type {import("../wire").OpenedStudy} */
    const { name, study } = await request("GET", `/api/studies/${encodeURIComponent(id)}`);
    await this.#begin(name, async () => this.study.load(study), { id });
    this.tab.value = "lines";
  }

  /** A game of the library, at the position it was found by. @param {string} id @param {string} fen */
  async #openStored(id, fen) {
    const read = await request("GET", `/api/library/${encodeURIComponent(id)}`);
    await this.#begin(nameOf(read), async () => this.#opened(read, true));
    await this.#goTo(fen);
  }

  /** @param {string} id */
  async #openGame(id) {
    const pgn = await request("GET", `/api/games/${encodeURIComponent(id)}/pgn?lang=${spokenLanguage()}`);
    const player = (/** @type {string} */ tag) => new RegExp(`\\[${tag} "([^"]*)"`).exec(pgn)?.[1] ?? "?";
    await this.#begin(`${player("Red")} – ${player("Black")}`, () => this.#import(pgn, true));
  }

  /** @param {object} line */
  async #loadLine(line) {
    this.study.load(await request("POST", "/api/position", line));
  }

  /** @param {string} text @param {boolean} [quiet] */
  async #import(text, quiet = false) {
    this.#opened(await request("POST", "/api/import", { text }), quiet);
  }

  /** What was read, and in words that stay what it looked like and what was dropped. @param {import("../wire").Study} read @param {boolean} [quiet] */
  #opened(read, quiet = false) {
    this.study.load(read);
    if (this.tab.peek() !== "openings") this.tab.value = "lines";
    if (!quiet || read.dropped?.length) notify(importNotice(read));
  }

  /** A record that somebody else read and spoke about. @param {import("../wire").Study} read */
  show(read) {
    this.editor.active.value = false;
    const load = async () => (this.study.load(read), (this.tab.value = "lines"));
    return this.#attempt(this.#begin(nameOf(read), load, { isOwn: true }));
  }

  /** The first position of the main line with these pieces and this side to move; their mirror image too. @param {string} fen */
  async #goTo(fen) {
    const wanted = fen.split(" ").slice(0, 2).join(" ");
    const mirrored = wanted.replace(/[^ ]+/, (board) => board.split("/").map((rank) => [...rank].reverse().join("")).join("/"));
    for (let at = this.study.root; wanted && at; at = at.children[0]) {
      const here = (at.ply?.fen ?? this.study.start).split(" ").slice(0, 2).join(" ");
      if (here === wanted || here === mirrored) return this.study.visit(at);
    }
  }

  /** @param {Promise<void>} work */
  async #attempt(work) {
    try {
      await work;
    } catch (error) {
      tell(errorText(error));
      play("refused");
      this.#show();
    }
  }

  /** What cannot be read is said at a place where it stays. @param {string} text */
  async #attemptImport(text) {
    await this.#begin("", () => this.#import(text), { isOwn: true }).catch((error) => (notify({ text: () => errorText(error), kind: "error" }), play("refused")));
  }

  /** @param {string} move */
  async play(move) {
    await this.#attempt(this.study.play(move));
    const at = this.study.current.peek();
    if (!at?.ply || !at.status) return;
    play(at.ply.check ? "check" : at.ply.captured ? "capture" : "move");
    announce(spoken(at.ply, at.status));
  }

  #show() {
    const at = this.study.current.value;
    const below = this.flipped.value ? "black" : "red";
    const animate = !reducedMotion();
    if (this.editor.active.value) {
      this.board.update({ pieces: this.editor.pieces.value, below, free: true, lastMove: null, check: false, arrows: [], targets: {}, selected: null, animate });
      return;
    }
    void this.study.answers.value;
    const position = at && this.study.positionOf(at);
    if (!position) return;
    const lines = this.thinking.value ? (this.analyst.progress.value?.lines ?? []) : [];
    this.board.update({
      pieces: readPieces(position.fen),
      below,
      free: false,
      turn: position.turn,
      targets: position.targets,
      movable: "both",
      lastMove: at.ply ? [at.ply.move.slice(0, 2), at.ply.move.slice(2, 4)] : null,
      check: position.check,
      arrows: lines.filter((line) => line.moves[0]).map((line, index) => ({ from: line.moves[0].move.slice(0, 2), to: line.moves[0].move.slice(2, 4), kind: "line", strength: 0.8 - index * 0.17 })),
      animate,
    });
  }

  /** Asks the engine about the position on the board, while it is on. */
  #ask() {
    const at = this.study.current.value;
    const wanted = this.thinking.value && !this.editor.active.value && at;
    const lines = Number(this.lines.value);
    untracked(() => (wanted ? this.analyst.ask(this.study.start, this.study.moves(at), lines) : this.analyst.stop()));
  }

  /** What each piece is worth in the course's table, as a heat map. @param {import("../study.js").StudyNode | null} at */
  async #warm(at) {
    if (!at) return this.board.update({ heat: new Map() });
    const worth = await request("POST", "/api/evaluation", { fen: this.study.start, moves: this.study.moves(at) }).catch(() => ({}));
    if (at !== this.study.current.peek()) return;
    const signed = Object.entries(worth).map(([point, value]) => /** @type {[string, number]} */ ([point, this.board.state.pieces.get(point)?.match(/[a-z]/) ? -value : value]));
    this.board.update({ heat: new Map(signed) });
  }

  #score() {
    return this.analyst.progress.value?.lines[0] ?? null;
  }

  #build() {
    return h(
      "div",
      { class: "table desk" },
      h("div", { class: "middle" }, () => (this.thinking.value ? evaluationBar(() => this.#score(), () => (this.flipped.value ? "black" : "red")) : null), this.board.element),
      h("section", { class: "panel", "aria-label": () => t("analyse") }, () => (this.editor.active.value ? this.editor.panel() : this.#panel())),
    );
  }

  #panel() {
    return [
      h("h1", { class: "unseen" }, () => t("analyse")),
      h(
        "div",
        { class: "row engine-row" },
        h("button", { type: "button", class: "button", role: "switch", "data-act": "engine", "aria-checked": () => String(this.thinking.value), onclick: () => (this.thinking.value = !this.thinking.value) }, () => t(this.thinking.value ? "engine.on" : "engine.off")),
        choices("engine.lines", [["1", "1"], ["3", "3"], ["5", "5"]], this.lines),
        h("button", { type: "button", class: "button", "data-act": "heat", "aria-pressed": () => String(this.heat.value), onclick: () => (this.heat.value = !this.heat.value) }, () => t("heat")),
        button("review", () => this.#review()),
        h("span", { class: "quiet" }, () => this.#standing()),
      ),
      tabs(this.tab, [
        ["lines", () => [h("div", { class: "engine-place" }, thinkingPanel(() => (this.thinking.value ? this.analyst.progress.value : null), (move) => void this.play(move))), variations(this.study), whyNot(this.study), remarkField(this.study)]],
        ["openings", () => explorer(() => this.#line(), { choose: (move) => void this.play(move), opinions: () => this.#opinions() })],
        ["import", () => this.#importTab()],
        ["export", () => this.#exportTab()],
        ["studies", () => studiesTab(this.shelf, { open: (id) => void this.#attempt(this.#openStudy(id)), fresh: () => void this.#attempt(this.#begin("", () => this.#loadLine({}))) })],
      ]),
      h(
        "div",
        { class: "row jumps" },
        iconButton("first", "jump.first", () => void this.study.visit(this.study.root)),
        iconButton("back", "jump.back", () => this.#step(-1)),
        iconButton("forward", "jump.forward", () => this.#step(1)),
        iconButton("last", "jump.last", () => this.#toEnd()),
        iconButton("trash", "study.cut", () => this.study.current.value && this.study.remove(this.study.current.value), { text: "delete" }),
        iconButton("swap", "study.promote", () => this.study.current.value && this.study.promote(this.study.current.value), { text: "study.promote.short" }),
        iconButton("flip", "flip", () => (this.flipped.value = !this.flipped.value), { text: true }),
        iconButton("search", "library.find", () => (location.hash = `#/games/library?fen=${encodeURIComponent(this.study.current.peek()?.position?.fen ?? "")}`), { text: "library.find.short" }),
        iconButton("edit", "editor", () => this.editor.open(this.board.state.pieces, this.board.state.turn), { text: "editor.short" }),
      ),
      h("div", { class: "under-moves" }, choices("notation", [["zh", "notation.zh"], ["tr", "notation.tr"], ["wxf", "notation.wxf"], ["iccs", "notation.iccs"]], notation)),
    ];
  }

  /** The review of the line on the desk, to its end. */
  #review() {
    const moves = this.study.moves(this.study.end(this.study.current.peek() ?? this.study.root));
    if (!moves.length) return tell(t("review.nothing"));
    location.hash = `#/review?fen=${encodeURIComponent(this.study.start)}&moves=${encodeURIComponent(moves.join(" "))}`;
  }

  /** The moves to the position on show. */
  #line() {
    const at = this.study.current.value;
    return at ? { fen: this.study.start, moves: untracked(() => this.study.moves(at)) } : null;
  }

  /** What the engine thinks of the first moves of its lines. */
  #opinions() {
    const lines = this.thinking.value ? (this.analyst.progress.value?.lines ?? []) : [];
    return new Map(lines.filter((line) => line.moves[0]).map((line) => [line.moves[0].move, line]));
  }

  #standing() {
    void this.study.answers.value;
    const status = this.study.current.value?.status;
    return status && status.status !== "ongoing" ? `${resultText(status)} · ${reasonText(status)}` : "";
  }

  #importTab() {
    const text = h("textarea", { name: "import", rows: 9, maxlength: 2_000_000, spellcheck: "false", placeholder: () => t("import.help"), "aria-label": () => t("tab.import") });
    return h(
      "form",
      { class: "stack padded", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void this.#attemptImport(text.value)) },
      text,
      h("button", { type: "submit", class: "button primary", "data-act": "import" }, () => t("import.read")),
      h("p", { class: "quiet" }, () => t("import.kinds")),
    );
  }

  #exportTab() {
    const at = this.study.current.value;
    const fen = (at && this.study.positionOf(at)?.fen) ?? "";
    const pgn = async () => {
      const body = { ...this.study.sent(), notation: notation.peek(), lang: spokenLanguage() };
      download("chuhe.pgn", await request("POST", "/api/pgn", body), "application/x-chess-pgn");
    };
    return h(
      "div",
      { class: "stack padded" },
      copyRow("share.fen", fen),
      copyRow("share.position", `${location.origin}/#/analyse?fen=${encodeURIComponent(fen)}`),
      h("div", { class: "row" }, button("share.pgn", () => void this.#attempt(pgn())), ...pictureButtons(this.board, "chuhe")),
    );
  }

  #toEnd() {
    void this.#attempt(this.study.visit(this.study.end(this.study.current.peek() ?? this.study.root)));
  }

  /** @param {number} direction */
  #step(direction) {
    const at = this.study.current.peek();
    const to = direction < 0 ? at?.parent : at?.children[0];
    if (to) void this.#attempt(this.study.visit(to));
  }

  /** @param {string} key */
  #key(key) {
    /** @type {Record<string, () => unknown>} */
    const keys = {
      f: () => (this.flipped.value = !this.flipped.value),
      a: () => (this.thinking.value = !this.thinking.value),
      b: () => this.board.focus(this.board.cursor),
      ArrowLeft: () => this.#step(-1),
      ArrowRight: () => this.#step(1),
      Home: () => this.#attempt(this.study.visit(this.study.root)),
      End: () => this.#toEnd(),
    };
    keys[key]?.();
    return key in keys;
  }
}
