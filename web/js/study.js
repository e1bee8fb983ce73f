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
 * @property {string} remark        what is said about it
 */

/** A node as it is kept and exported: no positions, no parents. @typedef {{ ply: Ply, remark: string, children: KeptNode[] }} KeptNode */
/** @typedef {{ start: Position, remark: string, children: KeptNode[], path: number[] }} KeptStudy */
/** @typedef {import("./wire").SentNode} SentNode */

/** @param {StudyNode | null} parent @param {Ply | null} ply @param {string} [remark] @returns {StudyNode} */
const node = (parent, ply, remark = "") => ({ parent, ply, children: [], position: null, status: null, remark });

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
    this.root = node(null, null, read.remark);
    this.root.position = read.start;
    const last = grow(this.root, read.plies);
    last.position = read.position;
    last.status = read.status;
    this.changes.value += 1;
    this.current.value = atStart ? this.root : last;
  }

  /** The whole tree as plain data, with the way to the node on show. @returns {KeptStudy} */
  keep() {
    /** @param {StudyNode} at @returns {KeptNode} */
    const kept = (at) => ({ ply: /** @type {Ply} */ (at.ply), remark: at.remark, children: at.children.map(kept) });
    const path = this.path(this.current.peek()).map((at) => /** @type {StudyNode} */ (at.parent).children.indexOf(at));
    return { start: /** @type {Position} */ (this.root.position), remark: this.root.remark, children: this.root.children.map(kept), path };
  }

  /** Brings back what was kept. @param {KeptStudy} kept */
  async restore(kept) {
    const root = node(null, null, kept.remark);
    root.position = kept.start;
    const revive = (/** @type {StudyNode} */ parent, /** @type {KeptNode} */ from) => {
      const made = node(parent, from.ply, from.remark);
      made.children = from.children.map((child) => revive(made, child));
      return made;
    };
    root.children = kept.children.map((child) => revive(root, child));
    [this.root, this.start] = [root, kept.start.fen];
    this.changes.value += 1;
    await this.visit(kept.path.reduce((at, index) => at.children[index] ?? at, root));
  }

  /** The main line with everything beside it, to be written as a record. @returns {SentNode[]} */
  sent() {
    return sentLine(this.root);
  }

  /** @param {StudyNode} at @param {string} text */
  remark(at, text) {
    at.remark = text;
    this.changes.value += 1;
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

/** Adds plies with their variations below a node; answers the last of the main line. @param {StudyNode} from @param {import("./wire").StudyPly[]} plies */
function grow(from, plies) {
  let last = from;
  for (const { variations = [], remark = "", ...ply } of plies) {
    const next = node(last, ply, remark);
    last.children.push(next);
    for (const other of variations) grow(last, other);
    last = next;
  }
  return last;
}

/** @param {StudyNode} from @returns {SentNode[]} */
function sentLine(from) {
  /** @type {SentNode[]} */
  const line = [];
  for (let at = from; at.children.length; at = at.children[0]) {
    const [main, ...others] = at.children;
    const alone = (/** @type {StudyNode} */ child) => ({ move: /** @type {Ply} */ (child.ply).move, remark: child.remark });
    line.push({ ...alone(main), variations: others.map((other) => [alone(other), ...sentLine(other)]) });
  }
  return line;
}
