// @ts-check
/**
 * Time in words: time controls and clocks. games/presenters/times.py has the same for pages.
 * @typedef {import("../types").TimeControl} TimeControl
 * @typedef {import("../types").Clock} Clock
 * @typedef {import("../types").Table} Table
 */
import { gettext, interpolate, language, ngettext } from "../i18n.js";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** @param {string} unit a text with %(count)s @param {number} count 0 is left out */
const some = (unit, count) => (count ? [interpolate(unit, { count })] : []);

/** Return "3 days", "1 day 12 h", "1 min 30 s". @param {number} seconds @returns {string} */
export function duration(seconds) {
  const days = Math.floor(seconds / 86400);
  const parts = [
    ...some(ngettext("%(count)s day", "%(count)s days", days), days),
    ...some(gettext("%(count)s h"), Math.floor((seconds % 86400) / 3600)),
    ...some(gettext("%(count)s min"), Math.floor((seconds % 3600) / 60)),
    ...some(gettext("%(count)s s"), seconds % 60),
  ];
  return parts.length > 0 ? parts.join(" ") : interpolate(gettext("%(count)s s"), { count: 0 });
}

/** Return "3 days a turn", "5 min + 5 s". @param {TimeControl} control @returns {string} */
export function controlWords(control) {
  if (control.system === "none") return gettext("no time limit");
  if (control.system === "per_move")
    return interpolate(gettext("%(time)s a turn"), { time: duration(control.seconds) });
  return `${duration(control.initial)} + ${duration(control.increment)}`;
}

/**
 * Return the time left, rounded up: "2 d 4 h", "3 h 20 min", or under an hour "12:05".
 * @param {number} ms @returns {string}
 */
export function timeLeft(ms) {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const minutes = Math.ceil(ms / MINUTE_MS);
  const days = Math.floor(minutes / 1440);
  const parts = [
    ...some(gettext("%(count)s d"), days),
    ...some(gettext("%(count)s h"), Math.floor((minutes % 1440) / 60)),
    ...(days ? [] : some(gettext("%(count)s min"), minutes % 60)),
  ];
  return parts.join(" ");
}

/**
 * Return the threshold (ms) below which a clock counts as low: 12 hours, or a quarter of the time if that is less.
 * @param {TimeControl} control @returns {number}
 */
export function littleTime(control) {
  if (control.system === "none") return 0;
  return Math.min(12 * HOUR_MS, (control.system === "per_move" ? control.seconds : control.initial) * (SECOND_MS / 4));
}

/**
 * Return the time on a clock (ms): until its deadline while it runs, else what is left on it.
 * @param {Clock} clock @param {number} nowMs the server's
 */
export const leftOf = (clock, nowMs) => (clock.deadline_ms === null ? clock.left_ms : clock.deadline_ms - nowMs);

/**
 * Return a player's clock in a running game, which is full until it runs for the first time; null for seats without
 * one.
 * @param {Table} table @param {number} seat @returns {Clock | null}
 */
export function clockOf({ status, standing, seats, terms: { time_control } }, seat) {
  const entry = seats.find((one) => one.seat === seat);
  const plays = entry?.player && !entry.ai && !standing?.left[seat];
  if (status !== "running" || !standing?.clocks || time_control.system === "none" || !plays) return null;
  const full = time_control.system === "per_move" ? time_control.seconds : time_control.initial;
  return standing.clocks[seat] ?? { left_ms: full * SECOND_MS, since_ms: null, deadline_ms: null };
}

const moments = new Intl.DateTimeFormat(language, {
  weekday: "long",
  day: "numeric",
  month: "long",
  hour: "2-digit",
  minute: "2-digit",
});

/**
 * Return "Saturday, 21 November, 18:30" in the reader's language and time zone.
 * @param {number} ms @returns {string}
 */
export const moment = (ms) => moments.format(ms);
