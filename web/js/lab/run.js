// @ts-check
// A traced search as events: a position is entered, and left again when its value is known. All views of
// the tree are made from this.

import { readPieces } from "../board/state.js";

/** @typedef {import("../wire").TreeTrace} TreeTrace */
/** @typedef {import("../wire").TreeNode} TreeNode */

/** Scores beyond this are wins and losses by force. */
const DECIDED = 999_000;
const WON = 1_000_000;

/** A value in words. @param {number} value */
export function valueText(value) {
  if (WON < Math.abs(value)) return value < 0 ? "−∞" : "∞";
  if (DECIDED < Math.abs(value)) return `${value < 0 ? "−" : ""}#${WON - Math.abs(value)}`;
  return (value < 0 ? "−" : "") + Math.abs(value);
}

export class TreeRun {
  /** @type {{ node: number, leaves: boolean }[]} */
  events = [];
  /** Events at which each position is entered and its value is known. @type {number[]} */
  enterAt = [];
  /** @type {number[]} */
  leaveAt = [];
  /** Cut-offs, and moves that become the best at the root: where a reader wants to jump. @type {number[]} */
  cuts = [];
  /** @type {number[]} */
  bests = [];

  /** @param {TreeTrace} trace @param {string} fen */
  constructor(trace, fen) {
    this.nodes = trace.tree;
    this.fen = fen;
    this.redBegins = !/\sb\b/.test(fen);
    /** @type {number[][]} */
    this.children = this.nodes.map(() => []);
    this.depth = this.nodes.map(() => 0);
    /** @type {number[]} */
    this.roots = [];
    this.nodes.forEach(({ parent }, index) => {
      if (parent === null) return void this.roots.push(index);
      this.children[parent].push(index);
      this.depth[index] = this.depth[parent] + 1;
    });
    this.#listEvents();
    this.#findTurns();
  }

  /** Enter and leave every position; a leaf is left as it is entered. */
  #listEvents() {
    this.enterAt = this.nodes.map(() => 0);
    this.leaveAt = this.nodes.map(() => Infinity);
    /** @type {number[]} */
    const path = [];
    const leave = () => {
      const node = /** @type {number} */ (path.pop());
      if (this.nodes[node].value === null) return;
      if (this.children[node].length) this.events.push({ node, leaves: true });
      this.leaveAt[node] = this.children[node].length ? this.events.length - 1 : this.enterAt[node];
    };
    this.nodes.forEach(({ parent }, node) => {
      while (path.length && path[path.length - 1] !== parent) leave();
      path.push(node);
      this.enterAt[node] = this.events.length;
      this.events.push({ node, leaves: false });
    });
    while (path.length) leave();
  }

  #findTurns() {
    this.nodes.forEach((node, index) => {
      if (node.end === "cut" && this.leaveAt[index] < Infinity) this.cuts.push(this.leaveAt[index]);
    });
    for (const root of this.roots) {
      let best = -Infinity;
      for (const child of this.children[root]) {
        const value = -(this.nodes[child].value ?? Infinity);
        if (best < value) this.bests.push(this.leaveAt[child]);
        best = Math.max(best, value);
      }
    }
    this.cuts.sort((one, other) => one - other);
  }

  get last() {
    return this.events.length - 1;
  }

  /** Whether Red is to move in a position. @param {number} node */
  isRed(node) {
    return this.redBegins === (this.depth[node] % 2 === 0);
  }

  /** From the root to a position. @param {number} node */
  path(node) {
    const path = [];
    for (let at = /** @type {number | null} */ (node); at !== null; at = this.nodes[at].parent) path.unshift(at);
    return path;
  }

  /** Children whose value is known after an event. @param {number} node @param {number} event */
  finished(node, event) {
    return this.children[node].filter((child) => this.leaveAt[child] <= event);
  }

  /** The child that its parent likes best of these. @param {number[]} children */
  bestOf(children) {
    return children.reduce((/** @type {number | null} */ best, child) => (best === null || (this.nodes[child].value ?? 0) < (this.nodes[best].value ?? 0) ? child : best), null);
  }

  /** What is left of a position's window after an event, for the side to move there. @param {number} node @param {number} event */
  window(node, event) {
    const best = this.bestOf(this.finished(node, event));
    const reached = best === null ? -Infinity : -(this.nodes[best].value ?? 0);
    return { alpha: Math.max(this.nodes[node].alpha, reached), beta: this.nodes[node].beta };
  }

  /** The pieces in a position. @param {number} node */
  pieces(node) {
    const pieces = readPieces(this.fen);
    for (const at of this.path(node)) {
      const move = this.nodes[at].move;
      const piece = move && pieces.get(move.slice(0, 2));
      if (!move || !piece) continue;
      pieces.delete(move.slice(0, 2));
      pieces.set(move.slice(2, 4), piece);
    }
    return pieces;
  }
}
