// @ts-check
/**
 * What happens on a board that is heard. Pure.
 * @typedef {import("./voices.js").SoundName} SoundName
 * @typedef {import("../types").Table} Table
 */

import { leftOf, littleTime } from "../table/time.js";

/** @typedef {{sound: SoundName, own: boolean}} Happening `own`: the reader's doing, or told to the reader */

/**
 * Return what new events bring, in their order, each sound once.
 * @param {import("../types").GameEvent[]} events @param {Table} table after the events @param {number | null} me
 * @param {(fact: any) => SoundName | null} soundOf the game's sound of a fact
 * @returns {Happening[]}
 */
export function happenings(events, table, me, soundOf) {
  /** @type {Map<SoundName, Happening>} */
  const found = new Map();
  const add = (/** @type {SoundName | null} */ sound, /** @type {boolean} */ own) => {
    if (sound) found.set(sound, { sound, own: own || (found.get(sound)?.own ?? false) });
  };
  for (const { kind, payload } of events) {
    for (const fact of payload?.facts ?? []) {
      const sound = soundOf(fact);
      add(sound, me !== null && (sound === "stage" || fact.seat === me || !!fact.seats?.[me]));
    }
    if (kind === "finished") add(me !== null && table.outcome?.winners.includes(me) ? "win" : "end", me !== null);
    if (kind === "aborted") add("end", me !== null);
  }
  return [...found.values()];
}

/** Whether the game waits for the reader. @param {Table} table @param {number | null} me */
export function waitsFor(table, me) {
  if (me === null || table.status !== "running" || !table.to_move.includes(me)) return false;
  return (table.standing?.paused_ms ?? null) === null && !table.seats.find(({ seat }) => seat === me)?.ai;
}

/**
 * Whether the reader's clock runs and has little time left.
 * @param {Table} table @param {number | null} me @param {number} now the server's time (ms)
 */
export function runsLow(table, me, now) {
  const clock = me === null ? null : table.standing?.clocks?.[me];
  if (!clock || clock.deadline_ms === null || table.status !== "running") return false;
  const left = leftOf(clock, now);
  return left > 0 && left < littleTime(table.terms.time_control);
}
