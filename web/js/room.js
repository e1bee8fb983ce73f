// @ts-check
// A game as this page knows it: signals fed by the room's socket, and what the visitor may ask.

import { forgetSeat, keepSeats, Refused, seatsOf, Socket, visitor } from "./api.js";
import { t } from "./i18n.js";
import { play } from "./sound.js";
import { announce, tell } from "./parts/speaker.js";
import { visitorName } from "./settings.js";
import { signal } from "./view.js";
import { counted, errorText, spoken, spokenMove } from "./words.js";

/** @typedef {import("./wire").Game} Game */
/** @typedef {import("./wire").Side} Side */

const NOTICE_MS = 6000;

/** What one side may offer and the other decline, and where a game says who did. */
export const OFFERS = /** @type {const} */ ([["draw", "draw_offer"], ["undo", "undo_request"], ["rematch", "rematch_offer"]]);

/** The invitation is kept to be shown again; its seat belongs to the guest. @param {string} id */
const ownTokens = (id) => Object.entries(seatsOf(id)).filter(([seat]) => seat !== "invite").map(([, token]) => token);

export class Room {
  /** @type {import("./view.js").Signal<Game | null>} */
  game = signal(/** @type {Game | null} */ (null));
  /** When the clocks arrived, by this page's time. */
  received = signal(0);
  /** The ply on show; null follows the game. */
  viewed = signal(/** @type {number | null} */ (null));
  progress = signal(/** @type {(import("./wire").Progress & { side: Side }) | null} */ (null));
  hint = signal(/** @type {import("./wire").Naming | null} */ (null));
  linked = signal(true);
  gone = signal(/** @type {string | null} */ (null));
  /** A word at the opponent's seat that passes: a refusal, an arrival. */
  notice = signal("");
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #noticeTimer;

  /** @param {string} id @param {string | null} token from an invitation link */
  constructor(id, token) {
    this.id = id;
    if (token) keepSeats(id, { [token.slice(0, 8)]: token });
    this.socket = new Socket(`/api/games/${encodeURIComponent(id)}/socket`, {
      onOpen: (socket) => {
        socket.ask({ type: "hello", tokens: ownTokens(id), visitor: visitor(), name: visitorName.peek() || null }).catch((error) => {
          if (error.code === "no_such_game") this.#end(error);
          // The server closes; the next hello comes without the invitation, and its bearer watches.
          else if (error.code === "seat_taken" && token) this.#watchOnly(token, error);
        });
      },
      onMessage: (message) => this.#receive(message),
      onLink: (up) => (this.linked.value = up),
    });
  }

  /** @param {import("./wire").FromServer} message */
  #receive(message) {
    if (message.type === "game") this.#replace(message);
    else if (message.type === "moved") this.#moved(message);
    else if (message.type === "thinking") this.progress.value = message.plies === this.game.peek()?.plies.length ? message : null;
    else if (message.type === "present") this.#present(message);
    else if (message.type === "declined") this.#declined(message);
    else if (message.type === "hint") {
      if (message.plies !== this.game.peek()?.plies.length) return;
      this.hint.value = message.best;
      announce(t("speak.hint", { move: spokenMove(message.best) }));
    } else if (message.type === "refused") {
      // Nobody asked: a machine could not move, and will try again.
      tell(errorText(new Refused(message.code, message.message, message.zh)));
    } else if (message.type === "deleted") this.#end(new Error("deleted"));
  }

  /** @param {string} token @param {Error} error */
  #watchOnly(token, error) {
    forgetSeat(this.id, token.slice(0, 8));
    tell(errorText(error));
  }

  /** @param {string} text @param {"offer" | "refused"} sound */
  #notify(text, sound) {
    play(sound);
    announce(text);
    this.notice.value = text;
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => (this.notice.value = ""), NOTICE_MS);
  }

  /** @param {{ offer: import("./wire").Offer, by: Side }} message */
  #declined({ offer, by }) {
    const mine = this.mine();
    if (mine && mine !== by) this.#notify(t(`declined.${offer}`), "refused");
  }

  /** @param {Error} error */
  #end(error) {
    this.socket.close();
    this.gone.value = errorText(error);
  }

  /** @param {Game} game */
  #replace(game) {
    const before = this.game.peek();
    this.received.value = performance.now();
    this.hint.value = null;
    this.progress.value = null;
    this.game.value = game;
    this.#nameSeat(game);
    const justEnded = before?.status.status === "ongoing" && game.status.status !== "ongoing";
    if (justEnded) play("end");
    if (before) this.#compare(before, game);
    const viewed = this.viewed.peek();
    if (viewed !== null && game.plies.length <= viewed) this.viewed.value = null;
  }

  /** A guest's token comes without a color; the server says which it is, and lists of games want to know. @param {Game} game */
  #nameSeat({ you }) {
    const [color] = you.filter((seat) => seat !== "host");
    const [unnamed] = Object.entries(seatsOf(this.id)).filter(([seat, token]) => seat === token.slice(0, 8));
    if (!unnamed || you.length !== 1 || !color) return;
    keepSeats(this.id, { [color]: unnamed[1] });
    forgetSeat(this.id, unnamed[0]);
  }

  /** What changed without a move is said aloud. @param {Game} before @param {Game} game */
  #compare(before, game) {
    const mine = this.mine();
    const changed = game.plies.length - before.plies.length;
    if (changed < 0) announce(counted("speak.undone", -changed));
    if (0 < changed) announce(counted("speak.redone", changed));
    for (const [offer, field] of OFFERS) {
      const isNew = game[field] && !before[field] && game[field] !== mine;
      if (isNew && mine && mine !== "both") this.#notifyOffer(t(`offer.${offer}`));
    }
    this.#arrive(before.present, game.present);
  }

  /** An offer stays until it is answered, so it needs no notice of its own. @param {string} text */
  #notifyOffer(text) {
    this.notice.value = "";
    play("offer");
    announce(text);
  }

  /** @param {import("./wire").Present} before @param {import("./wire").Present} now */
  #arrive(before, now) {
    if (before.invited && !now.invited && this.mine() !== before.invited) this.#notify(t("friend.joined"), "offer");
  }

  /** @param {import("./wire").Present} present */
  #present(present) {
    const before = this.game.peek()?.present;
    this.#change({ present });
    if (before) this.#arrive(before, present);
  }

  /** @param {import("./wire").Moved} moved */
  #moved({ plies, ply, position, opening, status, clocks, undone }) {
    const game = this.game.peek();
    if (!game || game.plies.length + 1 !== plies) return void this.ask({ type: "sync" });
    this.received.value = performance.now();
    this.hint.value = null;
    this.progress.value = null;
    this.game.value = { ...game, plies: [...game.plies, ply], position, opening, status, clocks, undone, draw_offer: null, undo_request: null, rematch_offer: null };
    this.viewed.value = null;
    play(status.status !== "ongoing" ? "end" : ply.check ? "check" : ply.captured ? "capture" : "move");
    announce(spoken(ply, status));
  }

  /** @param {Partial<Game>} change */
  #change(change) {
    const game = this.game.peek();
    if (game) this.game.value = { ...game, ...change };
  }

  /** @param {import("./wire").RoomRequest} message @returns {Promise<boolean>} */
  async ask(message) {
    try {
      await this.socket.ask(message);
      return true;
    } catch (error) {
      const isAnswer = /** @type {Refused} */ (error).code === "draw_declined";
      if (isAnswer) this.#notify(t("declined.draw"), "refused");
      else {
        tell(errorText(error));
        play("refused");
      }
      return false;
    }
  }

  /** @param {string} move in any notation */
  async move(move) {
    const plies = this.game.peek()?.plies.length ?? 0;
    const played = await this.ask({ type: "move", plies, move });
    // What the board showed in advance was wrong: show the truth again.
    if (!played) this.#change({});
    return played;
  }

  /** Which side this page plays: null for a spectator, both on one screen. @returns {Side | "both" | null} */
  mine() {
    const you = this.game.value?.you ?? [];
    if (you.includes("red") && you.includes("black")) return "both";
    return you.includes("red") ? "red" : you.includes("black") ? "black" : null;
  }

  /** The game this one goes on in: its seats open to the same tokens, with colors changed. @param {string} next */
  keepForRematch(next) {
    const { red, black, invite: _, ...others } = seatsOf(this.id);
    keepSeats(next, { ...others, ...(black && { red: black }), ...(red && { black: red }) });
  }

  close() {
    clearTimeout(this.#noticeTimer);
    this.socket.close();
  }
}
