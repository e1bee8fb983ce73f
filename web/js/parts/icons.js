// @ts-check
// Line icons of our own, 24 units wide, drawn with the text color.

import { s } from "../view.js";

/** @type {Record<string, string>} */
const PATHS = {
  undo: "M9 7L4 12L9 17M4 12H15A5 5 0 0 1 15 20H12",
  redo: "M15 7L20 12L15 17M20 12H9A5 5 0 0 0 9 20H12",
  hint: "M9 18H15M10 21H14M12 3A6 6 0 0 0 8.5 14C9 14.5 9.3 15.2 9.3 16H14.7C14.7 15.2 15 14.5 15.5 14A6 6 0 0 0 12 3Z",
  flip: "M7 4V18M7 18L3.5 14.5M7 18L10.5 14.5M17 20V6M17 6L13.5 9.5M17 6L20.5 9.5",
  resign: "M6 21V4M6 5H18L15 9L18 13H6",
  draw: "M4 9H20M4 15H20",
  fresh: "M12 5V19M5 12H19",
  swap: "M4 8H19M15 4L19 8L15 12M20 16H5M9 12L5 16L9 20",
  first: "M18 6L10 12L18 18M6 6V18",
  back: "M15 6L8 12L15 18",
  forward: "M9 6L16 12L9 18",
  last: "M6 6L14 12L6 18M18 6V18",
  pause: "M8 5V19M16 5V19",
  play: "M8 5L19 12L8 19Z",
  step: "M6 5L15 12L6 19ZM19 5V19",
  share: "M7 12A2.5 2.5 0 1 0 6.9 12M17 6A2.5 2.5 0 1 0 16.9 6M17 18A2.5 2.5 0 1 0 16.9 18M9 11L15 7.5M9 13.5L15 17",
  search: "M10.5 4A6.5 6.5 0 1 0 10.6 4M15.5 15.5L20 20",
  menu: "M4 7H20M4 12H20M4 17H20",
  check: "M5 12.5L10 17.5L19 7",
  close: "M6 6L18 18M18 6L6 18",
  sun: "M12 8A4 4 0 1 0 12.1 8M12 2V4M12 20V22M2 12H4M20 12H22M5 5L6.4 6.4M17.6 17.6L19 19M5 19L6.4 17.6M17.6 6.4L19 5",
  moon: "M20 14A8 8 0 1 1 10 4A6.5 6.5 0 0 0 20 14Z",
  auto: "M12 3A9 9 0 1 0 12.1 3M12 3V21M12 7H19M12 12H21M12 17H19",
  sound: "M4 9.5H8L13 5V19L8 14.5H4ZM16.5 9A4 4 0 0 1 16.5 15M19 6.5A8 8 0 0 1 19 17.5",
  mute: "M4 9.5H8L13 5V19L8 14.5H4ZM17 10L21 14M21 10L17 14",
  trash: "M5 7H19M10 7V4H14V7M7 7L8 20H16L17 7M10.5 11V16M13.5 11V16",
  keys: "M3 6H21V18H3ZM6 10H7M10 10H11M14 10H15M18 10H18.1M7 14H17",
  minus: "M5 12H19",
  about: "M12 3A9 9 0 1 0 12.1 3M12 11V16M12 7.5V8",
  edit: "M4 20L5 16L16 5L19 8L8 19Z",
};

/** @param {string} name */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[name] ?? "" }));
}
