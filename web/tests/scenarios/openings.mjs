// Openings: the explorer beside the analysis board, names in a game, and levels that open differently.

import assert from "node:assert/strict";
import { click, isClean, newGame, visit, waitForPlies } from "../harness.mjs";

async function explorer({ server, browser }, visitor) {
  const page = await visit(browser, `${server.url}/#/analyse`, visitor);
  const isChinese = visitor.locale === "zh-CN";
  await page.click('[role="tab"][id$="-openings"]');
  const first = page.locator('.explorer [data-move="h2e2"]');
  await first.waitFor();
  assert.ok(1000 < Number(await first.locator(".number-cell").first().innerText()));
  // Walks down a line by its moves, and the name follows.
  await first.locator("button").click();
  await page.click('.explorer [data-move="h9g7"] button');
  await page.waitForSelector('.explorer [data-move="h0g2"]');
  await page.waitForFunction((word) => document.querySelector(".opening-name")?.textContent?.includes(word), isChinese ? "炮" : "Cannon");
  await isClean(page);
}

async function nameInGame({ server, browser }, visitor) {
  const page = await visit(browser, server.url, visitor);
  await newGame(page, { mode: "local" });
  for (const [index, move] of ["h2e2", "h9g7", "h0g2", "b9c7"].entries()) {
    await click(page, move);
    await waitForPlies(page, index + 1);
  }
  await page.waitForSelector(".opening-line");
  assert.match(await page.innerText(".opening-line"), visitor.locale === "zh-CN" ? /屏风马/ : /Screen Horse/i);
  await page.click(".opening-line a");
  await page.waitForSelector(".explorer tbody tr");
  // The game itself came through the positions it began with.
  await page.click('.explorer [data-value="mine"]');
  await page.click('[data-act="jump.first"]');
  await page.waitForFunction(() => document.querySelectorAll(".explorer tbody tr").length === 1 && document.querySelector('.explorer [data-move="h2e2"]'));
  await page.waitForSelector(".explorer tbody tr");
  assert.deepEqual(page.errors, []);
}

/** The moves of Red, a level, in a game in which Black brings out both horses. */
async function redsMoves(page, server) {
  await page.goto(`${server.url}/#/`);
  await newGame(page, { opponent: "level:4", color: "black" });
  for (const [index, reply] of ["h9g7", "b9c7"].entries()) {
    await waitForPlies(page, 2 * index + 1);
    await click(page, reply);
  }
  await waitForPlies(page, 5);
  return page.locator("button.move .notation").allInnerTexts();
}

async function levelsVary({ server, browser }, visitor) {
  const page = await visit(browser, server.url, visitor);
  const games = new Set();
  // The same opening may come up several times by chance: with twelve games at most, hardly two only.
  for (let game = 0; game < 12 && games.size < 3; game += 1) games.add((await redsMoves(page, server)).filter((_, ply) => ply % 2 === 0).join(" "));
  assert.ok(3 <= games.size, `twelve games began ${[...games].join(" | ")}`);
  assert.deepEqual(page.errors, []);
}

export const scenarios = [
  ["openings explorer", ["english", "chinese phone"], explorer],
  ["opening's name", ["english", "chinese"], nameInGame],
  ["levels open differently", ["english"], levelsVary],
];
