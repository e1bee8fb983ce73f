// Playing: whole games, actions, the keyboard, two people, two AIs, endings.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { act, atEnd, click, EVERYONE, isClean, isPhone, newGame, plies, Server, visit, VISITORS, waitForPlies } from "../harness.mjs";

const images = join(dirname(fileURLToPath(import.meta.url)), "../../../docs/images");
const isChinese = (page) => page.evaluate(() => document.documentElement.lang.startsWith("zh"));

/** The move a plain search of three plies prefers: good enough to beat a beginner, and soon. */
async function goodMove(page) {
  return page.evaluate(async () => {
    const { request } = await import("/js/api.js");
    const id = location.hash.split("/")[2];
    const { position } = await request("POST", "/api/import", { text: await request("GET", `/api/games/${id}/pgn`) });
    const found = await request("POST", "/api/lab/tree", { fen: position.fen, algorithm: "ordered", depth: 3, nodes: 1 });
    return found.move;
  });
}

/** Plays by clicks until the game ends by itself. The course's rules end every game: 60 plies without a capture are a draw. */
async function wholeGame({ server, browser }, visitor, color) {
  const page = await visit(browser, server.url, visitor);
  await page.waitForSelector("form.new-game");
  await newGame(page, { opponent: "level:1", color, more: { rules: "course" } });
  const mine = color === "red" ? 0 : 1;
  const mayMove = (parity) => document.querySelector(".banner") || (document.querySelectorAll("button.move").length % 2 === parity && document.querySelector(".points rect.grab"));
  for (;;) {
    await page.waitForFunction(mayMove, mine);
    if (await page.locator(".banner").count()) break;
    const before = await plies(page);
    await click(page, await goodMove(page));
    await waitForPlies(page, before + 1);
  }
  const reason = await page.getAttribute(".banner", "data-reason");
  assert.ok(["checkmate", "stalemate", "repetition", "no_capture", "insufficient_material"].includes(reason), reason);
  assert.match(await page.textContent(".banner h2"), (await isChinese(page)) ? /胜|和/ : /wins|Draw/);
  assert.equal(await page.locator(".points rect.grab").count(), 0, "nothing moves after the end");
  await isClean(page);
  await page.context().close();
}

/** A move typed into nothing in particular plays it, although its first letter is also a command; the letter alone is the command. */
async function typesMoves(page) {
  const focused = () => page.evaluate(() => document.activeElement?.matches(".typed input"));
  const before = await plies(page);
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  await page.keyboard.type("a3a4");
  assert.ok(await focused());
  assert.equal(await page.inputValue(".typed input"), "a3a4");
  await page.keyboard.press("Enter");
  await waitForPlies(page, before + 2);
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  await page.keyboard.press("h");
  await page.waitForSelector(".arrow.hint");
  assert.ok(!(await focused()));
}

async function actions({ server, browser }, visitor, name) {
  const page = await visit(browser, server.url, visitor);
  await page.click('[data-act="play.now"]');
  await page.waitForSelector(".table .discs .piece");
  await click(page, "h2e2");
  await waitForPlies(page, 2);
  await act(page, "undo");
  await page.waitForFunction(() => document.querySelectorAll("button.move").length === 0);
  await act(page, "redo");
  await waitForPlies(page, 2);
  await act(page, "hint");
  await page.waitForSelector(".arrow.hint");
  await page.click('.under-moves [data-value="wxf"]');
  assert.equal(await page.textContent(".move .notation"), "C2=5");
  await page.click('.under-moves [data-value="zh"]');
  await act(page, "flip");
  assert.ok(await page.evaluate(() => Number(document.querySelector('[data-point="a0"]').getAttribute("x")) > 700));
  await act(page, "flip");
  await page.reload();
  await waitForPlies(page, 2);
  await page.fill(".typed input", "马二进三");
  await page.press(".typed input", "Enter");
  await waitForPlies(page, 4);
  await typesMoves(page);
  if (name === "english" && process.env.CHUHE_SCREENSHOT) await screenshot(page);
  await act(page, "resign");
  await page.locator('dialog .primary[data-act="resign"]').click();
  await page.waitForSelector('.banner[data-reason="resignation"]');
  await atEnd(page, "tab.explain");
  await page.waitForSelector(".explain .verdict");
  assert.doesNotMatch(await page.textContent(".explain"), /进行中|in progress/);
  await isClean(page);
  await atEnd(page, "rematch");
  await page.waitForFunction(() => !document.querySelector(".banner"));
  await page.context().close();
}

/** The picture of the README, taken on request only: see CONTRIBUTING.md. */
async function screenshot(page) {
  mkdirSync(images, { recursive: true });
  await page.mouse.move(5, 5);
  await page.screenshot({ path: join(images, "board.png") });
}

async function keyboard({ server, browser }, visitor) {
  const page = await visit(browser, server.url, visitor);
  await page.click('[data-act="play.now"]');
  await page.waitForFunction(() => document.querySelector(".table .points rect.grab"));
  await page.keyboard.press("b");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp", "Enter", "ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter"]) await page.keyboard.press(key);
  await waitForPlies(page, 2);
  assert.match(await page.getAttribute('[data-point="e2"]', "aria-label"), /cannon|炮/);
  await page.keyboard.press("z");
  await page.waitForFunction(() => document.querySelectorAll("button.move").length === 0);
  await page.keyboard.press("?");
  await page.waitForSelector("dialog .keys");
  await isClean(page);
  await page.context().close();
}

async function oneScreen({ server, browser }, visitor) {
  const page = await visit(browser, server.url, visitor);
  await newGame(page, { mode: "local", more: { clock: "5+3" } });
  const center = async (point) => {
    const box = await page.locator(`[data-point="${point}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await center("h2")));
  await page.mouse.down();
  await page.mouse.move(...(await center("f3")));
  await page.mouse.move(...(await center("e2")));
  await page.mouse.up();
  await waitForPlies(page, 1);
  await click(page, "h9g7");
  await waitForPlies(page, 2);
  assert.equal(await page.locator(".clock.running").count(), 1);
  await isClean(page);
  await page.context().close();
}

async function twoBrowsers({ server, browser }, visitor) {
  const red = await visit(browser, server.url, visitor);
  await newGame(red, { mode: "link", color: "red" });
  const link = await red.inputValue('[name="share.invite"] >> visible=true');
  if (isPhone(red)) await red.keyboard.press("Escape");
  const watch = link.replace(/\?.*/, "");
  const black = await visit(browser, link, VISITORS.chinese);
  const guest = await visit(browser, watch, VISITORS.phone);
  await black.waitForSelector(".table .discs .piece");
  await guest.waitForSelector(".table .discs .piece");
  assert.ok(!black.url().includes("seat="), "the secret leaves the address bar");
  await click(red, "h2e2");
  await waitForPlies(black, 1);
  await click(black, "h9g7");
  await waitForPlies(red, 2);
  await waitForPlies(guest, 2);
  assert.equal(await guest.locator(".points rect.grab").count(), 0);
  await act(red, "draw");
  await black.click('.strip [data-act="accept"]');
  await red.waitForSelector('.banner[data-reason="agreement"]');
  for (const page of [red, black, guest]) {
    await isClean(page);
    await page.context().close();
  }
}

async function twoMachines({ server, browser }, visitor) {
  const page = await visit(browser, server.url, visitor);
  await newGame(page, { mode: "watch", opponent: "level:1", second: "zoo:greedy" });
  await waitForPlies(page, 1);
  await page.click('.watch [data-act="pause"]');
  await page.waitForSelector('.watch [data-act="resume"]');
  const before = await plies(page);
  await page.click('.watch [data-act="step"]');
  await waitForPlies(page, before + 1);
  await page.click('.watch [data-value="0"]');
  await page.click('.watch [data-act="resume"]');
  await waitForPlies(page, before + 6);
  await isClean(page);
  await page.context().close();
}

/** A cannon that chases a chariot forever: the banner, the explanation, the loop played again, each rule set's word. */
async function perpetual({ server, browser }, visitor) {
  const page = await visit(browser, server.url, visitor);
  await newGame(page, { mode: "local", more: { fen: "2bakabnr/9/r1n1c4/2p1p1p1p/PP7/9/4P1P1P/2C3NC1/9/1NBAKAB1R w - - 0 1" } });
  const moves = ["c2a2", "a7b7", "a2b2", "b7a7", "b2a2", "a7b7", "a2b2", "b7a7", "b2a2"];
  for (const [index, move] of moves.entries()) {
    await page.waitForSelector(`[data-point="${move.slice(0, 2)}"].grab`, { state: "attached" });
    await click(page, move);
    await waitForPlies(page, index + 1);
  }
  await page.waitForSelector('.banner[data-reason="perpetual_chase"]');
  await atEnd(page, "tab.explain");
  await page.waitForSelector(".verdicts");
  assert.equal(await page.locator(".verdicts tr").count(), 3);
  assert.match(await page.textContent(".explain ul"), (await isChinese(page)) ? /捉/ : /chase/);
  await page.click('[data-act="explain.loop"]');
  await page.waitForSelector(".arrow.threat", { timeout: 10_000 });
  await isClean(page);
  await page.context().close();
}

async function myGames({ browser }, visitor) {
  const server = await Server.start();
  const page = await visit(browser, server.url, visitor);
  await page.click('[data-act="play.now"]');
  await page.waitForSelector(".table .discs .piece");
  await click(page, "h2e2");
  await waitForPlies(page, 2);
  const port = new URL(server.url).port;
  await server.stop("SIGKILL");
  await page.waitForSelector('.table[data-linked="false"]');
  const again = await Server.start(server.data, port);
  await page.waitForSelector('.table[data-linked="true"]');
  await click(page, "h0g2");
  await waitForPlies(page, 4);
  await page.goto(`${again.url}/#/games`);
  await page.waitForSelector(".shelf li");
  page.errors = page.errors.filter((text) => !text.includes("ERR_CONNECTION") && !text.includes("WebSocket"));
  await isClean(page);
  await page.click('.shelf [data-act="delete"]');
  await page.click("dialog .primary");
  await page.waitForSelector(".shelf li", { state: "detached" });
  await page.context().close();
  assert.equal(await again.stop(), 0, "a polite stop ends with code 0");
  again.clean();
}

export const scenarios = [
  ["a whole game as Red", ["english", "chinese phone"], (house, visitor) => wholeGame(house, visitor, "red")],
  ["a whole game as Black", ["chinese", "phone"], (house, visitor) => wholeGame(house, visitor, "black")],
  ["undo, redo, hint, flip, notation, reload, resign, rematch", EVERYONE, actions],
  ["the keyboard alone plays a move", ["english", "chinese"], keyboard],
  ["two people on one screen, by drag, with a clock", ["english", "chinese phone"], oneScreen],
  ["two seats in two browsers, and a spectator", ["english", "chinese phone"], twoBrowsers],
  ["two AIs are watched, paused, stepped and hurried", EVERYONE, twoMachines],
  ["a perpetual chase is judged, explained and replayed", EVERYONE, perpetual],
  ["my games are listed, resumed after kill -9, deleted", ["english", "chinese phone"], myGames],
];
