// @ts-check
/**
 * The lines of the log: what an event says itself, then what its facts say.
 * @typedef {import("../types").GameEvent} GameEvent
 * @typedef {import("../types").LogLine} LogLine
 * @typedef {Omit<LogLine, "key"> | null} Line null: not worth a line
 * @typedef {{table: import("../types").Table, me: number | null}} Reader
 */
import { gettext, interpolate } from "../i18n.js";
import { levelName } from "./computer.js";
import { capital, seatName } from "./players.js";

/** Who has left, and which level plays on. @param {GameEvent} event @param {Reader} reader @returns {Line} */
function takenOver({ seat, payload }, { table, me }) {
  if (seat === null) return null;
  const level = levelName(payload?.ai ?? "");
  const text = seat === me
    ? interpolate(gettext("You leave; %(level)s plays on for you."), { level })
    : interpolate(gettext("%(name)s leaves; %(level)s plays on."), { name: capital(seatName(table, seat)), level });
  return { text, seat };
}

/** @param {GameEvent[]} events @param {Reader} reader @param {(event: GameEvent) => Line | Line[]} own @param {(fact: any) => Line | Line[]} line @returns {LogLine[]} */
export function linesOf(events, reader, own, line) {
  return events.flatMap((event) => {
    const facts = event.payload?.facts ?? [];
    // whoever resigns is out by that: one line says both
    const told = facts.filter((/** @type {any} */ fact) => !(event.kind === "resigned" && fact.type === "out" && fact.seat === event.seat));
    const lines = [event.kind === "taken_over" ? takenOver(event, reader) : own(event), ...told.map(line)].flat();
    return lines.flatMap((one, at) => (one ? [{ ...one, key: `${event.seq}-${at}` }] : []));
  });
}
