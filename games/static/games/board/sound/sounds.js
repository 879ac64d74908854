// @ts-check
/**
 * Sounds and vibration of a board. Each event has one sound, and none is the only sign of what has happened. Browsers
 * allow neither before the reader's first gesture on the page; what happens before it stays silent.
 * @typedef {import("./voices.js").SoundName} SoundName
 * @typedef {import("./happenings.js").Happening} Happening
 */

import { gettext } from "../i18n.js";
import { RequestError, request } from "../rest.js";
import { mySeat } from "../table/players.js";
import { h } from "../vdom.js";
import { happenings, runsLow, waitsFor } from "./happenings.js";
import { play } from "./voices.js";

const BETWEEN_S = 0.2;
const MUTED = "board:muted";
const WAVES = "M15 9a4.200 4.200 0 0 1 0 6M17.500 6.500a7.800 7.800 0 0 1 0 11";
const PREFERENCES = "/api/v1/account/preferences";

/** Vibration of each sound: milliseconds on, off, on … @type {Record<SoundName, number[]>} */
const VIBRATION = {
  stone: [14],
  card: [8],
  gem: [10],
  turn: [30, 60, 30],
  low: [60, 40, 60, 40, 60],
  stage: [20, 60, 20],
  win: [30, 50, 30, 50, 90],
  end: [60],
};
/**
 * Time (ms) after the first gesture until sound is prepared, if none is needed before. That takes a slow phone a tenth
 * of a second, so what the gesture has changed is shown first.
 */
const PREPARE_MS = 300;
/** Sounds that also a page in the background makes. @type {SoundName[]} */
const CALLS = ["turn", "low", "win", "end"];

/**
 * What plays: a device, or in tests a record. `volume`: 0 to 1.
 * @typedef {{play: (sounds: SoundName[], volume: number) => void, vibrate: (pattern: number[]) => void}} Player
 */

/** The browser's sound and vibration, from the first gesture on. @returns {Player} */
export function device() {
  let begun = false;
  /** @type {AudioContext | null} */
  let context = null;
  const ready = () => {
    if (begun) context ??= new AudioContext();
    return context;
  };
  const begin = () => {
    for (const kind of ["pointerdown", "keydown"]) document.removeEventListener(kind, begin, true);
    begun = true;
    setTimeout(ready, PREPARE_MS);
  };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, begin, true);
  return {
    play(sounds, volume) {
      const output = ready();
      if (!output) return;
      if (output.state === "suspended") void output.resume();
      let when = output.currentTime;
      for (const sound of sounds) {
        play(output, sound, volume, when);
        when += BETWEEN_S;
      }
    },
    vibrate(pattern) {
      if (begun) navigator.vibrate?.(pattern);
    },
  };
}

/** Whether a reader without an account has turned sounds off in this browser. */
function muted() {
  try {
    return localStorage.getItem(MUTED) !== null;
  } catch {
    return false; // there is no storage
  }
}

/** @param {boolean} off */
function mute(off) {
  try {
    if (off) localStorage.setItem(MUTED, "1");
    else localStorage.removeItem(MUTED);
  } catch {
    // without storage it holds for this page
  }
}

export class Sounds {
  /**
   * @param {import("../types").Session} session @param {DOMStringMap} data of the page: `sounds`, `volume` (0 to 100),
   *   `vibration`, `me`
   * @param {() => void} update asks for a rendering @param {Player} player
   */
  constructor(session, data, update, player = device()) {
    this.session = session;
    this.update = update;
    this.player = player;
    this.stored = !!data.me;
    this.on = this.stored ? data.sounds === "on" : !muted();
    this.volume = Number(data.volume ?? 50) / 100;
    this.vibrates = data.vibration !== "off";
    /** whether the game waits for the reader; null until it is known @type {boolean | null} */
    this.waits = null;
    this.low = false;
  }

  /** @param {import("../types").Change} change @param {{soundOf: (fact: any) => SoundName | null} | null} game */
  heard({ events }, game) {
    const { table, view } = this.session.state;
    if (!view) return;
    const me = mySeat(table);
    const found = happenings(events, table, me, (fact) => game?.soundOf(fact) ?? null);
    const waits = waitsFor(table, me);
    const again = events.some(({ kind, seat }) => kind === "taken_back" && seat === me);
    if (waits && this.waits === false && !again) found.push({ sound: "turn", own: true });
    this.waits = waits;
    this.make(found);
  }

  /** Look at the reader's clock. */
  tick() {
    const { table, view, ahead_ms } = this.session.state;
    const now = Date.now() + ahead_ms;
    const low = !!view && runsLow(table, mySeat(table), now);
    if (low && !this.low) this.make([{ sound: "low", own: true }]);
    this.low = low;
  }

  /** @param {Happening[]} found */
  make(found) {
    const heard = found.filter(({ sound }) => !document.hidden || CALLS.includes(sound));
    if (!this.on || heard.length === 0) return;
    if (this.volume > 0)
      this.player.play(
        heard.map(({ sound }) => sound),
        this.volume ** 2,
      );
    const felt = heard.filter(({ own }) => own);
    if (this.vibrates && felt.length > 0)
      this.player.vibrate(felt.flatMap(({ sound }, at) => [...(at ? [120] : []), ...VIBRATION[sound]]));
  }

  /** Turn sounds and vibration off or on, for good: for an account among its preferences, else in this browser. */
  async toggle() {
    this.on = !this.on;
    this.update();
    if (!this.stored) return mute(!this.on);
    try {
      await request("PATCH", PREFERENCES, { sounds: this.on });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error; // then it holds for this page
    }
  }

  /** The button that turns them off or on. Its name is not drawn: the row beside the board has no room for it. */
  button() {
    const name = this.on ? gettext("Turn sound off") : gettext("Turn sound on");
    return h(
      "button",
      {
        key: "sounds",
        type: "button",
        class: "text-button with-sign",
        title: name,
        onclick: () => void this.toggle(),
      },
      h(
        "svg",
        { viewBox: "0 0 24 24", "aria-hidden": "true" },
        h("path", { d: "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500Z", fill: "currentColor" }),
        h("path", {
          d: this.on ? "M15.500 9.500l5 5M20.500 9.500l-5 5" : WAVES,
          fill: "none",
          stroke: "currentColor",
          "stroke-width": 2,
          "stroke-linecap": "round",
        }),
      ),
      h("span", { class: "visually-hidden" }, name),
    );
  }
}
