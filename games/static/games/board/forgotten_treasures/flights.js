// @ts-check
/** Things that fly over the board on events: gems to their new owners, dominoes to hands and to the Legend's pile. */
import { takeOff } from "../table/motion.js";

/**
 * Measure where things are before the page is rendered again, and return their flights.
 * @param {import("./game.js").ForgottenTreasures} game @param {import("../types").GameEvent[]} events
 */
export function flights(game, events) {
  const facts = events.flatMap((event) => event.payload?.facts ?? []);
  return facts.flatMap((fact) => {
    if (fact.type === "took" && fact.seat !== game.me) {
      return takeOff(`[data-anchor="gem-${fact.space}-${fact.gem}-0"]`, `[data-anchor="gems-${fact.seat}"]`);
    }
    if (fact.type === "took") {
      return [
        ...takeOff(`[data-anchor="gem-${fact.space}-${fact.gem}-0"]`, `[data-anchor="gems-${fact.seat}"]`),
        ...takeOff(`[data-anchor="space-${fact.space}"] .domino`, `[data-anchor="hand"]`),
      ];
    }
    if (fact.type !== "legend_took") return [];
    const seat = game.view.seats.findIndex((one) => one.kind === "legend");
    return [
      ...fact.gems.flatMap((/** @type {any} */ one, /** @type {number} */ at) =>
        takeOff(`[data-anchor="gem-${one.space}-${one.gem}-0"]`, `[data-anchor="gems-${seat}"]`, 250 + at * 200),
      ),
      ...takeOff(`[data-anchor="space-${fact.space}"] .domino`, `[data-anchor="pile-${seat}"]`, 700),
    ];
  });
}
