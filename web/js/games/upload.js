// @ts-check
// Files of games, dropped on any page or chosen: one game opens in analysis, many go to the library.

import { Refused, request, visitor } from "../api.js";
import { said, t } from "../i18n.js";
import { importNotice, notify } from "../parts/notices.js";
import { h, signal } from "../view.js";
import { errorText } from "../words.js";

/** Counts what was added, for lists that show it. */
export const uploads = signal(0);

/** A file with one game is not larger; a larger one goes to the library at once. */
const LARGEST_GAME = 1 << 20;
/** The server takes no more. */
const LARGEST_FILE = 64 << 20;
const PATIENCE_MS = 1500;

/** @typedef {{ files: number, games: number, added: number, duplicates: number, dropped: number, lines: string[] }} Total */

/** Takes what was dropped or chosen. @param {File[]} files */
export async function take(files) {
  if (!files.length) return;
  if (files.length === 1 && (await openAlone(files[0]))) return;
  const total = { files: 0, games: 0, added: 0, duplicates: 0, dropped: 0, lines: /** @type {string[]} */ ([]) };
  const progress = signal({ ...total });
  const dismiss = notify({ text: () => t("upload.progress", { done: progress.value.files, files: files.length, games: progress.value.games }) });
  for (const file of files) {
    await add(file, total, (games) => (progress.value = { ...total, games: total.games + games }));
    total.files += 1;
    progress.value = { ...total };
  }
  dismiss();
  uploads.value += 1;
  notify({ text: () => summary(total), lines: () => total.lines, kind: total.lines.length ? "error" : "done" });
}

/** @param {Total} total */
const summary = (total) => h("span", {}, t("upload.done", { added: total.added, duplicates: total.duplicates }), " ", h("a", { href: "#/games/library" }, t("tab.library")));

/** Opens a file of one game in analysis. Answers whether that was all. @param {File} file */
async function openAlone(file) {
  if (LARGEST_GAME < file.size) return false;
  try {
    /** @type {import("../wire").Study} */
    const read = await request("POST", "/api/import", await file.arrayBuffer());
    if (read.more) return false;
    const desk = await import("../pages/analyse.js");
    desk.openStudy(read);
    notify(importNotice(read));
  } catch (error) {
    notify({ text: () => `${file.name}: ${errorText(error)}`, kind: "error" });
  }
  return true;
}

/** @param {File} file @param {Total} total @param {(games: number) => void} tell */
async function add(file, total, tell) {
  const complain = (/** @type {string} */ text) => total.lines.push(`${file.name}: ${text}`);
  if (LARGEST_FILE < file.size) return complain(t("upload.large"));
  try {
    const last = await send(file, tell);
    total.games += last.games;
    total.added += last.added;
    total.duplicates += last.duplicates;
    total.dropped += last.dropped_count;
    for (const it of [...(last.problem ? [last.problem] : []), ...last.dropped.slice(0, 5)]) complain(said(it));
  } catch (error) {
    complain(errorText(error));
  }
}

/** One file; while another one is on its way it waits. @param {File} file @param {(games: number) => void} tell @returns {Promise<import("../wire").ImportProgress>} */
async function send(file, tell) {
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetch(`/api/library?name=${encodeURIComponent(file.name)}`, { method: "POST", headers: { authorization: `Bearer ${visitor()}` }, body: file }).catch(() => null);
    if (!response) throw new Refused("offline", "");
    if (response.ok) return lastLine(response, tell);
    const answer = await response.json();
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy || 40 < attempt) throw new Refused(answer.code, answer.message, answer.zh);
    await new Promise((done) => setTimeout(done, PATIENCE_MS));
  }
}

/** Reads line by line, tells how far it is, and answers the last. @param {Response} response @param {(games: number) => void} tell */
async function lastLine(response, tell) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let [text, last] = ["", /** @type {import("../wire").ImportProgress | null} */ (null)];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (text + decoder.decode(part.value, { stream: true })).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) tell((last = JSON.parse(line)).games);
  }
  if (!last?.done) throw new Refused("offline", "");
  return last;
}

/** The dialog of the system. */
export function chooseFiles() {
  const field = h("input", { type: "file", multiple: true, onchange: () => void take([...(field.files ?? [])]) });
  field.click();
}
