// @ts-check
// The analysis engine on the server: one question at a time, answers as they come.

import { Socket } from "./api.js";
import { signal } from "./view.js";

/** @typedef {import("./wire").Progress} Progress */

export class Analyst {
  progress = signal(/** @type {Progress | null} */ (null));
  running = signal(false);
  /** @type {Socket | null} */
  #socket = null;
  /** @type {import("./wire").AnalystRequest | null} */
  #question = null;
  #busy = Promise.resolve();

  /** @param {string} fen @param {string[]} moves @param {number} lines */
  ask(fen, moves, lines) {
    this.#question = { type: "go", fen, moves, lines };
    this.progress.value = null;
    this.running.value = true;
    if (this.#socket) return this.#send();
    this.#socket = new Socket("/api/analysis", {
      onOpen: () => this.#send(),
      onMessage: (message) => {
        if (message.type === "progress") this.progress.value = message;
        else if (message.type === "finished") this.running.value = false;
      },
      onLink: () => {},
    });
  }

  #send() {
    const question = this.#question;
    if (question) this.#busy = this.#socket?.ask(question).catch(() => (this.running.value = false)).then(() => {}) ?? this.#busy;
  }

  /** Closing the socket stops the search. */
  stop() {
    this.#question = null;
    this.#socket?.close();
    this.#socket = null;
    this.running.value = false;
  }
}
