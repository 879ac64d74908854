// @ts-check
/**
 * The draft of a step: what it marks, which crosses are still to be paid, and the score card after it
 * (docs/rules.md D3, D4).
 * @typedef {import("./types").Bill} Bill
 * @typedef {import("./types").Card} Card
 * @typedef {import("./types").Cards} Cards
 * @typedef {import("./types").Draft} Draft
 * @typedef {import("./types").MarkAction} MarkAction
 * @typedef {import("./types").Points} Points
 * @typedef {import("./types").Seat} Seat
 * @typedef {import("./types").Sheet} Sheet
 */
import { COLOURS } from "./cards.js";
import { count, mask, name, named, names, openCells } from "./geometry.js";

export const GEMS = 10;
/** Cost of the last marked skull on the track. */
export const SKULLS = [1, 2, 3, 4, 6, 8, 10, 13, 16, 20];
/** Points for the 2nd, 4th and 6th finished card of a colour, highest first. */
export const PYRAMID_POINTS = [10, 6, 3];

/** @returns {Draft} */
export const emptyDraft = () => ({ first: null, extra: [] });

/** @param {MarkAction} action @returns {Draft} */
export function draftOf(action) {
  return {
    first: { card: action.card, mask: mask(action.cells) },
    extra: (action.extra ?? []).map((extra) => ({ card: extra.card, cell: named(extra.cell) })),
  };
}

/** @param {Draft} draft @returns {MarkAction | null} */
export function actionOf({ first, extra }) {
  if (!first) return null;
  const cells = names(first.mask);
  return {
    type: "mark",
    card: first.card,
    cells,
    extra: extra.map((one) => ({ card: one.card, cell: name(one.cell) })),
  };
}

/**
 * Return the score card after cells of a card are marked together (docs/rules.md D3.1).
 * @param {Sheet} sheet @param {Card} card @param {number} set @param {number} round 1 to 4 @returns {Sheet}
 */
export function resolve(sheet, card, set, round) {
  const skulls = Math.min(SKULLS.length, sheet.skulls + count(set & card.skull));
  const lit = set & card.torch && !sheet.torches.includes(round);
  return {
    red_gems: Math.min(GEMS, sheet.red_gems + count(set & card.red_gem)),
    green_gems: Math.min(GEMS, sheet.green_gems + count(set & card.green_gem)),
    torches: lit ? [...sheet.torches, round].sort() : sheet.torches,
    skulls: Math.max(0, skulls - 2 * count(set & card.potion)),
    pyramids: sheet.pyramids,
  };
}

/** @param {Sheet} sheet @param {number} finished number of cards @returns {Points} */
export function pointsOf(sheet, finished) {
  const pairs = Math.min(sheet.red_gems, sheet.green_gems);
  const taken = Object.values(sheet.pyramids).flat();
  return {
    torches: 5 * sheet.torches.length,
    pyramids: taken.reduce((sum, one) => sum + one, 0),
    finished: 10 * finished,
    gems: 5 * pairs + Math.abs(sheet.red_gems - sheet.green_gems),
    skulls: sheet.skulls > 0 ? -SKULLS[sheet.skulls - 1] : 0,
  };
}

/** @param {Points} points */
export const totalOf = (points) => points.torches + points.pyramids + points.finished + points.gems + points.skulls;

/**
 * Return what a draft comes to. The draft may be incomplete but must be legal.
 * @param {Cards} cards @param {Seat} seat @param {Draft} draft @param {number} round 1 to 4 @returns {Bill}
 */
export function billOf(cards, seat, draft, round) {
  const marked = new Map(seat.cards.map((started) => [started.number, mask(started.marked)]));
  /** @type {Map<number, number>} */
  const added = new Map();
  let { sheet } = seat;
  let owed = 0;
  /** @param {number} number @param {number} set */
  const take = (number, set) => {
    const card = cards.get(number);
    if (!card || !marked.has(number)) return;
    marked.set(number, (marked.get(number) ?? 0) | set);
    added.set(number, (added.get(number) ?? 0) | set);
    owed += count(set & card.cross);
    sheet = resolve(sheet, card, set, round);
  };
  if (draft.first) take(draft.first.card, draft.first.mask);
  for (const extra of draft.extra) {
    owed -= 1;
    take(extra.card, extra.cell);
  }
  /** @type {Map<number, number>} */
  const open = new Map();
  for (const [number, set] of owed > 0 ? marked : []) {
    const card = cards.get(number);
    const cells = card ? openCells(card, set) : 0;
    if (cells) open.set(number, cells);
  }
  const finished = [...marked].flatMap(([number, set]) => (set & (cards.get(number)?.tomb ?? 0) ? [number] : []));
  const points = pointsOf(sheet, seat.finished.length + finished.length);
  return {
    marked,
    added,
    owed,
    open,
    sheet,
    finished,
    points,
    total: totalOf(points),
    complete: draft.first !== null && (owed === 0 || open.size === 0),
  };
}

/**
 * Return the pyramid points for cards that a draft finishes, unless another player takes them first (docs/rules.md
 * D3 part 5).
 * @param {Cards} cards @param {Seat[]} seats @param {Seat} seat @param {number[]} finished by the draft
 * @returns {{colour: import("./types").CardColour, count: number, points: number}[]} at most one for each colour;
 *   `count`: which card of its colour it is
 */
export function bonusesOf(cards, seats, seat, finished) {
  return COLOURS.flatMap((colour) => {
    const coloured = (/** @type {number} */ number) => cards.get(number)?.colour === colour;
    const before = seat.finished.filter(({ number }) => coloured(number)).length;
    const after = before + finished.filter(coloured).length;
    const goal = after - (after % 2);
    const points = PYRAMID_POINTS.find((one) => seats.every(({ sheet }) => !sheet.pyramids[colour].includes(one)));
    return goal > before && goal <= 6 && points ? [{ colour, count: goal, points }] : [];
  });
}

/** @param {Draft} a @param {Draft} b */
export const sameDraft = (a, b) => JSON.stringify([a.first, a.extra]) === JSON.stringify([b.first, b.extra]);
