// Studies: kept by themselves, listed, named, deleted, and never overwritten; quick stepping; pictures.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { click, isClean, plies, visit, waitForPlies } from "../harness.mjs";

const tab = (page, name) => page.click(`.panel [role="tab"][id$="-${name}"]`);
const LINE = "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 g3g4 b9c7 b0c2 c6c5 c3c4 a9a8 a0a1 a8d8 a1d1";

/** A game opened in analysis leaves the visitor's own study where it was. */
async function kept({ server, browser }, visitor) {
  const page = await visit(browser, `${server.url}/#/analyse`, visitor);
  await page.waitForSelector(".desk .discs .piece");
  await page.waitForSelector('[data-point="h2"].grab', { state: "attached" });
  await click(page, "h2e2");
  await waitForPlies(page, 1);
  await tab(page, "studies");
  await page.fill('[name="study.name"]', "My cannon");
  await page.press('[name="study.name"]', "Tab");
  await page.waitForFunction(() => document.querySelector(".study-list strong")?.textContent === "My cannon");
  await isClean(page);
  const game = await page.evaluate(async () => {
    const { createGame } = await import("/js/api.js");
    return (await createGame({ red: { kind: "human" }, black: { kind: "level", level: 1 } })).id;
  });
  await page.goto(`${server.url}/#/analyse?game=${game}`);
  await page.waitForFunction(() => document.querySelectorAll("button.move").length === 0);
  await tab(page, "studies");
  await page.click(".study-open");
  await waitForPlies(page, 1);
  assert.match(page.url(), /#\/analyse\/[a-z0-9]{12}$/);
  // The address opens it again, also where the browser remembers nothing of the desk.
  await page.evaluate(() => localStorage.removeItem("chuhe.desk"));
  await page.reload();
  await waitForPlies(page, 1);
  await page.goto(`${server.url}/#/`);
  await page.waitForSelector('.go-on-link[href^="#/analyse/"]');
  await page.goBack();
  await tab(page, "studies");
  await page.click('.study-list [data-act="delete"]');
  await page.click("dialog .primary");
  await page.waitForSelector(".study-list li", { state: "detached" });
  await page.context().close();
}

/** Stepping is as quick as the keys, the list follows, and End and Home lead to the ends. */
async function stepping({ server, browser }, visitor) {
  const page = await visit(browser, `${server.url}/#/analyse`, visitor);
  await tab(page, "import");
  await page.fill('[name="import"]', LINE);
  await page.click('[data-act="import"]');
  await waitForPlies(page, 15);
  assert.equal(await plies(page), 15);
  await page.keyboard.press("Home");
  let asked = 0;
  page.on("request", (request) => (asked += Number(request.url().endsWith("/api/position"))));
  // All at once: how quickly a loaded machine passes keys on is not what is tested.
  await page.evaluate(() => {
    for (let step = 0; step < 14; step += 1) document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  });
  await page.waitForFunction(() => [...document.querySelectorAll("button.move")][13].hasAttribute("aria-current"));
  assert.ok(asked <= 4, `${asked} questions for 14 steps`);
  await page.keyboard.press("End");
  await page.waitForFunction(() => [...document.querySelectorAll("button.move")].at(-1).hasAttribute("aria-current"));
  const inSight = await page.$eval(".variations", (list) => {
    const [frame, box] = [list.getBoundingClientRect(), list.querySelector("[aria-current]").getBoundingClientRect()];
    return frame.top <= box.top && box.bottom <= frame.bottom + 1;
  });
  assert.ok(inSight, "the list follows the current move");
  await tab(page, "export");
  const [picture] = await Promise.all([page.waitForEvent("download"), page.click('[data-act="share.png"]')]);
  assert.equal(readFileSync(await picture.path()).subarray(1, 4).toString(), "PNG");
  await isClean(page);
  await page.context().close();
}

export const scenarios = [
  ["studies are kept, named, opened and deleted", ["english", "chinese phone"], kept],
  ["studies: quick stepping and pictures", ["phone", "chinese"], stepping],
];
