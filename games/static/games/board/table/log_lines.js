// @ts-check
/**
 * The lines of the log: what an event says itself, then what its facts say.
 * @typedef {import("../types").GameEvent} GameEvent
 * @typedef {import("../types").LogLine} LogLine
 * @typedef {Omit<LogLine, "key"> | null} Line null: not worth a line
 */

/** @param {GameEvent[]} events @param {(event: GameEvent) => Line | Line[]} own @param {(fact: any) => Line | Line[]} line @returns {LogLine[]} */
export function linesOf(events, own, line) {
  return events.flatMap((event) => {
    const facts = event.payload?.facts ?? [];
    // whoever resigns is out by that: one line says both
    const told = facts.filter((/** @type {any} */ fact) => !(event.kind === "resigned" && fact.type === "out" && fact.seat === event.seat));
    const lines = [own(event), ...told.map(line)].flat();
    return lines.flatMap((one, at) => (one ? [{ ...one, key: `${event.seq}-${at}` }] : []));
  });
}
