// @ts-check
// A scrubber for anything that happened in steps: play, pause, step, drag.

import { t } from "./i18n.js";
import { iconButton } from "./parts/controls.js";
import { effect, h, onCleanup, signal } from "./view.js";

export class Scrubber {
  step = signal(0);
  last = signal(0);
  running = signal(false);

  /** @param {{ seconds?: number }} [how] how long the whole takes when played */
  constructor({ seconds = 20 } = {}) {
    effect(() => {
      if (!this.running.value) return;
      const perTick = Math.max(1, Math.round(this.last.value / (seconds * 20)));
      const timer = setInterval(() => this.move(perTick), 50);
      onCleanup(() => clearInterval(timer));
    });
  }

  /** @param {number} last @param {number} [step] */
  load(last, step = 0) {
    this.last.value = last;
    this.step.value = Math.min(step, last);
    this.running.value = false;
  }

  /** @param {number} by */
  move(by) {
    const next = Math.max(0, Math.min(this.last.value, this.step.peek() + by));
    this.step.value = next;
    if (next === this.last.peek()) this.running.value = false;
  }

  element() {
    return h(
      "div",
      { class: "scrubber" },
      iconButton("first", "jump.first", () => this.move(-Infinity)),
      iconButton("back", "jump.back", () => this.move(-1)),
      () => iconButton(this.running.value ? "pause" : "play", this.running.value ? "pause" : "resume", () => this.#toggle()),
      iconButton("forward", "jump.forward", () => this.move(1)),
      iconButton("last", "jump.last", () => this.move(Infinity)),
      h("input", { type: "range", min: 0, max: () => this.last.value, value: () => this.step.value, "aria-label": () => t("lab.step"), oninput: (/** @type {Event} */ event) => (this.step.value = Number(/** @type {HTMLInputElement} */ (event.target).value)) }),
      h("output", {}, () => `${this.step.value} / ${this.last.value}`),
    );
  }

  #toggle() {
    if (this.step.peek() === this.last.peek()) this.step.value = 0;
    this.running.value = !this.running.peek();
  }
}
