// @ts-check
/** What events move: the others' dominoes, markers and cards to their pyramids, new dominoes into the quarry. */
import { chipOf } from "../table/motion.js";

/**
 * @param {import("./game.js").Pyramido} game @param {import("../types").GameEvent[]} events
 * @returns {import("../types").Path[]}
 */
export function paths(game, events) {
  return events.flatMap((event) =>
    (event.payload?.facts ?? []).flatMap((/** @type {any} */ fact) => path(fact, event.seat, game.me)),
  );
}

/** @param {any} fact @param {number | null} doer @param {number | null} me @returns {import("../types").Path[]} */
function path(fact, doer, me) {
  const { seat } = fact;
  const pyramid = `[data-anchor="pyramid-${seat}"]`;
  const elsewhere = [pyramid, chipOf(seat)];
  switch (fact.type) {
    case "replenished":
      return [
        {
          seat: doer,
          from: [`[data-anchor="pile-${fact.pile}"] .domino`],
          to: [`[data-anchor="quarry-${fact.space}"]`],
        },
      ];
    case "placed":
      return seat === me
        ? []
        : [{ seat, from: [`[data-anchor="quarry-${fact.space}"] .domino`], to: [`${pyramid} .latest`, ...elsewhere] }];
    case "marked":
      return seat === me ? [] : [{ seat, to: [`${pyramid} [data-marker="${fact.colour}"]`, ...elsewhere] }];
    case "resurfaced":
      return seat === me
        ? []
        : [{ seat, to: [`${pyramid} [data-tile="${fact.stage} ${fact.x} ${fact.y}"]`, ...elsewhere] }];
    case "filled":
      return seat === me ? [] : [{ seat, to: elsewhere }];
    default:
      return [];
  }
}
