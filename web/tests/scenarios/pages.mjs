// Every page opens quickly, in both languages, light and dark, wide and narrow: first page, analysis, arena.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { click, EVERYONE, isClean, plies, visit } from "../harness.mjs";

/** From the request to a board that can be played on; the time is told, the bytes are a promise. */
async function firstPage({ server, browser }, visitor) {
  const page = await visit(browser, server.url, visitor);
  await page.waitForSelector(".preview .discs .piece");
  await page.waitForFunction(() => performance.getEntriesByName("interactive").length);
  const { ready, bytes, files } = await page.evaluate(() => {
    const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    return { ready: performance.getEntriesByName("interactive")[0].startTime, bytes: loaded.reduce((sum, entry) => sum + entry.transferSize, 0), files: loaded.length };
  });
  assert.ok(0 < bytes && bytes < 200_000, `${bytes} bytes`);
  await isClean(page);
  await page.context().close();
  return `interactive after ${ready.toFixed(0)} ms, ${files} files, ${(bytes / 1000).toFixed(0)} kB`;
}

const BOARD = ["rnbakabnr", ".........", ".c.....c.", "p.p.p.p.p", ".........", ".........", "P.P.P.P.P", ".C.....C.", ".........", "RNBAKABNR"];
const NAMES = { r: "b_c", n: "b_m", b: "b_x", a: "b_s", k: "b_j", c: "b_p", p: "b_z", R: "r_c", N: "r_m", B: "r_x", A: "r_s", K: "r_j", C: "r_p", P: "r_z", ".": "" };
const nested = (text) => `[${[...text].map((it) => `'${NAMES[it]}'`).join(",")}]`;

/** Text, how many moves it has, and the pieces on the board afterwards. */
const FORMATS = [
  ["4k4/9/9/9/9/9/9/9/3R5/3K5 w - - 0 1", 0, 3],
  [BOARD.join("\n"), 0, 32],
  [`[${BOARD.map(nested).join(",\n")}]`, 0, 32],
  ["1. 炮二平五 马8进7 2. 马二进三", 3, 32],
  ["1. 炮二平五 馬8進7 2. 馬二進三", 3, 32],
  ["C2=5 H8+7", 2, 32],
  ["H2-E2 H9-G7 H0-G2", 3, 32],
  ["h2e2 h9g7 h0g2 i9h9", 4, 32],
  ['[Game "Chinese Chess"]\n[Red "a"]\n\n1. 炮二平五 {中炮} 马8进7 (1. ... 炮8平5 {顺炮})\n*', 3, 32],
];

async function analysis({ server, browser }, visitor) {
  const page = await visit(browser, `${server.url}/#/analyse`, visitor);
  await page.waitForSelector(".desk .discs .piece");
  for (const [text, moves, pieces] of FORMATS) {
    await page.click('[role="tab"][id$="-import"]');
    await page.fill('[name="import"]', text);
    await page.click('[data-act="import"]');
    await page.waitForSelector(".engine-place");
    assert.equal(await plies(page), moves, text);
    assert.equal(await page.locator(".desk .discs .piece").count(), pieces, text);
  }
  assert.match(await page.textContent(".side-line .remark"), /顺炮/);
  await halfRead(page);
  await variations(page);
  await editor(page);
  await isClean(page);
  await page.context().close();
}

const isChinese = (page) => page.evaluate(() => document.documentElement.lang.startsWith("zh"));

/** What cannot be read is refused in the visitor's language and changes nothing; of what is half legal, that half is kept. Both messages stay. */
async function halfRead(page) {
  const record = FORMATS.at(-1)[0];
  for (const [text, moves, zh, en] of [["?!", 3, /这不是棋谱/, /no game record/], ["炮二平五 h2e2", 1, /看起来是文字着法.*"h2e2" 在此不是合法着法/s, /Looks like moves as text.*"h2e2" is not a legal move/s], [record, 3, /PGN/, /PGN/]]) {
    await page.click('[role="tab"][id$="-import"]');
    await page.fill('[name="import"]', text);
    await page.click('[data-act="import"]');
    await page.waitForFunction(([zh, en]) => [zh, en].some((it) => new RegExp(it, "s").test(document.querySelector(".notice:last-child")?.textContent ?? "")), [zh.source, en.source]);
    assert.match(await page.textContent(".notice:last-child"), (await isChinese(page)) ? zh : en);
    await page.click('[role="tab"][id$="-lines"]');
    assert.equal(await plies(page), moves, text);
  }
  page.errors = page.errors.filter((text) => !text.includes("422"));
  while (await page.locator(".notice").count()) await page.locator('.notice [data-act="close"]').first().click();
}

/** A move of one's own beside the record, a remark, the engine; all of it survives a reload and leaves as PGN. */
async function variations(page) {
  await page.click('[data-act="jump.back"]');
  await page.waitForFunction(() => document.querySelector("button.move").hasAttribute("aria-current"));
  await page.waitForSelector('[data-point="b9"].grab', { state: "attached" });
  await click(page, "b9c7");
  await page.waitForFunction(() => document.querySelectorAll(".side-line").length === 2);
  await page.fill('[name="remark"]', "屏风马");
  await page.press('[name="remark"]', "Tab");
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll(".side-line").length === 2);
  await page.click('[data-act="engine"]');
  await page.waitForSelector(".arrow.line");
  await page.click('[data-act="engine"]');
  await page.click('[role="tab"][id$="-export"]');
  assert.match(await page.inputValue('[name="share.fen"]'), /^r1bakabnr/);
  const [record] = await Promise.all([page.waitForEvent("download"), page.click('[data-act="share.pgn"]')]);
  const expected = (await isChinese(page)) ? /炮二平五\{中炮\} 马８进７ \(1\. \.\.\.\s炮８平５\{顺炮\}\)\s\(1\. \.\.\.\s马２进３\{屏风马\}\)/ : /C2=5\{中炮\} H8\+7 \(1\. \.\.\.\sC8=5\{顺炮\}\)\s\(1\. \.\.\.\sH2\+3\{屏风马\}\)/;
  const pgn = readFileSync(await record.path(), "utf8");
  assert.match(pgn, expected);
  assert.match(pgn, /\[Red "a"\]/);
  const [picture] = await Promise.all([page.waitForEvent("download"), page.click('[data-act="share.picture"]')]);
  assert.match(readFileSync(await picture.path(), "utf8"), /^<svg.*<path/s);
}

async function editor(page) {
  await page.click('[data-act="editor"]');
  await page.click('[data-piece="R"]');
  await page.click('[data-point="e5"]', { force: true });
  await page.waitForSelector(".verdict-line.bad");
  await page.click('[data-point="e5"]', { force: true });
  await page.waitForSelector(".verdict-line.good");
  await page.click('[data-act="editor.done"]');
  await page.waitForSelector(".engine-row");
}

/** A duel survives a reload, is counted by the course's table, and a second one is stopped. */
async function arena({ server, browser }, visitor) {
  const page = await visit(browser, `${server.url}/#/arena`, visitor);
  await page.waitForSelector('option[value="zoo:random"]', { state: "attached" });
  await page.selectOption('[name="arena.first"]', "zoo:random");
  await page.selectOption('[name="arena.second"]', "zoo:greedy");
  await page.selectOption('[name="rules"]', "course");
  await page.click('[data-act="arena.start"]');
  await page.waitForSelector(".live-moves button.move");
  // The pace is the host's choice, and stays for the games to come.
  await page.click('.arena-pace [data-value="3000"]');
  await page.waitForSelector('.arena-pace [data-value="3000"][aria-checked="true"]');
  await page.click('.arena-pace [data-value="0"]');
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll(".arena-games li").length === 2, null, { timeout: 120_000 });
  const points = await page.$$eval(".standings tbody tr", (rows) => rows.map((row) => [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent))));
  for (const [won, drawn, , total] of points) assert.equal(total, 3 * won + drawn);
  assert.match(await page.textContent(".elo"), /Elo/);
  assert.equal(await page.locator(".result-dots li").count(), 2);
  const widths = await page.evaluate(() => [".arena-grid .board", ".arena-side"].map((place) => document.querySelector(place).clientWidth));
  assert.ok(widths[1] <= widths[0], `the board is ${widths[0]} wide, the list ${widths[1]}`);
  await isClean(page);
  await page.click('[data-act="arena.start"]');
  await page.waitForSelector('[data-act="arena.stop"]:not([disabled])');
  await page.click('[data-act="arena.stop"]');
  await page.waitForSelector('[data-act="arena.start"]:not([disabled])');
  await page.context().close();
}

export const scenarios = [
  ["the first page", EVERYONE, firstPage],
  ["analysis imports each format, keeps variations, edits, exports", EVERYONE, analysis],
  ["a duel in the arena", EVERYONE, arena],
];
