// The laboratory: a tree one can follow, searches that race, searchers that meet, maps from files.

import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { EVERYONE, isClean, visit } from "../harness.mjs";

const step = (page) => page.inputValue('.scrubber input[type="range"]').then(Number);
const tab = (page, name) => page.click(`[role="tab"][id$="-${name}"]`);

async function tree({ server, browser }, visitor) {
  const page = await visit(browser, `${server.url}/#/lab`, visitor);
  await page.waitForSelector(".tree-row.current, .tree-column");
  await page.waitForFunction(() => 100 < Number(document.querySelector('.scrubber input[type="range"]').max));
  // Jumps lead to cut-offs, and the path stays in sight with what was spared.
  await page.click('[data-act="lab.next.cut"]');
  await page.waitForSelector(".cut-line");
  const first = await step(page);
  await page.click('[data-act="lab.next.best"]');
  assert.ok(first < (await step(page)), "the next new best lies behind the first cut-off");
  // Finished moves are one line, and unfold.
  await page.click(".fold");
  await page.waitForSelector(".unfolded .tree-row");
  // Black's values flip when they are told for the mover.
  const reading = () => page.locator(".tree-column.black .window-row").first().innerText();
  await page.click('[data-act="lab.next.cut"]');
  const reds = await reading();
  await page.uncheck('[name="reds-view"]');
  assert.notEqual(await reading(), reds);
  // The board shows the position of the node with the way to it.
  assert.ok(0 < (await page.locator(".tree-board .arrow").count()));
  if (process.env.CHUHE_SCREENSHOT && visitor.locale === "en-US" && !visitor.width) await picture(page);
  await page.click(".overview-frame svg", { position: { x: 200, y: 4 } });
  assert.notEqual(await step(page), first);
  await page.click('[data-act="lab.code"]');
  assert.match(await page.textContent("dialog .code"), /fn alphabeta/);
  await page.keyboard.press("Escape");
  await isClean(page);
  await page.context().close();
}

/** For the docs. */
async function picture(page) {
  await page.check('[name="reds-view"]');
  await page.setViewportSize({ width: 1180, height: 860 });
  await page.screenshot({ path: join(dirname(fileURLToPath(import.meta.url)), "../../../docs/images/lab.png") });
}

async function races({ server, browser }, visitor) {
  const page = await visit(browser, `${server.url}/#/lab?view=compare&depth=3`, visitor);
  await page.waitForSelector('.race [data-algorithm="deepening"].arrived');
  const nodes = (name) => page.innerText(`.race [data-algorithm="${name}"] .number-cell`).then((text) => Number(text.replace(/\D/g, "")));
  assert.ok((await nodes("ordered")) < (await nodes("alphabeta")) && (await nodes("alphabeta")) < (await nodes("minimax")));
  await page.waitForSelector(".growth polyline");
  await isClean(page);
  await page.context().close();
}

const MAP = "3 5 9\n3 0 1 0 0\n0 0 1 0 0\n0 0 0 2 4\n";
const BOARD = "rnbakabnr\n.........\n.c.....c.\np.p.p.p.p\n.........\n.........\nP.P.P.P.P\n.C.....C.\n.........\nRNBAKABNR\n";

/** As if a file were dropped on an element. */
const drop = (page, selector, name, text) =>
  page.evaluate(
    ([where, file, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], file, { type: "text/plain" }));
      document.querySelector(where).dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
    },
    [selector, name, text],
  );

async function maps({ server, browser }, visitor) {
  const page = await visit(browser, `${server.url}/#/lab?view=route`, visitor);
  await page.click('.maze [data-cell="5"]', { force: true });
  await page.click('[data-act="lab.run"]');
  await page.waitForSelector(".way");
  await page.waitForSelector(".supply-bars span");
  await drop(page, ".lab-route", "map.txt", MAP);
  await page.waitForFunction(() => document.querySelectorAll(".maze")[0].querySelectorAll("rect.cell").length === 15);
  await page.click('[data-act="lab.run"]');
  await page.waitForFunction(() => document.querySelectorAll(".way").length === 2);
  await page.fill('[name="lab.rows"]', "6");
  await page.press('[name="lab.rows"]', "Tab");
  await page.waitForFunction(() => document.querySelectorAll(".maze")[0].querySelectorAll("rect.cell").length === 30);
  await page.click('[data-act="lab.clear"]');
  assert.equal(await page.locator(".maze").first().locator(".cell.wall").count(), 0);
  await isClean(page);
  await tab(page, "tree");
  await drop(page, ".lab-tree", "board.txt", BOARD);
  await page.waitForFunction(() => document.querySelectorAll(".tree-board .discs .piece").length === 32);
  assert.deepEqual(page.errors, []);
  await page.context().close();
}

/** The board as a list of pieces and points: two series that are the same show the same. */
const boardOf = (page) => page.evaluate(() => [...document.querySelectorAll(".ablation-grid .discs .piece")].map((piece) => `${piece.getAttribute("class")} ${piece.getAttribute("transform") ?? piece.parentElement.getAttribute("transform")}`).sort().join());

async function ablation({ server, browser }, visitor) {
  const address = `${server.url}/#/lab?view=ablation&first=alphabeta,ordering,quiescence,positions,depth=2&second=alphabeta,depth=1,nodes=1000&games=2&seed=4`;
  const page = await visit(browser, address, visitor);
  // What both cost on the same position, before anybody plays.
  await page.waitForSelector('.ablation-costs [data-searcher="0"][data-depth="2"]');
  assert.equal(await page.locator('.ablation-costs [data-searcher="1"]').count(), 1);
  // The whole series, then its score with every game.
  const start = '[data-act="ablation.start"]';
  await page.click(start);
  await page.waitForFunction(() => document.querySelectorAll(".ablation-score .result-dots li").length === 2);
  const [points, board] = [await page.innerText(".score-points"), await boardOf(page)];
  assert.equal(points.match(/\d+/g).reduce((sum, part) => sum + Number(part), 0), 2);
  assert.ok(await page.isDisabled(start), "there is nothing left to play");
  await isClean(page);
  // The keyboard starts it over: the same games.
  await page.focus('[data-act="ablation.again"]');
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".ablation-score .result-dots li").length === 0);
  await page.click(start);
  await page.waitForFunction(() => document.querySelectorAll(".ablation-score .result-dots li").length === 2);
  assert.deepEqual([await page.innerText(".score-points"), await boardOf(page)], [points, board]);
  // A switch makes another searcher: the series begins anew, the link says so.
  await page.check('[name="mobility-1"]');
  await page.waitForFunction(() => document.querySelectorAll(".ablation-score .result-dots li").length === 0);
  await page.click('[data-act="lab.link"]');
  assert.match(await page.inputValue("dialog input"), /second=alphabeta,mobility,depth=1,nodes=1000&games=2&seed=4/);
  await page.keyboard.press("Escape");
  assert.deepEqual(page.errors, []);
  await page.context().close();
}

export const scenarios = [
  ["lab: a search tree", EVERYONE, tree],
  ["lab: searches race", ["english", "chinese phone"], races],
  ["lab: searchers made of switches", ["english", "chinese phone"], ablation],
  ["lab: maps and files", ["chinese", "phone"], maps],
];
