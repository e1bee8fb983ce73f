// Leagues: a teacher makes one, bots and yardsticks meet, faults are named; and the tutorial by the letter.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { click, isClean, visit, waitForPlies } from "../harness.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
/** A name that would be markup if anybody took it for that. */
const NASTY = "<b>坏</b>&amp;";

const state = (page, name, timeout = 60_000) => page.waitForFunction((wanted) => document.querySelector(".league-state")?.textContent.includes(wanted), name, { timeout });
/** A whole league of programs that think. */
const LEAGUE_MS = 600_000;

/** Makes a league by its form. @returns its join code */
async function create(page, fields = {}) {
  for (const [name, value] of Object.entries(fields)) await (value === true ? page.click(name) : page.fill(`[name="${name}"]`, String(value)));
  await page.click('[data-act="league.create"]');
  return (await page.innerText(".join-code strong")).trim();
}

/** A bot that lives in a page: it joins, and answers every question with the same move, or none. */
const joinAs = (page, code, name, move) =>
  page.evaluate(
    ([league, own, answer]) =>
      new Promise((seated, failed) => {
        const socket = new WebSocket(location.origin.replace("http", "ws") + "/api/bot");
        let re = 0;
        const say = (message) => socket.send(JSON.stringify({ re: (re += 1), ...message }));
        socket.onopen = () => say({ type: "hello", league, name: own, games: 4 });
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.type === "welcome") seated(message.name);
          if (message.type === "refused" && message.re === 1) failed(new Error(message.message));
          if (message.type === "go" && answer) say({ type: "move", game: message.game, plies: message.plies, move: answer });
        };
      }),
    [code, name, move],
  );

async function league({ server, browser }, visitor) {
  const isChinese = visitor.locale === "zh-CN";
  const page = await visit(browser, `${server.url}/#/arena`, visitor);
  await page.click('.arena-doors a[href="#/league"]');
  await page.waitForSelector(".league-form");
  await isClean(page);
  const code = await create(page, { "league.name": `Class ${NASTY}`, "clock.seconds": 1, summary: true, "league.at_once": 8 });
  assert.match(code, /^[A-Za-z0-9-]{10,12}$/);
  assert.ok((await page.inputValue('[name="league.join.python"]')).includes(`--league ${code}`));
  // A bot with a nasty name, and two yardsticks.
  await joinAs(page, code, NASTY, "h0h9");
  await page.waitForSelector(".league-players .here");
  assert.equal(await page.innerText(".league-players .here .bot-name"), NASTY, "names are texts");
  for (const name of ["zoo:random", "zoo:greedy"]) {
    await page.selectOption('[name="league.yardstick"]', name);
    await page.click('[data-act="league.add"]');
    await page.waitForSelector(`.league-players [data-player="${name}"]`);
  }
  await isClean(page);
  // Somebody without the secret sees the league, but neither code nor reins.
  const id = new URL(page.url()).hash.split("/").pop();
  const guest = await visit(browser, `${server.url}/#/league/${id}`, visitor);
  await guest.waitForSelector(".league-players");
  assert.equal(await guest.locator(".league-director, .join-code").count(), 0);
  await page.click('[data-act="league.start"]');
  await state(page, isChinese ? "已结束" : "Finished");
  // Its illegal moves lost four games, each named with game and move, and it is last.
  await page.waitForFunction(() => document.querySelectorAll('[data-fault="illegal_move"]').length === 4);
  assert.match(await page.innerText('[data-fault="illegal_move"]'), /h0h9/);
  const table = await page.locator(".league-table tbody tr").evaluateAll((rows) =>
    rows.map((row) => ({ player: row.dataset.player, points: Number(row.querySelector("strong")?.textContent) })),
  );
  // Who of the other two is ahead is for chance to say: one of them plays at random. The points must agree with it.
  assert.deepEqual(table.map((row) => row.player).sort(), [NASTY, "zoo:greedy", "zoo:random"].sort());
  assert.deepEqual(table.at(-1), { player: NASTY, points: 0 });
  assert.ok(table[0].points >= table[1].points && table[1].points >= 6, JSON.stringify(table));
  assert.equal(await page.locator(".crosstable a").count(), 12, "six games, each seen from both sides");
  await isClean(page);
  // Files, the guest's page, the first page, and a replay by a click.
  const csv = await (await page.request.get(`${server.url}/api/leagues/${id}/csv`)).text();
  assert.ok(csv.includes("zoo:greedy") && csv.split("\r\n").length === 5, csv);
  await guest.waitForSelector(".crosstable a");
  await guest.click(".crosstable .lost");
  await guest.waitForSelector(".table .discs .piece");
  assert.deepEqual(guest.errors, []);
  await page.goto(`${server.url}/#/`);
  await page.waitForSelector(`.go-on a[href="#/league/${id}"]`);
  assert.deepEqual(page.errors, []);
  await guest.context().close();
  await page.context().close();
}

/** Live boards, a person against a bot, the admin link, pause and stop. */
async function directed({ server, browser }, visitor) {
  const isChinese = visitor.locale === "zh-CN";
  const page = await visit(browser, `${server.url}/#/league`, visitor);
  const code = await create(page, { "clock.seconds": 60 });
  // It joins and never moves.
  await joinAs(page, code, "still", null);
  await page.selectOption('[name="league.yardstick"]', "level:1");
  await page.click('[data-act="league.add"]');
  await page.waitForSelector('.league-players [data-player="level:1"]');
  // The link gives another browser the reins.
  await page.click(".league-director summary");
  const link = await page.inputValue('[name="league.admin"]');
  const other = await visit(browser, link, visitor);
  await other.waitForSelector(".join-code");
  assert.ok(!other.url().includes("admin"), "the secret leaves the address");
  // A person may play the bot.
  await other.click('[data-act="league.play"]');
  await other.waitForSelector(".table .discs .piece");
  await click(other, "h2e2");
  await waitForPlies(other, 1);
  await other.goBack();
  // The keyboard starts the league; its game is watched on a small board.
  await other.waitForSelector('[data-act="league.start"]:enabled');
  await other.focus('[data-act="league.start"]');
  await other.keyboard.press("Enter");
  await other.waitForSelector(".live-board .small-board");
  await isClean(other);
  await other.click('[data-act="league.pause"]');
  await state(other, isChinese ? "已暂停" : "Paused");
  await other.click('[data-act="league.stop"]');
  await other.click('dialog [data-act="league.stop"]');
  await state(other, isChinese ? "已终止" : "Stopped");
  await other.waitForFunction(() => !document.querySelector(".live-board"));
  await isClean(other);
  assert.deepEqual(page.errors, []);
  await other.context().close();
  await page.context().close();
}

const python = process.env.CHUHE_PYTHON ?? join(root, "target/wheel-venv/bin/python");

/** docs/bots.md, chapter 5: four bots in a fresh directory, each line as it stands there. */
async function tutorial({ server, browser }, visitor) {
  if (!existsSync(python) && !process.env.CHUHE_PYTHON) return "left out: cargo xtask test python makes target/wheel-venv";
  const text = readFileSync(join(root, `docs/bots${visitor.locale === "zh-CN" ? ".zh-CN" : ""}.md`), "utf8");
  const lines = text.split("\n").filter((line) => /^ {4}python .*--league/.test(line)).map((line) => line.trim().split(" "));
  assert.equal(lines.length, 4, "the tutorial names four bots");
  const folder = mkdtempSync(join(tmpdir(), "chuhe-bots-"));
  cpSync(join(root, "python/examples"), folder, { recursive: true });
  const page = await visit(browser, `${server.url}/#/league`, visitor);
  // Four games a pairing, since chance has a say; a clock for the game, so that a busy machine costs
  // nobody a move.
  await page.selectOption('[name="league.games"]', "4");
  const code = await create(page, { '.league-form [data-value="game"]': true, "league.base": 30, "clock.increment": 0 });
  const start = ([, ...words]) => {
    const args = words.map((word) => word.replace("http://127.0.0.1:8090", server.url).replace(/^(CODE|参赛码)$/, code));
    const program = spawn(python, args, { cwd: folder, env: { ...process.env, XDG_CACHE_HOME: folder }, stdio: ["ignore", "ignore", "pipe"] });
    let told = "";
    program.stderr.on("data", (chunk) => (told += chunk));
    return new Promise((done) => program.on("exit", (status) => done({ status, told })));
  };
  const programs = lines.map(start);
  try {
    await page.waitForFunction(() => document.querySelectorAll(".league-players .here").length === 4);
    await page.click('[data-act="league.start"]');
    await page.waitForSelector(".live-board");
    await isClean(page);
    await state(page, visitor.locale === "zh-CN" ? "已结束" : "Finished", LEAGUE_MS);
    for (const { status, told } of await Promise.all(programs)) assert.equal(status, 0, told);
    const points = Object.fromEntries(await page.locator(".league-table tbody tr").evaluateAll((rows) => rows.map((row) => [row.dataset.player, Number(row.querySelector("strong").textContent)])));
    const { alphabeta, minimax, greedy, random } = points;
    assert.ok(minimax < alphabeta && greedy < minimax && random < greedy, JSON.stringify(points));
    assert.equal(await page.locator("[data-fault]").count(), 0, await page.locator(".fault-list").allInnerTexts().then(String));
    await isClean(page);
    return JSON.stringify(points);
  } finally {
    await page.context().close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const scenarios = [
  ["leagues: bots, yardsticks, faults", ["english", "chinese phone"], league],
  ["leagues: reins and guests", ["chinese", "phone"], directed],
  ["leagues: the tutorial by the letter", ["english"], tutorial],
];
