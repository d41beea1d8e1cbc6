// A soft wooden sound for each happening, made here: a knock is a short noise through a narrow filter over a low
// tone that dies away at once. Off until switched on; the choice is remembered.

/** @import { SoundName } from "./types.js" */

const KEY = "merels-sound";

/** @typedef {{at: number, tone: number, grain: number, length: number, loud: number}} Knock */

/** @type {Record<SoundName, Knock[]>} */
const KNOCKS = {
  place: [{ at: 0, tone: 190, grain: 1100, length: 0.09, loud: 0.5 }],
  slide: [
    { at: 0, tone: 0, grain: 620, length: 0.11, loud: 0.16 },
    { at: 0.09, tone: 170, grain: 900, length: 0.08, loud: 0.36 },
  ],
  mill: [
    { at: 0, tone: 196, grain: 1100, length: 0.09, loud: 0.45 },
    { at: 0.11, tone: 262, grain: 1300, length: 0.1, loud: 0.4 },
    { at: 0.22, tone: 330, grain: 1500, length: 0.16, loud: 0.4 },
  ],
  take: [
    { at: 0, tone: 0, grain: 900, length: 0.06, loud: 0.2 },
    { at: 0.1, tone: 140, grain: 700, length: 0.12, loud: 0.4 },
  ],
  turn: [{ at: 0, tone: 392, grain: 2200, length: 0.1, loud: 0.12 }],
  refused: [
    { at: 0, tone: 110, grain: 400, length: 0.06, loud: 0.25 },
    { at: 0.09, tone: 104, grain: 380, length: 0.07, loud: 0.22 },
  ],
  win: [
    { at: 0, tone: 262, grain: 1300, length: 0.14, loud: 0.4 },
    { at: 0.16, tone: 330, grain: 1500, length: 0.14, loud: 0.4 },
    { at: 0.32, tone: 392, grain: 1700, length: 0.16, loud: 0.4 },
    { at: 0.5, tone: 524, grain: 1900, length: 0.34, loud: 0.42 },
  ],
  loss: [
    { at: 0, tone: 165, grain: 800, length: 0.2, loud: 0.4 },
    { at: 0.24, tone: 131, grain: 600, length: 0.4, loud: 0.4 },
  ],
  draw: [
    { at: 0, tone: 196, grain: 1000, length: 0.16, loud: 0.4 },
    { at: 0.22, tone: 196, grain: 1000, length: 0.3, loud: 0.36 },
  ],
};

export class Sound {
  /** @param {Pick<Storage, "getItem">} [storage] */
  constructor(storage) {
    this.on = remembered(storage);
    /** @type {AudioContext | null} */
    this.context = null;
    // The menu's switch says so, and keeps the choice.
    document.addEventListener("merels:sound", (e) => {
      this.on = e instanceof CustomEvent && e.detail === true;
      this.play("place");
    });
  }

  /** @param {SoundName} name */
  play(name) {
    if (!this.on || typeof AudioContext === "undefined") return;
    this.context ??= new AudioContext();
    const { context } = this;
    // Before the first click on the page a browser allows no sound; what it held back is not made up for.
    if (context.state === "suspended") void context.resume();
    for (const knock of KNOCKS[name]) strike(context, knock);
  }
}

/**
 * @param {Pick<Storage, "getItem"> | undefined} storage
 * @returns {boolean}
 */
function remembered(storage) {
  try {
    return storage?.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

/**
 * @param {AudioContext} context
 * @param {Knock} knock
 */
function strike(context, { at, tone, grain, length, loud }) {
  const start = context.currentTime + at;
  const noise = context.createBufferSource();
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  noise.buffer = buffer;
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: grain, Q: 2.2 });
  noise.connect(filter).connect(fading(context, start, length * 0.6, loud));
  noise.start(start);
  if (tone === 0) return;
  const body = new OscillatorNode(context, { type: "sine", frequency: tone });
  body.frequency.exponentialRampToValueAtTime(tone * 0.86, start + length);
  body.connect(fading(context, start, length, loud * 0.7));
  body.start(start);
  body.stop(start + length + 0.05);
}

/**
 * @param {AudioContext} context
 * @param {number} start
 * @param {number} length
 * @param {number} loud
 * @returns {GainNode}
 */
function fading(context, start, length, loud) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  gain.connect(context.destination);
  return gain;
}
