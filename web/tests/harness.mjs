// Starts a server on a free port with fresh data, and a browser; fails on any error in the console.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
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

export const plies = (page) => page.locator("button.move").count();
export const waitForPlies = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll("button.move").length >= wanted, count);

/** Plays a move by two clicks. */
export async function click(page, move) {
  await page.click(`[data-point="${move.slice(0, 2)}"]`, { force: true });
  await page.click(`[data-point="${move.slice(2, 4)}"]`, { force: true });
}

/** Any legal move by clicks: picks the first piece that shows targets. Answers false at the end of the game. */
export async function clickAnyMove(page, seed) {
  const grabs = await page.$$eval(".points rect.grab", (cells) => cells.map((cell) => cell.getAttribute("data-point")));
  if (!grabs.length) return false;
  await page.click(`[data-point="${grabs[seed % grabs.length]}"]`, { force: true });
  const targets = await page.$$eval(".under .dot, .under .capture", (marks) => marks.map((mark) => ({ x: Number(mark.getAttribute("cx")), y: Number(mark.getAttribute("cy")), taken: mark.classList.contains("capture") })));
  const wanted = targets.find((target) => target.taken) ?? targets[seed % targets.length];
  const point = await page.evaluate(({ x, y }) => {
    const cells = [...document.querySelectorAll(".points rect")];
    return cells.find((cell) => Math.abs(Number(cell.getAttribute("x")) + 48 - x) < 2 && Math.abs(Number(cell.getAttribute("y")) + 48 - y) < 2)?.getAttribute("data-point");
  }, wanted);
  await page.click(`[data-point="${point}"]`, { force: true });
  return true;
}
