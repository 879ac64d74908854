// @ts-check
/**
 * Seats where the computer plays: characters, the badge beside a name, and players it has replaced.
 * @typedef {import("../types").Table} Table
 * @typedef {import("../types").TableSeat} TableSeat
 */

import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { h } from "../vdom.js";

/**
 * Who plays at a level, or on the seat that plays by itself. `face` and `url` are addresses.
 * @typedef {{name: string, face: string, url: string}} Character
 */

/** @type {Map<string, Character>} */
const levels = new Map();
/** @type {Character | null} */
let rival = null;

/**
 * Take over the characters from the page.
 * @param {{levels: Record<string, Character>, rival?: Character | null}} characters levels by key
 */
export function learnCharacters(characters) {
  for (const [key, character] of Object.entries(characters.levels)) levels.set(key, character);
  rival = characters.rival ?? null;
}

/** Whether the computer can play this game. */
export const computerPlays = () => levels.size > 0;

/** @param {string} level @returns {string} */
export const levelName = (level) => levels.get(level)?.name ?? level;

/** The face of a level's character, or null. @param {string | undefined} level */
export const levelFace = (level) => face(levels.get(level ?? "") ?? null);

/** @param {Table} table @param {number} seat @returns {Character | null} who plays there, or null for a person */
export function characterAt(table, seat) {
  const entry = entryOf(table, seat);
  if (entry?.ai) return levels.get(entry.ai) ?? null;
  return entry?.player === null ? rival : null;
}

/** The face of who sits on the seat that plays by itself, or null. @param {string} className */
export const rivalFace = (className) => face(rival, className);

/**
 * The face of a character, or null. @param {Character | null} who
 * @param {string} [className] @returns {import("../types").VChild}
 */
export const face = (who, className = "face") =>
  who && h("img", { key: "face", class: className, src: who.face, alt: "" });

/** @param {Table} table @param {number | null} seat @returns {TableSeat | undefined} */
const entryOf = (table, seat) => table.seats.find((one) => one.seat === seat);

/**
 * Return the level that plays at a seat, also for a player who has left; null for a person or the Legend.
 * @param {Table} table @param {number | null} seat
 */
export const levelAt = (table, seat) => entryOf(table, seat)?.ai ?? null;

/**
 * Return the name of a computer player, numbered if several at the table have the same level.
 * @param {Table} table @param {TableSeat} entry @returns {string}
 */
export function computerName(table, entry) {
  const name = levelName(entry.ai ?? "");
  const alike = table.seats.filter((one) => one.ai === entry.ai && one.player === null);
  return alike.length < 2 ? name : `${name} ${alike.indexOf(entry) + 1}`;
}

/**
 * Return "now played by the computer (Nebu)" if the computer plays on for a player who has left, or "".
 * @param {Table} table @param {number} seat @returns {string}
 */
export function playedOn(table, seat) {
  const entry = entryOf(table, seat);
  return entry?.ai && entry.player
    ? interpolate(gettext("now played by the computer (%(level)s)"), { level: levelName(entry.ai) })
    : "";
}

/** The badge beside a name if the computer or a bot plays there, or null. @param {Table} table @param {number} seat */
export function badge(table, seat) {
  if (levelAt(table, seat) === null) return entryOf(table, seat)?.player?.bot ? botBadge() : null;
  const text = playedOn(table, seat) || gettext("computer player");
  return h(
    "span",
    { key: "badge", class: "computer-badge", title: text },
    face(characterAt(table, seat)) ?? chip(),
    h("span", { "aria-hidden": "true" }, gettext("AI")),
    h("span", { class: "visually-hidden" }, `, ${text}`),
  );
}

/** The badge of a bot account. */
export function botBadge() {
  const text = gettext("This account is a bot: a program plays on it.");
  return h(
    "span",
    { key: "badge", class: "computer-badge bot", title: text },
    chip(),
    h("span", { "aria-hidden": "true" }, gettext("BOT")),
    h("span", { class: "visually-hidden" }, `, ${gettext("bot")}`),
  );
}

/** The icon of the computer: a chip. */
export function chip() {
  return h(
    "svg",
    { class: "chip-sign", viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", {
      d: "M6.500 6.500h11v11h-11zM9.500 6.500V3m5 3.500V3m-5 18v-3.500m5 3.500v-3.500M6.500 9.500H3m3.500 5H3m18-5h-3.500m3.500 5h-3.500",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
}

/**
 * Return "Akhet is thinking …" if only the computer is awaited, or "".
 * @param {Table} table @param {number[]} seats awaited @returns {string}
 */
export function thinking(table, seats) {
  const entries = seats.flatMap((seat) => entryOf(table, seat) ?? []);
  if (entries.length === 0 || !entries.every((entry) => entry.ai)) return "";
  const [first] = entries;
  if (entries.length === 1 && first.player) {
    return interpolate(gettext("The computer (%(level)s) is thinking in place of %(name)s…"), {
      level: levelName(first.ai ?? ""),
      name: first.player.name,
    });
  }
  const who = entries.map((entry) => entry.player?.name ?? computerName(table, entry));
  return interpolate(ngettext("%(names)s is thinking…", "%(names)s are thinking…", who.length), {
    names: listing(who),
  });
}
