// Learn: every lesson is solved by its own solution, and a wrong try is answered by the rule.

import assert from "node:assert/strict";
import { LESSONS } from "../../js/learn/lessons.js";
import { click, EVERYONE, isClean, visit } from "../harness.mjs";

/** @param {import("playwright-core").Page} page */
const isDone = (page) => page.waitForSelector(".feedback.done");
const isReady = (page, fenPieces) => page.waitForFunction((count) => document.querySelectorAll(".learn-board .discs .piece").length === count && document.querySelector(".learn-board .grab"), fenPieces);
const count = (fen) => fen.split(" ")[0].replace(/[^a-z]/gi, "").length;

async function lessons({ server, browser }, visitor) {
  const page = await visit(browser, `${server.url}/#/learn`, visitor);
  for (const [index, lesson] of LESSONS.entries()) {
    await page.waitForSelector(`.steps a[aria-current][href="#/learn/${lesson.id}"]`);
    await isReady(page, count(lesson.fen));
    for (const move of lesson.solution) {
      await page.waitForFunction((from) => document.querySelector(`[data-point="${from}"]`)?.classList.contains("grab"), move.slice(0, 2));
      await click(page, move);
    }
    await isDone(page);
    if (index === 0) await isClean(page);
    if (index + 1 < LESSONS.length) {
      // The way on waits under the finger: Enter is enough.
      await page.waitForSelector('[data-act="learn.next"]:focus');
      await page.keyboard.press("Enter");
    }
  }
  assert.equal(await page.locator(".steps .finished").count(), LESSONS.length);
  await page.click('[data-act="learn.play"]');
  await page.waitForSelector(".table .discs .piece");
  assert.deepEqual(page.errors, []);
}

async function wrongTries({ server, browser }, visitor) {
  const page = await visit(browser, `${server.url}/#/learn/leg`, visitor);
  const ready = () => page.waitForSelector(".learn-board .grab");
  await ready();
  await click(page, "e3f5");
  await page.waitForSelector(".feedback.wrong");
  assert.match(await page.innerText(".feedback.wrong"), visitor.locale === "zh-CN" ? /马腿/ : /leg/);
  assert.equal(await page.locator(".cross").count(), 1);
  await page.goto(`${server.url}/#/learn/repetition`);
  await page.waitForSelector('.steps a[aria-current][href="#/learn/repetition"]');
  await ready();
  await click(page, "e0d0");
  await page.waitForSelector(".feedback.wrong");
  // The board goes back to where the choice was.
  await page.waitForFunction(() => document.querySelector('[data-point="e0"]')?.classList.contains("grab"));
  await page.click('[data-act="learn.show"]');
  await isDone(page);
  assert.deepEqual(page.errors, []);
}

export const scenarios = [
  ["first steps", EVERYONE, lessons],
  ["wrong tries", ["english", "chinese phone"], wrongTries],
];
