// Real Chromium drives the page: `node run.mjs [name]` runs all tests, or those whose name contains the word.
// The server is `CHUHE` (default ../../target/debug/chuhe serve --no-open), the browser `CHROMIUM`.

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { launch, Server } from "./harness.mjs";
import { tests } from "./pages.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const web = join(here, "..");

function types() {
  execFileSync(process.execPath, [join(here, "node_modules/typescript/bin/tsc"), "-p", join(web, "tsconfig.json")], { stdio: "inherit" });
}

const files = (folder) => readdirSync(join(web, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));

/** Every key the page asks for has both languages, and nothing is left over. */
function dictionary() {
  const text = readFileSync(join(web, "js/dictionary.js"), "utf8");
  const known = [...text.matchAll(/^ {2}(?:"([^"]+)"|(\w+)): \["([^"]*)", "([^"]*)"\],$/gm)];
  const keys = new Set(known.map((match) => match[1] ?? match[2]));
  for (const [, quoted, plain, chinese, english] of known) if (!chinese || !english) throw new Error(`${quoted ?? plain} lacks a language`);
  const sources = files("js").filter((file) => file.endsWith(".js") && !file.endsWith("dictionary.js") && !file.endsWith("glyphs.js")).map((file) => readFileSync(file, "utf8")).join("\n");
  for (const [, key] of sources.matchAll(/\bt\("([^"]+)"/g)) if (!keys.has(key)) throw new Error(`no words for ${key}`);
}

/** The page as a browser loads it stays small. */
function weight() {
  const total = [...files("js"), ...files("css"), join(web, "index.html"), join(web, "icon.svg")].filter((file) => !file.endsWith(".d.ts")).reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  if (250_000 < total) throw new Error(`the page weighs ${total} bytes compressed`);
}

const wanted = process.argv[2] ?? "";
const all = [["types", types], ["dictionary", dictionary], ["weight", weight], ...tests].filter(([name]) => name.includes(wanted));
const needsBrowser = all.some(([, , isPage]) => isPage);
const server = needsBrowser ? await Server.start() : null;
const browser = needsBrowser ? await launch() : null;
let failed = 0;
for (const [name, test] of all) {
  const started = Date.now();
  try {
    await test({ server, browser });
    console.log(`ok      ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
}
await browser?.close();
if (server) {
  await server.stop();
  server.clean();
}
console.log(failed ? `${failed} of ${all.length} tests failed` : `all ${all.length} tests passed`);
process.exit(failed ? 1 : 0);
