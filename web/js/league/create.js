// @ts-check
// The leagues of this visitor, and a form for a new one: a name is enough.

import { keepSeats, request } from "../api.js";
import { t } from "../i18n.js";
import { choices, select } from "../parts/controls.js";
import { tell } from "../parts/speaker.js";
import { language, LOCALES, read, write } from "../settings.js";
import { h, signal } from "../view.js";
import { errorText } from "../words.js";

/** @typedef {import("../view.js").Signal<string>} Text */

const DEFAULTS = { rules: "course", kind: "move", move: "2", base: "60", increment: "1", games: "2", form: "round_robin", rounds: "", openings: "start", grace: "30", at_once: "8" };

export function leaguesPage() {
  const made = signal(/** @type {import("../wire").LeagueEntry[] | null} */ (null));
  request("GET", "/api/leagues").then((answer) => (made.value = answer.leagues)).catch((error) => tell(errorText(error)));
  return h(
    "div",
    { class: "league-lists" },
    h("section", { class: "card padded stack" }, h("h2", {}, () => t("league.new")), h("p", { class: "quiet" }, () => t("league.more")), form()),
    h("section", { class: "card padded stack" }, h("h2", {}, () => t("league.mine")), () => (made.value?.length ? h("ul", { class: "league-list" }, ...made.value.map(entry)) : h("p", { class: "quiet" }, made.value ? t("league.none") : "…"))),
  );
}

/** @param {import("../wire").LeagueEntry} league */
export function entry(league) {
  const when = new Date(league.created).toLocaleDateString(LOCALES[language.value], { month: "short", day: "numeric" });
  return h("li", {}, h("a", { href: `#/league/${league.id}` }, h("strong", {}, h("bdi", {}, league.name)), h("span", { class: "quiet" }, `${t(`league.${league.state}`)} · ${t("league.counts", { bots: league.bots, finished: league.finished, games: league.games })} · ${when}`)));
}

function form() {
  const known = read("chuhe.league") ?? {};
  const fields = /** @type {Record<keyof typeof DEFAULTS, Text>} */ (Object.fromEntries(Object.entries(DEFAULTS).map(([name, usual]) => [name, signal(typeof known[name] === "string" ? known[name] : usual)])));
  const name = h("input", { name: "league.name", required: true, maxlength: 60, autocomplete: "off", value: t("league.name.usual", { date: new Date().toLocaleDateString(LOCALES[language.value]) }) });
  const create = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const number = (/** @type {keyof typeof DEFAULTS} */ field) => Number(fields[field].value);
    const clock = fields.kind.value === "move" ? { kind: "move", move_s: number("move") } : { kind: "game", base_s: number("base"), increment_s: number("increment") };
    const isSwiss = fields.form.value === "swiss";
    const body = { name: name.value, rules: fields.rules.value, clock, games: number("games"), form: fields.form.value, rounds: isSwiss && fields.rounds.value ? number("rounds") : null, openings: fields.openings.value, grace_s: number("grace"), at_once: number("at_once") };
    try {
      const made = await request("POST", "/api/leagues", body);
      write("chuhe.league", Object.fromEntries(Object.entries(fields).map(([field, choice]) => [field, choice.value])));
      keepSeats(made.id, { admin: made.admin });
      location.hash = `#/league/${made.id}`;
    } catch (error) {
      tell(errorText(error));
    }
  };
  const numberField = (/** @type {string} */ label, /** @type {Text} */ target, /** @type {Record<string, unknown>} */ how) => h("label", { class: "field short-field" }, h("span", {}, () => t(label)), h("input", { type: "number", name: label, required: true, value: target.value, oninput: (/** @type {Event} */ event) => (target.value = /** @type {HTMLInputElement} */ (event.target).value), ...how }));
  return h(
    "form",
    { class: "stack league-form", onsubmit: create },
    h("label", { class: "field" }, h("span", {}, () => t("league.name")), name),
    h(
      "div",
      { class: "row" },
      h("div", { class: "field" }, h("span", {}, () => t("clock")), choices("clock", [["move", "league.per_move"], ["game", "league.per_game"]], fields.kind)),
      () => (fields.kind.value === "move" ? numberField("clock.seconds", fields.move, { min: 0.05, max: 3600, step: "any" }) : [numberField("league.base", fields.base, { min: 0.05, max: 86400, step: "any" }), numberField("clock.increment", fields.increment, { min: 0, max: 600, step: "any" })]),
    ),
    h(
      "div",
      { class: "row" },
      h("div", { class: "field" }, h("span", {}, () => t("league.form")), choices("league.form", [["round_robin", "league.round_robin"], ["swiss", "league.swiss"]], fields.form)),
      () => (fields.form.value === "swiss" ? numberField("league.rounds", fields.rounds, { min: 1, max: 63, step: 1, required: false, placeholder: t("league.rounds.enough") }) : null),
      select("league.games", () => ["1", "2", "4", "6", "10"].map((count) => [count, count]), fields.games),
    ),
    h("div", { class: "row" }, select("rules", () => ["course", "asian", "chinese"].map((rules) => [rules, t(`rules.${rules}`)]), fields.rules), select("league.openings", () => ["start", "book"].map((openings) => [openings, t(`league.openings.${openings}`)]), fields.openings)),
    h("details", {}, h("summary", {}, () => t("more")), h("div", { class: "row" }, numberField("league.grace", fields.grace, { min: 0, max: 3600, step: "any" }), numberField("league.at_once", fields.at_once, { min: 1, max: 64, step: 1 }))),
    h("div", {}, h("button", { type: "submit", class: "button primary", "data-act": "league.create" }, () => t("league.create"))),
  );
}
