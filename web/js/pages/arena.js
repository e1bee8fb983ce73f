// @ts-check
// The arena: a duel of two players, colors changed after each game, with a live board and the course
// table (win 3, draw 1, loss 0). The server keeps the duel and counts; this page asks for the next game
// when one has ended, so a duel goes on while somebody watches, and after a reload where it was.

import { forgetSeats, keepSeats, request, seatsOf } from "../api.js";
import { Board } from "../board/board.js";
import { readPieces } from "../board/state.js";
import { t } from "../i18n.js";
import { arenaDoors } from "../parts/arenadoors.js";
import { button, choices, iconButton, select } from "../parts/controls.js";
import { moveList } from "../parts/moves.js";
import { sideMark } from "../parts/seat.js";
import { tell } from "../parts/speaker.js";
import { strength } from "../parts/strength.js";
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
  /** The pause between moves that this host wants, in every game. */
  delay = signal(["0", "400", "1000", "3000"].includes(read("chuhe.arena.delay")) ? read("chuhe.arena.delay") : "0");

  constructor() {
    this.element = this.#build();
    effect(() => this.#watch(this.duel.value?.live ?? null));
    effect(() => this.#goOn());
    effect(() => this.#pace());
    effect(() => write("chuhe.arena.delay", this.delay.value));
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

  /** Every game goes at the pace that was chosen. */
  #pace() {
    const room = this.room.value;
    const game = room?.game.value;
    const delay = Number(this.delay.value);
    if (!room || !game?.you.includes("host") || game.status.status !== "ongoing") return;
    if (game.delay_ms !== delay) void untracked(() => room.socket.ask({ type: "pace", paused: game.paused, delay_ms: delay }).catch(() => {}));
  }

  /** Pause, step and pace, for the host; made once, since games come and go quickly. */
  #controls() {
    const game = () => this.room.value?.game.value;
    const isLive = () => Boolean(game()?.you.includes("host") && game()?.status.status === "ongoing");
    const isPaused = () => game()?.paused ?? false;
    const toggle = () => this.room.peek()?.ask({ type: "pace", paused: !isPaused(), delay_ms: Number(this.delay.peek()) });
    return h(
      "div",
      { class: "row arena-pace" },
      h("button", { type: "button", class: "button", "data-act": "pause", "aria-pressed": () => String(isPaused()), disabled: () => !isLive(), onclick: toggle }, () => t(isPaused() ? "resume" : "pause")),
      iconButton("step", "step", () => this.room.peek()?.ask({ type: "step" }), { disabled: () => !isLive() || !isPaused() }),
      choices("speed", [["0", "speed.fast"], ["400", "speed.brisk"], ["1000", "speed.calm"], ["3000", "speed.slow"]], this.delay),
    );
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
      h("h1", { class: "unseen" }, () => t("arena")),
      arenaDoors("arena"),
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
        h("div", { class: "stack arena-side" }, this.#controls(), () => (this.duel.value ? [scoreBar(this.duel.value), dots(this.duel.value), standings(this.duel.value), strength(this.duel.value), gameList(this.duel.value)] : h("p", { class: "quiet" }, t("arena.none"))), this.#moves()),
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

/** Games of the first player: won, drawn and lost, as one bar. @param {Duel} duel */
function scoreBar({ table: [first, second], players }) {
  const parts = [["won", first.won], ["drawn", first.drawn], ["lost", first.lost]];
  const all = Math.max(1, first.won + first.drawn + first.lost);
  const words = () => t("arena.score", { name: playerName(players[0]), won: first.won, drawn: first.drawn, lost: first.lost });
  return h(
    "div",
    { class: "score-bar" },
    h("p", {}, h("strong", {}, () => playerName(players[0])), h("span", { class: "score-points" }, `${first.points} : ${second.points}`), h("strong", {}, () => playerName(players[1]))),
    h("div", { class: "score-parts", role: "img", "aria-label": words, title: words }, ...parts.map(([part, count]) => h("span", { class: part, style: `inline-size: ${((100 * Number(count)) / all).toFixed(2)}%` }))),
  );
}

/** One sign a game, as the first player sees it: form and color tell the result. @param {Duel} duel */
function dots(duel) {
  const result = (/** @type {Duel["games"][number]} */ game) => (game.status === "ongoing" ? "live" : game.status === "draw" ? "drawn" : (game.status === "red_wins") === (game.red === 0) ? "won" : "lost");
  const signs = { won: "●", drawn: "◐", lost: "○", live: "…" };
  return h("ol", { class: "result-dots", "aria-label": () => t("arena.results", { name: playerName(duel.players[0]) }) }, ...duel.games.map((game, index) => h("li", {}, h("a", { href: `#/game/${game.id}`, class: result(game), title: () => `${index + 1}: ${t(`arena.dot.${result(game)}`)}`, "aria-label": () => `${index + 1}: ${t(`arena.dot.${result(game)}`)}` }, signs[result(game)]))));
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
