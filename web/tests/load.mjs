// Many rooms at once: `node load.mjs [rooms] [moves] [reviews]`. Each room is a game against level 1; every move is timed from sending
// to acknowledgment. Before Node 22 start it with --experimental-websocket. So many reviews run beside the games, one after the other. Prints percentiles, refusals and the server's memory. Not part of the test run: it measures the machine, too.

import { readFileSync } from "node:fs";
import { Server } from "./harness.mjs";

const [rooms, moves, reviews] = [Number(process.argv[2] ?? 200), Number(process.argv[3] ?? 20), Number(process.argv[4] ?? 0)];
const server = await Server.start();
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.process.pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
const times = [];
/** Memory after each fifth of the moves: it has to be steady. */
const samples = [];
let errors = 0;

function note(time) {
  times.push(time);
  if (times.length % Math.floor((rooms * moves) / 5) === 0) samples.push(memory().toFixed(0));
}

/** One player: answers every move of the machine with any legal move, after a moment of thought. */
async function play(seed) {
  const body = JSON.stringify({ red: { kind: "human" }, black: { kind: "level", level: 1 } });
  const made = await (await fetch(`${server.url}/api/games`, { method: "POST", headers: { "content-type": "application/json" }, body })).json();
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/api/games/${made.id}/socket`);
  await new Promise((open) => (socket.onopen = open));
  let [sent, plies, left] = [0, 0, moves];
  await new Promise((done) => {
    const move = (position) => {
      if (left-- <= 0) return done();
      const pieces = Object.keys(position.targets);
      const from = pieces[(seed * 31 + plies * 17) % pieces.length];
      const to = position.targets[from][(seed + plies) % position.targets[from].length];
      setTimeout(() => {
        sent = performance.now();
        socket.send(JSON.stringify({ re: plies + 1, type: "move", plies, move: from + to }));
      }, 300 + ((seed * 37 + plies * 101) % 700));
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "refused") errors += 1;
      if (message.type === "done" && message.re > 0 && sent) note(performance.now() - sent);
      if (message.type === "game") return message.plies.length === 0 && move(message.position);
      if (message.type !== "moved") return;
      plies = message.plies;
      if (message.status.status !== "ongoing") return done();
      if (message.position.turn === "red") move(message.position);
    };
    socket.onclose = () => ((errors += 1), done());
    socket.send(JSON.stringify({ re: 0, type: "hello", tokens: [made.tokens.red] }));
  });
  socket.onclose = null;
  socket.close();
}

let isOver = false;
let reviewed = 0;

const post = async (path, body, visitor = 0) => (await fetch(`${server.url}${path}`, { method: "POST", headers: { "content-type": "application/json", authorization: `Bearer ${String(visitor).padStart(32, "0")}` }, body: JSON.stringify(body) })).json();

/** A hundred legal moves without much sense, made before the games begin. */
async function anyLine() {
  const line = [];
  for (let at = await post("/api/position", {}); line.length < 100 && at.status.status === "ongoing"; at = await post("/api/position", { moves: line })) {
    const all = Object.entries(at.position.targets).flatMap(([from, targets]) => targets.map((to) => from + to));
    line.push(all[(line.length * 7919 + 104729) % all.length]);
  }
  return line;
}

/** One visitor who has game after game reviewed: each a little shorter, so that none is known. */
async function review(visitor, line) {
  for (let game = 0; !isOver; game += 1) {
    const moves = line.slice(0, line.length - visitor - game * reviews);
    while (!isOver && !(await post("/api/review", { moves }, visitor)).done) await new Promise((done) => setTimeout(done, 1000));
    reviewed += Number(!isOver);
  }
}

const line = reviews ? await anyLine() : [];
// The server lets an address ask so often and no more: what was asked so far must not count.
await new Promise((done) => setTimeout(done, reviews ? 8000 : 0));
const before = memory();
const started = performance.now();
const besides = Array.from({ length: reviews }, (_, visitor) => review(visitor, line));
await Promise.all(Array.from({ length: rooms }, (_, seed) => play(seed).catch(() => (errors += 1))));
const seconds = (performance.now() - started) / 1000;
isOver = true;
await Promise.all(besides);
times.sort((one, two) => one - two);
const percentile = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(1);
console.log(`${rooms} rooms, ${times.length} moves in ${seconds.toFixed(1)} s, ${errors} errors`);
if (reviews) console.log(`${reviews} reviews at a time beside them, ${reviewed} finished`);
console.log(`acknowledged within: median ${percentile(0.5)} ms, 95% ${percentile(0.95)} ms, 99% ${percentile(0.99)} ms, worst ${percentile(1)} ms`);
console.log(`memory: ${before.toFixed(0)} MiB before, ${samples.join(", ")} on the way, ${memory().toFixed(0)} MiB after`);
await server.stop();
server.clean();
