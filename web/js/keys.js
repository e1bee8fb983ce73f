// @ts-check
// Keys that work anywhere on a page, except while typing; and moves typed into nothing in particular.

import { onCleanup } from "./view.js";

/** A letter that is a command and may also begin a move waits so long for the rest of the move. */
const WAIT_MS = 350;
const isLetter = (/** @type {string} */ key) => /^[a-z]$/i.test(key);
/** What follows the first letter of a move in coordinates or WXF. */
const goesOn = (/** @type {string} */ key) => /^[0-9+=.-]$/.test(key);

/** `act` answers whether it used the key. @param {(key: string) => boolean} act */
export function onKeys(act) {
  listen((event) => {
    if (act(event.key)) event.preventDefault();
  });
}

/**
 * The same where moves can be typed: `commands` by key, and everything that looks like the beginning of a move goes on
 * in the box. "h" asks for a hint, "h2" begins a move.
 * @param {Record<string, () => unknown>} commands
 * @param {() => HTMLInputElement | null} box
 */
export function onKeysOrMoves(commands, box) {
  let waiting = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const run = () => {
    clearTimeout(timer);
    const key = waiting;
    waiting = "";
    commands[key]?.();
  };
  const type = (/** @type {string} */ text, /** @type {HTMLInputElement} */ input) => {
    clearTimeout(timer);
    waiting = "";
    input.focus();
    input.value = text;
  };
  listen((event) => {
    const { key } = event;
    const input = box();
    if (waiting && input && goesOn(key)) {
      event.preventDefault();
      return type(waiting + key, input);
    }
    if (waiting) run();
    const isCommand = key in commands;
    if (input && isLetter(key) && !isCommand) {
      event.preventDefault();
      return type(key, input);
    }
    if (!isCommand) return;
    event.preventDefault();
    waiting = key;
    if (input && /^[a-i]$/.test(key)) timer = setTimeout(run, WAIT_MS);
    else run();
  });
  onCleanup(() => clearTimeout(timer));
}

/** @param {(event: KeyboardEvent) => void} act */
function listen(act) {
  const listener = (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {Element} */ (event.target);
    const typing = target.closest?.("input, textarea, select, dialog");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    act(event);
  };
  document.addEventListener("keydown", listener);
  onCleanup(() => document.removeEventListener("keydown", listener));
}
