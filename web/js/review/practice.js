// @ts-check
// Learning from one's own mistakes: the position again, and the question for a better move. Any move
// that keeps the chances counts, and a second try costs nothing.

import { request } from "../api.js";
import { saidTogether, t } from "../i18n.js";
import { button } from "../parts/controls.js";
import { announce } from "../parts/speaker.js";
import { play } from "../sound.js";
import { h, signal } from "../view.js";
import { errorText, moveText } from "../words.js";

/** @typedef {import("./reviewed.js").Reviewed} Reviewed */
/** @typedef {import("../wire").ReviewedMove} ReviewedMove */
/** @typedef {{ kind: "ask" | "wrong" | "best" | "good" | "shown" | "busy", text: string }} Answer */

export class Practice {
  at = signal(0);
  targets = signal(/** @type {Record<string, string[]>} */ ({}));
  answer = signal(/** @type {Answer} */ ({ kind: "ask", text: "" }));
  hinted = signal(false);
  /** What became of each question: at once, after a while, or shown. @type {import("../view.js").Signal<string[]>} */
  results = signal(/** @type {string[]} */ ([]));
  #tries = 0;

  /** @param {Reviewed} reviewed @param {ReviewedMove[]} questions @param {() => void} leave */
  constructor(reviewed, questions, leave) {
    this.reviewed = reviewed;
    this.questions = questions;
    this.leave = leave;
    void this.#ask();
  }

  get question() {
    return this.questions[this.at.value];
  }

  /** Plies before the position in question. */
  get ply() {
    return (this.question?.ply ?? 1) - 1;
  }

  get isOpen() {
    return Boolean(this.question) && ["ask", "wrong"].includes(this.answer.value.kind);
  }

  async #ask() {
    this.#tries = 0;
    this.hinted.value = false;
    this.targets.value = {};
    this.#say("ask", "");
    if (!this.question) return announce(this.#summaryText());
    announce(t("practise.ask", { side: t(this.question.side) }));
    const at = this.at.peek();
    try {
      const read = await request("POST", "/api/position", this.reviewed.line(this.ply));
      if (at === this.at.peek()) this.targets.value = read.position.targets;
    } catch (error) {
      this.#say("wrong", errorText(error));
    }
  }

  /** @param {string} move */
  async try(move) {
    const { question } = this;
    if (!this.isOpen || !question) return;
    const best = question.best[0];
    if (move === best?.move) return this.#solved("best", t("practise.best", { move: moveText(best) }));
    this.#say("busy", t("practise.thinking"));
    try {
      const answer = /** @type {import("../wire").WhyAnswer} */ (await request("POST", "/api/why", { ...this.reviewed.line(this.ply), move }));
      if (question !== this.question) return;
      if (answer.good) return this.#solved("good", t("practise.good", { move: moveText(answer.played), best: moveText(best ?? answer.best) }));
      this.#tries += 1;
      play("refused");
      this.#say("wrong", `${moveText(answer.played)}: ${saidTogether(answer.why.sentences)} ${t("practise.again")}`);
    } catch (error) {
      this.#say("wrong", errorText(error));
    }
  }

  /** @param {"best" | "good"} kind @param {string} text */
  #solved(kind, text) {
    const isAtOnce = this.#tries === 0 && !this.hinted.peek();
    this.results.value = [...this.results.value, isAtOnce ? "first" : "later"];
    play("end");
    this.#say(kind, text);
  }

  show() {
    const best = this.question?.best[0];
    if (!this.isOpen || !best) return;
    this.results.value = [...this.results.value, "shown"];
    this.#say("shown", t("practise.shown", { move: moveText(best) }));
  }

  next() {
    this.at.value += 1;
    void this.#ask();
  }

  /** @param {Answer["kind"]} kind @param {string} text */
  #say(kind, text) {
    this.answer.value = { kind, text };
    if (text) announce(text);
  }

  #summaryText() {
    const count = (/** @type {string} */ kind) => this.results.value.filter((it) => it === kind).length;
    return t("practise.summary", { first: count("first"), later: count("later"), shown: count("shown"), of: this.questions.length });
  }

  panel() {
    return h("section", { class: "practice", "aria-label": () => t("practise") }, () => (this.question ? this.#questionPanel() : this.#summary()));
  }

  #questionPanel() {
    const played = this.reviewed.game.peek()?.plies[this.ply];
    return [
      h("p", { class: "quiet" }, t("practise.number", { number: this.at.value + 1, of: this.questions.length })),
      h("h2", {}, t("practise.ask", { side: t(this.question.side) })),
      h("p", { class: "quiet" }, t("practise.played", { move: played ? moveText(played) : "" })),
      h("p", { class: () => `practice-answer ${this.answer.value.kind}`, role: "status" }, () => this.answer.value.text),
      h("div", { class: "row" }, () =>
        this.isOpen || this.answer.value.kind === "busy"
          ? [button("practise.hint", () => (this.hinted.value = true), { disabled: () => this.hinted.value }), button("practise.show", () => this.show())]
          : button(this.at.value + 1 < this.questions.length ? "practise.next" : "practise.end", () => this.next(), { class: "button primary" }),
      ),
      h("div", { class: "row" }, button("practise.leave", this.leave)),
    ];
  }

  #summary() {
    return [h("h2", {}, t("practise.done")), h("p", {}, this.#summaryText()), h("div", { class: "row" }, button("practise.leave", this.leave, { class: "button primary" }))];
  }
}
