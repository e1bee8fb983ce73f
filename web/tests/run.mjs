// Real Chromium drives the page: `node run.mjs [name]` runs all tests, or those whose name contains the word.
// The server is `CHUHE` (default ../../target/debug/chuhe serve --no-open), the browser `CHROMIUM`.

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { launch, Server, VISITORS } from "./harness.mjs";
import { checkTraditional } from "./traditional.mjs";

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

/** `index.html` names every module that the first page imports, and no other. */
function preloads() {
  const found = new Set();
  const follow = (file) => {
    for (const [, name] of readFileSync(file, "utf8").matchAll(/^import [^;]*?from "([^"]+)";/gm)) {
      const next = join(dirname(file), name);
      if (!found.has(next)) follow((found.add(next), next));
    }
  };
  follow(join(web, "js/main.js"));
  const named = [...readFileSync(join(web, "index.html"), "utf8").matchAll(/modulepreload" href="\/([^"]+)"/g)].map(([, name]) => join(web, name));
  const differing = [...found].filter((file) => !named.includes(file)).concat(named.filter((file) => !found.has(file)));
  if (differing.length) throw new Error(`index.html should preload what main.js imports; see ${differing.join(", ")}`);
}

/** The page as a browser loads it stays small. */
function weight() {
  const total = [...files("js"), ...files("css"), join(web, "index.html"), join(web, "icon.svg")].filter((file) => !file.endsWith(".d.ts")).reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  if (230_000 < total) throw new Error(`the page weighs ${total} bytes compressed`);
  return `${(total / 1000).toFixed(0)} kB, all pages together`;
}

/** Scenarios for each of their visitors, a few at a time: most of the time is spent waiting. */
const AT_ONCE = 3;
const wanted = process.argv[2] ?? "";
const checks = [["types", types], ["dictionary", dictionary], ["weight", weight], ["traditional", checkTraditional], ["preloads", preloads]];
const parts = await Promise.all(readdirSync(join(here, "scenarios")).map((file) => import(`./scenarios/${file}`)));
const scenarios = parts.flatMap((part) => part.scenarios).flatMap(([name, visitors, test]) => visitors.map((visitor) => [`${name} (${visitor})`, (house) => test(house, VISITORS[visitor], visitor)]));
const [quick, slow] = [checks, scenarios].map((list) => list.filter(([name]) => name.includes(wanted)));
const started = Date.now();
const seconds = (since) => ((Date.now() - since) / 1000).toFixed(1);
let failed = 0;

async function run([name, test], house) {
  const begun = Date.now();
  try {
    const note = await test(house);
    console.log(`ok      ${name} (${seconds(begun)} s)${note ? `: ${note}` : ""}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
}

for (const check of quick) await run(check);
if (slow.length) {
  const house = { server: await Server.start(), browser: await launch() };
  const waiting = [...slow];
  const worker = async () => {
    while (waiting.length) await run(waiting.shift(), house);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await house.browser.close();
  await house.server.stop();
  house.server.clean();
}
const count = quick.length + slow.length;
console.log(failed ? `${failed} of ${count} tests failed` : `all ${count} tests passed in ${seconds(started)} s`);
process.exit(failed ? 1 : 0);
