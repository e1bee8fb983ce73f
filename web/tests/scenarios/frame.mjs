// The frame of every page: six rooms, one header row with a menu on phones, and addresses that lead nowhere.

import assert from "node:assert/strict";
import { EVERYONE, isClean, isPhone, visit } from "../harness.mjs";

const ROOMS = ["#/", "#/learn", "#/games", "#/analyse", "#/lab", "#/arena"];

async function rooms({ server, browser }, visitor) {
  const page = await visit(browser, server.url, visitor);
  await page.waitForSelector(".preview .discs .piece");
  const header = await page.locator("header.site").boundingBox();
  assert.ok(header.height <= 54, `one row, not ${header.height} px`);
  assert.deepEqual(await page.$$eval("header.site nav a", (links) => links.map((link) => link.getAttribute("href"))), ROOMS);
  for (const room of ROOMS.slice(1)) {
    if (isPhone(page)) {
      await page.click('[data-act="site.menu"]');
      if (room === "#/learn") await isClean(page);
    }
    await page.click(`header.site nav a[href="${room}"]`);
    await page.waitForFunction((name) => document.querySelector("main").dataset.page === name && document.querySelector("main h1"), room.slice(2));
    if (isPhone(page)) await page.waitForSelector("header.site nav", { state: "hidden" });
  }
  assert.deepEqual(page.errors, []);
  await page.context().close();
}

/** A mistyped address is told about, leads home, and leaves no trace behind Back. */
async function nowhere({ server, browser }, visitor) {
  const page = await visit(browser, server.url, visitor);
  for (const address of ["#/game/%", "#/constructor", "#/__proto__", "#/game/", "#/nothing?at=all"]) {
    await page.goto(`${server.url}/#/learn`);
    await page.waitForSelector('main[data-page="learn"] h1');
    await page.evaluate((hash) => (location.hash = hash), address);
    await page.waitForSelector('main[data-page="play"] .preview .discs .piece');
    await page.waitForSelector(".note:not([hidden])");
    assert.equal(new URL(page.url()).hash, "#/", address);
  }
  assert.deepEqual(page.errors, []);
  await page.goto(`${server.url}/#/toString`);
  await page.reload();
  await page.waitForSelector(".preview .discs .piece");
  await page.context().close();
}

export const scenarios = [
  ["six rooms in one header row", EVERYONE, rooms],
  ["addresses that lead nowhere lead home", ["english", "chinese phone"], nowhere],
];
