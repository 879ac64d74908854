// @ts-check
/**
 * The cells of a stage that no domino can fill after a placement (legal all the same, docs/rules.md B2, C3.1). Pure.
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
 * A region of free cells side by side that dominoes cannot all fill.
 * @typedef {{cells: [number, number][], lone: number}} Region `lone`: how many cells stay empty even with the best play
 */
/**
 * What is sure to stay empty of a stage, whatever is laid there: `count` cells, and the regions in which they lie. While
 * the box of stage 1 is open, regions that depend on it are left out.
 * @typedef {{count: number, regions: Region[]}} Gaps
 */

/**
 * Return the gaps of a stage with a domino on `spot`, or null if there are no more of them than without it.
 * @param {Cell[]} blocks of the whole pyramid @param {Box | null} box of stage 1, null while it is open
 * @param {number} stage @param {Spot} spot @returns {Gaps | null}
 */
export function gapsAfter(blocks, box, stage, spot) {
  const before = blocks
    .filter((block) => block.stage === stage)
    .map(({ x, y }) => /** @type {[number, number]} */ ([x, y]));
  const after = gapsOf([...before, ...cells(spot)], box, stage);
  return after.count > gapsOf(before, box, stage).count ? after : null;
}

/** @param {[number, number][]} taken @param {Box | null} box @param {number} stage @returns {Gaps} */
function gapsOf(taken, box, stage) {
  const built = new Set(taken.map(String));
  const ways = areas(taken, box, stage).map((all) => regionsOf(all.filter((cell) => !built.has(String(cell)))));
  const total = (/** @type {Region[]} */ regions) => regions.reduce((sum, { lone }) => sum + lone, 0);
  const count = ways.length > 0 ? Math.min(...ways.map(total)) : 0;
  const [first = [], ...others] = ways.filter((regions) => total(regions) === count);
  const same = (/** @type {Region} */ one) => (/** @type {Region} */ other) =>
    String(one.cells) === String(other.cells);
  return {
    count,
    regions: first.filter((one) => one.lone > 0 && others.every((regions) => regions.some(same(one)))),
  };
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

/** @param {[number, number]} cell */
const beside = ([x, y]) => SIDES.map(([dx, dy]) => `${x + dx},${y + dy}`);

/** Return the regions of these free cells, which are in reading order. @param {[number, number][]} free */
function regionsOf(free) {
  const left = new Map(free.map((cell) => [String(cell), cell]));
  /** @type {Region[]} */
  const regions = [];
  for (const start of free) {
    if (!left.delete(String(start))) continue;
    const group = [start];
    for (const cell of group) {
      for (const key of beside(cell)) {
        const next = left.get(key);
        if (next && left.delete(key)) group.push(next);
      }
    }
    group.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
    regions.push({ cells: group, lone: loneCells(group) });
  }
  return regions;
}

/** Count the cells that a maximum matching into dominoes leaves alone. @param {[number, number][]} free */
function loneCells(free) {
  const keys = new Set(free.map(String));
  /** white cell → black cell @type {Map<string, [number, number]>} */
  const partner = new Map();
  const pair = (/** @type {[number, number]} */ black, /** @type {Set<string>} */ tried) =>
    beside(black).some((white) => {
      if (!keys.has(white) || tried.has(white)) return false;
      tried.add(white);
      const other = partner.get(white);
      if (other && !pair(other, tried)) return false;
      partner.set(white, black);
      return true;
    });
  const pairs = free.filter(([x, y]) => (x + y) % 2 === 0).filter((black) => pair(black, new Set())).length;
  return free.length - 2 * pairs;
}
