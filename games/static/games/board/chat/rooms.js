// @ts-check
/**
 * Pure functions for chat rooms: lines in order, what is unread, and times in words.
 * @typedef {import("../types").ChatLine} ChatLine
 * @typedef {import("../types").ChatPage} ChatPage
 */

/**
 * Turn the server's answer into a page of a room, oldest line first; `before` is the address of earlier lines.
 * @param {ChatPage} answer
 */
export const pageOf = (answer) => ({ lines: [...answer.results].reverse(), before: answer.next });

/**
 * Merge fresh lines into known ones: each once, oldest first.
 * @param {ChatLine[]} lines @param {ChatLine[]} fresh @returns {ChatLine[]}
 */
export function merged(lines, fresh) {
  const byId = new Map(lines.map((line) => [line.id, line]));
  for (const line of fresh) byId.set(line.id, line);
  return [...byId.values()].sort((a, b) => a.at_ms - b.at_ms);
}

/**
 * Join the newest page of a room to the known lines. If there may be lines between the two, the page replaces them, so
 * that no gap looks like silence.
 * @param {{lines: ChatLine[], before: string | null}} known @param {{lines: ChatLine[], before: string | null}} page
 */
export function joined(known, page) {
  const ids = new Set(known.lines.map((line) => line.id));
  const touches = page.lines.some((line) => ids.has(line.id));
  if (known.lines.length > 0 && touches) return { lines: merged(known.lines, page.lines), before: known.before };
  return { lines: page.before === null ? merged(known.lines, page.lines) : page.lines, before: page.before };
}

/**
 * Count the lines of others that are later than `seen` (ms).
 * @param {ChatLine[]} lines @param {number} seen @param {string} me public id, or ""
 */
export function unread(lines, seen, me) {
  return lines.filter((line) => line.at_ms > seen && line.by.id !== me && !line.hidden).length;
}

const HOUR_MS = 3600000;

/**
 * Return the keys of the notifications of lines later than `seen` (docs/formats/api.md).
 * @param {string} table its id @param {ChatLine[]} lines @param {number} seen @param {string} me
 */
export function toldKeys(table, lines, seen, me) {
  const told = lines.filter((line) => line.room === "players" && line.at_ms > seen && line.by.id !== me);
  return [...new Set(told.map((line) => `chat:${table}:${line.by.id}:${Math.floor(line.at_ms / HOUR_MS)}`))];
}

/**
 * Return a time as text: the hour, with the date unless it is today.
 * @param {number} at ms @param {number} now ms @param {string} language
 */
export function timeLabel(at, now, language) {
  const [then, today] = [new Date(at), new Date(now)];
  const hour = { hour: "2-digit", minute: "2-digit" };
  if (then.toDateString() === today.toDateString()) return then.toLocaleTimeString(language, /** @type {any} */ (hour));
  const year = then.getFullYear() === today.getFullYear() ? {} : { year: "numeric" };
  return then.toLocaleString(language, /** @type {any} */ ({ day: "numeric", month: "short", ...year, ...hour }));
}
