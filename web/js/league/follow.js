// @ts-check
// A league as this page knows it: asked for again every second or two while somebody looks, and ordered about
// by whoever has its secret.

import { keepSeats, request, seatsOf } from "../api.js";
import { tell } from "../parts/speaker.js";
import { onCleanup, signal } from "../view.js";
import { errorText } from "../words.js";

/** @typedef {import("../wire").League} League */

const DIRECTOR_MS = 1000;
/** A whole class may watch from one address, and requests of an address are limited. */
const GUEST_MS = 2000;
const LOST_MS = 4000;

export class Following {
  league = signal(/** @type {League | null} */ (null));
  gone = signal(/** @type {string | null} */ (null));
  #ended = false;

  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.path = `/api/leagues/${encodeURIComponent(id)}`;
    onCleanup(() => (this.#ended = true));
    void this.#follow();
  }

  /** The secret of whoever made it, if this browser has it. */
  get admin() {
    return seatsOf(this.id).admin ?? null;
  }

  async #follow() {
    while (!this.#ended) {
      const pause = document.hidden ? LOST_MS : await this.#look();
      if (this.gone.peek()) return;
      await new Promise((done) => setTimeout(done, pause));
    }
  }

  /** One look; how long to wait for the next. */
  async #look() {
    const known = this.league.peek();
    try {
      const answer = await request("GET", known ? `${this.path}?since=${known.version}` : this.path, undefined, this.admin);
      if (answer && !this.#ended) this.league.value = answer;
      return this.admin ? DIRECTOR_MS : GUEST_MS;
    } catch (error) {
      if (/** @type {{ code?: string }} */ (error).code === "no_such_league") this.gone.value = errorText(error);
      return LOST_MS;
    }
  }

  /** @param {"start" | "pause" | "stop" | "players" | "remove"} what @param {Record<string, unknown>} [more] */
  async order(what, more = {}) {
    try {
      this.league.value = await request("POST", `${this.path}/${what}`, { admin: this.admin, ...more });
    } catch (error) {
      tell(errorText(error));
    }
  }

  /** A game of the visitor against a bot. @param {string} bot @param {string} name the visitor's */
  async challenge(bot, name) {
    try {
      const made = await request("POST", `${this.path}/play`, { bot, name: name || null });
      keepSeats(made.id, made.tokens);
      location.hash = `#/game/${made.id}`;
    } catch (error) {
      tell(errorText(error));
    }
  }
}
