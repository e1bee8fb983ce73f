// @ts-check
// A review as the page holds it: asked for until it is whole, also across a server that went away.

import { request } from "../api.js";
import { onCleanup, signal } from "../view.js";

/** @typedef {import("../wire").ReviewedGame} ReviewedGame */
/** @typedef {import("../wire").ReviewedMove} ReviewedMove */

/** While the graph fills, while closer looks are taken, and while the server is away. */
const [QUICK_MS, DEEP_MS, AWAY_MS] = [250, 900, 1500];

/** Something better was there. @param {ReviewedMove | undefined} move */
export const isError = (move) => Boolean(move?.label && move.label !== "only_move");

/** The sign beside a move, in the order of gravity. @type {Record<string, string>} */
export const GLYPHS = { only_move: "□", inaccuracy: "?!", mistake: "?", missed_mate: "?", blunder: "??" };

export class Reviewed {
  game = signal(/** @type {ReviewedGame | null} */ (null));
  problem = signal(/** @type {unknown} */ (null));
  #ended = false;

  /** @param {import("../wire").ReviewAsked} asked */
  constructor(asked) {
    this.asked = asked;
    onCleanup(() => (this.#ended = true));
    void this.#follow();
  }

  async #follow() {
    while (!this.#ended) {
      let wait = AWAY_MS;
      try {
        const game = /** @type {ReviewedGame} */ (await request("POST", "/api/review", this.asked));
        if (this.#ended) return;
        this.problem.value = null;
        this.game.value = game;
        if (game.done) return;
        wait = game.quick[0] < game.quick[1] ? QUICK_MS : DEEP_MS;
      } catch (error) {
        this.problem.value = error;
        // A server that is away comes back; a refusal is the last word.
        if (!["offline", "busy"].includes(/** @type {any} */ (error).code)) return;
      }
      await new Promise((done) => setTimeout(done, wait));
    }
  }

  /** What was found about a move, counted from 1. @param {number} ply */
  move(ply) {
    return this.game.value?.moves.find((move) => move.ply === ply);
  }

  /** The errors of a side, or of both. @param {string | null} side */
  errors(side) {
    return (this.game.value?.moves ?? []).filter((move) => isError(move) && (!side || move.side === side));
  }

  /** The position after so many plies. @param {number} ply */
  fen(ply) {
    const game = this.game.value;
    return game?.plies[ply - 1]?.fen ?? game?.start ?? "";
  }

  /** The line to the position after so many plies, as the server reads it. @param {number} ply */
  line(ply) {
    const game = this.game.peek();
    return { fen: game?.start, rules: game?.rules, moves: (game?.plies ?? []).slice(0, ply).map((it) => it.move) };
  }
}
