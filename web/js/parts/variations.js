// @ts-check
// The moves of a study with their variations, as nested text.

import { t } from "../i18n.js";
import { effect, h } from "../view.js";
import { moveText } from "../words.js";

/** @typedef {import("../study.js").Study} Study */
/** @typedef {import("../study.js").StudyNode} StudyNode */

/** @param {Study} study */
export function variations(study) {
  const list = h("div", { class: "variations", role: "group", "aria-label": () => t("moves"), tabindex: 0 }, () => {
    void study.changes.value;
    const line = study.root.children.length ? lineFrom(study, study.root, depthOf(study, study.root)) : [h("p", { class: "quiet" }, t("study.empty"))];
    return [...remarkOf(study.root), ...line];
  });
  effect(() => {
    void [study.current.value, study.changes.value];
    queueMicrotask(() => follow(list));
  });
  return list;
}

/** Brings the current move into sight without moving the page. @param {HTMLElement} list */
function follow(list) {
  const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
  if (!current) return void (list.scrollTop = 0);
  const [box, frame] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
  if (box.top < frame.top || frame.bottom < box.bottom) list.scrollTop += box.top - frame.top - frame.height / 2;
}

/** Plies before a node, counting a start with Black to move as one. @param {Study} study @param {StudyNode} at */
function depthOf(study, at) {
  return study.path(at).length + (study.root.position?.turn === "black" ? 1 : 0);
}

/** A line with its side lines after the move they replace. @param {Study} study @param {StudyNode} from @param {number} depth @returns {Node[]} */
function lineFrom(study, from, depth) {
  /** @type {Node[]} */
  const made = [];
  let at = from;
  let fresh = true;
  for (let ply = depth; at.children.length; ply += 1) {
    const [main, ...others] = at.children;
    made.push(moveButton(study, main, ply, fresh), ...remarkOf(main));
    fresh = others.length > 0 || main.remark !== "";
    for (const other of others) {
      made.push(h("div", { class: "side-line" }, moveButton(study, other, ply, true), ...remarkOf(other), ...lineFrom(study, other, ply + 1)));
    }
    at = main;
  }
  return made;
}

/** @param {Study} study @param {StudyNode} node @param {number} ply @param {boolean} numbered */
function moveButton(study, node, ply, numbered) {
  const number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : numbered ? `${(ply + 1) / 2}… ` : "";
  return h(
    "button",
    { type: "button", class: "move", "aria-current": () => (study.current.value === node ? "true" : null), onclick: () => void study.visit(node) },
    h("span", { class: "number" }, number),
    node.ply ? () => moveText(/** @type {import("../wire").Ply} */ (node.ply)) : "",
  );
}

/** @param {StudyNode} node */
const remarkOf = (node) => (node.remark ? [h("span", { class: "remark" }, node.remark)] : []);

/** What is said about the move on show, to read and to write. @param {Study} study */
export function remarkField(study) {
  return h("input", {
    class: "remark-field",
    name: "remark",
    maxlength: 2000,
    autocomplete: "off",
    placeholder: () => t("study.remark"),
    "aria-label": () => t("study.remark"),
    value: () => (void study.changes.value, study.current.value?.remark ?? ""),
    onchange: (/** @type {Event} */ event) => study.current.peek() && study.remark(/** @type {StudyNode} */ (study.current.peek()), /** @type {HTMLInputElement} */ (event.target).value.trim()),
  });
}
