// A finished game teaches: lose, review, see the graph, solve a mistake, ask why not.

import assert from "node:assert/strict";
import { act, atEnd, click, isClean, newGame, Server, visit, waitForPlies } from "../harness.mjs";

/** Gives the central cannon away for a soldier, and resigns. */
async function lose(page) {
  const moves = ["h2e2", "e2e6", "a0a1"];
  for (const [index, move] of moves.entries()) {
    await page.waitForFunction((plies) => document.querySelectorAll("button.move").length >= plies, 2 * index);
    await page.waitForSelector(`[data-point="${move.slice(0, 2)}"].grab`, { state: "attached" });
    await click(page, move);
    await waitForPlies(page, 2 * index + 2);
  }
  await act(page, "resign");
  await page.click('dialog .primary[data-act="resign"]');
  await page.waitForSelector(".banner");
}

const whole = (page) => page.waitForSelector('.review-progress[data-done="true"]', { timeout: 600_000 });

async function teaches({ server, browser }, visitor) {
  const page = await visit(browser, server.url, visitor);
  await newGame(page, { opponent: "level:4", color: "red" });
  await lose(page);
  await atEnd(page, "review");
  await page.waitForSelector(".review-graph .curve[d^='M0']", { state: "attached" });
  await whole(page);
  assert.ok(1 <= (await page.locator(".review-graph .point").count()), "the graph has labelled points");
  assert.ok(1 <= (await page.locator(".moment").count()), "there are key moments");
  assert.match(await page.locator(".accuracies").innerText(), /%/);
  await isClean(page);

  // Keys lead from mistake to mistake; both arrows are on the board.
  await page.keyboard.press("n");
  await page.waitForSelector(".arrow.threat", { state: "attached" });
  await page.waitForSelector(".arrow.hint", { state: "attached" });
  assert.ok(0 < (await page.locator(".card-place .why").innerText()).length);
  await page.click('[data-act="review.line"]');
  await page.waitForSelector(".arrow.threat", { state: "detached" });

  // Solve one: a wrong try is answered, the best move is praised.
  await page.click('[data-act="practise"]');
  await page.waitForSelector(".practice");
  const question = await page.evaluate(async () => {
    const { request } = await import("/js/api.js");
    const id = new URLSearchParams(location.hash.split("?")[1]).get("game");
    const review = await request("POST", "/api/review", { game: id });
    const bad = (move) => move.label && move.label !== "only_move" && move.side === "red";
    const move = review.moves.find((it) => bad(it) && it.best[0].move !== review.plies[it.ply - 1].move);
    return { best: move.best[0].move, played: review.plies[move.ply - 1].move };
  });
  await page.waitForSelector(`[data-point="${question.best.slice(0, 2)}"].grab`, { state: "attached" });
  await click(page, question.played);
  await page.waitForSelector(".practice-answer.wrong");
  await click(page, question.best);
  await page.waitForSelector(".practice-answer.best");
  await isClean(page);
  await page.click('[data-act="practise.leave"]');

  // It was computed once: coming back shows it at once. And it is listed among the mistakes.
  await page.goto(`${server.url}/#/learn/mistakes`);
  await page.waitForSelector(".mistakes .card");
  await isClean(page);
  await page.click(".mistakes .game-link >> nth=0");
  await page.waitForSelector(".practice");
  await amongPuzzles(page, server);
  await page.context().close();
}

/** Own mistakes join the puzzles: what was played is wrong again, the answer is told, nothing is rated. */
async function amongPuzzles(page, server) {
  await page.goto(`${server.url}/#/learn/puzzles`);
  await page.click('.pills a[href$="theme=own"]');
  await page.waitForSelector(".puzzle-own");
  assert.match(page.url(), /puzzles\/own-/);
  const played = await page.evaluate(async () => {
    const { request } = await import("/js/api.js");
    return (await request("GET", `/api/puzzles/${location.hash.split("/")[3].split("?")[0]}`)).own.played.move;
  });
  await page.waitForSelector(`[data-point="${played.slice(0, 2)}"].grab`, { state: "attached" });
  await click(page, played);
  await page.waitForSelector('[data-mood="wrong"]');
  await page.click('[data-act="puzzles.show"]');
  await page.waitForSelector(".puzzle-end");
  assert.ok(!(await page.textContent(".puzzle-rating")).includes("600"), "own mistakes are not rated");
  await isClean(page);
  if (process.env.SHOT) await page.screenshot({ path: `${process.env.SHOT}-own-${page.viewportSize().width}.png` });
}

/** The move that leaves a cannon to be taken is explained with its name. */
async function whyNot({ server, browser }, visitor) {
  const page = await visit(browser, `${server.url}/#/analyse`, visitor);
  await page.waitForSelector(".desk .discs .piece");
  for (const [index, move] of ["h2e2", "h9g7", "e2e6"].entries()) {
    await page.waitForSelector(`[data-point="${move.slice(0, 2)}"].grab`, { state: "attached" });
    await click(page, move);
    await waitForPlies(page, index + 1);
  }
  await page.click('[data-act="why.not"]');
  await page.waitForSelector(".why-answer .why");
  const told = await page.locator(".why-answer .why").innerText();
  assert.match(told, visitor.locale.startsWith("zh") ? /丢炮/ : /loses a cannon/, told);
  await isClean(page);
  await page.context().close();
}

/** Killed in the middle of a review, the server goes on with it when it comes back, and the page waits. */
async function killed({ browser }, visitor) {
  let server = await Server.start();
  const page = await visit(browser, server.url, visitor);
  const moves = "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 g3g4 b9c7 b0c2 c6c5 c3c4 a9a8 a0a1 a8d8 a1d1 d8d1 e0d1 c7d5 h0h6 b7e7".split(" ");
  const line = `fen=${encodeURIComponent("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1")}&moves=${encodeURIComponent(moves.join(" "))}`;
  const played = await page.evaluate(async (list) => {
    // As many of the moves as are legal.
    const kept = [];
    for (const move of list) {
      const answer = await fetch("/api/position", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ moves: [...kept, move] }) });
      if (!answer.ok) break;
      kept.push(move);
    }
    return kept.length;
  }, moves);
  assert.ok(10 <= played);
  const short = line.replace(encodeURIComponent(moves.join(" ")), encodeURIComponent(moves.slice(0, played).join(" ")));
  await page.goto(`${server.url}/#/review?${short}`);
  await page.waitForSelector(".review-graph .curve[d^='M0']", { state: "attached" });
  const port = new URL(server.url).port;
  await server.stop("SIGKILL");
  server = await Server.start(server.data, port);
  await whole(page);
  assert.equal(await page.locator(".review-graph .point").count(), await page.evaluate(async (query) => {
    const asked = new URLSearchParams(query);
    const { request } = await import("/js/api.js");
    const review = await request("POST", "/api/review", { fen: asked.get("fen"), moves: asked.get("moves").split(" ") });
    return review.moves.filter((move) => move.label && move.label !== "only_move").length;
  }, short));
  await page.context().close();
  await server.stop();
  server.clean();
}

export const scenarios = [
  ["review: a lost game teaches", ["english", "chinese phone", "phone", "chinese"], teaches],
  ["review: why not this move", ["english", "chinese phone"], whyNot],
  ["review: a killed server goes on", ["english"], killed],
];
