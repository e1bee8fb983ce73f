// Games: files dropped on any page, the library searched by position, openings by name, several games at once.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { EVERYONE, isClean, newGame, visit } from "../harness.mjs";

const CASES = join(dirname(fileURLToPath(import.meta.url)), "../../../crates/records/tests/cases");

/** Files let go over the page, as a mouse would. */
async function drop(page, ...names) {
  const files = names.map((name) => ({ name, data: readFileSync(join(CASES, name)).toString("base64") }));
  await page.evaluate((files) => {
    const dataTransfer = new DataTransfer();
    for (const { name, data } of files) dataTransfer.items.add(new File([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], name));
    for (const kind of ["dragover", "drop"]) document.querySelector("main").dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
}

/** The text of the last message that stays, once it matches; then it is dismissed. */
async function noticed(page, pattern) {
  await page.waitForFunction((source) => [...document.querySelectorAll(".notice p")].some((it) => new RegExp(source).test(it.textContent)), pattern.source);
  const text = await page.locator(".notice p").last().textContent();
  while (await page.locator(".notice").count()) await page.locator('.notice [data-act="close"]').first().click();
  return text;
}

const isChinese = (page) => page.evaluate(() => document.documentElement.lang.startsWith("zh"));

/** A library dropped on the first page is added once; its games are found by position and open with all they have. */
async function library({ server, browser }, visitor) {
  const page = await visit(browser, server.url, visitor);
  await page.waitForSelector(".preview .discs .piece");
  await drop(page, "cbl-001.cbl");
  const done = /(\d+) games added, (\d+) were|新增 (\d+) 局，(\d+) 局已有/;
  const counts = (text) => done.exec(text).slice(1).filter(Boolean).map(Number);
  const [added, known] = counts(await noticed(page, done));
  assert.equal(added + known, 13);
  await drop(page, "cbl-001.cbl", "pgn-014.pgn");
  assert.ok(13 <= counts(await noticed(page, done))[1], "duplicates are counted");

  await page.goto(`${server.url}/#/analyse?fen=${encodeURIComponent("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b - - 0 1")}`);
  await page.waitForSelector(".desk .discs .piece");
  await page.click('[data-act="library.find"]');
  await page.waitForSelector(".position-card .small-board");
  await page.waitForSelector(".library tbody tr");
  const name = await page.locator(".library .opening").first().textContent();
  assert.match(name, (await isChinese(page)) ? /炮|马|相/ : /Cannon|Horse|Elephant/);
  await isClean(page);

  await page.locator(".library th a").first().click();
  await page.waitForSelector(".desk button.move[aria-current]");
  await page.goBack();
  await page.waitForSelector(".library tbody tr");
  await page.locator('.library [name="pick"]').nth(0).check();
  await page.locator('.library [name="pick"]').nth(1).check();
  const [file] = await Promise.all([page.waitForEvent("download"), page.click('[data-act="export.chosen"]')]);
  assert.equal(readFileSync(await file.path(), "utf8").match(/\[Game /g).length, 2);

  await page.goto(`${server.url}/#/games/library?opening=${encodeURIComponent((await isChinese(page)) ? "中炮" : "central cannon")}`);
  await page.waitForSelector(".library tbody tr");
  await page.goto(`${server.url}/#/games/collections`);
  await page.click('.collections a:has-text("cbl-001")');
  await page.waitForFunction(() => document.querySelectorAll(".library tbody tr").length === 13);
  await page.locator('.library [data-act="review"]').first().click();
  await page.waitForFunction(() => document.querySelector(".review-graph .curve")?.getAttribute("d"));
  await page.goBack();
  await page.waitForSelector(".library tbody tr");
  await page.context().close();
}

/** A file of one game opens in analysis from wherever it was dropped, and what is no game is named. */
async function oneGame({ server, browser }, visitor) {
  const page = await visit(browser, `${server.url}/#/games`, visitor);
  await page.waitForSelector(".rooms");
  await drop(page, "xqf-024.xqf");
  await page.waitForSelector(".desk button.move");
  assert.match(await noticed(page, /XQF/), /XQF/);
  await drop(page, "README.md");
  await noticed(page, /README\.md/);
  page.errors = page.errors.filter((text) => !text.includes("422"));
  await isClean(page);
  await page.context().close();
}

/** Own games: what came of them at a glance, filtered, several deleted at once. */
async function ownGames({ server, browser }, visitor) {
  const page = await visit(browser, server.url, visitor);
  for (let game = 0; game < 2; game += 1) {
    await page.goto(`${server.url}/#/`);
    await newGame(page, { opponent: "level:1" });
  }
  await page.goto(`${server.url}/#/games`);
  await page.waitForFunction(() => document.querySelectorAll(".shelf li").length === 2);
  assert.match(await page.locator(".shelf .outcome").first().textContent(), /In progress|进行中/);
  await page.goto(`${server.url}/#/games/mine?outcome=won`);
  await page.waitForSelector(".games-page > p.quiet");
  await isClean(page);
  await page.goto(`${server.url}/#/games/mine?opponent=machine`);
  await page.waitForSelector(".shelf li");
  await page.check('[name="pick.all"]');
  await page.click('[data-act="delete.chosen"]');
  await page.click("dialog .primary");
  await page.waitForSelector(".shelf li", { state: "detached" });
  await page.context().close();
}

export const scenarios = [
  ["a dropped library is searched by position, by opening, and exported", EVERYONE, library],
  ["a dropped game opens in analysis", ["english", "chinese phone"], oneGame],
  ["own games are filtered and deleted together", ["chinese", "phone"], ownGames],
];
