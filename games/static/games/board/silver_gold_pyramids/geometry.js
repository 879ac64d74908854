// @ts-check
/**
 * Cells, shapes and their positions on a card. It repeats arithmetic of engine/silver_gold_pyramids/, so that the page
 * can show what fits without asking. A set of cells is a number: bit `5 * y + x` is column x, row y, counted from the
 * upper left.
 * @typedef {import("./types").Shape} Shape
 * @typedef {import("./types").Card} Card
 * @typedef {[number, number]} Point
 */

export const SIZE = 5;
export const FULL = (1 << (SIZE * SIZE)) - 1;
const LEFT = 0b00001_00001_00001_00001_00001;
const RIGHT = LEFT << (SIZE - 1);

/** Cells of each shape as printed on the expedition cards. @type {Record<Shape, Point[]>} */
export const SHAPES = {
  I2: [
    [0, 0],
    [1, 0],
  ],
  I3: [
    [0, 0],
    [1, 0],
    [2, 0],
  ],
  I4: [
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 0],
  ],
  V3: [
    [0, 0],
    [1, 0],
    [0, 1],
  ],
  L4: [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 2],
  ],
  O4: [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ],
};
/** The eight expedition cards; a round uses seven of them. @type {Shape[]} */
export const EXPEDITION = ["I2", "I3", "I4", "V3", "V3", "L4", "L4", "O4"];

/** @param {number} x @param {number} y */
export const cell = (x, y) => 1 << (SIZE * y + x);

/** @param {number} bit of one cell @returns {Point} */
export function place(bit) {
  const at = 31 - Math.clz32(bit);
  return [at % SIZE, Math.floor(at / SIZE)];
}

/** @param {number} bit @returns {string} `a1` … `e5` */
export function name(bit) {
  const [x, y] = place(bit);
  return `${"abcde"[x]}${y + 1}`;
}

/** @param {string} text @returns {number} */
export const named = (text) => cell("abcde".indexOf(text[0]), Number(text[1]) - 1);

/** @param {Iterable<string>} all names of cells @returns {number} */
export function mask(all) {
  let set = 0;
  for (const one of all) set |= named(one);
  return set;
}

/** Return the cells of a set as single bits, in reading order. @param {number} set @returns {number[]} */
export function cells(set) {
  const out = [];
  for (let left = set; left; left &= left - 1) out.push(left & -left);
  return out;
}

/** @param {number} set @returns {string[]} */
export const names = (set) => cells(set).map(name);

/** @param {number} set @returns {number} */
export const count = (set) => cells(set).length;

/** Return the cells that share a side with a cell of the set; some may be in the set. @param {number} set */
export const beside = (set) => ((set << SIZE) | (set >> SIZE) | ((set & ~RIGHT) << 1) | ((set & ~LEFT) >> 1)) & FULL;

/** Return the cells that may be marked next as single cells. @param {Card} card @param {number} marked */
export const openCells = (card, marked) => (marked ? beside(marked) : card.start) & card.free & ~marked;

/** @param {Card} card @param {number} marked @param {number} lie cells; whether they may be marked together */
export function fits(card, marked, lie) {
  return !(lie & (~card.free | marked)) && (lie & (marked ? beside(marked) : card.start)) !== 0;
}

/**
 * How a shape is held: quarter turns clockwise, after mirroring left to right.
 * @typedef {{turn: number, mirrored: boolean}} Hold
 */

/**
 * Return the cells of a shape as it is held, moved to the upper left corner.
 * @param {Shape} shape @param {Hold} hold @returns {Point[]}
 */
export function held(shape, hold) {
  let points = SHAPES[shape].map(([x, y]) => /** @type {Point} */ ([hold.mirrored ? -x : x, y]));
  for (let turn = 0; turn < hold.turn; turn += 1) points = points.map(([x, y]) => [-y, x]);
  const [left, top] = [Math.min(...points.map(([x]) => x)), Math.min(...points.map(([, y]) => y))];
  return points.map(([x, y]) => /** @type {Point} */ ([x - left, y - top])).sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

/** Width and height in cells. @param {Point[]} points @returns {Point} */
export const extent = (points) => [1 + Math.max(...points.map(([x]) => x)), 1 + Math.max(...points.map(([, y]) => y))];

/**
 * Return all holds of a shape that look different: the given one, then its turns, then mirrored ones.
 * @param {Shape} shape @param {Hold} hold @returns {Hold[]}
 */
export function holds(shape, hold) {
  const seen = new Set();
  const out = [];
  for (const mirrored of [hold.mirrored, !hold.mirrored]) {
    for (let more = 0; more < 4; more += 1) {
      const way = { turn: (hold.turn + more) % 4, mirrored };
      const look = String(held(shape, way));
      if (!seen.has(look)) out.push(way);
      seen.add(look);
    }
  }
  return out;
}

/**
 * Return all positions of a held shape in the grid.
 * @param {Point[]} points @returns {{lie: number, centre: Point}[]}
 */
export function places(points) {
  const [width, height] = extent(points);
  const out = [];
  for (let y = 0; y + height <= SIZE; y += 1) {
    for (let x = 0; x + width <= SIZE; x += 1) {
      out.push({ lie: at(points, x, y), centre: /** @type {Point} */ ([x + width / 2, y + height / 2]) });
    }
  }
  return out;
}

/** @param {Point[]} points @param {number} dx @param {number} dy @returns {number} */
const at = (points, dx, dy) => points.reduce((set, [x, y]) => set | cell(x + dx, y + dy), 0);

/**
 * Return all legal positions of a shape on a card, however it is held.
 * @param {Card} card @param {number} marked @param {Shape} shape @returns {number[]}
 */
export function lies(card, marked, shape) {
  const all = holds(shape, { turn: 0, mirrored: false }).flatMap((hold) =>
    places(held(shape, hold)).map(({ lie }) => lie),
  );
  return all.filter((lie) => fits(card, marked, lie)).sort((a, b) => a - b);
}

/**
 * Return the position of a held shape whose middle is nearest to a point (in cells), among those that `legal` accepts.
 * @param {Point[]} points @param {Point} point @param {(lie: number) => boolean} legal @param {number} reach in cells
 * @returns {number | null}
 */
export function nearest(points, point, legal, reach) {
  let best = null;
  let least = reach * reach;
  for (const { lie, centre: middle } of places(points)) {
    const far = (middle[0] - point[0]) ** 2 + (middle[1] - point[1]) ** 2;
    if (far <= least && legal(lie)) [best, least] = [lie, far];
  }
  return best;
}

/** Return the middle of a set of cells, in cells. @param {number} set @returns {Point} */
export function centre(set) {
  const points = cells(set).map(place);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [(Math.min(...xs) + Math.max(...xs) + 1) / 2, (Math.min(...ys) + Math.max(...ys) + 1) / 2];
}
