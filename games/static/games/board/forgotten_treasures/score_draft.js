// @ts-check
/**
 * The scoring of a stage while the player fills it in: the arithmetic of docs/rules.md B3. Pure. The server decides;
 * this only keeps the player from sending what would be refused.
 * @typedef {import("../types").Gem} Gem
 * @typedef {import("../types").Colour} Colour
 * @typedef {import("../types").GemCounts} GemCounts
 * @typedef {import("../types").Area} Area
 * @typedef {import("../types").ScoreAction} ScoreAction
 */

/** @type {Gem[]} */
const GEMS = ["orange", "blue", "purple", "green", "red", "mythical"];

/**
 * The player's choice for an area. `mythical`: how many units are paid with mythical gems; null: coloured gems first.
 * @typedef {{double: boolean, mythical: number | null}} Choice
 * @typedef {{choices: Map<string, Choice>, discard: GemCounts | null}} Draft a null discard is chosen by `bill`
 * @typedef {{key: string, area: Area, double: boolean, units: number, mythical: number, points: number}} Payment
 * @typedef {object} Bill
 * @property {Payment[]} payments in the order of activation; `mythical` counts units
 * @property {GemCounts} used
 * @property {GemCounts} left after paying and discarding; never below zero
 * @property {Gem[]} over gems of which the draft uses too many
 * @property {number} areaPoints
 * @property {number} mythicalPoints for unused mythical gems
 * @property {number} points
 * @property {number} surplus how many gems must be discarded
 * @property {GemCounts} discard
 * @property {number} missing surplus − discarded: positive if too few are discarded, negative if too many
 * @property {boolean} ready whether it may be sent
 */

/** @param {{x: number, y: number}} area */
export const areaKey = (area) => `${area.x},${area.y}`;

/** @returns {Draft} */
export const emptyDraft = () => ({ choices: new Map(), discard: null });

/** @param {ScoreAction} action @param {boolean} [automatic] `bill` chooses payments and discards @returns {Draft} */
export function draftOf(action, automatic = false) {
  const mythical = (/** @type {import("../types").Activation} */ one) => (automatic ? null : (one.mythical ?? 0));
  return {
    choices: new Map(
      action.activate.map((one) => [areaKey(one), { double: one.double ?? false, mythical: mythical(one) }]),
    ),
    discard: automatic ? null : { ...action.discard },
  };
}

/**
 * Return the action as a draft whose payments follow when its areas are changed, unless it pays or discards otherwise
 * than `bill` would.
 * @param {ScoreAction} action @param {Area[]} areas @param {GemCounts} gems @param {number | null} keep
 * @returns {Draft}
 */
export function openDraft(action, areas, gems, keep) {
  const draft = draftOf(action, true);
  return same(actionOf(bill(draft, areas, gems, keep)), action) ? draft : draftOf(action);
}

/** Whether two actions are alike, in any order of areas. @param {ScoreAction} one @param {ScoreAction} other */
export function same(one, other) {
  const plain = (/** @type {ScoreAction} */ { activate, discard }) =>
    JSON.stringify([
      activate.map(({ x, y, double, mythical }) => [x, y, double ?? false, mythical ?? 0]).sort(),
      Object.entries(discard).sort(),
    ]);
  return plain(one) === plain(other);
}

/**
 * Return the draft with this area's next state: off, single, double, off …; double only if it can be paid.
 * @param {Draft} draft @param {string} key @param {{areas: Area[], gems: GemCounts, keep: number | null}} means
 * @returns {Draft}
 */
export function cycled(draft, key, { areas, gems, keep }) {
  const choice = draft.choices.get(key);
  const next = (/** @type {boolean} */ double) => ({
    choices: new Map(draft.choices).set(key, { double, mythical: null }),
    discard: null,
  });
  if (!choice) return next(false);
  const doubled = next(true);
  if (!choice.double && bill(doubled, areas, gems, keep).over.length === 0) return doubled;
  const choices = new Map(draft.choices);
  choices.delete(key);
  return { choices, discard: null };
}

/** @param {Draft} draft @param {string} key @param {number} mythical units @returns {Draft} */
export function paidIn(draft, key, mythical) {
  const choice = draft.choices.get(key);
  if (!choice) return draft;
  return { choices: new Map(draft.choices).set(key, { ...choice, mythical }), discard: null };
}

/** @param {GemCounts} counts @param {Gem} gem @param {number} by @returns {GemCounts} without zeros */
export function added(counts, gem, by) {
  const next = { ...counts, [gem]: (counts[gem] ?? 0) + by };
  if (!next[gem]) delete next[gem];
  return next;
}

/**
 * Return the gems to discard by default, as the server does: first those beyond three of a colour, and among equals
 * those of the colour with the fewest visible icons; mythical gems go last, as they score again if unused.
 * @param {GemCounts} left @param {number} surplus @param {Area[]} areas @returns {GemCounts}
 */
export function defaultDiscard(left, surplus, areas) {
  const icons = (/** @type {Gem} */ gem) =>
    areas.filter((area) => area.colour === gem).reduce((sum, area) => sum + area.icons, 0);
  /** @type {GemCounts} */
  let discard = {};
  for (let gone = 0; gone < surplus; gone += 1) {
    const held = (/** @type {Gem} */ gem) => (left[gem] ?? 0) - (discard[gem] ?? 0);
    const rank = (/** @type {Gem} */ gem) => (gem === "mythical" ? 2 : held(gem) > 3 ? 0 : 1);
    const [first] = GEMS.filter((gem) => held(gem) > 0).sort((a, b) => rank(a) - rank(b) || icons(a) - icons(b));
    if (first === undefined) break;
    discard = added(discard, first, 1);
  }
  return discard;
}

/**
 * Return what the draft costs and brings.
 * @param {Draft} draft @param {Area[]} areas the payable ones @param {GemCounts} gems the inventory
 * @param {number | null} keep
 * @returns {Bill}
 */
export function bill(draft, areas, gems, keep) {
  const byKey = new Map(areas.map((area) => [areaKey(area), area]));
  const chosen = [...draft.choices].filter(([key]) => byKey.has(key));
  /** @type {GemCounts} */
  let used = {};
  /** @type {Map<string, number>} */
  const units = new Map();
  // first the areas with a wish; the others share what is left of their colour, in order
  const wished = chosen.filter(([, choice]) => choice.mythical !== null);
  const open = chosen.filter(([, choice]) => choice.mythical === null);
  for (const [key, choice] of [...wished, ...open]) {
    const { colour } = /** @type {Area} */ (byKey.get(key));
    const cost = choice.double ? 3 : 1;
    const coloured = Math.max(0, (gems[colour] ?? 0) - (used[colour] ?? 0));
    const mythical = choice.mythical === null ? cost - Math.min(cost, coloured) : Math.min(cost, choice.mythical);
    units.set(key, mythical);
    if (cost > mythical) used = added(used, colour, cost - mythical);
    if (mythical > 0) used = added(used, "mythical", 2 * mythical);
  }
  const payments = chosen.map(([key, choice]) => {
    const area = /** @type {Area} */ (byKey.get(key));
    return {
      key,
      area,
      double: choice.double,
      units: choice.double ? 3 : 1,
      mythical: units.get(key) ?? 0,
      points: area.icons * (choice.double ? 2 : 1),
    };
  });
  const over = GEMS.filter((gem) => (used[gem] ?? 0) > (gems[gem] ?? 0));
  /** @type {GemCounts} */
  const unused = {};
  for (const gem of GEMS) {
    const count = (gems[gem] ?? 0) - (used[gem] ?? 0);
    if (count > 0) unused[gem] = count;
  }
  const total = GEMS.reduce((sum, gem) => sum + (unused[gem] ?? 0), 0);
  const surplus = keep === null ? 0 : Math.max(0, total - keep);
  const discard = draft.discard ?? defaultDiscard(unused, surplus, areas);
  /** @type {GemCounts} */
  const left = {};
  for (const gem of GEMS) {
    const count = (unused[gem] ?? 0) - (discard[gem] ?? 0);
    if (count > 0) left[gem] = count;
  }
  const thrown = GEMS.reduce((sum, gem) => sum + (discard[gem] ?? 0), 0);
  const fits = GEMS.every((gem) => (discard[gem] ?? 0) <= (unused[gem] ?? 0));
  const areaPoints = payments.reduce((sum, payment) => sum + payment.points, 0);
  const mythicalPoints = unused.mythical ?? 0;
  return {
    payments,
    used,
    left,
    over,
    areaPoints,
    mythicalPoints,
    points: areaPoints + mythicalPoints,
    surplus,
    discard,
    missing: surplus - thrown,
    ready: over.length === 0 && thrown === surplus && fits,
  };
}

/** Return the action for a bill. @param {Bill} done @returns {ScoreAction} */
export function actionOf(done) {
  return {
    type: "score",
    activate: done.payments.map((payment) => ({
      x: payment.area.x,
      y: payment.area.y,
      double: payment.double,
      mythical: payment.mythical,
    })),
    discard: done.discard,
  };
}
