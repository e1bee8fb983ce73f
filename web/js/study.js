// @ts-check
// A study: a start position and a tree of moves from it. Rules live on the server; each node keeps
// what the server said about its position.

import { request } from "./api.js";
import { signal } from "./view.js";

/** @typedef {import("./wire").Ply} Ply */
/** @typedef {import("./wire").Position} Position */
/** @typedef {import("./wire").Status} Status */

/**
 * @typedef {object} StudyNode
 * @property {StudyNode | null} parent
 * @property {Ply | null} ply       how it was reached; null at the start
 * @property {StudyNode[]} children the first is the main line
 * @property {Position | null} position  null until the server was asked
 * @property {Status | null} status
 */

/** @param {StudyNode | null} parent @param {Ply | null} ply @returns {StudyNode} */
const node = (parent, ply) => ({ parent, ply, children: [], position: null, status: null });

export class Study {
  /** @type {import("./view.js").Signal<StudyNode | null>} */
  current = signal(/** @type {StudyNode | null} */ (null));
  /** Counts changes of the tree, for whoever draws it. */
  changes = signal(0);
  /** @type {StudyNode} */
  root = node(null, null);
  start = "";

  /** Replaces everything by what the server read. @param {import("./wire").Study} read @param {boolean} [atStart] */
  load(read, atStart = false) {
    this.start = read.start.fen;
    this.root = node(null, null);
    this.root.position = read.start;
    let last = this.root;
    for (const ply of read.plies) {
      const next = node(last, ply);
      last.children.push(next);
      last = next;
    }
    last.position = read.position;
    last.status = read.status;
    this.changes.value += 1;
    this.current.value = atStart ? this.root : last;
  }

  /** The moves that lead to a node. @param {StudyNode | null} to */
  path(to) {
    /** @type {StudyNode[]} */
    const path = [];
    for (let at = to; at?.ply; at = at.parent) path.unshift(at);
    return path;
  }

  /** @param {StudyNode | null} to */
  moves(to) {
    return this.path(to).map((at) => /** @type {Ply} */ (at.ply).move);
  }

  /** Goes to a node, asking the server about it the first time. @param {StudyNode} to */
  async visit(to) {
    if (!to.position) {
      const read = await request("POST", "/api/position", { fen: this.start, moves: this.moves(to) });
      to.position = read.position;
      to.status = read.status;
    }
    this.current.value = to;
  }

  /** Plays a move, in any notation: along a known variation or into a new one. @param {string} text */
  async play(text) {
    const from = this.current.peek() ?? this.root;
    const known = from.children.find((child) => child.ply?.move === text);
    if (known) return this.visit(known);
    const read = await request("POST", "/api/position", { fen: this.start, moves: [...this.moves(from), text] });
    const ply = /** @type {Ply} */ (read.plies.at(-1));
    const same = from.children.find((child) => child.ply?.move === ply.move);
    if (same) return this.visit(same);
    const made = node(from, ply);
    made.position = read.position;
    made.status = read.status;
    from.children.push(made);
    this.changes.value += 1;
    this.current.value = made;
  }

  /** The main line from the current node on is shown as the rest of the path. */
  mainLine() {
    const path = this.path(this.current.value);
    let last = path.at(-1) ?? this.root;
    while (last.children[0]) path.push((last = last.children[0]));
    return path;
  }

  /** @param {StudyNode} at */
  remove(at) {
    const { parent } = at;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== at);
    this.changes.value += 1;
    if (this.path(this.current.peek()).includes(at)) void this.visit(parent);
  }

  /** @param {StudyNode} at */
  promote(at) {
    for (let child = at; child.parent; child = child.parent) {
      child.parent.children = [child, ...child.parent.children.filter((other) => other !== child)];
    }
    this.changes.value += 1;
  }
}
