// Traditional Chinese is made from our Simplified texts character by character, with a few words of their own.
// OpenCC knows better than we do: this compares both on every text we have, and writes the table anew when asked:
// `node traditional.mjs`.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Converter } from "opencc-js/cn2t";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const FILE = join(root, "web/js/traditional.js");
const convert = Converter({ from: "cn", to: "tw" });

/** Where our Chinese stands: the page, the server's sentences, the names of openings. */
const PLACES = [["web/js", ".js"], ["crates/server/src", ".rs"], ["crates/xiangqi/src", ".rs"], ["crates/coach/src", ".rs"], ["crates/lab/src", ".rs"], ["crates/records/src", ".rs"], ["books", ".txt"]];

/** Every run of Chinese characters in our sources. */
function texts() {
  const sources = PLACES.flatMap(([folder, end]) => readdirSync(join(root, folder), { recursive: true }).filter((file) => file.endsWith(end) && file !== "traditional.js").map((file) => readFileSync(join(root, folder, file), "utf8")));
  return [...new Set(sources.join("\n").match(/[\u4e00-\u9fff]+/g))].filter((text) => convert(text).length === text.length).sort();
}

/** @param {Map<string, string>} characters @param {[string, string][]} words @param {string} text */
function apply(characters, words, text) {
  let made = "";
  for (let at = 0; at < text.length; ) {
    const word = words.find(([from]) => text.startsWith(from, at));
    made += word ? word[1] : (characters.get(text[at]) ?? text[at]);
    at += word ? word[0].length : 1;
  }
  return made;
}

/** The most frequent partner of each character, and the words in which it has another. */
function table() {
  const counts = new Map();
  for (const text of texts()) {
    [...convert(text)].forEach((to, index) => {
      const of = counts.get(text[index]) ?? counts.set(text[index], new Map()).get(text[index]);
      of.set(to, (of.get(to) ?? 0) + 1);
    });
  }
  const characters = new Map([...counts].map(([from, of]) => [from, [...of].sort((one, other) => other[1] - one[1])[0][0]]).filter(([from, to]) => from !== to).sort());
  const words = [];
  for (const length of [2, 3, 4]) {
    for (const text of texts()) {
      const right = convert(text);
      const made = apply(characters, words, text);
      [...right].forEach((to, index) => {
        if (made[index] === to) return;
        const from = Math.max(0, Math.min(index, text.length - length));
        words.push([text.slice(from, from + length), right.slice(from, from + length)]);
      });
    }
  }
  return { characters, words: [...new Map(words)].sort((one, other) => other[0].length - one[0].length) };
}

function source({ characters, words }) {
  return `// @ts-check
// Simplified to Traditional Chinese, for our own texts. Made by web/tests/traditional.mjs, which compares it with
// OpenCC on all of them.

const SIMPLIFIED = "${[...characters.keys()].join("")}";
const TRADITIONAL = "${[...characters.values()].join("")}";
/** Where a character changes otherwise than usual. @type {[string, string][]} */
const WORDS = ${JSON.stringify(words).replaceAll('","', '", "').replaceAll("],[", "], [")};

const characters = new Map([...SIMPLIFIED].map((from, index) => [from, TRADITIONAL[index]]));
const pattern = new RegExp([...WORDS.map(([from]) => from), \`[\${SIMPLIFIED}]\`].join("|"), "g");
const partners = new Map([...characters, ...WORDS]);

/** @param {string} text */
export const traditional = (text) => text.replace(pattern, (found) => partners.get(found) ?? found);
`;
}

export async function checkTraditional() {
  const { traditional } = await import("../js/traditional.js");
  const wrong = texts().filter((text) => traditional(text) !== convert(text));
  if (wrong.length) throw new Error(`run node traditional.mjs: ${wrong.slice(0, 5).map((text) => `${text} is ${traditional(text)}, not ${convert(text)}`).join("; ")}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FILE, source(table()));
