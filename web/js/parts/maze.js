// @ts-check
// A map to draw on: walls, supplies, start and goal; and the picture of a search on it.

import { t } from "../i18n.js";
import { s, signal } from "../view.js";

/** What a cell holds, by the digits of the file format: free, wall, supply, start, goal. */
const KINDS = ["free", "wall", "supply", "start", "goal"];
const CELL = 26;

export class Maze {
  rows;
  columns;
  /** @type {import("../view.js").Signal<number[]>} */
  cells;
  cursor = signal(0);

  /** @param {string[]} lines digits, one line per row */
  constructor(lines) {
    this.rows = lines.length;
    this.columns = lines[0].length;
    this.cells = signal([...lines.join("")].map(Number));
  }

  /** The same map with other edges; what lies outside is lost, start and goal are kept. @param {number} rows @param {number} columns */
  resized(rows, columns) {
    const cells = this.cells.peek();
    const kept = Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => (row < this.rows && column < this.columns ? cells[row * this.columns + column] : 0)));
    if (!kept.flat().includes(3)) kept[0][0] = 3;
    if (!kept.flat().includes(4)) kept[rows - 1][columns - 1] = 4;
    return new Maze(kept.map((row) => row.join("")));
  }

  /** Nothing but start and goal. */
  clear() {
    this.cells.value = this.cells.peek().map((kind) => (kind < 3 ? 0 : kind));
  }

  /** @param {number} supplies */
  text(supplies) {
    const rows = Array.from({ length: this.rows }, (_, row) => this.cells.value.slice(row * this.columns, (row + 1) * this.columns).join(" "));
    return `${this.rows} ${this.columns} ${supplies}\n${rows.join("\n")}\n`;
  }

  compact() {
    return Array.from({ length: this.rows }, (_, row) => this.cells.value.slice(row * this.columns, (row + 1) * this.columns).join("")).join("-");
  }

  /** Start and goal are single: setting one moves it. @param {number} index @param {number} kind */
  set(index, kind) {
    const cells = [...this.cells.peek()];
    const isOnlyOne = cells[index] === 3 || cells[index] === 4;
    if (isOnlyOne) return;
    if (kind === 3 || kind === 4) cells[cells.indexOf(kind)] = 0;
    cells[index] = kind;
    this.cells.value = cells;
  }

  /** @param {() => number} brush */
  editable(brush) {
    const view = this.view(() => null);
    const paint = (/** @type {PointerEvent} */ event) => {
      const cell = /** @type {Element | null} */ (document.elementFromPoint(event.clientX, event.clientY))?.getAttribute("data-cell");
      if (event.buttons === 1 && cell) this.set(Number(cell), brush());
    };
    view.addEventListener("pointerdown", paint);
    view.addEventListener("pointermove", paint);
    view.addEventListener("keydown", (event) => this.#key(event, brush()));
    view.setAttribute("tabindex", "0");
    view.setAttribute("role", "application");
    view.setAttribute("aria-label", t("lab.map"));
    view.append(s("rect", { class: "maze-cursor", width: CELL, height: CELL, x: () => (this.cursor.value % this.columns) * CELL, y: () => Math.floor(this.cursor.value / this.columns) * CELL }));
    return view;
  }

  /** @param {KeyboardEvent} event @param {number} brush */
  #key(event, brush) {
    const step = { ArrowUp: -this.columns, ArrowDown: this.columns, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) this.cursor.value = Math.max(0, Math.min(this.cells.peek().length - 1, this.cursor.peek() + step));
    else if (event.key === "Enter" || event.key === " ") this.set(this.cursor.peek(), brush);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {() => { colors: Map<number, string>, path: number[] } | null} search
   */
  view(search) {
    return s(
      "svg",
      { class: "maze", viewBox: `0 0 ${this.columns * CELL} ${this.rows * CELL}` },
      s("g", {}, () => {
        const found = search();
        return this.cells.value.map((kind, index) => this.#cell(kind, index, found?.colors.get(index)));
      }),
      s("g", {}, () => this.#path(search())),
    );
  }

  /** @param {number} kind @param {number} index @param {string | undefined} color */
  #cell(kind, index, color) {
    const [x, y] = [(index % this.columns) * CELL, Math.floor(index / this.columns) * CELL];
    const rect = s("rect", { class: `cell ${KINDS[kind]}`, x, y, width: CELL - 1, height: CELL - 1, "data-cell": index });
    if (color && kind !== 1) rect.style.fill = color;
    const sign = { 2: "◆", 3: "S", 4: "G" }[kind];
    return sign ? s("g", {}, rect, s("text", { class: `cell-sign ${KINDS[kind]}`, x: x + CELL / 2, y: y + CELL / 2 + 5, "data-cell": index }, sign)) : rect;
  }

  /** @param {{ path: number[] } | null} found */
  #path(found) {
    if (!found?.path.length) return [];
    const center = (/** @type {number} */ index) => `${(index % this.columns) * CELL + CELL / 2},${Math.floor(index / this.columns) * CELL + CELL / 2}`;
    return [s("polyline", { class: "way", points: found.path.map(center).join(" ") })];
  }
}

/** A map file: rows, columns and supplies, then the cells. Small ones only, to be drawn on. @param {string} text */
export function readMap(text) {
  const [rows, columns, supplies, ...cells] = text.split(/\s+/).filter(Boolean).map(Number);
  const isSound = 1 < rows && rows <= 40 && 1 < columns && columns <= 40 && cells.length === rows * columns && cells.every((cell) => Number.isInteger(cell) && 0 <= cell && cell <= 4);
  const isOnce = (/** @type {number} */ kind) => cells.filter((cell) => cell === kind).length === 1;
  if (!isSound || !isOnce(3) || !isOnce(4) || !(0 <= supplies && supplies <= 999)) return null;
  return { supplies, lines: Array.from({ length: rows }, (_, row) => cells.slice(row * columns, (row + 1) * columns).join("")) };
}
