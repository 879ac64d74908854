// @ts-check
/** What events move: marks onto the others' cards, cards from the reserve and the deck. */
import { chipOf } from "../table/motion.js";
import { partsOf } from "./history.js";

/**
 * @param {import("./game.js").SilverGoldPyramids} game @param {import("../types").GameEvent[]} events
 * @returns {import("../types").Path[]}
 */
export function paths(game, events) {
  const facts = events.flatMap((event) => event.payload?.facts ?? []);
  return facts.flatMap((fact) => path(fact)).filter((one) => one.seat !== game.me);
}

/** @param {any} fact @returns {import("../types").Path[]} */
function path(fact) {
  const elsewhere = (/** @type {number} */ seat) => [`[data-other="${seat}"]`, chipOf(seat)];
  switch (fact.type) {
    case "kept":
      return fact.seats.map((/** @type {unknown} */ _kept, /** @type {number} */ seat) => ({
        seat,
        to: [`.work[data-seat="${seat}"] .work-cards`, ...elsewhere(seat)],
      }));
    case "marked":
      return fact.seats.flatMap((/** @type {any} */ action, /** @type {number} */ seat) =>
        action?.type === "mark"
          ? [...new Set(partsOf(action).map(({ number }) => number))].map((number) => ({
              seat,
              to: [`.work[data-seat="${seat}"] [data-card="${number}"] .fresh`, ...elsewhere(seat)],
            }))
          : [],
      );
    case "replaced":
      return [
        {
          seat: fact.seat,
          from: [fact.unseen ? ".reserve .deck" : `.reserve [data-reserve="${fact.card}"]`],
          to: [`.work[data-seat="${fact.seat}"] [data-card="${fact.card}"]`, ...elsewhere(fact.seat)],
        },
      ];
    default:
      return [];
  }
}
