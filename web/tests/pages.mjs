// What a visitor does, step by step.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { click, clickAnyMove, plies, Server, visit, waitForPlies } from "./harness.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const images = join(here, "../../docs/images");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The page had no errors, and axe finds nothing serious. */
async function isClean(page) {
  // The policy forbids injected scripts, which is right; the checker goes in through the debugger.
  const found = await page.evaluate(`${axe}; axe.run({ resultTypes: ["violations"] })`);
  const serious = found.violations.filter((it) => it.impact === "serious" || it.impact === "critical");
  assert.deepEqual(serious.map((it) => `${it.id}: ${it.nodes.map((node) => node.target.join(" ")).slice(0, 4).join(", ")}`), []);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
  assert.deepEqual(page.errors, []);
}

async function newGame(page, { mode = "engine", opponent, color, more } = {}) {
  await page.click(`[data-value="${mode}"]`);
  if (opponent) await page.selectOption('[name="opponent"]', opponent);
  if (color) await page.click(`form [data-value="${color}"]`);
  if (more) {
    await page.click("summary");
    for (const [name, value] of Object.entries(more)) await (name === "fen" ? page.fill('[name="fen"]', value) : page.selectOption(`[name="${name}"]`, value));
  }
  await page.click('[data-act="start"]');
  await page.waitForSelector(".table .discs .piece");
}

/** Plays by clicks until the banner comes. */
async function playOut(page, parity, most) {
  for (let turn = 0; turn < most; turn += 1) {
    await page.waitForFunction((mine) => document.querySelector(".banner") || (document.querySelectorAll("button.move").length % 2 === mine && document.querySelector(".points rect.grab")), parity);
    if (await page.locator(".banner").count()) return true;
    const before = await plies(page);
    await clickAnyMove(page, turn * 7 + 3);
    await page.waitForFunction((count) => document.querySelector(".banner") || document.querySelectorAll("button.move").length > count, before);
  }
  return (await page.locator(".banner").count()) > 0;
}

const CHINESE = { locale: "zh-CN" };
const PHONE = { width: 360, height: 740 };

async function wholeGame({ server, browser }, color, options) {
  const page = await visit(browser, server.url, options);
  await page.waitForSelector("form.new-game");
  await newGame(page, { opponent: "level:1", color });
  // Careless moves lose sooner or later; a game that will not end is resigned.
  const ended = await playOut(page, color === "red" ? 0 : 1, 60);
  if (!ended) await resign(page, options?.width < 700);
  await page.waitForSelector(".banner");
  const words = await page.textContent(".banner h2");
  assert.match(words, options?.locale === "zh-CN" ? /胜|和/ : /wins|Draw/);
  await isClean(page);
  await page.context().close();
}

async function resign(page, isPhone) {
  if (isPhone) await page.click('.bottom-bar [data-act="menu"]');
  await page.click(isPhone ? 'dialog [data-act="resign"]' : '.asks [data-act="resign"]');
  await page.locator('dialog .primary[data-act="resign"]').click();
}

/** @type {[string, (house: any) => Promise<void>, boolean][]} */
export const tests = [
  ["the first page", async ({ server, browser }) => {
    for (const options of [{}, CHINESE, { colorScheme: "dark" }, PHONE, { ...PHONE, ...CHINESE }]) {
      const page = await visit(browser, server.url, options);
      await page.waitForSelector(".preview .discs .piece");
      await isClean(page);
      await page.context().close();
    }
  }],
  ["a whole game as Red", (house) => wholeGame(house, "red", {})],
  ["a whole game as Black, in Chinese, on a phone", (house) => wholeGame(house, "black", { ...CHINESE, ...PHONE })],
  ["undo, redo, hint, flip, notation, reload, resign", async ({ server, browser }) => {
    const page = await visit(browser, server.url, {});
    await page.click('[data-act="play.now"]');
    await page.waitForSelector(".table .discs .piece");
    await click(page, "h2e2");
    await waitForPlies(page, 2);
    await page.click('.asks [data-act="undo"]');
    await page.waitForFunction(() => document.querySelectorAll("button.move").length === 0);
    await page.click('.asks [data-act="redo"]');
    await waitForPlies(page, 2);
    await page.click('.asks [data-act="hint"]');
    await page.waitForSelector(".arrow.hint");
    await page.click('.under-moves [data-value="wxf"]');
    assert.equal(await page.textContent(".move .notation"), "C2=5");
    await page.click('.under-moves [data-value="zh"]');
    await page.click('.jumps [data-act="flip"]');
    assert.ok(await page.evaluate(() => Number(document.querySelector('[data-point="a0"]').getAttribute("x")) > 700));
    await page.click('.jumps [data-act="flip"]');
    await page.reload();
    await waitForPlies(page, 2);
    await page.fill(".typed input", "马二进三");
    await page.press(".typed input", "Enter");
    await waitForPlies(page, 4);
    mkdirSync(images, { recursive: true });
    await page.mouse.move(5, 5);
    await page.screenshot({ path: join(images, "board.png") });
    await resign(page, false);
    await page.waitForSelector('.banner[data-reason="resignation"]');
    await page.click('.banner [data-act="tab.explain"]');
    await page.waitForSelector(".verdicts");
    await isClean(page);
    await page.context().close();
  }],
  ["the keyboard alone plays a move", async ({ server, browser }) => {
    const page = await visit(browser, server.url, {});
    await page.click('[data-act="play.now"]');
    await page.waitForSelector(".table .discs .piece");
    await page.waitForFunction(() => document.querySelector(".points rect.grab"));
    await page.keyboard.press("b");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp", "Enter", "ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter"]) await page.keyboard.press(key);
    await waitForPlies(page, 2);
    assert.equal(await page.getAttribute('[data-ply="1"]', "data-ply"), "1");
    assert.match(await page.getAttribute('[data-point="e2"]', "aria-label"), /cannon/);
    await page.keyboard.press("?");
    await page.waitForSelector("dialog .keys");
    await isClean(page);
    await page.context().close();
  }],
  ["two people on one screen, by drag, with a clock", async ({ server, browser }) => {
    const page = await visit(browser, server.url, {});
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
  }],
  ["two seats in two browsers, and a spectator", async ({ server, browser }) => {
    const red = await visit(browser, server.url, {});
    await newGame(red, { mode: "link", color: "red" });
    await red.click('.jumps [data-act="share"]');
    const link = await red.inputValue('[name="share.invite"]');
    const watch = await red.inputValue('[name="share.watch"]');
    await red.keyboard.press("Escape");
    const black = await visit(browser, link, CHINESE);
    const guest = await visit(browser, watch, PHONE);
    await black.waitForSelector(".table .discs .piece");
    await guest.waitForSelector(".table .discs .piece");
    assert.ok(!black.url().includes("seat="), "the secret leaves the address bar");
    await click(red, "h2e2");
    await waitForPlies(black, 1);
    await click(black, "h9g7");
    await waitForPlies(red, 2);
    await waitForPlies(guest, 2);
    assert.equal(await guest.locator(".points rect.grab").count(), 0);
    await red.click('.asks [data-act="draw"]');
    await black.click('.offer [data-act="accept"]');
    await red.waitForSelector('.banner[data-reason="agreement"]');
    for (const page of [red, black, guest]) {
      await isClean(page);
      await page.context().close();
    }
  }],
  ["two AIs are watched, paused and stepped", async ({ server, browser }) => {
    const page = await visit(browser, server.url, {});
    await page.click('[data-value="watch"]');
    await page.selectOption('[name="opponent"]', "level:1");
    await page.selectOption('[name="second"]', "zoo:greedy");
    await page.click('[data-act="start"]');
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
  }],
  ["analysis imports each format, keeps variations, edits, exports", async ({ server, browser }) => {
    const page = await visit(browser, `${server.url}/#/analyse`, {});
    await page.waitForSelector(".desk .discs .piece");
    const row = (text) => `[${text.split("").map((it) => `'${{ r: "b_c", n: "b_m", b: "b_x", a: "b_s", k: "b_j", c: "b_p", p: "b_z", R: "r_c", N: "r_m", B: "r_x", A: "r_s", K: "r_j", C: "r_p", P: "r_z", ".": "" }[it]}'`).join(",")}]`;
    const board = ["rnbakabnr", ".........", ".c.....c.", "p.p.p.p.p", ".........", ".........", "P.P.P.P.P", ".C.....C.", ".........", "RNBAKABNR"];
    const formats = ["4k4/9/9/9/9/9/9/9/3R5/3K5 w - - 0 1", board.join("\n"), `[${board.map(row).join(",\n")}]`, "1. 炮二平五 马8进7 2. 马二进三", "C2=5 H8+7", "h2e2 h9g7 h0g2 i9h9", '[Game "Chinese Chess"]\n[Red "a"]\n\n1. 炮二平五 {x} 马8进7\n*'];
    for (const text of formats) {
      await page.click('[role="tab"]:nth-child(2)');
      await page.fill('[name="import"]', text);
      await page.click('[data-act="import"]');
      await page.waitForSelector(".engine-place");
    }
    assert.equal(await plies(page), 2);
    await page.click('[data-act="jump.back"]');
    await click(page, "b9c7");
    await page.waitForSelector(".side-line");
    await page.click('[data-act="engine"]');
    await page.waitForSelector(".arrow.line");
    await page.click('[data-act="engine"]');
    await page.click('[role="tab"]:nth-child(3)');
    assert.match(await page.inputValue('[name="share.fen"]'), /^rnbakabnr|^r1bakabnr/);
    const [download] = await Promise.all([page.waitForEvent("download"), page.click('[data-act="share.picture"]')]);
    assert.match(readFileSync(await download.path(), "utf8"), /^<svg.*<path/s);
    await page.click('[data-act="editor"]');
    await page.click('[data-piece="R"]');
    await page.click('[data-point="e5"]', { force: true });
    await page.waitForSelector(".verdict-line.bad");
    await page.click('[data-point="e5"]', { force: true });
    await page.waitForSelector(".verdict-line.good");
    await page.click('[data-act="editor.done"]');
    await page.waitForSelector(".engine-row");
    await isClean(page);
    await page.context().close();
  }],
  ["my games are listed, resumed after a restart, deleted", async ({ browser }) => {
    const server = await Server.start();
    const page = await visit(browser, server.url, {});
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
    await page.click('dialog .primary');
    await page.waitForSelector(".shelf li", { state: "detached" });
    await page.context().close();
    assert.equal(await again.stop(), 0, "a polite stop ends with code 0");
    again.clean();
  }],
  ["each laboratory page", async ({ server, browser }) => {
    for (const options of [{}, { ...PHONE, ...CHINESE }]) {
      const page = await visit(browser, `${server.url}/#/lab`, options);
      await page.waitForSelector(".tree-node.on-path");
      await page.click('.scrubber [data-act="jump.last"]');
      await page.click('[data-act="lab.compare"]');
      await page.waitForSelector('.race [data-algorithm="deepening"]');
      await page.click('[data-act="lab.code"]');
      assert.match(await page.textContent("dialog .code"), /fn alphabeta/);
      await page.keyboard.press("Escape");
      await isClean(page);
      await page.click('[role="tab"]:nth-child(2)');
      await page.click('.maze [data-cell="5"]', { force: true });
      await page.click('[data-act="lab.run"]');
      await page.waitForSelector(".way");
      await isClean(page);
      await page.context().close();
    }
  }],
  ["a duel in the arena", async ({ server, browser }) => {
    const page = await visit(browser, `${server.url}/#/arena`, {});
    await page.waitForSelector('option[value="zoo:random"]', { state: "attached" });
    await page.selectOption('[name="arena.first"]', "zoo:random");
    await page.selectOption('[name="arena.second"]', "level:1");
    await page.click('[data-act="arena.start"]');
    await page.waitForFunction(() => document.querySelectorAll(".arena-games li").length === 2, null, { timeout: 180_000 });
    const points = await page.$$eval(".standings tbody tr", (rows) => rows.map((row) => [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent))));
    for (const [won, drawn, , total] of points) assert.equal(total, 3 * won + drawn);
    await isClean(page);
    await page.context().close();
  }],
].map(([name, test]) => [name, test, true]);
