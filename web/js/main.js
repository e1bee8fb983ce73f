// @ts-check
// The page frame: header, the page the address names, and the list of keys.

import { gradients } from "./board/render.js";
import { dropSign } from "./drop.js";
import { t } from "./i18n.js";
import { onKeys } from "./keys.js";
import { iconButton, openDialog } from "./parts/controls.js";
import { icon } from "./parts/icons.js";
import { notices } from "./parts/notices.js";
import { speaker, tell } from "./parts/speaker.js";
import { gamePage } from "./pages/game.js";
import { playPage } from "./pages/play.js";
import { language, LOCALES, sounds, theme } from "./settings.js";
import { effect, h, signal, untracked } from "./view.js";

/** @typedef {(rest: string, query: URLSearchParams) => import("./view.js").Child} Page */

/** Pages that are not needed to start a game are loaded when they are opened. @type {Record<string, () => Page | Promise<Page>>} */
const PAGES = {
  "": () => playPage,
  game: () => gamePage,
  learn: async () => (await import("./pages/learn.js")).learnPage,
  games: async () => (await import("./pages/games.js")).gamesPage,
  analyse: async () => (await import("./pages/analyse.js")).analysePage,
  review: async () => (await import("./pages/review.js")).reviewPage,
  lab: async () => (await import("./pages/lab.js")).labPage,
  arena: async () => (await import("./pages/arena.js")).arenaPage,
  league: async () => (await import("./pages/league.js")).leaguePage,
};

/** The rooms of the page, in the order of a visitor's way through them. */
const NAVIGATION = [["", "play"], ["learn", "learn"], ["games", "games"], ["analyse", "analyse"], ["lab", "lab"], ["arena", "arena"]];

const address = signal(location.hash);
addEventListener("hashchange", () => (address.value = location.hash));

/** `#/game/abc?seat=x` -> ["game", "abc", query]; null when the address names no page. @param {string} hash @returns {[string, string, URLSearchParams] | null} */
function readAddress(hash) {
  const [path, query] = hash.replace(/^#\/?/, "").split("?");
  const [page, ...rest] = path.split("/");
  const isPage = Object.hasOwn(PAGES, page) && (page !== "game" || rest.join("") !== "");
  try {
    return isPage ? [page, decodeURIComponent(rest.join("/")), new URLSearchParams(query ?? "")] : null;
  } catch {
    return null;
  }
}

/** The page on show: the first one when the address names none. @returns {[string, string, URLSearchParams]} */
const route = () => readAddress(address.value) ?? ["", "", new URLSearchParams()];

const THEMES = /** @type {const} */ ({ auto: ["auto", "light"], light: ["sun", "dark"], dark: ["moon", "auto"] });

/** On narrow screens rooms and tools wait behind one button. */
const menuOpen = signal(false);

function header() {
  const rooms = NAVIGATION.map(([page, label]) => h("a", { href: `#/${page}`, "aria-current": () => (room() === page ? "page" : null) }, () => t(label)));
  return h(
    "header",
    { class: "site" },
    h("a", { class: "skip", href: "#main", onclick: (/** @type {Event} */ event) => (event.preventDefault(), main.focus()) }, () => t("skip")),
    h("a", { class: "brand", href: "#/" }, h("span", { class: "seal", lang: "zh" }, "楚河"), h("span", { class: "brand-name" }, "Chuhe")),
    h("span", { class: "room-name", "aria-hidden": "true" }, () => t(roomName())),
    h("button", { type: "button", class: "icon-button menu-button", "data-act": "site.menu", "aria-label": () => t("menu"), "aria-expanded": () => String(menuOpen.value), "aria-controls": "site-menu", onclick: () => (menuOpen.value = !menuOpen.value) }, icon("menu")),
    h("div", { class: () => `site-menu ${menuOpen.value ? "open" : ""}`, id: "site-menu" }, h("nav", { "aria-label": () => t("navigation") }, ...rooms), tools()),
  );
}

function tools() {
  return h(
    "div",
    { class: "tools" },
    languageChoice(),
    () => iconButton(sounds.value ? "sound" : "mute", sounds.value ? "sound.on" : "sound.off", () => (sounds.value = !sounds.value)),
    () => iconButton(THEMES[/** @type {"auto"} */ (theme.value)][0], `theme.${theme.value}`, () => (theme.value = THEMES[/** @type {"auto"} */ (theme.value)][1])),
    iconButton("keys", "keys", showKeys),
    iconButton("about", "about", () => void import("./parts/about.js").then(({ showAbout }) => showAbout())),
  );
}

/** Each language by its own name. */
function languageChoice() {
  const names = /** @type {const} */ ([["zh", "中文"], ["tr", "繁體"], ["en", "English"]]);
  const choose = (/** @type {Event} */ event) => (language.value = /** @type {import("./settings.js").Language} */ (/** @type {HTMLSelectElement} */ (event.target).value));
  const made = h("select", { class: "language", name: "language", "aria-label": () => t("language"), onchange: choose }, ...names.map(([value, name]) => h("option", { value, lang: LOCALES[value] }, name)));
  effect(() => void (made.value = language.value));
  return made;
}

/** The menu closes by choosing, by Escape, and by a press anywhere else. */
function closeMenuOnLeave() {
  addEventListener("hashchange", () => (menuOpen.value = false));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") menuOpen.value = false;
  });
  addEventListener("pointerdown", (event) => {
    if (!(/** @type {Element} */ (event.target).closest(".site-menu, .menu-button"))) menuOpen.value = false;
  });
}

/** Leagues are a part of the arena. */
const room = () => (route()[0] === "league" ? "arena" : route()[0]);

const roomName = () => NAVIGATION.find(([name]) => name === room())?.[1] ?? (route()[0] === "review" ? "review" : "game");

const KEYS = ["arrows", "enter", "escape", "m", "b", "f", "z", "y", "h", "a", "left", "n", "question"];

function showKeys() {
  openDialog("keys", () => h("dl", { class: "keys" }, ...KEYS.map((key) => h("div", {}, h("dt", {}, h("kbd", {}, t(`key.${key}`))), h("dd", {}, t(`key.${key}.does`))))));
}

const main = h("main", { id: "main", tabindex: -1 });

/** @type {import("./view.js").Signal<(() => import("./view.js").Child) | null>} */
const shown = signal(/** @type {(() => import("./view.js").Child) | null} */ (null));
effect(() => {
  const [name, rest, query] = route();
  main.dataset.page = name || "play";
  const page = PAGES[name]();
  const show = (/** @type {Page} */ ready) => (shown.value = () => ready(rest, query));
  const late = (/** @type {Page} */ ready) => location.hash === address.peek() && show(ready);
  if (page instanceof Promise) void page.then(late, () => tell(t("error.offline")));
  else show(page);
});
// An address that names no page leads home with a word, and out of the history.
effect(() => {
  if (readAddress(address.value)) return;
  history.replaceState(null, "", "#/");
  address.value = "#/";
  tell(t("no.such.page"));
});
// The page is built inside this effect, so that its own effects and sockets end with it, and once per
// address: signals it reads while being built do not build it again.
effect(() => {
  const build = shown.value;
  if (!build) return;
  main.replaceChildren(h("div", { class: "page" }, untracked(build)));
  // For whoever measures: from here on the page can be used.
  performance.mark("interactive");
});

effect(() => {
  document.title = `${t(roomName())} · Chuhe 楚河`;
});

closeMenuOnLeave();
document.body.append(gradients(), header(), notices, main, dropSign, ...speaker);
onKeys((key) => {
  if (key !== "?") return false;
  showKeys();
  return true;
});
