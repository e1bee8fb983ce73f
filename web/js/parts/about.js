// @ts-check
// What this is made of: the program, and the games of masters behind the openings.

import { t } from "../i18n.js";
import { h } from "../view.js";
import { openDialog } from "./controls.js";

/** Where the moves come from, as data/README of the games and docs/openings.md say. */
const SOURCES = [
  ["ccbridge-arena", "https://github.com/maksimKorzh/ccbridge-arena", "about.wxf", "MIT"],
  ["Chinese-Chess-Practical-Dataset", "https://github.com/Yvonne761/Chinese-Chess-Practical-Dataset", "about.dataset", "CC BY 4.0"],
  ["cchess_qt", "https://github.com/hbsxcjp/cchess_qt", "about.cchess_qt", ""],
  ["cchess", "https://github.com/walker8088/cchess", "about.cchess", "GPL-3.0"],
];

export function showAbout() {
  openDialog("about", () => [
    h("p", {}, () => t("about.program")),
    h("h3", {}, () => t("about.masters")),
    h("p", { class: "quiet" }, () => t("about.facts")),
    h("ul", { class: "sources" }, ...SOURCES.map(([name, href, words, licence]) => h("li", {}, h("a", { href, rel: "noreferrer", target: "_blank" }, name), h("span", { class: "quiet" }, () => [t(words), licence || t("about.no.licence")].join(" · "))))),
    h("h3", {}, () => t("about.letters")),
    h("p", { class: "quiet" }, () => t("about.font")),
  ]);
}
