// Puzzles: solved by mouse and by keyboard, a wrong try, a move that wins as well, what went wrong comes
// back, and a restart loses nothing.

import assert from "node:assert/strict";
import { click, EVERYONE, isClean, Server, visit } from "../harness.mjs";

const ASK = { method: "POST", headers: { "content-type": "application/json" } };

/** The solution, asked by somebody without a shelf, so that nothing is counted. */
async function solution(server, id) {
  const answer = await (await fetch(`${server.url}/api/puzzles/${id}/show`, { ...ASK, body: JSON.stringify({ moves: [], clean: false }) })).json();
  return answer.end.line.map((ply) => ply.move);
}

/** What the server says about a try, for nobody's account. */
async function verdict(server, id, moves) {
  const answer = await (await fetch(`${server.url}/api/puzzles/${id}/try`, { ...ASK, body: JSON.stringify({ moves, clean: false }) })).json();
  return answer.verdict;
}

/** Legal moves of a position of the page. */
const movesOf = ({ targets }) => Object.entries(targets).flatMap(([from, tos]) => tos.map((to) => from + to));

/** A puzzle with two moves to find, one of them wrong at first. */
async function choose(server, query = "from=600&to=1500") {
  for (let tried = 0; tried < 200; tried += 1) {
    const task = await (await fetch(`${server.url}/api/puzzles/next?${query}`)).json();
    const line = await solution(server, task.id);
    if (line.length !== 3) continue;
    for (const move of movesOf(task.position)) {
      if (move !== line[0] && (await verdict(server, task.id, [move])) === "wrong") return { id: task.id, line, wrong: move };
    }
  }
  throw new Error("no such puzzle");
}

const mayMove = (page, move) => page.waitForSelector(`[data-point="${move.slice(0, 2)}"].grab`, { state: "attached" });
const mood = (page, name) => page.waitForSelector(`[data-mood="${name}"]`);

/** Picks and drops with the keys alone. */
async function byKeys(page, move) {
  for (const point of [move.slice(0, 2), move.slice(2, 4)]) {
    await page.focus(`[data-point="${point}"]`);
    await page.keyboard.press("Enter");
  }
}

/** Plays the solver's moves of a line. */
async function solve(page, line, play) {
  for (let ply = 0; ply < line.length; ply += 2) {
    await mayMove(page, line[ply]);
    await play(page, line[ply]);
    await mood(page, ply + 1 < line.length ? "on" : "solved");
  }
}

const rating = async (page) => Number.parseInt(await page.innerText(".puzzles-numbers .rating"), 10);

async function dayAndNext({ server, browser }, visitor) {
  const page = await visit(browser, `${server.url}/#/learn`, visitor);
  await page.click('[data-act="puzzles"]');
  await page.waitForSelector(".daily");
  assert.ok(10 < (await page.locator(".pills a").count()), "levels and themes are listed");
  await isClean(page);
  await page.click(".daily");
  await page.waitForSelector(".puzzle-page .discs .piece");
  const id = page.url().split("/").at(-1);
  const isChinese = visitor.locale === "zh-CN";
  assert.match(await page.innerText(".puzzle-turn"), isChinese ? /红/ : /Red to move/);
  assert.equal(await page.locator(".puzzle-end").count(), 0, "nothing is given away");
  await isClean(page);
  await solve(page, await solution(server, id), click);
  assert.match(await page.innerText(".puzzle-rating"), /\(\+\d+\)/);
  assert.ok(0 < (await page.locator(".puzzle-end .pills a").count()), "themes are told");
  await isClean(page);
  // Space leads on, and the arrows lead through the line before that.
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Space");
  await page.waitForSelector(".puzzle-end", { state: "detached" });
  await page.waitForFunction((old) => !location.hash.includes(old), id);
  assert.deepEqual(page.errors, []);
  await page.context().close();
}

async function wrongComesBack({ browser }, visitor) {
  let server = await Server.start();
  const page = await visit(browser, `${server.url}/#/learn/puzzles`, visitor);
  const { id, line, wrong } = await choose(server);
  await page.goto(`${server.url}/#/learn/puzzles/${id}`);
  await mayMove(page, wrong);
  await click(page, wrong);
  await mood(page, "wrong");
  assert.match(await page.innerText('[data-mood="wrong"]'), visitor.locale === "zh-CN" ? /再想想/ : /Look again/);
  await solve(page, line, byKeys);
  assert.match(await page.innerText(".puzzle-end"), visitor.locale === "zh-CN" ? /再做一次/ : /comes back/);
  await page.click('.puzzle-end a[href="#/learn/puzzles"]');
  await page.waitForSelector('[data-act="puzzles.repeat"]');
  const kept = await rating(page);
  assert.ok(kept < 1000, `${kept} after a wrong try`);
  // Killed, not closed: what was answered is on disk.
  const port = Number(new URL(server.url).port);
  await server.stop("SIGKILL");
  server = await Server.start(server.data, port);
  await page.reload();
  await page.waitForSelector('[data-act="puzzles.repeat"]');
  assert.equal(await rating(page), kept);
  page.errors.length = 0;
  await page.click('[data-act="puzzles.repeat"]');
  await solve(page, line, click);
  // Home remembers.
  await page.goto(`${server.url}/#/`);
  await page.waitForSelector('.go-on a[href="#/learn/puzzles"]');
  assert.deepEqual(page.errors, []);
  await page.context().close();
  await server.stop();
  server.clean();
}

/** A mate in two that ends as well with another move. */
const ALSO = { id: "00ad3253584c117b", line: ["f6d7", "e9d9", "d6c6"], other: "d6e6" };

/** The last move is not the only one that mates: the other one counts. */
async function alsoWins({ server, browser }, visitor) {
  const page = await visit(browser, `${server.url}/#/learn/puzzles/${ALSO.id}`, visitor);
  await page.waitForSelector(".puzzle-page .discs .piece");
  for (let ply = 0; ply < ALSO.line.length; ply += 2) {
    const isLast = ply + 1 === ALSO.line.length;
    const move = isLast ? ALSO.other : ALSO.line[ply];
    await mayMove(page, move);
    await click(page, move);
    await mood(page, isLast ? "also" : "on");
  }
  assert.match(await page.innerText('[data-mood="also"]'), visitor.locale === "zh-CN" ? /也算对/ : /as well/);
  assert.match(await page.innerText(".puzzle-rating"), /\(\+\d+\)/);
  assert.deepEqual(page.errors, []);
  await page.context().close();
}

export const scenarios = [
  ["the puzzle of the day", EVERYONE, dayAndNext],
  ["a wrong try comes back", ["english", "chinese phone"], wrongComesBack],
  ["another mate counts", ["english", "chinese"], alsoWins],
];
