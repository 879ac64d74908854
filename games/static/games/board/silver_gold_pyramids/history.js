// @ts-check
/**
 * What follows from the log's facts: what each step did to a score card (docs/rules.md D3.1), and which cells were
 * marked last.
 * @typedef {import("../types").GameEvent} GameEvent
 * @typedef {import("./types").Cards} Cards
 * @typedef {import("./types").MarkAction} MarkAction
 * @typedef {import("./types").Sheet} Sheet
 */
import { draftOf, pointsOf, resolve, totalOf } from "./draft.js";
import { count } from "./geometry.js";

/** A score card according to the log so far. @typedef {{sheet: Sheet, finished: number}} Account */
/** Cells of one card that were marked together. @typedef {{number: number, set: number}} Part */

/** @returns {Account} */
export const blank = () => ({
  sheet: { red_gems: 0, green_gems: 0, torches: [], skulls: 0, pyramids: { green: [], orange: [], purple: [] } },
  finished: 0,
});

/** Return the first mark and the cells of the crosses, in order. @param {MarkAction} action @returns {Part[]} */
export function partsOf(action) {
  const { first, extra } = draftOf(action);
  return [
    ...(first ? [{ number: first.card, set: first.mask }] : []),
    ...extra.map(({ card, cell }) => ({ number: card, set: cell })),
  ];
}

/**
 * The result of a step.
 * @typedef {object} Deed
 * @property {Account} after
 * @property {number} gain points, without those for pyramids of a colour, which come later
 * @property {number} erased skulls erased by potions
 * @property {number} idle potions without a skull to erase
 * @property {number} lost red crosses without a cell left to mark
 * @property {number} surplus gems without a place left
 */

/**
 * @param {Cards} cards @param {Account} before @param {MarkAction} action @param {number} round 1 to 4 @returns {Deed}
 */
export function deedOf(cards, before, action, round) {
  let { sheet, finished } = before;
  let [erased, idle, surplus, crosses] = [0, 0, 0, 0];
  const parts = partsOf(action);
  for (const { number, set } of parts) {
    const card = cards.get(number);
    if (!card) continue;
    const [gems, potions] = [count(set & (card.red_gem | card.green_gem)), count(set & card.potion)];
    const { skulls } = resolve(sheet, { ...card, potion: 0 }, set, round);
    const after = resolve(sheet, card, set, round);
    surplus += gems - (after.red_gems - sheet.red_gems) - (after.green_gems - sheet.green_gems);
    erased += skulls - after.skulls;
    idle += Math.max(0, potions - Math.ceil(skulls / 2));
    crosses += count(set & card.cross);
    finished += count(set & card.tomb);
    sheet = after;
  }
  const gain = totalOf(pointsOf(sheet, finished)) - totalOf(pointsOf(before.sheet, before.finished));
  return { after: { sheet, finished }, gain, erased, idle, surplus, lost: crosses - (parts.length - 1) };
}

/** Return the cells marked in the latest step, by card. @param {GameEvent[]} events @returns {Map<number, number>} */
export function lastMarks(events) {
  /** @type {Map<number, number>} */
  const marks = new Map();
  for (let at = events.length - 1; at >= 0; at -= 1) {
    const fact = events[at].payload?.facts?.find((/** @type {any} */ one) => one.type === "marked");
    for (const action of fact?.seats ?? []) {
      if (action?.type !== "mark") continue;
      for (const { number, set } of partsOf(action)) marks.set(number, (marks.get(number) ?? 0) | set);
    }
    if (fact) return marks;
  }
  return marks;
}
