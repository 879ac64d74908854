// @ts-check
/**
 * The board's sounds, made with Web Audio when they are played: each is a few fading tones and bursts of noise, so that
 * there are no files to load.
 * @typedef {"stone" | "card" | "gem" | "turn" | "low" | "stage" | "win" | "end"} SoundName
 * @typedef {Record<string, SoundName>} SoundsOfFacts by the type of a log's fact
 */

/**
 * A tone (`pitch` in Hz, gliding to `to`) or a burst of noise around a frequency (`band` in Hz, `q` its narrowness).
 * `at` and `length` are in seconds; `gain` is the loudest, from 0 to 1, from which it fades to nothing.
 * @typedef {{at: number, length: number, gain: number}} Span
 * @typedef {Span & {pitch: number, to?: number, shape?: OscillatorType}} Tone
 * @typedef {Span & {band: number, q: number}} Burst
 */

/** A major chord (Hz), from the C above middle C to the next. */
const DO = 523.25;
const MI = 659.26;
const SOL = 783.99;
const HIGH_DO = 1046.5;

/**
 * A struck bar of wood: the tone and its hard, short overtone.
 * @param {number} pitch @param {number} at @returns {Tone[]}
 */
const bar = (pitch, at, gain = 0.34, length = 0.42) => [
  { at, length, gain, pitch },
  { at, length: 0.09, gain: gain * 0.35, pitch: pitch * 3.93 },
];

/** A small bell. @param {number} pitch @param {number} at @returns {Tone[]} */
const bell = (pitch, at, gain = 0.2) => [
  { at, length: 0.55, gain, pitch },
  { at, length: 0.3, gain: gain * 0.5, pitch: pitch * 2.76 },
  { at, length: 0.12, gain: gain * 0.3, pitch: pitch * 5.4 },
];

/** Stone on stone. @param {number} at @param {number} gain @returns {(Tone | Burst)[]} */
const knock = (at, gain) => [
  { at, length: 0.06, gain, band: 1700, q: 0.9 },
  { at, length: 0.13, gain: gain * 0.9, pitch: 210, to: 95 },
  { at, length: 0.04, gain: gain * 0.4, pitch: 640, to: 420, shape: "triangle" },
];

/** What each sound consists of. @type {Readonly<Record<SoundName, readonly (Tone | Burst)[]>>} */
export const VOICES = {
  stone: [...knock(0, 0.6), ...knock(0.055, 0.22)],
  card: [
    { at: 0, length: 0.16, gain: 0.6, band: 4200, q: 0.7 },
    { at: 0.1, length: 0.05, gain: 0.8, band: 1100, q: 1.2 },
  ],
  gem: [...bell(1567.98, 0), ...bell(2349.32, 0.07)],
  turn: [...bar(DO, 0), ...bar(SOL, 0.15)],
  low: [0, 0.16, 0.32].flatMap((at) => bar(880, at, 0.4, 0.1)),
  stage: [...bar(DO, 0), ...bar(MI, 0.12), ...bar(SOL, 0.24), ...knock(0.24, 0.2)],
  win: [
    ...[DO, MI, SOL, HIGH_DO].flatMap((pitch, place) => bar(pitch, place * 0.13)),
    ...[DO, MI, SOL].map((pitch) => ({
      at: 0.52,
      length: 0.9,
      gain: 0.13,
      pitch,
      shape: /** @type {const} */ ("triangle"),
    })),
    ...bell(2093, 0.56, 0.12),
    ...bell(2637, 0.68, 0.1),
  ],
  end: [...bar(SOL, 0), ...bar(MI, 0.18), ...bar(DO, 0.36, 0.34, 0.6)],
};

/** Return how long a sound is, in seconds. @param {SoundName} name */
export const lengthOf = (name) => Math.max(...VOICES[name].map(({ at, length }) => at + length));

/** @type {WeakMap<BaseAudioContext, AudioBuffer>} */
const noises = new WeakMap();

/** Half a second of white noise, always the same. @param {BaseAudioContext} context */
function noise(context) {
  const known = noises.get(context);
  if (known) return known;
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate / 2), context.sampleRate);
  const samples = buffer.getChannelData(0);
  let state = 1;
  for (let at = 0; at < samples.length; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    samples[at] = state / 2 ** 31 - 1;
  }
  noises.set(context, buffer);
  return buffer;
}

/**
 * Play a sound.
 * @param {BaseAudioContext} context @param {SoundName} name @param {number} volume 0 to 1
 * @param {number} [when] seconds of the context's time
 */
export function play(context, name, volume, when = context.currentTime) {
  for (const part of VOICES[name]) {
    const begin = when + part.at;
    const end = begin + part.length;
    const level = context.createGain();
    level.gain.setValueAtTime(0, begin);
    level.gain.linearRampToValueAtTime(part.gain * volume, begin + 0.003);
    level.gain.exponentialRampToValueAtTime(0.0001, end);
    level.connect(context.destination);
    const source = "pitch" in part ? tone(context, part, begin, end) : burst(context, part, level);
    if ("pitch" in part) source.connect(level);
    source.start(begin);
    source.stop(end);
  }
}

/** @param {BaseAudioContext} context @param {Tone} part @param {number} begin @param {number} end */
function tone(context, { pitch, to = pitch, shape = "sine" }, begin, end) {
  const source = context.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(pitch, begin);
  source.frequency.exponentialRampToValueAtTime(to, end);
  return source;
}

/** @param {BaseAudioContext} context @param {Burst} part @param {AudioNode} out */
function burst(context, { band, q }, out) {
  const source = context.createBufferSource();
  source.buffer = noise(context);
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = band;
  filter.Q.value = q;
  source.connect(filter).connect(out);
  return source;
}
