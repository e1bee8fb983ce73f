// @ts-check
// Talking to the server: requests, and the socket of a game room that comes back by itself.

import { read, write } from "./settings.js";

/** @typedef {import("./wire").FromServer} FromServer */
/** @typedef {import("./wire").RoomRequest | import("./wire").AnalystRequest} SocketRequest */

/** The server said no. `code` is one of docs/web.md's words. */
export class Refused extends Error {
  /** @param {string} code @param {string} message @param {string} [chinese] */
  constructor(code, message, chinese = "") {
    super(message);
    this.code = code;
    this.chinese = chinese;
  }
}

/** 128 random bits as hexadecimal digits. */
const secret = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The key to this browser's shelf of games. */
export function visitor() {
  const known = read("chuhe.visitor");
  if (typeof known === "string" && /^[0-9a-f]{32}$/.test(known)) return known;
  const made = secret();
  write("chuhe.visitor", made);
  return made;
}

/** @param {string} id @returns {Record<string, string>} */
export function seatsOf(id) {
  const all = read("chuhe.seats");
  return (all && typeof all === "object" && all[id]) || {};
}

/** @param {string} id @param {Record<string, string>} tokens */
export function keepSeats(id, tokens) {
  const all = read("chuhe.seats") ?? {};
  write("chuhe.seats", { ...all, [id]: { ...all[id], ...tokens } });
}

/** @param {string} id */
export function forgetSeats(id) {
  const all = read("chuhe.seats") ?? {};
  delete all[id];
  write("chuhe.seats", all);
}

/** One seat of a game only. @param {string} id @param {string} seat */
export function forgetSeat(id, seat) {
  const { [seat]: _, ...others } = seatsOf(id);
  write("chuhe.seats", { ...(read("chuhe.seats") ?? {}), [id]: others });
}

/** @param {string} method @param {string} path @param {unknown} [body] @param {string | null} [secret] another one than the visitor's key @returns {Promise<any>} */
export async function request(method, path, body, secret = null) {
  const isFile = body instanceof ArrayBuffer;
  const headers = { authorization: `Bearer ${secret ?? visitor()}`, ...(body === undefined ? {} : { "content-type": isFile ? "application/octet-stream" : "application/json" }) };
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : isFile ? body : JSON.stringify(body) });
  } catch {
    throw new Refused("offline", "");
  }
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  const answer = isJson ? await response.json() : await response.text();
  if (!response.ok) throw new Refused(answer.code ?? "failed", answer.message ?? response.statusText, answer.zh);
  return answer;
}

/** @param {import("./wire").NewGame} body @returns {Promise<import("./wire").GameCreated>} */
export async function createGame(body) {
  const made = await request("POST", "/api/games", body);
  keepSeats(made.id, made.tokens);
  return made;
}

const FIRST_DELAY_MS = 300;
const LAST_DELAY_MS = 8000;

/** A socket that reconnects until it is closed; after each connection `onOpen` says hello again. */
export class Socket {
  /** @type {WebSocket | null} */
  #socket = null;
  #delay = FIRST_DELAY_MS;
  #closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #next = 1;
  /** @type {Map<number, { done: () => void, refused: (error: Error) => void }>} */
  #open = new Map();

  /**
   * @param {string} path
   * @param {{ onOpen: (socket: Socket) => void, onMessage: (message: FromServer) => void, onLink: (up: boolean) => void }} answers
   */
  constructor(path, answers) {
    this.path = path;
    this.answers = answers;
    this.#connect();
  }

  #connect() {
    const url = new URL(this.path, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#delay = FIRST_DELAY_MS;
      this.answers.onLink(true);
      this.answers.onOpen(this);
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = () => this.#lost();
  }

  /** @param {FromServer} message */
  #receive(message) {
    const isAnswer = message.type === "done" || message.type === "refused";
    const asked = isAnswer && this.#open.get(message.re);
    if (!asked) return this.answers.onMessage(message);
    this.#open.delete(message.re);
    if (message.type === "refused") asked.refused(new Refused(message.code, message.message, message.zh));
    else asked.done();
  }

  #lost() {
    for (const { refused } of this.#open.values()) refused(new Refused("offline", ""));
    this.#open.clear();
    if (this.#closed) return;
    this.answers.onLink(false);
    this.#timer = setTimeout(() => this.#connect(), this.#delay);
    this.#delay = Math.min(LAST_DELAY_MS, this.#delay * 2);
  }

  /** Resolves when the server did it, rejects with `Refused` when it did not. @param {SocketRequest} message @returns {Promise<void>} */
  ask(message) {
    return new Promise((done, refused) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) return refused(new Refused("offline", ""));
      const re = this.#next++;
      this.#open.set(re, { done, refused });
      this.#socket.send(JSON.stringify({ ...message, re }));
    });
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }
}
