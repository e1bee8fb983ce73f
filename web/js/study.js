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
 * @property {Notes | undefined} notes  what a record says beside it: kept and given back
 */

/** @typedef {import("./wire").StudyNotes} Notes */
/** @typedef {[string, string][]} Headers */
/** A node as it is kept: no positions, no parents. @typedef {{ ply: Ply, remark: string, notes?: Notes, children: KeptNode[] }} KeptNode */
/** @typedef {{ start: Position, remark: string, notes?: Notes, headers?: Headers, result?: string, children: KeptNode[], path: number[] }} KeptStudy */
/** @typedef {import("./wire").SentNode} SentNode */

/** Whoever steps on within this time does not need the legal moves of a position. */
const STAY_MS = 120;

/** @param {StudyNode | null} parent @param {Ply | null} ply @param {string} [remark] @param {Notes} [notes] @returns {StudyNode} */
const node = (parent, ply, remark = "", notes = undefined) => ({ parent, ply, children: [], position: null, status: null, remark, notes });

export class Study {
  /** @type {import("./view.js").Signal<StudyNode | null>} */
  current = signal(/** @type {StudyNode | null} */ (null));
  /** Counts changes of the tree, for whoever draws it. */
  changes = signal(0);
  /** Counts what the visitor did to the tree; loading is no edit. */
  edits = signal(0);
  /** Counts answers of the server about positions that were shown before it answered. */
  answers = signal(0);
  /** When a position was last asked for. */
  #visited = 0;
  /** @type {StudyNode} */
  root = node(null, null);
  start = "";
  /** What stands above the moves of a record. @type {Headers} */
  headers = [];
  result = "*";

  /** Replaces everything by what the server read. @param {import("./wire").Study} read @param {boolean} [atStart] */
  load(read, atStart = false) {
    this.start = read.start.fen;
    [this.headers, this.result] = [read.headers ?? [], read.result];
    this.root = node(null, null, read.remark, read.notes);
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
    const kept = (at) => ({ ply: /** @type {Ply} */ (at.ply), remark: at.remark, notes: at.notes, children: at.children.map(kept) });
    const path = this.path(this.current.peek()).map((at) => /** @type {StudyNode} */ (at.parent).children.indexOf(at));
    return { start: /** @type {Position} */ (this.root.position), remark: this.root.remark, notes: this.root.notes, headers: this.headers, result: this.result, children: this.root.children.map(kept), path };
  }

  /** Brings back what was kept. @param {KeptStudy} kept */
  async restore(kept) {
    const root = node(null, null, kept.remark, kept.notes);
    root.position = kept.start;
    const revive = (/** @type {StudyNode} */ parent, /** @type {KeptNode} */ from) => {
      const made = node(parent, from.ply, from.remark, from.notes);
      made.children = from.children.map((child) => revive(made, child));
      return made;
    };
    root.children = kept.children.map((child) => revive(root, child));
    [this.root, this.start, this.headers, this.result] = [root, kept.start.fen, kept.headers ?? [], kept.result ?? "*"];
    this.changes.value += 1;
    await this.visit(kept.path.reduce((at, index) => at.children[index] ?? at, root));
  }

  /** The whole tree with all that is said, to be written as a record. @returns {import("./wire").StudyTree} */
  sent() {
    return { fen: this.start, headers: this.headers, result: this.result, remark: this.root.remark, notes: this.root.notes, line: sentNodes(this.root) };
  }

  /** @param {StudyNode} at @param {string} text */
  remark(at, text) {
    at.remark = text;
    this.#edited();
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

  /** Goes to a node at once; the server is asked about it when the visitor stays. @param {StudyNode} to */
  async visit(to) {
    this.current.value = to;
    if (to.position) return;
    const isHurried = performance.now() - this.#visited < 2 * STAY_MS;
    this.#visited = performance.now();
    if (isHurried) await new Promise((done) => setTimeout(done, STAY_MS));
    if (this.current.peek() !== to || to.position) return;
    const read = await request("POST", "/api/position", { fen: this.start, moves: this.moves(to) });
    to.position = read.position;
    to.status = read.status;
    this.answers.value += 1;
  }

  /** The last node of the line that goes on from here. @param {StudyNode} from */
  end(from) {
    let at = from;
    while (at.children.length) at = at.children[0];
    return at;
  }

  /** The position of a node as far as it is known: until the server answers, its pieces without legal moves. @param {StudyNode} at @returns {Position | null} */
  positionOf(at) {
    if (at.position || !at.ply) return at.position;
    const { fen, check } = at.ply;
    return { fen, turn: fen.split(" ")[1] === "b" ? "black" : "red", targets: {}, check, since_capture: 0, pieces: { red: 0, black: 0 } };
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
    this.#edited();
    this.current.value = made;
  }

  /** @param {StudyNode} at */
  remove(at) {
    const { parent } = at;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== at);
    this.#edited();
    if (this.path(this.current.peek()).includes(at)) void this.visit(parent);
  }

  /** @param {StudyNode} at */
  promote(at) {
    for (let child = at; child.parent; child = child.parent) {
      child.parent.children = [child, ...child.parent.children.filter((other) => other !== child)];
    }
    this.#edited();
  }

  #edited() {
    this.changes.value += 1;
    this.edits.value += 1;
  }
}

/** Adds the plies of a tree below a node: each follows its parent, or the one before. Answers the last of the main line. @param {StudyNode} root @param {import("./wire").StudyPly[]} plies */
function grow(root, plies) {
  const grown = [root];
  let end = root;
  for (const { parent, remark = "", notes, ...ply } of plies) {
    const from = grown[parent ?? grown.length - 1] ?? root;
    const next = node(from, ply, remark, notes);
    from.children.push(next);
    grown.push(next);
    if (from === end) end = next;
  }
  return end;
}

/** The tree as a list: the main line, then the variations, each with the number of the move it follows. @param {StudyNode} root @returns {SentNode[]} */
function sentNodes(root) {
  /** @type {SentNode[]} */
  const sent = [];
  /** @type {[StudyNode, number][]} */
  const waiting = root.children[0] ? [[root.children[0], 0]] : [];
  const isMain = (/** @type {StudyNode} */ at) => at.parent?.children[0] === at;
  for (let line = waiting.pop(); line; line = waiting.pop()) {
    /** @type {[StudyNode, number][]} */
    const branches = [];
    let [at, parent] = line;
    for (let next = /** @type {StudyNode | undefined} */ (at); next; next = next.children[0]) {
      if (isMain(next)) branches.push(.../** @type {StudyNode} */ (next.parent).children.slice(1).map((other) => /** @type {[StudyNode, number]} */ ([other, parent])));
      sent.push({ move: /** @type {Ply} */ (next.ply).move, parent, remark: next.remark, notes: next.notes });
      parent = sent.length;
    }
    waiting.push(...branches.reverse());
  }
  return sent;
}
