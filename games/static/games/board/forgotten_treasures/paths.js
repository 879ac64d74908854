// @ts-check
/** What events move: gems to their new owners, dominoes to hands, to pyramids and to the Legend's pile. */
import { chipOf } from "../table/motion.js";

/**
 * @param {import("./game.js").ForgottenTreasures} game @param {import("../types").GameEvent[]} events
 * @returns {import("../types").Path[]}
 */
export function paths(game, events) {
  const facts = events.flatMap((event) => event.payload?.facts ?? []);
  return facts.flatMap((fact) => {
    const { seat } = fact;
    if (fact.type === "took") {
      const hand = seat === game.me ? "hand" : `hand-${seat}`;
      return [
        { seat, from: [firstGem(fact.space, fact.gem)], to: [anchor(`gems-${seat}`), chipOf(seat)] },
        { seat, from: [`${anchor(`space-${fact.space}`)} .domino`], to: [anchor(hand), chipOf(seat)] },
      ];
    }
    if (fact.type === "placed" && seat !== game.me)
      return [{ seat, from: [anchor(`hand-${seat}`)], to: [`${anchor(`pyramid-${seat}`)} .latest`, chipOf(seat)] }];
    if (fact.type !== "legend_took") return [];
    const legend = game.view.seats.findIndex((one) => one.kind === "legend");
    const to = [anchor(`gems-${legend}`), chipOf(legend)];
    return [
      ...fact.gems.map((/** @type {{space: number, gem: string}} */ one, /** @type {number} */ at) => ({
        seat: legend,
        from: [firstGem(one.space, one.gem)],
        to,
        delay_ms: Math.min(at, 3) * 40,
      })),
      {
        seat: legend,
        from: [`${anchor(`space-${fact.space}`)} .domino`],
        to: [anchor(`pile-${legend}`), chipOf(legend)],
        delay_ms: 120,
      },
    ];
  });
}

/** @param {string} name */
const anchor = (name) => `[data-anchor="${name}"]`;

/** The first gem of a kind in a space. @param {number} space @param {string} gem */
const firstGem = (space, gem) => anchor(`gem-${space}-${gem}-0`);
