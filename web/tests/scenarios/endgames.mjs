// Endgames: the shelf, the lamp, a mistake and the way back, the proof, and the points that win.

import assert from "node:assert/strict";
import { click, EVERYONE, isClean, isPhone, visit } from "../harness.mjs";

const isChinese = (visitor) => visitor.locale === "zh-CN";
/** The table was computed and its word is on the lamp. */
const lampSays = (page, text) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector(".lamp")?.textContent ?? ""), text.source, { timeout: 120_000 });
const moveCount = (page, count) => page.waitForFunction((wanted) => (document.querySelector(".ending-moves")?.textContent ?? "").trim().split(/\s+/).filter(Boolean).length === wanted, count);

/** What the server says about the position a line leads to. */
async function ask(page, fen) {
  return page.evaluate(async (asked) => {
    const answer = await fetch("/api/endgame", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ fen: asked }) });
    return answer.json();
  }, fen);
}

async function shelf({ server, browser }, visitor) {
  const page = await visit(browser, `${server.url}/#/learn`, visitor);
  await page.click('[data-act="endgames"]');
  await page.waitForSelector(".endings .card");
  assert.ok((await page.locator(".endings .card").count()) >= 40);
  const text = await page.innerText(".endings-page");
  assert.match(text, isChinese(visitor) ? /单车对士象全[\s\S]*看位置[\s\S]*最长 32 回合/ : /Chariot against two advisors and two elephants[\s\S]*It depends[\s\S]*longest win 32 moves/);
  await isClean(page);
}

async function playing({ server, browser }, visitor) {
  const page = await visit(browser, `${server.url}/#/learn/endgames/R-aa`, visitor);
  await lampSays(page, isChinese(visitor) ? /红方胜，\d+ 回合/ : /Red wins in \d+/);
  await isClean(page);
  const list = await page.evaluate(async () => (await fetch("/api/endgames")).json());
  const { start } = list.find((it) => it.key === "R-aa");

  // A good move: the table answers, and the win is still there.
  const first = await ask(page, start);
  await click(page, first.moves[0].move);
  await moveCount(page, 2);
  await lampSays(page, isChinese(visitor) ? /红方胜/ : /Red wins/);
  await page.click('[data-act="undo"]');
  await moveCount(page, 0);

  // The chariot thrown away: the lamp goes out, and the way back is offered.
  const bad = first.moves.find((it) => it.value.winner === null);
  if (bad) {
    await page.waitForSelector(`[data-point="${bad.move.slice(0, 2)}"].grab`);
    await click(page, bad.move);
    await page.waitForSelector('[data-act="ending.to.mistake"]');
    await lampSays(page, isChinese(visitor) ? /和棋/ : /Drawn/);
    await page.click('[data-act="ending.to.mistake"]');
    await moveCount(page, 0);
    assert.equal(await page.locator('[data-act="ending.to.mistake"]').count(), 0);
  }

  // The lamp can be switched off, and stays off.
  await page.uncheck('[name="lamp"]');
  assert.equal(await page.locator(".lamp").count(), 0);
  await page.check('[name="lamp"]');

  // The proof, to its end.
  await page.click('[data-act="ending.show"]');
  await lampSays(page, isChinese(visitor) ? /^红方胜$/ : /Red has won/);
  assert.deepEqual(page.errors, []);
}

async function points({ server, browser }, visitor) {
  const page = await visit(browser, `${server.url}/#/learn/endgames/P-`, visitor);
  await lampSays(page, isChinese(visitor) ? /红方胜/ : /Red wins/);
  await page.check('[name="heat"]');
  const soldier = await page.evaluate(() => [...document.querySelectorAll("[data-point].grab")].map((it) => it.getAttribute("data-point")).find((it) => Number(it[1]) >= 3));
  if (isPhone(page)) await page.evaluate((point) => document.querySelector(`[data-point="${point}"]`).focus(), soldier);
  else await page.hover(`[data-point="${soldier}"]`, { force: true });
  await page.waitForSelector(".heat.red");
  const lit = await page.locator(".heat.red").count();
  assert.ok(10 < lit && lit < 55, `${lit} points`);
  await isClean(page);

  // As the defender one sits at the other side, and the table begins.
  await page.click('[data-value="black"]');
  await moveCount(page, 1);
  await page.waitForSelector(".learn-board .grab");
  assert.deepEqual(page.errors, []);
}

export const scenarios = [
  ["endgames on the shelf", EVERYONE, shelf],
  ["an ending played", ["english", "chinese phone"], playing],
  ["points that win", ["chinese", "phone"], points],
];
