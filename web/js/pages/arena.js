// @ts-check
// The arena: a duel of two players, colors changed after each game, with a live board and the course
// table (win 3, draw 1, loss 0). The server keeps the duel and counts; this page asks for the next game
// when one has ended, so a duel goes on while somebody watches, and after a reload where it was.

import { forgetSeats, keepSeats, request, seatsOf } from "../api.js";
import { Board } from "../board/board.js";
import { readPieces } from "../board/state.js";
import { t } from "../i18n.js";
import { button, select } from "../parts/controls.js";
import { moveList } from "../parts/moves.js";
import { sideMark } from "../parts/seat.js";
import { tell } from "../parts/speaker.js";
import { Room } from "../room.js";
import { pieceSet, read, reducedMotion, write } from "../settings.js";
import { effect, h, onCleanup, signal, untracked } from "../view.js";
import { describePoint, errorText, playerName, reasonText, resultText } from "../words.js";
import { opponentOptions, readPlayer, START } from "./play.js";

/** @typedef {import("../wire").Duel} Duel */

/** @param {string} id of a duel in the address; without one, the last of this browser */
export function arenaPage(id) {
  const arena = new Arena();
  const last = id || read("chuhe.duel");
  if (typeof last === "string" && last) void arena.open(last, !id);
  return arena.element;
}

class Arena {
  form = { first: signal("level:1"), second: signal("zoo:greedy"), games: signal("2"), rules: signal("asian") };
  duel = signal(/** @type {Duel | null} */ (null));
  room = signal(/** @type {Room | null} */ (null));

  constructor() {
    this.element = this.#build();
    effect(() => this.#watch(this.duel.value?.live ?? null));
    effect(() => this.#goOn());
    effect(() => this.#hurry());
    onCleanup(() => this.room.peek()?.close());
  }

  /** @param {string} id @param {boolean} [quietly] a forgotten duel is no news */
  async open(id, quietly = false) {
    try {
      this.duel.value = await request("GET", `/api/duels/${encodeURIComponent(id)}`);
      await this.#next();
    } catch (error) {
      if (!quietly) tell(errorText(error));
    }
  }

  async #start() {
    const { first, second, games, rules } = this.form;
    try {
      const made = await request("POST", "/api/duels", { first: readPlayer(first.value), second: readPlayer(second.value), games: Number(games.value), rules: rules.value });
      keepSeats(made.id, { host: made.token });
      write("chuhe.duel", made.id);
      history.replaceState(null, "", `#/arena/${made.id}`);
      await this.open(made.id);
    } catch (error) {
      tell(errorText(error));
    }
  }

  /** @param {"next" | "stop"} what */
  async #ask(what) {
    const duel = this.duel.peek();
    const token = duel && seatsOf(duel.id).host;
    if (duel && token) this.duel.value = await request("POST", `/api/duels/${duel.id}/${what}`, { token });
  }

  /** The next game, if there is one to play and this browser is the host. */
  async #next() {
    const duel = this.duel.peek();
    if (duel && !duel.over && !duel.live) await this.#ask("next");
  }

  /** Follows the game under way; the last one stays on the board. @param {string | null} live */
  #watch(live) {
    if (!live || this.room.peek()?.id === live) return;
    const duel = untracked(() => this.duel.value);
    const host = duel && seatsOf(duel.id).host;
    if (host) keepSeats(live, { host });
    this.room.peek()?.close();
    this.room.value = new Room(live, null);
  }

  /** When the game has ended, the table is read anew and the next game begins. */
  #goOn() {
    const room = this.room.value;
    const hasEnded = room && room.game.value && room.game.value.status.status !== "ongoing";
    const duel = untracked(() => this.duel.value);
    if (!hasEnded || !duel || duel.live !== room.id) return;
    forgetSeats(room.id);
    void this.open(duel.id);
  }

  /** Games of a duel are played without pauses. */
  #hurry() {
    const room = this.room.value;
    const game = room?.game.value;
    if (room && game?.you.includes("host") && game.delay_ms !== 0) void untracked(() => room.socket.ask({ type: "pace", paused: false, delay_ms: 0 }).catch(() => {}));
  }

  async #stop() {
    this.room.peek()?.close();
    await this.#ask("stop").catch((error) => tell(errorText(error)));
  }

  #build() {
    const isRunning = () => this.duel.value !== null && !this.duel.value.over;
    const { first, second, games, rules } = this.form;
    return h(
      "div",
      { class: "arena-page" },
      h("h1", {}, () => t("arena")),
      h(
        "form",
        { class: "row lab-form", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void this.#start()) },
        select("arena.first", opponentOptions, first),
        select("arena.second", opponentOptions, second),
        select("arena.games", () => ["2", "4", "10", "20", "100"].map((count) => [count, count]), games),
        select("rules", () => ["asian", "chinese", "course"].map((name) => [name, t(`rules.${name}`)]), rules),
        h("button", { type: "submit", class: "button primary", "data-act": "arena.start", disabled: isRunning }, () => t("arena.start")),
        button("arena.stop", () => void this.#stop(), { disabled: () => !isRunning() }),
      ),
      h(
        "div",
        { class: "arena-grid" },
        this.#board(),
        h("div", { class: "stack" }, () => (this.duel.value ? [standings(this.duel.value), strength(this.duel.value), gameList(this.duel.value)] : h("p", { class: "quiet" }, t("arena.none"))), this.#moves()),
      ),
    );
  }

  #board() {
    const board = new Board({ onMove: () => {}, describe: describePoint, label: () => t("board") });
    effect(() => {
      const game = this.room.value?.game.value;
      const last = game?.plies.at(-1);
      board.update({ pieces: readPieces(game?.position.fen ?? START), lastMove: last ? [last.move.slice(0, 2), last.move.slice(2, 4)] : null, check: game?.position.check ?? false, turn: game?.position.turn ?? "red", set: pieceSet.value, animate: !reducedMotion() });
    });
    const name = (/** @type {"red" | "black"} */ side) => h("p", { class: `arena-name ${side}` }, () => sideMark(side), () => {
      const players = this.room.value?.game.value?.players;
      return players ? playerName(players[side]) : t(side);
    });
    return h("div", {}, name("black"), board.element, name("red"));
  }

  #moves() {
    const game = () => this.room.value?.game.value ?? null;
    const plies = () => game()?.plies ?? [];
    return h("div", { class: "card live-moves", hidden: () => plies().length === 0 }, moveList({ plies, blackFirst: () => game()?.start.turn === "black", viewed: () => plies().length, jump: () => {} }));
  }
}

/** @param {Duel} duel */
function standings(duel) {
  const played = duel.games.filter((game) => game.status !== "ongoing").length;
  const caption = () => (duel.over ? t(duel.stopped ? "arena.stopped" : "arena.table") : t("arena.game", { number: Math.min(played + 1, duel.total), total: duel.total }));
  return h(
    "table",
    { class: "standings" },
    h("caption", {}, caption),
    h("thead", {}, h("tr", {}, ...["arena.player", "arena.win", "arena.draw", "arena.loss", "arena.points"].map((label) => h("th", { scope: "col" }, () => t(label))))),
    h("tbody", {}, ...duel.table.map((row, index) => h("tr", { "data-player": index }, h("th", { scope: "row" }, () => playerName(duel.players[index])), ...[row.won, row.drawn, row.lost, row.points].map((value) => h("td", {}, String(value)))))),
  );
}

/** The Elo line, as far as the games allow one. @param {Duel} duel */
function strength({ elo }) {
  const signed = (/** @type {number} */ value) => (value > 0 ? "+" : "") + value.toFixed(0);
  if (elo.difference === null) return h("p", { class: "quiet elo" }, () => t(elo.superiority === null ? "arena.elo.none" : "arena.elo.one_sided"));
  const error = elo.error === null ? "" : ` ± ${elo.error.toFixed(0)}`;
  return h("p", { class: "quiet elo" }, () => t("arena.elo", { elo: signed(/** @type {number} */ (elo.difference)) + error, share: ((elo.superiority ?? 0.5) * 100).toFixed(0) }));
}

/** @param {Duel} duel */
function gameList(duel) {
  const played = duel.games.filter((game) => game.status !== "ongoing");
  const words = (/** @type {Duel["games"][number]} */ game) => {
    const status = { status: game.status, reason: game.reason, explanation: [] };
    return `${resultText(status)} · ${reasonText(status)}`;
  };
  return h("ol", { class: "arena-games" }, ...played.map((game) => h("li", {}, h("a", { href: `#/game/${game.id}` }, () => words(game)), h("span", { class: "quiet" }, () => ` · ${t("arena.plies", { count: game.plies })} · ${t("red")}: ${playerName(duel.players[game.red])}`))));
}
