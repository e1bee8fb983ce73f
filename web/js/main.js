// @ts-check
// The page frame: header, the page the address names, and the list of keys.

import { gradients } from "./board/render.js";
import { t } from "./i18n.js";
import { onKeys } from "./keys.js";
import { iconButton, openDialog } from "./parts/controls.js";
import { speaker } from "./parts/speaker.js";
import { gamePage } from "./pages/game.js";
import { playPage } from "./pages/play.js";
import { language, sounds, theme } from "./settings.js";
import { effect, h, signal, untracked } from "./view.js";

/** @typedef {(rest: string, query: URLSearchParams) => import("./view.js").Child} Page */

/** Pages that are not needed to start a game are loaded when they are opened. @type {Record<string, () => Page | Promise<Page>>} */
const PAGES = {
  "": () => playPage,
  game: () => gamePage,
  analyse: async () => (await import("./pages/analyse.js")).analysePage,
  games: async () => (await import("./pages/games.js")).gamesPage,
  lab: async () => (await import("./pages/lab.js")).labPage,
  arena: async () => (await import("./pages/arena.js")).arenaPage,
};

const NAVIGATION = [["", "play"], ["analyse", "analyse"], ["games", "games"], ["lab", "lab"], ["arena", "arena"]];

const address = signal(location.hash);
addEventListener("hashchange", () => (address.value = location.hash));

/** `#/game/abc?seat=x` -> ["game", "abc", query] @returns {[string, string, URLSearchParams]} */
function route() {
  const [path, query] = address.value.replace(/^#\/?/, "").split("?");
  const [page, ...rest] = path.split("/");
  return [page in PAGES ? page : "", decodeURIComponent(rest.join("/")), new URLSearchParams(query ?? "")];
}

const THEMES = /** @type {const} */ ({ auto: ["auto", "light"], light: ["sun", "dark"], dark: ["moon", "auto"] });

function header() {
  return h(
    "header",
    { class: "site" },
    h("a", { class: "skip", href: "#main", onclick: (/** @type {Event} */ event) => (event.preventDefault(), main.focus()) }, () => t("skip")),
    h("a", { class: "brand", href: "#/" }, h("span", { class: "seal", lang: "zh" }, "楚河"), h("span", { class: "brand-name" }, "Chuhe")),
    h("nav", { "aria-label": () => t("navigation") }, ...NAVIGATION.map(([page, label]) => h("a", { href: `#/${page}`, "aria-current": () => (route()[0] === page ? "page" : null) }, () => t(label)))),
    h(
      "div",
      { class: "tools" },
      h("button", { type: "button", class: "language", "data-act": "language", lang: () => (language.value === "zh" ? "en" : "zh-Hans"), onclick: () => (language.value = language.value === "zh" ? "en" : "zh") }, () => (language.value === "zh" ? "English" : "中文")),
      () => iconButton(sounds.value ? "sound" : "mute", sounds.value ? "sound.on" : "sound.off", () => (sounds.value = !sounds.value)),
      () => iconButton(THEMES[/** @type {"auto"} */ (theme.value)][0], `theme.${theme.value}`, () => (theme.value = THEMES[/** @type {"auto"} */ (theme.value)][1])),
      iconButton("keys", "keys", showKeys, { class: "only-wide" }),
    ),
  );
}

const KEYS = ["arrows", "enter", "escape", "m", "b", "f", "z", "y", "h", "a", "left", "question"];

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
  if (page instanceof Promise) void page.then((ready) => location.hash === address.peek() && show(ready));
  else show(page);
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
  const [page] = route();
  const label = NAVIGATION.find(([name]) => name === page)?.[1] ?? "game";
  document.title = `${t(label)} · Chuhe 楚河`;
});

document.body.append(gradients(), header(), main, ...speaker);
onKeys((key) => {
  if (key !== "?") return false;
  showKeys();
  return true;
});
