// @ts-check
/**
 * What is played back: pure functions on events and on the steps that the server sends (docs/formats/api.md).
 * @typedef {import("../types").GameEvent} GameEvent
 * @typedef {import("../types").LogLine} LogLine
 * @typedef {{seq: number, events: GameEvent[], patch: any[]}} Step
 *
 * @typedef {object} Scene one sentence, and the position that it has led to
 * @property {number | null} seat whose deed it is, or null
 * @property {string} text
 * @property {any} before the view until then, or null if an earlier scene has shown the step's outcome
 * @property {any} view
 * @property {GameEvent[]} events of the step
 * @property {number} seq
 */

/** Kinds of events that keep a decision secret until the others have decided. */
const SECRET = ["submission", "submitted"];

/**
 * Return the event after which the others' latest deeds begin, or null if there are none since the reader's own: the
 * last one of the reader, or for spectators of the player before. A revelation belongs to all, so the reader's
 * submission that led to it does not count, and the deeds end with the revelation before.
 * @param {GameEvent[]} events all of them @param {number | null} me
 */
export function latestDeeds(events, me) {
  /** @type {number | null} */
  let doer = null;
  let [found, revealed] = [false, false];
  for (let at = events.length - 1; at > 0; at -= 1) {
    const { kind, seat, seq } = events[at];
    if (SECRET.includes(kind)) continue;
    if (kind === "revealed") {
      if (revealed) return seq;
      revealed = true;
      found = true;
    } else if (seat !== null) {
      if (seat === me || (me === null && doer !== null && seat !== doer)) return found ? seq : null;
      doer = seat;
      found = true;
    }
  }
  return found ? (events[0]?.seq ?? null) : null;
}

/**
 * Return the scenes of a step: one for each other player who does something in it. What follows for all is told with
 * the last of them, or in a scene of its own. A step of the reader's has none.
 * @param {Step} step @param {any} before the view before it @param {any} view the one after it
 * @param {LogLine[]} lines of the whole log @param {number | null} me
 * @returns {Scene[]}
 */
export function scenesOf(step, before, view, lines, me) {
  const seqs = new Set(step.events.map((event) => String(event.seq)));
  const told = lines.filter((line) => line.tone !== "quiet" && seqs.has(line.key.split("-")[0]));
  const deeds = told.filter((line) => line.seat !== null);
  if (deeds.length > 0 && deeds.every((line) => line.seat === me)) return [];
  const seats = [...new Set(deeds.map((line) => line.seat))].filter((seat) => seat !== me);
  const scenes = (seats.length > 0 ? seats : [null]).map((seat, at, all) => ({
    seat,
    text: told
      .filter((line) => line.seat === seat || (line.seat === null && at === all.length - 1))
      .map((line) => line.text)
      .join(" "),
    before: at === 0 ? before : null,
    view,
    events: step.events,
    seq: step.seq,
  }));
  return scenes.filter((scene) => scene.text !== "");
}
