// @ts-check
// What lists of games share: pages, a selection, and what is done with it.

import { request } from "../api.js";
import { t } from "../i18n.js";
import { button } from "../parts/controls.js";
import { download } from "../parts/share.js";
import { tell } from "../parts/speaker.js";
import { notation, spokenLanguage } from "../settings.js";
import { h, signal } from "../view.js";
import { counted, errorText } from "../words.js";

/** The address of a page of the room with what it asks for; empty answers are left out. @param {string} tab @param {Record<string, string | number | null | undefined>} query */
export function addressOf(tab, query) {
  const wanted = Object.entries(query).filter(([, value]) => value !== "" && value !== null && value !== undefined && value !== 0);
  const text = new URLSearchParams(wanted.map(([name, value]) => [name, String(value)])).toString();
  return `#/games/${tab}${text ? `?${text}` : ""}`;
}

/** Links to the pages before and after. @param {{ total: number, size: number }} list @param {number} page from 0 @param {(page: number) => string} address */
export function pager({ total, size }, page, address) {
  const pages = Math.max(1, Math.ceil(total / size));
  if (pages === 1) return h("p", { class: "quiet pager" }, counted("library.count", total));
  const link = (/** @type {string} */ label, /** @type {number} */ to) =>
    0 <= to && to < pages ? h("a", { class: "button", href: address(to), "data-act": label }, t(label)) : h("span", { class: "button off", "aria-hidden": "true" }, t(label));
  return h("nav", { class: "row pager", "aria-label": () => t("pages") }, link("page.before", page - 1), h("span", {}, t("page.of", { page: page + 1, pages, total })), link("page.after", page + 1));
}

/** The games chosen, by id. */
export class Selection {
  chosen = signal(/** @type {ReadonlySet<string>} */ (new Set()));

  /** @param {string} id */
  toggle(id) {
    const next = new Set(this.chosen.peek());
    if (!next.delete(id)) next.add(id);
    this.chosen.value = next;
  }

  /** @param {string} id @param {string} name whose game */
  box(id, name) {
    return h("label", { class: "pick" }, h("input", { type: "checkbox", name: "pick", "aria-label": () => t("pick", { name }), checked: () => this.chosen.value.has(id), onchange: () => this.toggle(id) }));
  }

  /** What can be done with the chosen ones. @param {string[]} all @param {...import("../view.js").Child} actions */
  bar(all, ...actions) {
    const isAll = () => all.length > 0 && all.every((id) => this.chosen.value.has(id));
    return h(
      "div",
      { class: "row selection", role: "group", "aria-label": () => t("selection") },
      h("label", { class: "check-field" }, h("input", { type: "checkbox", name: "pick.all", checked: isAll, onchange: () => (this.chosen.value = new Set(isAll() ? [] : all)) }), () => t("pick.all")),
      h("span", { class: "quiet" }, () => t("picked", { count: this.chosen.value.size })),
      ...actions,
    );
  }

  /** A file of all chosen games. @param {(id: string) => string} path */
  exporter(path) {
    const act = async () => {
      try {
        const texts = [];
        for (const id of this.chosen.peek()) texts.push(await request("GET", `${path(id)}?notation=${notation.peek()}&lang=${spokenLanguage()}`));
        download("chuhe.pgn", texts.join(""), "application/x-chess-pgn");
      } catch (error) {
        tell(errorText(error));
      }
    };
    return button("export.chosen", () => void act(), { disabled: () => this.chosen.value.size === 0 });
  }
}

/** A field of a search form. @param {string} name @param {string} label @param {string} value @param {Record<string, any>} [more] */
export function searchField(name, label, value, more = {}) {
  return h("label", { class: "field" }, h("span", {}, () => t(label)), h("input", { name, value, autocomplete: "off", ...more }));
}

/** @param {string} name @param {string} label @param {string} value @param {[string, string][]} options */
export function searchChoice(name, label, value, options) {
  const field = h("select", { name }, ...options.map(([key, words]) => h("option", { value: key }, () => t(words))));
  field.value = value;
  return h("label", { class: "field" }, h("span", {}, () => t(label)), field);
}

/** A form that is folded where there is little room and nothing was asked yet. @param {(event: Event) => void} onsubmit @param {boolean} asked @param {...import("../view.js").Child} fields */
export function searchForm(onsubmit, asked, ...fields) {
  const open = asked || matchMedia("(min-width: 641px)").matches;
  const submit = h("button", { type: "submit", class: "button primary", "data-act": "search" }, () => t("search"));
  return h("details", { class: "search-fold", open }, h("summary", {}, () => t("search")), h("form", { class: "search", role: "search", onsubmit }, ...fields, submit));
}

/** Goes to the address that a form asks for. @param {string} tab @param {Record<string, string>} [kept] what is not in the form */
export function searching(tab, kept = {}) {
  return (/** @type {Event} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const asked = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
    location.hash = addressOf(tab, { ...kept, ...asked });
  };
}
