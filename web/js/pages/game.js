// @ts-check
// The table: a board, two seats, the panel beside it.

import { Board } from "../board/board.js";
import { readPieces } from "../board/state.js";
import { t } from "../i18n.js";
import { banner } from "../parts/banner.js";
import { actionBar, isFriendGame, jumps, watchControls } from "../parts/actions.js";
import { explainTab } from "../parts/explain.js";
import { explorer } from "../parts/explorer.js";
import { invitationCard, showInvitation } from "../parts/invitation.js";
import { openingText } from "../parts/opening.js";
import { moveList } from "../parts/moves.js";
import { seat } from "../parts/seat.js";
import { strip } from "../parts/strip.js";
import { choices } from "../parts/controls.js";
import { evaluationBar, evaluationGraph, thinkingPanel } from "../parts/thinking.js";
import { tabs } from "../parts/tabs.js";
import { onKeysOrMoves } from "../keys.js";
import { Room } from "../room.js";
import { language, notation, pieceSet, reducedMotion, showEvaluation } from "../settings.js";
import { effect, h, onCleanup, signal } from "../view.js";
import { boardLabels, describePoint } from "../words.js";

/** @typedef {import("../wire").Side} Side */

/** Board above panel: phones and tablets held upright, and phones on their side. */
const isStacked = () => matchMedia("(max-width: 760px), (max-width: 1080px) and (orientation: portrait), (max-height: 500px)").matches;

/** @param {string} id @param {URLSearchParams} query */
export function gamePage(id, query) {
  const room = new Room(id, query.get("seat"));
  // The secret leaves the address bar as soon as it is kept.
  if (query.has("seat")) history.replaceState(null, "", `#/game/${id}`);
  onCleanup(() => room.close());
  const table = new Table(room);
  return table.element;
}

/** What the page adds to a room: the board, which way round it lies, and the ply on show. */
export class Table {
  #invited = false;
  #seated = false;
  /** The rematch that was known before; undefined until the game is. @type {string | null | undefined} */
  #next = undefined;

  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    this.flipped = signal(false);
    this.explained = signal(/** @type {import("../board/state.js").Arrow[]} */ ([]));
    this.tab = signal("moves");
    this.board = new Board({
      onMove: (from, to) => void room.move(from + to),
      describe: describePoint,
      label: () => t("board"),
    });
    this.element = this.#build();
    effect(() => this.#show());
    effect(() => {
      void [language.value, this.board.relabel()];
    });
    effect(() => this.board.update({ set: pieceSet.value, labels: boardLabels() }));
    effect(() => this.#goOn());
    effect(() => this.#sitDown());
    effect(() => this.#invite());
    onKeysOrMoves(this.#keys(), () => this.#moveBox());
  }

  /** The keyboard begins at the board when a game begins, unless it is elsewhere already. */
  #sitDown() {
    const game = this.room.game.value;
    if (this.#seated || !game) return;
    this.#seated = true;
    const isFresh = game.plies.length === 0 && game.status.status === "ongoing" && this.room.mine() !== null;
    if (isFresh && document.activeElement === document.body) queueMicrotask(() => this.board.focus(this.below() === "red" ? "e0" : "e9"));
  }

  /** Where there is no room beside the board, the invitation opens by itself, once. */
  #invite() {
    if (this.#invited || !this.room.game.value?.present.invited) return;
    this.#invited = true;
    // Outside of this effect, whose next run would end what the dialog shows.
    if (isStacked()) queueMicrotask(() => showInvitation(this));
  }

  /** Players are led to their rematch; whoever watches finds a link. */
  #goOn() {
    const next = this.room.game.value?.next;
    const before = this.#next;
    this.#next = next ?? null;
    if (!next || before !== null || !this.room.game.peek()?.you.length) return;
    this.room.keepForRematch(next);
    location.hash = `#/game/${next}`;
  }

  explain() {
    this.tab.value = "explain";
    if (isStacked()) this.element.querySelector(".panel .tabs")?.scrollIntoView({ behavior: reducedMotion() ? "auto" : "smooth", block: "start" });
  }

  /** @returns {Side} */
  below() {
    const natural = this.room.mine() === "black" ? "black" : "red";
    return this.flipped.value === (natural === "black") ? "red" : "black";
  }

  /** Plies before the position on show. */
  shownPly() {
    return this.room.viewed.value ?? this.room.game.value?.plies.length ?? 0;
  }

  /** @param {number} ply */
  jump(ply) {
    const last = this.room.game.peek()?.plies.length ?? 0;
    const target = Math.max(0, Math.min(last, ply));
    this.room.viewed.value = target === last ? null : target;
  }

  #show() {
    const game = this.room.game.value;
    if (!game) return;
    const ply = this.shownPly();
    const live = ply === game.plies.length;
    const played = game.plies[ply - 1];
    const { position } = game;
    const turn = live ? position.turn : ply % 2 === 0 ? game.start.turn : game.start.turn === "red" ? "black" : "red";
    const hint = live && this.room.hint.value;
    this.board.update({
      pieces: readPieces(played?.fen ?? game.start.fen),
      below: this.below(),
      turn,
      targets: live && game.status.status === "ongoing" ? position.targets : {},
      movable: live ? this.room.mine() : null,
      lastMove: played ? [played.move.slice(0, 2), played.move.slice(2, 4)] : null,
      check: live ? position.check : (played?.check ?? false),
      arrows: [...this.explained.value, ...(hint ? [/** @type {const} */ ({ from: hint.move.slice(0, 2), to: hint.move.slice(2, 4), kind: "hint" })] : [])],
      animate: !reducedMotion(),
    });
  }

  /** Pieces a side has taken, up to the position on show. @param {Side} side */
  captured(side) {
    const taken = this.room.game.value?.plies.slice(0, this.shownPly()).map((ply) => ply.captured) ?? [];
    const isTheirs = (/** @type {string} */ piece) => (piece === piece.toUpperCase() ? "red" : "black") !== side;
    return /** @type {string[]} */ (taken.filter((piece) => piece !== null && isTheirs(piece)));
  }

  #build() {
    const { room } = this;
    const seatAt = (/** @type {() => Side} */ side, /** @type {import("../view.js").Child} */ beside = null) =>
      seat({ game: () => room.game.value, side, progress: () => room.progress.value, received: () => room.received.value, captured: () => this.captured(side()) }, beside);
    const above = () => /** @type {Side} */ (this.below() === "red" ? "black" : "red");
    return h(
      "div",
      { class: "table", "data-linked": () => String(room.linked.value), "data-over": () => String((room.game.value?.status.status ?? "ongoing") !== "ongoing") },
      h("h1", { class: "unseen" }, () => t("game")),
      h("div", { class: "top" }, seatAt(above, this.#setChoice()), strip(this)),
      h("div", { class: "middle" }, this.#boardArea()),
      h("div", { class: "bottom" }, seatAt(() => this.below()), () => counters(room.game.value, this.shownPly())),
      h("section", { class: "panel", "aria-label": () => t("panel") }, () => goneNote(room), banner(this), invitationCard(this), watchControls(room), this.#tabs(), jumps(this)),
      actionBar(this),
    );
  }

  #boardArea() {
    return [
      () => (showEvaluation.value ? evaluationBar(() => this.score(), () => this.below()) : null),
      this.board.element,
      h("div", { class: "offline", role: "status", hidden: () => this.room.linked.value }, () => t("reconnecting")),
    ];
  }

  /** Which pieces: asked above the board, in the place where captured ones will lie. */
  #setChoice() {
    return h("div", { class: "set-choice", hidden: () => (this.room.game.value?.plies.length ?? 1) > 0 }, choices("pieces", [["hanzi", "pieces.hanzi"], ["pictures", "pieces.pictures"]], pieceSet));
  }

  /** The newest evaluation up to the position on show. */
  score() {
    const progress = this.room.progress.value;
    if (this.room.viewed.value === null && progress?.lines[0]) return progress.lines[0];
    const known = this.room.game.value?.plies.slice(0, this.shownPly()).filter((ply) => ply.score) ?? [];
    return known.at(-1)?.score ?? null;
  }

  #tabs() {
    const { room } = this;
    const plies = () => room.game.value?.plies ?? [];
    // Book moves are no help while the game is played.
    const isOver = () => (room.game.value?.status.status ?? "ongoing") !== "ongoing";
    return tabs(this.tab, [
      ["moves", () => [
        () => openingLine(room),
        moveList({ plies, blackFirst: () => room.game.value?.start.turn === "black", viewed: () => this.shownPly(), jump: (ply) => this.jump(ply) }),
        h("div", { class: "under-moves" }, choices("notation", [["zh", "notation.zh"], ["tr", "notation.tr"], ["wxf", "notation.wxf"], ["iccs", "notation.iccs"]], notation), typedMove(this)),
      ]],
      ["analysis", () => [
        h("label", { class: "check-field" }, h("input", { type: "checkbox", checked: () => showEvaluation.value, onchange: (/** @type {Event} */ event) => (showEvaluation.value = /** @type {HTMLInputElement} */ (event.target).checked) }), h("span", {}, () => t("show.evaluation"))),
        thinkingPanel(() => room.progress.value),
        evaluationGraph(() => plies().map((ply) => ply.score), () => this.shownPly(), (ply) => this.jump(ply)),
        h("a", { class: "button", href: () => `#/analyse?game=${room.id}` }, () => t("analyse.this")),
        () => (isOver() ? explorer(() => this.#line()) : null),
      ]],
      ["explain", () => explainTab(this)],
    ]);
  }

  /** The moves to the position on show. */
  #line() {
    const game = this.room.game.value;
    return game && { fen: game.start.fen, moves: game.plies.slice(0, this.shownPly()).map((ply) => ply.move) };
  }

  /** @returns {HTMLInputElement | null} */
  #moveBox() {
    return this.element.querySelector(".typed input");
  }

  /** @returns {Record<string, () => unknown>} */
  #keys() {
    const { room } = this;
    return {
      f: () => (this.flipped.value = !this.flipped.value),
      z: () => room.ask({ type: "undo" }),
      y: () => room.ask({ type: "redo" }),
      h: () => !isFriendGame(room) && room.ask({ type: "hint" }),
      a: () => (location.hash = `#/analyse?game=${room.id}`),
      m: () => this.#moveBox()?.focus(),
      b: () => this.board.focus(this.board.cursor),
      ArrowLeft: () => this.jump(this.shownPly() - 1),
      ArrowRight: () => this.jump(this.shownPly() + 1),
      Home: () => this.jump(0),
      End: () => this.jump(Infinity),
    };
  }
}

/** What the opening is called; leads to what others played in it. @param {Room} room */
function openingLine(room) {
  const name = openingText(room.game.value?.opening ?? null);
  return name ? h("p", { class: "opening-line" }, h("a", { href: `#/analyse?game=${room.id}&tab=openings` }, name)) : null;
}

/** A box to type a move in any notation. @param {Table} table */
function typedMove(table) {
  const input = h("input", { name: "move", autocomplete: "off", spellcheck: "false", maxlength: 16, placeholder: () => t("type.move"), "aria-label": () => t("type.move") });
  return h(
    "form",
    {
      class: "typed",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        if (input.value.trim() && (await table.room.move(input.value.trim()))) input.value = "";
      },
    },
    input,
  );
}

/** Counters of the position on show, read from its FEN. @param {import("../wire").Game | null} game @param {number} ply */
function counters(game, ply) {
  if (!game) return null;
  const [board, , , , quiet] = (game.plies[ply - 1]?.fen ?? game.start.fen).split(" ");
  const count = (/** @type {RegExp} */ letters) => board.match(letters)?.length ?? 0;
  return h(
    "dl",
    { class: "status" },
    ...[
      [t("rules"), t(`rules.${game.rules}`)],
      [t("plies"), ply === game.plies.length ? String(ply) : `${ply} / ${game.plies.length}`],
      [t("pieces.left"), `${count(/[A-Z]/g)} : ${count(/[a-z]/g)}`],
      [t("quiet.plies"), quiet ?? "0"],
    ].map(([label, value]) => h("div", {}, h("dt", {}, label), h("dd", {}, value))),
  );
}

/** @param {Room} room */
function goneNote(room) {
  return room.gone.value ? h("p", { class: "banner", role: "alert" }, room.gone.value, " ", h("a", { href: "#/" }, t("play"))) : null;
}
