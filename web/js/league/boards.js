// @ts-check
// The games under way, as small boards that follow them; a click opens the whole game.

import { Socket, visitor } from "../api.js";
import { smallBoard } from "../board/small.js";
import { t } from "../i18n.js";
import { START } from "../newgame.js";
import { h, onCleanup, signal } from "../view.js";
import { nameOf } from "./names.js";

/** @typedef {import("../wire").LeagueResult} LeagueResult */

/** More would be a wall of pieces, and each is a socket. */
const MOST = 6;
/** Bots may be faster than eyes. */
const PERIOD_MS = 300;

/** Boards stay as long as their games are live: the element of a game is made once. */
export class Boards {
  element = h("ul", { class: "live-boards", "aria-label": () => t("league.live") });
  /** @type {Map<string, { item: HTMLElement, close: () => void }>} */
  #shown = new Map();

  constructor() {
    onCleanup(() => this.#shown.forEach(({ close }) => close()));
  }

  /** @param {LeagueResult[]} results */
  update(results) {
    const live = results.filter((game) => game.live && game.game).slice(0, MOST);
    const ids = new Set(live.map((game) => game.game));
    for (const [id, { item, close }] of this.#shown) {
      if (ids.has(id)) continue;
      close();
      item.remove();
      this.#shown.delete(id);
    }
    for (const game of live) if (!this.#shown.has(/** @type {string} */ (game.game))) this.#add(game);
  }

  /** @param {LeagueResult} game */
  #add(game) {
    const id = /** @type {string} */ (game.game);
    const fen = signal(START);
    const watched = watch(id, fen);
    const item = h("li", {}, h("a", { class: "card live-board", href: `#/game/${id}`, "data-game": game.number }, h("span", { class: "unseen" }, () => t("league.watch", { number: game.number })), h("span", {}, nameOf(game.black ?? "")), () => smallBoard(fen.value), h("span", { class: "red-name" }, nameOf(game.red))));
    this.#shown.set(id, { item, close: watched });
    this.element.append(item);
  }
}

/** Follows the position of a game, a few times a second; returns how to end that. @param {string} id @param {{ value: string }} fen */
function watch(id, fen) {
  let latest = "";
  const timer = setInterval(() => {
    if (latest) fen.value = latest;
  }, PERIOD_MS);
  const socket = new Socket(`/api/games/${encodeURIComponent(id)}/socket`, {
    onOpen: (own) => void own.ask({ type: "hello", tokens: [], visitor: visitor(), name: null }).catch(() => socket.close()),
    onMessage: (message) => {
      if (message.type === "game" || message.type === "moved") latest = message.position.fen;
    },
    onLink: () => {},
  });
  return () => {
    clearInterval(timer);
    socket.close();
  };
}
