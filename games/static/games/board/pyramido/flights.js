// @ts-check
/** Things that fly over the board on events: the others' dominoes to their pyramids, new ones into the quarry. */
import { takeOff } from "../table/motion.js";

/**
 * Measure where things are before the page is rendered again, and return their flights.
 * @param {import("./game.js").Pyramido} game @param {import("../types").GameEvent[]} events
 */
export function flights(game, events) {
  const facts = events.flatMap((event) => event.payload?.facts ?? []);
  return facts.flatMap((fact) => {
    if (fact.type === "placed" && fact.seat !== game.me)
      return takeOff(`[data-anchor="quarry-${fact.space}"] .domino`, `[data-anchor="pyramid-${fact.seat}"]`);
    if (fact.type === "replenished")
      return takeOff(`[data-anchor="pile-${fact.pile}"] .domino`, `[data-anchor="quarry-${fact.space}"]`);
    return [];
  });
}
