// Starts a server on a free port with fresh data, and a browser; fails on any error in the console.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** The program that serves the page: `CHUHE`, with arguments separated by spaces. */
const program = process.env.CHUHE?.split(" ") ?? ["../../target/debug/chuhe", "serve", "--no-open"];
// Paths are meant from this folder, wherever the tests are started.
program[0] = program[0].includes("/") ? resolve(dirname(fileURLToPath(import.meta.url)), program[0]) : program[0];
const browserPath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

export class Server {
  static async start(data = mkdtempSync(join(tmpdir(), "chuhe-test-")), port = 0) {
    const server = new Server();
    server.data = data;
    server.process = spawn(program[0], [...program.slice(1), "--listen", `127.0.0.1:${port}`, "--data", data], { stdio: ["ignore", "pipe", "inherit"] });
    server.url = await new Promise((found, failed) => {
      let text = "";
      server.process.stdout.on("data", (chunk) => {
        text += chunk;
        const match = /listening on (http:\S+)/.exec(text);
        if (match) found(match[1]);
      });
      server.process.on("exit", (code) => failed(new Error(`the server ended with code ${code}`)));
      server.process.on("error", failed);
    });
    return server;
  }

  async stop(signal = "SIGTERM") {
    const gone = new Promise((done) => this.process.once("exit", done));
    this.process.kill(signal);
    return gone;
  }

  clean() {
    rmSync(this.data, { recursive: true, force: true });
  }
}

export async function launch() {
  if (!browserPath) throw new Error("no Chromium found: install it, or name it in CHROMIUM");
  return chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
}

/** A fresh visitor. `errors` collects what went wrong on the page. */
export async function visit(browser, url, { width = 1280, height = 800, locale = "en-US", colorScheme = "light", reducedMotion = "reduce" } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, locale, colorScheme, reducedMotion, hasTouch: width < 500 });
  const page = await context.newPage();
  page.errors = [];
  page.on("console", (message) => message.type() === "error" && page.errors.push(message.text()));
  page.on("pageerror", (error) => page.errors.push(String(error)));
  page.setDefaultTimeout(60_000);
  await page.goto(url);
  return page;
}

/** Who visits: every scenario names the visitors it is played for. */
export const VISITORS = {
  english: { locale: "en-US" },
  chinese: { locale: "zh-CN", colorScheme: "dark" },
  phone: { locale: "en-US", colorScheme: "dark", width: 360, height: 740 },
  "chinese phone": { locale: "zh-CN", width: 360, height: 740 },
};
export const EVERYONE = Object.keys(VISITORS);

export const isPhone = (page) => page.viewportSize().width < 500;
export const plies = (page) => page.locator("button.move").count();
export const waitForPlies = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll("button.move").length >= wanted, count);

/** Plays a move by two clicks. */
export async function click(page, move) {
  await page.click(`[data-point="${move.slice(0, 2)}"]`, { force: true });
  await page.click(`[data-point="${move.slice(2, 4)}"]`, { force: true });
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The page had no errors, is not too wide, and axe finds nothing serious. */
export async function isClean(page) {
  // The policy forbids injected scripts, which is right; the checker goes in through the debugger.
  const found = await page.evaluate(`${axe}; axe.run({ resultTypes: ["violations"] })`);
  const serious = found.violations.filter((it) => it.impact === "serious" || it.impact === "critical");
  assert.deepEqual(serious.map((it) => `${it.id}: ${it.nodes.map((node) => node.target.join(" ")).slice(0, 4).join(", ")}`), []);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
  assert.deepEqual(page.errors, []);
}

/** Fills in the form of the first page and starts. */
export async function newGame(page, { mode = "engine", opponent, second, color, more } = {}) {
  await page.click(`[data-value="${mode}"]`);
  if (opponent) await page.selectOption('[name="opponent"]', opponent);
  if (second) await page.selectOption('[name="second"]', second);
  if (color) await page.click(`form [data-value="${color}"]`);
  if (more) {
    await page.click("summary");
    for (const [name, value] of Object.entries(more)) await (name === "fen" ? page.fill('[name="fen"]', value) : page.selectOption(`[name="${name}"]`, value));
  }
  await page.click('[data-act="play.now"]');
  await page.waitForSelector(".table .discs .piece");
}

/** An action after the end, where this visitor finds it: in the banner or in the bar. */
export async function atEnd(page, name) {
  await page.click(`:is(.banner, .action-bar) [data-act="${name}"]:visible`);
}

/** An action of the game, where this visitor finds it: in the bar or in its menu. */
export async function act(page, name) {
  const direct = page.locator(`.action-bar [data-act="${name}"]:visible`);
  if (await direct.count()) return direct.first().click();
  await page.click('.action-bar [data-act="menu"]:visible');
  await page.click(`dialog [data-act="${name}"]`);
}
