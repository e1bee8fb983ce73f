// Three ways to read the page, by the browser's wish and by choice.

import assert from "node:assert/strict";
import { isClean, visit } from "../harness.mjs";

async function languages({ server, browser }) {
  const page = await visit(browser, server.url, { locale: "zh-TW" });
  const rooms = () => page.locator("header nav a").allInnerTexts();
  assert.deepEqual((await rooms()).slice(0, 3), ["對弈", "學棋", "棋譜"]);
  assert.equal(await page.evaluate(() => document.documentElement.lang), "zh-Hant");
  await isClean(page);
  await page.goto(`${server.url}/#/analyse`);
  await page.click('[role="tab"][id$="-openings"]');
  await page.waitForSelector('.explorer [data-move="h0g2"]');
  assert.match(await page.innerText('.explorer [data-move="h0g2"] th'), /傌二進三|馬二進三/);
  await page.selectOption('[name="language"]', "en");
  assert.equal((await rooms())[0], "Play");
  await page.selectOption('[name="language"]', "zh");
  assert.equal((await rooms())[0], "对弈");
  assert.deepEqual(page.errors, []);
}

export const scenarios = [["three languages", ["english"], languages]];
