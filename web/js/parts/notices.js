// @ts-check
// Messages that stay until they are dismissed: what an import made of a file, and what it dropped.

import { said, t } from "../i18n.js";
import { isChinese } from "../settings.js";
import { h, signal } from "../view.js";
import { iconButton } from "./controls.js";

/**
 * @typedef {object} Notice
 * @property {() => import("../view.js").Child} text
 * @property {() => string[]} [lines]  more, one thing a line
 * @property {"done" | "error"} [kind]
 */

/** @type {import("../view.js").Signal<Notice[]>} */
const shown = signal(/** @type {Notice[]} */ ([]));
/** More would push the page away. */
const MOST = 3;

/** @param {Notice} notice */
export function notify(notice) {
  shown.value = [...shown.peek(), notice].slice(-MOST);
  return () => dismiss(notice);
}

/** @param {Notice} notice */
const dismiss = (notice) => (shown.value = shown.peek().filter((other) => other !== notice));

/** Stands between header and page, so that it covers nothing. */
export const notices = h("div", { class: "notices", role: "status", "aria-live": "polite" }, () => shown.value.map(card));

/** @param {Notice} notice */
function card(notice) {
  return h(
    "div",
    { class: `notice card ${notice.kind ?? "done"}` },
    h("div", {}, h("p", {}, notice.text), () => {
      const lines = notice.lines?.() ?? [];
      return lines.length ? h("ul", {}, ...lines.map((line) => h("li", {}, line))) : null;
    }),
    iconButton("close", "close", () => dismiss(notice)),
  );
}

/** What was read, in words. @param {import("../wire").Study} read @returns {Notice} */
export function importNotice(read) {
  const header = (/** @type {string} */ name) => read.headers?.find(([key]) => key === name)?.[1] ?? "";
  const text = () => {
    const parts = [t("read.as", { format: t(`format.${read.format}`) })];
    if (header("Red") || header("Black")) parts.push(t("read.players", { red: header("Red") || "?", black: header("Black") || "?" }));
    if (read.plies.length) parts.push(t("read.moves", { count: read.plies.length }));
    return `${parts.join(" · ")}${isChinese() ? "。" : ". "}${t(read.dropped?.length ? "read.dropped" : "read.whole")}`;
  };
  return { text, lines: () => (read.dropped ?? []).map(said), kind: read.dropped?.length ? "error" : "done" };
}
