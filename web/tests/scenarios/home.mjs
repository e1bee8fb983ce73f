// The first page: one button that follows the choices, chips for what is out of sight, the editor, own
// clocks, and where to go on.

import assert from "node:assert/strict";
import { act, click, isClean, visit, waitForPlies } from "../harness.mjs";

async function choices({ server, browser }, visitor) {
  const page = await visit(browser, server.url, visitor);
  await page.waitForSelector(".preview .discs .piece");
  assert.equal(await page.locator("main .button.primary").count(), 1, "one primary action");
  await page.click("summary");
  await page.selectOption('[name="handicap"]', "horse");
  await page.selectOption('[name="clock"]', "own");
  await page.fill('[name="minutes"]', "7");
  await page.fill('[name="increment"]', "4");
  await page.fill('[name="name"]', "Ann");
  await page.press('[name="name"]', "Tab");
  await page.waitForSelector('[data-chip="clock"]');
  await page.click('[data-chip="handicap"]');
  assert.equal(await page.locator(".preview .discs .piece").count(), 32, "the chip took the handicap back");
  await isClean(page);
  await page.click('[data-act="play.now"]');
  await page.waitForSelector(".table .discs .piece");
  assert.match(await page.textContent(".clock"), /7:00/);
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("data-point")), /e0/, "the keyboard is at the board");
  const made = await page.evaluate(async () => (await (await import("/js/api.js")).request("GET", "/api/games")).games[0]);
  assert.equal(made.players.red.name, "Ann");
  await page.context().close();
}

/** A position of one's own is set up and played; afterwards the first page knows what to go on with. */
async function ownPosition({ server, browser }, visitor) {
  const page = await visit(browser, server.url, visitor);
  await page.click("summary");
  await page.click('[data-act="editor"]');
  await page.fill('[name="editor.fen"]', "4k4/9/9/9/9/9/9/9/4R4/3K5 w - - 0 1");
  await page.press('[name="editor.fen"]', "Tab");
  await page.waitForSelector(".verdict-line.bad");
  await page.click('[data-piece="P"]');
  await page.click('[data-point="e5"]', { force: true });
  await page.waitForSelector(".verdict-line.good");
  await isClean(page);
  await page.click('[data-act="editor.done"]');
  await page.waitForSelector(".table .discs .piece");
  assert.equal(await page.locator(".table .discs .piece").count(), 4);
  await page.goto(`${server.url}/#/`);
  await page.waitForSelector('.go-on-link[href^="#/game/"]');
  await page.waitForSelector('.beginners[href="#/learn"]');
  await page.click('.go-on-link[href^="#/game/"]');
  await page.waitForSelector('[data-point="e1"].grab', { state: "attached" });
  await act(page, "resign");
  await page.click('dialog .primary[data-act="resign"]');
  await page.waitForSelector(".banner");
  await page.goto(`${server.url}/#/`);
  await page.waitForSelector(".results .outcome.loss");
  await isClean(page);
  await page.context().close();
}

/** What a screen reader hears: own move and answer, in words, and the hint. */
async function spoken({ server, browser }, visitor) {
  const page = await visit(browser, server.url, visitor);
  await page.click('[data-act="play.now"]');
  await page.waitForSelector(".table .discs .piece");
  const log = () => page.textContent(".unseen[aria-live]");
  await click(page, "h2e2");
  await waitForPlies(page, 2);
  assert.match(await log(), /cannon two to file five/);
  assert.equal(await page.locator(".unseen[aria-live] p").count(), 2, "own move and answer");
  await act(page, "hint");
  await page.waitForSelector(".arrow.hint");
  assert.match(await log(), /hint: \w+/);
  assert.match(await page.getAttribute('[data-point="a0"]', "aria-label"), /2 points/);
  await page.context().close();
}

export const scenarios = [
  ["home: the button follows the choices", ["english", "chinese phone"], choices],
  ["home: set up, play, go on", ["chinese", "phone"], ownPosition],
  ["home: moves are spoken", ["english"], spoken],
];
