// @ts-check
/** What flies over the board when events come in: the others' dominoes to their pyramids, new ones into the quarry. */
import { takeOff } from "../table/motion.js";

/**
 * To be called before the page is rendered anew: the old places are measured here.
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
