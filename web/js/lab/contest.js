// @ts-check
// A series of games between two searchers made of switches. The server plays a stretch of a game for
// each request and keeps nothing, so the series is here: results, moves, and what they cost.

import { Refused, request } from "../api.js";
import { reducedMotion } from "../settings.js";
import { signal } from "../view.js";

/** @typedef {import("../wire").AblationMove} AblationMove */
/** @typedef {import("../wire").AblationPlayed} AblationPlayed */
/** @typedef {{ first: string, second: string, seed: number, games: number }} Setting */

const pause = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));
/** A server that has much to do is asked again after this. */
const BUSY_MS = 1500;

export class Contest {
  running = signal(false);
  /** Half points of the first searcher, game by game. */
  results = signal(/** @type {number[]} */ ([]));
  score = signal(/** @type {import("../wire").AblationScore | null} */ (null));
  /** The game on the board, and how many of its moves are shown. */
  game = signal(/** @type {{ fen: string, red: 0 | 1, moves: AblationMove[], status: string, reason: string | null } | null} */ (null));
  shown = signal(0);
  /** Positions and moves of both so far. */
  cost = signal({ nodes: [0, 0], moves: [0, 0] });
  /** The pause between moves, in milliseconds. */
  pace = signal("0");
  #run = 0;
  #series = 0;

  /** Everything from the beginning. */
  clear() {
    this.stop();
    this.#series += 1;
    this.results.value = [];
    this.score.value = null;
    this.game.value = null;
    this.shown.value = 0;
    this.cost.value = { nodes: [0, 0], moves: [0, 0] };
  }

  stop() {
    this.#run += 1;
    this.running.value = false;
  }

  /** Goes on until all games are played or somebody stops it. @param {Setting} setting */
  async start(setting) {
    const run = (this.#run += 1);
    const goesOn = () => run === this.#run;
    this.running.value = true;
    try {
      for (let idle = 0; goesOn() && this.results.peek().length < setting.games; ) {
        const answer = await this.#ask(setting);
        if (!goesOn()) return;
        idle = !answer || answer.moves.length || answer.result !== null ? 0 : idle + 1;
        if (answer) await this.#take(answer, goesOn);
        else await pause(BUSY_MS);
        if (3 < idle) throw new Refused("busy", "the server has too much to do", "服务器太忙");
      }
    } finally {
      if (goesOn()) this.running.value = false;
    }
  }

  /** The next stretch; `null` if the server is busy. @param {Setting} setting @returns {Promise<AblationPlayed | null>} */
  async #ask({ first, second, seed }) {
    const game = this.game.peek();
    const moves = game && game.status === "ongoing" ? game.moves.map((move) => move.move) : [];
    const results = this.results.peek();
    try {
      return await request("POST", "/api/lab/ablation/play", { first, second, seed, game: results.length, moves, results });
    } catch (error) {
      if (error instanceof Refused && (error.code === "busy" || error.code === "too_many_requests")) return null;
      throw error;
    }
  }

  /** @param {AblationPlayed} answer @param {() => boolean} goesOn */
  async #take(answer, goesOn) {
    const before = this.game.peek();
    const known = before && before.status === "ongoing" ? before.moves : [];
    const { fen, red, status, reason } = answer;
    if (!known.length) this.shown.value = 0;
    const blackBegins = /\sb\b/.test(fen);
    const cost = { nodes: [...this.cost.peek().nodes], moves: [...this.cost.peek().moves] };
    answer.moves.forEach((move, index) => {
      const isBlack = ((known.length + index) % 2 === 1) !== blackBegins;
      const mover = isBlack ? 1 - red : red;
      cost.nodes[mover] += move.nodes;
      cost.moves[mover] += 1;
    });
    const moves = [...known, ...answer.moves];
    this.game.value = { fen, red, moves, status, reason };
    const series = this.#series;
    await this.#show(moves.length, goesOn);
    // Whoever pauses keeps what was played; whoever changed a switch does not.
    if (series !== this.#series) return;
    this.cost.value = cost;
    if (answer.result === null) return;
    this.results.value = [...this.results.peek(), answer.result];
    this.score.value = answer.score;
  }

  /** Lets the board follow. @param {number} until @param {() => boolean} goesOn */
  async #show(until, goesOn) {
    while (goesOn() && this.shown.peek() < until && Number(this.pace.peek())) {
      await pause(reducedMotion() ? Number(this.pace.peek()) : Math.max(150, Number(this.pace.peek())));
      if (goesOn()) this.shown.value += 1;
    }
    if (goesOn()) this.shown.value = until;
  }
}
