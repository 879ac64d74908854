// @ts-check
/**
 * What the page knows of the rooms in which people talk: lines in order, what is unread, and how a time is written.
 * @typedef {import("../types").ChatLine} ChatLine
 * @typedef {import("../types").ChatPage} ChatPage
 */

/** An answer of the server as rooms keep it: oldest first. `before` is the address of the lines before them. @param {ChatPage} answer */
export const pageOf = (answer) => ({ lines: [...answer.results].reverse(), before: answer.next });

/**
 * Lines with fresh ones, each once, oldest first.
 * @param {ChatLine[]} lines @param {ChatLine[]} fresh @returns {ChatLine[]}
 */
export function merged(lines, fresh) {
  const byId = new Map(lines.map((line) => [line.id, line]));
  for (const line of fresh) byId.set(line.id, line);
  return [...byId.values()].sort((a, b) => a.at_ms - b.at_ms);
}

/**
 * The newest page of a room, joined to what is known of it. A page that does not touch what is known takes its place:
 * nobody sees a gap as if nothing had been said in it.
 * @param {{lines: ChatLine[], before: string | null}} known @param {{lines: ChatLine[], before: string | null}} page
 */
export function joined(known, page) {
  const ids = new Set(known.lines.map((line) => line.id));
  const touches = page.lines.some((line) => ids.has(line.id));
  if (known.lines.length > 0 && touches) return { lines: merged(known.lines, page.lines), before: known.before };
  return { lines: page.before === null ? merged(known.lines, page.lines) : page.lines, before: page.before };
}

/** How many lines of others are later than `seen` (ms). @param {ChatLine[]} lines @param {number} seen @param {string} me public id, or "" */
export function unread(lines, seen, me) {
  return lines.filter((line) => line.at_ms > seen && line.by.id !== me && !line.hidden).length;
}

const HOUR = 3600000;

/** The keys under which the reader has been told of lines later than `seen` (docs/formats/api.md). @param {string} table its id @param {ChatLine[]} lines @param {number} seen @param {string} me */
export function toldKeys(table, lines, seen, me) {
  const told = lines.filter((line) => line.room === "players" && line.at_ms > seen && line.by.id !== me);
  return [...new Set(told.map((line) => `chat:${table}:${line.by.id}:${Math.floor(line.at_ms / HOUR)}`))];
}

/** A time for people: the hour today, with the day before. @param {number} at ms @param {number} now ms @param {string} language */
export function timeLabel(at, now, language) {
  const [then, today] = [new Date(at), new Date(now)];
  const hour = { hour: "2-digit", minute: "2-digit" };
  if (then.toDateString() === today.toDateString()) return then.toLocaleTimeString(language, /** @type {any} */ (hour));
  const year = then.getFullYear() === today.getFullYear() ? {} : { year: "numeric" };
  return then.toLocaleString(language, /** @type {any} */ ({ day: "numeric", month: "short", ...year, ...hour }));
}
