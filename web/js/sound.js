// @ts-check
// Sounds made on the spot: wood on wood, a small bell for check, a chord at the end.

import { sounds } from "./settings.js";

/** @type {AudioContext | undefined} */
let context;

/** @param {"move" | "capture" | "check" | "end" | "refused" | "offer"} kind */
export function play(kind) {
  if (!sounds.peek() || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume().catch(() => {});
  if (context.state !== "running" && !navigator.userActivation?.hasBeenActive) return;
  const now = context.currentTime;
  if (kind === "refused") return tone(context, now, 150, 0.12, 0.08, "triangle");
  if (kind === "offer") return [659.3, 784].forEach((pitch, index) => tone(/** @type {AudioContext} */ (context), now + index * 0.12, pitch, 0.5, 0.07, "sine"));
  if (kind === "end") return [392, 493.9, 587.3].forEach((pitch, index) => tone(/** @type {AudioContext} */ (context), now + index * 0.07, pitch, 1.1, 0.09, "sine"));
  knock(context, now, kind === "capture" ? 1 : 0.6);
  if (kind === "capture") knock(context, now + 0.045, 0.7);
  if (kind === "check") tone(context, now + 0.03, 880, 0.7, 0.07, "sine");
}

/** A disc set down on a board: a short noise through a narrow filter, with a thump below. @param {AudioContext} audio @param {number} at @param {number} loudness */
function knock(audio, at, loudness) {
  const length = Math.floor(audio.sampleRate * 0.06);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < length; index += 1) samples[index] = (Math.random() * 2 - 1) * Math.exp(-index / (length * 0.12));
  const noise = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: 1500, Q: 1.4 });
  const gain = new GainNode(audio, { gain: 0.5 * loudness });
  noise.connect(filter).connect(gain).connect(audio.destination);
  noise.start(at);
  tone(audio, at, 190, 0.07, 0.3 * loudness, "sine");
}

/** @param {AudioContext} audio @param {number} at @param {number} pitch @param {number} seconds @param {number} loudness @param {OscillatorType} type */
function tone(audio, at, pitch, seconds, loudness, type) {
  const oscillator = new OscillatorNode(audio, { frequency: pitch, type });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + seconds);
}
