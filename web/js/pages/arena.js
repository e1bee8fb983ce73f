// @ts-check
// The arena: a duel of two players, colors changed after each game, with a live board and the course
// table (win 3, draw 1, loss 0). The page plays one game after another through ordinary rooms.

import { createGame } from "../api.js";
import { Board } from "../board/board.js";
import { readPieces } from "../board/state.js";
import { t } from "../i18n.js";
import { button, select } from "../parts/controls.js";
import { moveList } from "../parts/moves.js";
import { tell } from "../parts/speaker.js";
import { Room } from "../room.js";
import { pieceSet, reducedMotion } from "../settings.js";
import { effect, h, onCleanup, signal, untracked } from "../view.js";
import { describePoint, errorText, reasonText, resultText } from "../words.js";
import { opponentOptions, readPlayer } from "./play.js";

/** @typedef {{ id: string, red: number, status: import("../wire").Status, plies: number }} Played red: 0 when the first player has Red */

const POINTS = { win: 3, draw: 1, loss: 0 };

export function arenaPage() {
  const players = [signal("level:1"), signal("zoo:greedy")];
  const games = signal("2");
  const rules = signal("asian");
  const played = signal(/** @type {Played[]} */ ([]));
  const total = signal(0);
  const room = signal(/** @type {Room | null} */ (null));

  const next = async () => {
    const number = played.peek().length;
    const red = number % 2;
    try {
      const made = await createGame({ red: readPlayer(players[red].peek()), black: readPlayer(players[1 - red].peek()), rules: rules.peek() });
      room.peek()?.close();
      room.value = new Room(made.id, null);
    } catch (error) {
      total.value = 0;
      tell(errorText(error));
    }
  };
  effect(() => onGameEnd(room.value, (id, status, plies) => {
    played.value = [...played.peek(), { id, red: played.peek().length % 2, status, plies }];
    if (played.peek().length < total.peek()) void next();
    else total.value = 0;
  }));
  effect(() => {
    const game = room.value?.game.value;
    if (game && game.delay_ms !== 0) void untracked(() => room.peek()?.socket.ask({ type: "pace", paused: false, delay_ms: 0 }).catch(() => {}));
  });
  onCleanup(() => room.peek()?.close());

  return h(
    "div",
    { class: "arena-page" },
    h("h1", {}, () => t("arena")),
    h(
      "form",
      { class: "row lab-form", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), (played.value = []), (total.value = Number(games.value)), void next()) },
      select("arena.first", opponentOptions, players[0]),
      select("arena.second", opponentOptions, players[1]),
      select("arena.games", () => ["2", "4", "10", "20"].map((count) => [count, count]), games),
      select("rules", () => ["asian", "chinese", "course"].map((name) => [name, t(`rules.${name}`)]), rules),
      h("button", { type: "submit", class: "button primary", "data-act": "arena.start", disabled: () => total.value > 0 }, () => t("arena.start")),
      button("arena.stop", () => ((total.value = 0), room.peek()?.close()), { disabled: () => total.value === 0 }),
    ),
    h("div", { class: "arena-grid" }, liveBoard(() => room.value), h("div", { class: "stack" }, () => standings(players.map((player) => player.value), played.value, total.value), () => gameList(played.value), liveMoves(() => room.value))),
  );
}

/** @param {Room | null} room @param {(id: string, status: import("../wire").Status, plies: number) => void} ended */
function onGameEnd(room, ended) {
  const game = room?.game.value;
  if (!room || !game || game.status.status === "ongoing" || room.gone.peek() === "counted") return;
  room.gone.value = "counted";
  untracked(() => ended(room.id, game.status, game.plies.length));
}

/** @param {() => Room | null} room */
function liveBoard(room) {
  const board = new Board({ onMove: () => {}, describe: describePoint, label: () => t("board") });
  effect(() => {
    const game = room()?.game.value;
    const last = game?.plies.at(-1);
    board.update({ pieces: readPieces(game?.position.fen ?? "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"), lastMove: last ? [last.move.slice(0, 2), last.move.slice(2, 4)] : null, check: game?.position.check ?? false, turn: game?.position.turn ?? "red", set: pieceSet.value, animate: !reducedMotion() });
  });
  return board.element;
}

/** @param {() => Room | null} room */
function liveMoves(room) {
  const plies = () => room()?.game.value?.plies ?? [];
  return h("div", { class: "card live-moves" }, moveList({ plies, blackFirst: () => false, viewed: () => plies().length, jump: () => {} }));
}

/** @param {Played} game @param {number} player */
function outcome(game, player) {
  if (game.status.status === "draw") return "draw";
  return (game.status.status === "red_wins") === (game.red === player) ? "win" : "loss";
}

/** @param {string[]} names @param {Played[]} played @param {number} total */
function standings(names, played, total) {
  const count = (/** @type {number} */ player, /** @type {string} */ kind) => played.filter((game) => outcome(game, player) === kind).length;
  return h(
    "table",
    { class: "standings" },
    h("caption", {}, () => (total ? t("arena.game", { number: Math.min(played.length + 1, total), total }) : t("arena.table"))),
    h("thead", {}, h("tr", {}, ...["arena.player", "arena.win", "arena.draw", "arena.loss", "arena.points"].map((label) => h("th", { scope: "col" }, () => t(label))))),
    h(
      "tbody",
      {},
      ...names.map((name, player) => {
        const [win, draw, loss] = [count(player, "win"), count(player, "draw"), count(player, "loss")];
        return h("tr", { "data-player": player }, h("th", { scope: "row" }, name), ...[win, draw, loss, win * POINTS.win + draw * POINTS.draw].map((value) => h("td", {}, String(value))));
      }),
    ),
  );
}

/** @param {Played[]} played */
function gameList(played) {
  return h("ol", { class: "arena-games" }, ...played.map((game) => h("li", {}, h("a", { href: `#/game/${game.id}` }, () => `${resultText(game.status)} · ${reasonText(game.status)}`), h("span", { class: "quiet" }, () => ` · ${game.plies} ${t("plies")}`))));
}
