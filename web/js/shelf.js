// @ts-check
// The study on the desk and its place on the visitor's shelf: every edit is noted in this browser at
// once and sent to the server soon after, so neither a reload nor another game overwrites anything.

import { request } from "./api.js";
import { t } from "./i18n.js";
import { read, write } from "./settings.js";
import { effect, onCleanup, signal, untracked } from "./view.js";

/** @typedef {import("./study.js").Study} Study */
/** @typedef {{ id: string | null, name: string, dirty: boolean, study: import("./study.js").KeptStudy }} Noted */

const NOTE = "chuhe.desk";
/** Where studies lay before the server kept them. */
const OLD_NOTE = "chuhe.study";
const SAVE_AFTER_MS = 700;

export class Shelf {
  id = signal(/** @type {string | null} */ (null));
  name = signal("");
  dirty = signal(false);
  failed = signal("");
  /** Counts changes of the list, for whoever shows it. */
  listed = signal(0);
  #saving = Promise.resolve();
  #edits = 0;

  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    effect(() => this.#note());
    effect(() => {
      if (study.edits.value === this.#edits) return;
      this.#edits = study.edits.value;
      this.touch();
    });
    effect(() => {
      void [study.edits.value, this.name.value];
      if (!this.dirty.value) return;
      const timer = setTimeout(() => void this.save(), SAVE_AFTER_MS);
      onCleanup(() => clearTimeout(timer));
    });
    onCleanup(() => void this.save());
  }

  /** Something was made that is worth keeping. */
  touch() {
    this.dirty.value = true;
  }

  /** The desk is cleared for another study; what lies there is on the shelf first, or stays. */
  async clear() {
    await this.save();
    if (this.dirty.peek()) throw new Error(this.failed.peek());
  }

  /** What lies on the desk now is this. @param {string | null} id @param {string} name */
  take(id, name) {
    this.id.value = id;
    this.name.value = name;
  }

  /** @param {string} name */
  rename(name) {
    if (name === this.name.peek()) return;
    this.name.value = name;
    this.touch();
  }

  #note() {
    void this.study.changes.value;
    if (!this.study.current.value) return;
    /** @type {Noted} */
    const noted = { id: this.id.value, name: this.name.value, dirty: this.dirty.value, study: untracked(() => this.study.keep()) };
    write(NOTE, noted);
  }

  /** What lay on the desk last; what an older page left counts as not yet kept. @returns {Noted | null} */
  noted() {
    const noted = read(NOTE);
    if (noted?.study) return noted;
    const old = read(OLD_NOTE);
    return old?.start ? { id: null, name: "", dirty: Boolean(old.children?.length), study: old } : null;
  }

  /** @param {Noted} noted */
  async restore(noted) {
    await this.study.restore(noted.study);
    write(OLD_NOTE, null);
    [this.id.value, this.name.value, this.dirty.value] = [noted.id ?? null, noted.name ?? "", noted.dirty ?? false];
  }

  /** One after the other, so that a study is made once. */
  save() {
    this.#saving = this.#saving.then(() => this.#send());
    return this.#saving;
  }

  async #send() {
    if (!this.dirty.peek()) return;
    const { study } = this;
    const tree = study.sent();
    const [edits, given] = [study.edits.peek(), this.name.peek()];
    const name = given || defaultName();
    try {
      const id = this.id.peek();
      if (id) await request("PUT", `/api/studies/${id}`, { name, tree }).catch((error) => this.#lost(error));
      if (!this.id.peek()) this.id.value = (await request("POST", "/api/studies", { name, tree })).id;
      // What was done in the meantime is sent with the next one.
      if (edits === study.edits.peek() && given === this.name.peek()) this.dirty.value = false;
      if (!this.name.peek()) this.name.value = name;
      this.failed.value = "";
      this.listed.value += 1;
    } catch (error) {
      this.failed.value = /** @type {Error} */ (error).message || t("error.offline");
    }
  }

  /** A study that was deleted elsewhere is made anew. @param {{ code?: string }} error */
  #lost(error) {
    if (error.code !== "no_such_study") throw error;
    this.id.value = null;
  }
}

const defaultName = () => t("study.unnamed", { date: new Date().toLocaleDateString() });
