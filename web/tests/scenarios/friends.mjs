// Two people by link: waiting, joining, offers, a refusal, a rematch, and a third who may only watch.

import assert from "node:assert/strict";
import { act, atEnd, click, isClean, isPhone, newGame, visit, VISITORS, waitForPlies } from "../harness.mjs";

const heard = (page, pattern) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector(".unseen[aria-live]").textContent), pattern);

/** Is all of it on the screen, without scrolling, and over no piece? */
async function inSight(page, selector) {
  const box = await page.locator(selector).boundingBox();
  const { width, height } = page.viewportSize();
  assert.ok(0 <= box.x && box.x + box.width <= width && 0 <= box.y && box.y + box.height <= height, `${selector} at ${JSON.stringify(box)}`);
  const board = await page.locator(".table .board").boundingBox();
  assert.ok(box.y + box.height <= board.y + 1 || box.x + box.width <= board.x + 1, `${selector} lies over the board`);
}

/** The host waits with link and picture; whoever opens the link first is announced. */
async function invite(host, browser, visitor) {
  await newGame(host, { mode: "link", color: "red" });
  const link = await host.inputValue('[name="share.invite"] >> visible=true');
  await host.waitForSelector(".qr[src] >> visible=true");
  await isClean(host);
  if (isPhone(host)) {
    await host.keyboard.press("Escape");
    await inSight(host, ".strip.waiting");
    await host.click('.strip [data-act="friend.invite"]');
    await host.waitForSelector("dialog .qr[src]");
  }
  const friend = await visit(browser, link, visitor);
  await friend.waitForSelector(".table .discs .piece");
  await host.waitForSelector("dialog", { state: "detached" });
  await heard(host, "朋友来了|has joined");
  await host.waitForSelector(".qr", { state: "detached" });
  return { link, friend };
}

/** Offers and refusals show at the opponent's seat and are spoken. */
async function offers(host, friend) {
  await click(host, "h2e2");
  await waitForPlies(friend, 1);
  await act(host, "draw");
  await friend.waitForSelector(".strip.offer");
  await inSight(friend, ".strip.offer");
  await heard(friend, "提和|offers a draw");
  await inSight(host, ".strip.quiet");
  await friend.click('.strip [data-act="decline"]');
  await host.waitForFunction(() => /不同意|declines/.test(document.querySelector(".strip")?.textContent ?? ""));
  await inSight(host, ".strip");
  await heard(host, "不同意|declines");
  await act(host, "undo");
  await friend.click('.strip [data-act="accept"]');
  await host.waitForFunction(() => !document.querySelector("button.move"));
  await heard(host, "悔棋|taken back");
  assert.equal(await host.locator('.action-bar [data-act="hint"]:visible').count(), 0, "no hints between friends");
}

async function rematch(host, friend) {
  const before = host.url();
  await click(host, "h2e2");
  await waitForPlies(friend, 1);
  await act(friend, "resign");
  await friend.click('dialog .primary[data-act="resign"]');
  await host.waitForSelector('.banner[data-reason="resignation"]');
  await atEnd(host, "rematch");
  await friend.waitForSelector(".strip.offer");
  await inSight(friend, ".strip.offer");
  await friend.click('.strip [data-act="accept"]');
  for (const page of [host, friend]) {
    await page.waitForFunction((old) => location.href !== old, before);
    await page.waitForFunction(() => document.querySelector(".table") && !document.querySelector(".banner"));
  }
  assert.equal(host.url().split("/").pop(), friend.url().split("/").pop(), "both play the same game");
  await click(friend, "h2e2");
  await waitForPlies(host, 1);
  await click(host, "h9g7");
  await waitForPlies(friend, 2);
}

async function friends({ server, browser }, visitor) {
  const host = await visit(browser, server.url, visitor);
  const { link, friend } = await invite(host, browser, visitor);
  const third = await visit(browser, link, VISITORS.english);
  await third.waitForSelector(".table .discs .piece");
  await third.waitForSelector(".note:not([hidden])");
  assert.equal(await third.locator(".points rect.grab").count(), 0, "a used invitation gives no seat");
  await offers(host, friend);
  await rematch(host, friend);
  for (const page of [host, friend, third]) {
    await isClean(page);
    await page.context().close();
  }
}

/** Two on one screen are asked before a draw ends their game. */
async function drawOnOneScreen({ server, browser }, visitor) {
  const page = await visit(browser, server.url, visitor);
  await newGame(page, { mode: "local" });
  await act(page, "draw");
  await page.waitForSelector("dialog .primary");
  assert.equal(await page.locator(".banner").count(), 0);
  await page.click('dialog .primary[data-act="draw"]');
  await page.waitForSelector('.banner[data-reason="agreement"]');
  await page.context().close();
}

export const scenarios = [
  ["friends: link, refused draw, take back, rematch, a third watches", ["phone", "chinese"], friends],
  ["friends: a draw on one screen is asked for", ["english"], drawOnOneScreen],
];
