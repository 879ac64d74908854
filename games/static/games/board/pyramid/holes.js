// @ts-check
/**
 * Whether a placement leaves cells that no domino can fill (legal all the same, docs/rules.md C3.1). Pure.
 * @typedef {import("../types").Spot} Spot
 * @typedef {import("../types").Box} Box
 * @typedef {{stage: number, x: number, y: number}} Cell a block's place
 */
import { cells, stageBox } from "./geometry.js";

const [LONG, SHORT] = [5, 4];
/** @type {[number, number][]} */
const SIDES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];

/**
 * Whether more cells of the stage are sure to stay empty with a domino on `spot` than without it.
 * @param {Cell[]} blocks of the whole pyramid @param {Box | null} box of stage 1, null while it is open
 * @param {number} stage @param {Spot} spot
 */
export function leavesHole(blocks, box, stage, spot) {
  const before = blocks
    .filter((block) => block.stage === stage)
    .map(({ x, y }) => /** @type {[number, number]} */ ([x, y]));
  return unfillable([...before, ...cells(spot)], box, stage) > unfillable(before, box, stage);
}

/**
 * Count the cells of a stage that stay empty even with the best play.
 * @param {[number, number][]} taken @param {Box | null} box @param {number} stage
 */
function unfillable(taken, box, stage) {
  const least = areas(taken, box, stage).map((all) => alone(all, taken));
  return least.length > 0 ? Math.min(...least) : 0;
}

/**
 * Return the cells of each box that the stage may fill: one, or while stage 1 is open all that hold its blocks.
 * @param {[number, number][]} taken @param {Box | null} box @param {number} stage @returns {[number, number][][]}
 */
function areas(taken, box, stage) {
  if (box) return [area(0, 0, stageBox(box, stage))];
  if (taken.length === 0) return [];
  const [xs, ys] = [taken.map(([x]) => x), taken.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const found = [];
  for (const [columns, rows] of [
    [LONG, SHORT],
    [SHORT, LONG],
  ]) {
    for (let x = right - columns + 1; x <= left; x += 1) {
      for (let y = bottom - rows + 1; y <= top; y += 1) found.push(area(x, y, { columns, rows }));
    }
  }
  return found;
}

/** @param {number} left @param {number} top @param {Box} box @returns {[number, number][]} */
const area = (left, top, { columns, rows }) =>
  Array.from({ length: columns * rows }, (_, at) => [left + (at % columns), top + Math.floor(at / columns)]);

/**
 * Count the free cells that a maximum matching into dominoes leaves alone.
 * @param {[number, number][]} all @param {[number, number][]} taken
 */
function alone(all, taken) {
  const built = new Set(taken.map(String));
  const free = new Set(all.map(String).filter((key) => !built.has(key)));
  /** white cell → black cell @type {Map<string, string>} */
  const partner = new Map();
  const beside = (/** @type {[number, number]} */ [x, y]) =>
    SIDES.map(([dx, dy]) => `${x + dx},${y + dy}`).filter((key) => free.has(key));
  const pair = (/** @type {[number, number]} */ black, /** @type {Set<string>} */ tried) =>
    beside(black).some((white) => {
      if (tried.has(white)) return false;
      tried.add(white);
      const other = partner.get(white);
      if (other !== undefined && !pair(/** @type {[number, number]} */ (other.split(",").map(Number)), tried))
        return false;
      partner.set(white, String(black));
      return true;
    });
  const pairs = all
    .filter(([x, y]) => (x + y) % 2 === 0 && free.has(`${x},${y}`))
    .filter((black) => pair(black, new Set())).length;
  return free.size - 2 * pairs;
}
