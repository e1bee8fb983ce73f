// @ts-check
// The way for a friend: a link that other machines can reach, as text and as a picture for phones.

import { request, seatsOf } from "../api.js";
import { t } from "../i18n.js";
import { effect, h, signal } from "../view.js";
import { errorText } from "../words.js";
import { openDialog } from "./controls.js";
import { copyRow } from "./share.js";

/** @typedef {import("../pages/game.js").Table} Table */

export const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** @param {Table} table */
export const invitationToken = (table) => seatsOf(table.room.id).invite;

/** Beside the board while the friend is awaited. @param {Table} table */
export function invitationCard(table) {
  // A signal of its own: the card is made once, not with every news of the game.
  const awaited = signal(false);
  effect(() => {
    awaited.value = isAwaited(table);
  });
  return () => (awaited.value ? h("section", { class: "invitation card", "aria-label": () => t("friend.invite") }, h("h2", {}, () => t("friend.waiting")), invitation(table)) : null);
}

/** @param {Table} table */
const isAwaited = (table) => Boolean(table.room.game.value?.present.invited && table.room.mine() && invitationToken(table));

/** The same in a dialog, where there is no room beside the board; it goes when the friend comes. @param {Table} table */
export function showInvitation(table) {
  if (!isAwaited(table)) return;
  const close = openDialog("friend.invite", () => invitation(table));
  const stop = effect(() => {
    if (!isAwaited(table)) close();
  });
  document.querySelector("dialog:last-of-type")?.addEventListener("close", stop);
}

/** @param {Table} table */
function invitation(table) {
  const base = signal(LOOPBACK.includes(location.hostname) ? null : location.origin);
  const problem = signal("");
  if (!base.peek()) findBase(base, problem);
  const path = `/#/game/${table.room.id}?seat=${invitationToken(table)}`;
  return h("div", { class: "stack" }, () => (base.value ? way(base.value + path) : h("p", { role: "status" }, problem.value || "…")), () => (base.value && problem.value ? h("p", { class: "quiet" }, problem.value) : null));
}

/** The page was opened under a name only this machine knows: ask under which others do. @param {{ value: string | null }} base @param {{ value: string }} problem */
export async function findBase(base, problem) {
  try {
    /** @type {import("../wire").Addresses} */
    const { urls, port } = await request("GET", "/api/addresses");
    base.value = urls[0] ?? location.origin;
    if (!urls.length) problem.value = t("friend.loopback", { port });
  } catch (error) {
    problem.value = errorText(error);
  }
}

/** @param {string} link */
function way(link) {
  const picture = signal("");
  request("POST", "/api/qr", { text: link }).then((svg) => (picture.value = `data:image/svg+xml,${encodeURIComponent(svg)}`)).catch(() => {});
  return h("div", { class: "way" }, () => (picture.value ? h("img", { class: "qr", src: picture.value, alt: t("friend.qr"), width: 160, height: 160 }) : h("div", { class: "qr" })), h("div", { class: "stack" }, copyRow("share.invite", link), h("p", { class: "quiet" }, () => t("friend.how"))));
}
