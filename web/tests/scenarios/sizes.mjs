// Every size in both themes: the board comes first, nothing overflows, actions are in sight, axe is content.

import assert from "node:assert/strict";
import { act, atEnd, isClean, visit } from "../harness.mjs";

/** Screens, and how much of what fits a board must have: of the width upright, of the height otherwise. */
const SIZES = [[1366, 820, 0.85], [1920, 1080, 0.85], [820, 1180, 0.9], [390, 844, 0.9], [844, 390, 0.9], [740, 360, 0.9]];

const isUpright = ([width, height]) => width < height;

/** All of the board is on the screen, and it is as large as the screen allows. */
async function boardFirst(page, size, where) {
  const [width, height, least] = size;
  await page.evaluate(() => scrollTo(0, 0));
  const box = await page.locator(".table .board").boundingBox();
  assert.ok(0 <= box.x && 0 <= box.y && box.x + box.width <= width && box.y + box.height <= height + 1, `${where}: the board lies at ${JSON.stringify(box)}`);
  const share = isUpright(size) ? box.width / width : box.height / height;
  assert.ok(least <= share, `${where}: the board has ${(share * 100).toFixed(0)} %`);
  return `${where} ${(share * 100).toFixed(0)} %`;
}

/** Everything that is pressed often is on the screen without scrolling, and large enough for a thumb. */
async function reachable(page, selector) {
  const { width, height } = page.viewportSize();
  for (const button of await page.locator(`${selector} >> visible=true`).all()) {
    const box = await button.boundingBox();
    assert.ok(box.y + box.height <= height + 1 && box.x + box.width <= width + 1, `${await button.getAttribute("data-act")} lies at ${JSON.stringify(box)}`);
    assert.ok(40 <= box.height, `${await button.getAttribute("data-act")} is ${box.height} px high`);
  }
}

async function bothThemes(page) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await isClean(page);
  }
}

async function walk({ server, browser }, size) {
  const [width, height] = size;
  const page = await visit(browser, server.url, { width, height });
  await page.waitForSelector(".preview .discs .piece");
  await reachable(page, '[data-act="play.now"]');
  await bothThemes(page);
  await page.click('[data-act="play.now"]');
  await page.waitForSelector(".table .discs .piece");
  const told = [await boardFirst(page, size, "game")];
  await reachable(page, ".action-bar button");
  await bothThemes(page);
  await act(page, "resign");
  await page.click('dialog .primary[data-act="resign"]');
  await page.waitForSelector(".banner");
  await reachable(page, ':is(.banner, .action-bar) [data-act="rematch"]');
  await boardFirst(page, size, "ended game");
  await atEnd(page, "tab.explain");
  await page.goto(`${server.url}/#/analyse`);
  await page.waitForSelector(".desk .discs .piece");
  told.push(await boardFirst(page, size, "analysis"));
  await bothThemes(page);
  await page.context().close();
  return told.join(", ");
}

/** The other rooms, and what shows that they are ready. */
const ROOMS = [["learn/cannon", ".learn-board .grab"], ["learn/endgames", ".endings .card"], ["learn/endgames/P-", ".lamp.red"], ["games", ".games-page h1"], ["games/library", ".games-page h1"], ["lab", ".tree-column"], ["lab?view=compare&depth=2", ".growth polyline"], ["lab?view=route", ".maze"], ["arena", ".arena-grid .piece"]];

async function otherRooms({ server, browser }, [width, height]) {
  const page = await visit(browser, server.url, { width, height });
  for (const [room, sign] of ROOMS) {
    await page.goto(`${server.url}/#/${room}`);
    await page.waitForSelector(sign, { state: "attached" });
    await bothThemes(page);
  }
  await page.context().close();
}

export const scenarios = SIZES.flatMap((size) => [
  [`the other rooms at ${size[0]}x${size[1]}`, ["english"], (house) => otherRooms(house, size)],
  [`board and desk at ${size[0]}x${size[1]}`, ["english"], (house) => walk(house, size)],
]);
