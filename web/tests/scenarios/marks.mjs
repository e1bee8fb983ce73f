// Marks on the board can be seen: 3:1 against its color in both themes, each with a form of its own; labels
// at the edge follow the notation.

import assert from "node:assert/strict";
import { newGame, visit } from "../harness.mjs";

/** Puts every mark on a board of its own, and answers what each looks like. */
async function look(page) {
  return page.evaluate(async () => {
    const { Board } = await import("/js/board/board.js");
    const { readPieces } = await import("/js/board/state.js");
    const board = new Board({ onMove: () => {}, describe: () => "", label: () => "" });
    document.body.append(board.element);
    const kinds = ["hint", "threat", "line", "drawn"];
    board.update({ pieces: readPieces("3k5/9/9/9/9/9/9/9/4R4/3K5 w"), turn: "red", check: true, lastMove: ["a0", "a1"], selected: "e1", targets: { e1: ["e5", "d0"] }, movable: "red", arrows: kinds.map((kind, index) => ({ from: `a${index + 2}`, to: `h${index + 2}`, kind })) });
    const paper = getComputedStyle(board.element.querySelector(".paper")).fill;
    const names = [".last", ".halo", ".dot", ".capture", ".alarm", ...kinds.map((kind) => `.arrow.${kind}`)];
    const marks = names.map((name) => {
      const mark = board.element.querySelector(name);
      const style = getComputedStyle(mark);
      return { name, color: style.fill === "none" ? style.stroke : style.fill, form: `${mark.tagName} ${style.strokeDasharray} ${mark.getAttribute("d")?.replace(/[-\d.]+/g, "") ?? mark.getAttribute("r")}` };
    });
    board.element.remove();
    return { paper, marks };
  });
}

const channel = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
function luminance(color) {
  const [red, green, blue] = color.match(/[\d.]+/g).map(Number).map(channel);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one, two) {
  const [dark, light] = [luminance(one), luminance(two)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

async function marks({ server, browser }, visitor) {
  const page = await visit(browser, server.url, visitor);
  await page.waitForSelector(".preview .discs .piece");
  const { paper, marks: found } = await look(page);
  const told = found.map(({ name, color }) => `${name} ${contrast(color, paper).toFixed(1)}`);
  for (const { name, color } of found) assert.ok(3 <= contrast(color, paper), `${name} has ${contrast(color, paper).toFixed(2)}`);
  assert.equal(new Set(found.map((it) => it.form)).size, found.length, "each has a form of its own");
  await page.context().close();
  return told.join(", ");
}

async function labels({ server, browser }, visitor) {
  const page = await visit(browser, server.url, visitor);
  await newGame(page, { mode: "local" });
  const first = () => page.$eval(".numbers", (numbers) => numbers.textContent + numbers.querySelectorAll("path").length);
  await page.click('.under-moves [data-value="iccs"]');
  assert.equal(await first(), "aabbccddeeffgghhii01234567890");
  const drawn = async (notation) => {
    await page.click(`.under-moves [data-value="${notation}"]`);
    return page.$$eval(".numbers path", (paths) => paths.map((path) => path.getAttribute("d")));
  };
  const [digits, chinese] = [await drawn("wxf"), await drawn("zh")];
  assert.equal(new Set(digits).size, 9, "one set of numerals");
  assert.equal(new Set(chinese).size, 18, "Red's are Chinese");
  await page.context().close();
}

export const scenarios = [
  ["marks on the board can be seen", ["english", "chinese"], marks],
  ["labels of the board follow the notation", ["english"], labels],
];
