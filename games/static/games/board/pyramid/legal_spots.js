// @ts-check
/**
 * Find the legal placement meant by a pointer, an arrow key or a turn. Pure.
 * @typedef {import("../types").Spot} Spot
 * @typedef {import("../types").Rotation} Rotation
 */
import { cells, centre, ROTATIONS, turn } from "./geometry.js";

/** @param {[number, number, Rotation][]} placements @returns {Spot[]} */
export function spotsOf(placements) {
  return placements.map(([x, y, rotation]) => ({ x, y, rotation }));
}

/** @param {Spot | null} a @param {Spot | null} b */
export function sameSpot(a, b) {
  return a === b || (!!a && !!b && a.x === b.x && a.y === b.y && a.rotation === b.rotation);
}

/** @param {[number, number]} a @param {[number, number]} b */
const distance = (a, b) => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;

/**
 * Return the legal spot of a rotation whose centre is nearest to a point (in cells), or null if none is within `reach`.
 * @param {Spot[]} spots @param {Rotation} rotation @param {[number, number]} point @param {number} [reach]
 * @returns {Spot | null}
 */
export function nearest(spots, rotation, point, reach = Infinity) {
  let best = null;
  let least = reach * reach;
  for (const spot of spots) {
    if (spot.rotation !== rotation) continue;
    const away = distance(centre(spot), point);
    if (away < least || (away === least && best === null)) {
      best = spot;
      least = away;
    }
  }
  return best;
}

/** Return the spot nearest to the middle of all legal ones. @param {Spot[]} spots @param {Rotation} rotation */
export function firstSpot(spots, rotation) {
  const own = spots.filter((spot) => spot.rotation === rotation);
  const pool = own.length > 0 ? own : spots;
  if (pool.length === 0) return null;
  /** @type {[number, number]} */
  const middle = [
    pool.reduce((sum, spot) => sum + centre(spot)[0], 0) / pool.length,
    pool.reduce((sum, spot) => sum + centre(spot)[1], 0) / pool.length,
  ];
  return nearest(pool, pool[0].rotation, middle);
}

/** Return the two cells of a domino as it is shown, its left or upper one first. @param {Spot} spot */
const shown = (spot) => cells(spot).sort((a, b) => a[0] - b[0] || a[1] - b[1]);

/**
 * Return the legal spot that a tap means. The legal cell nearest to the point (in cells) gets the left or upper half of
 * the domino as it is held; where that is not legal, its other half; where that is not either, the domino is turned
 * to the right until it fits so.
 * @param {Spot[]} spots @param {Rotation} rotation in which it is held @param {[number, number]} point
 * @param {number} [reach] @returns {Spot | null} null if no legal cell is within `reach`
 */
export function tapped(spots, rotation, point, reach = Infinity) {
  /** @type {[number, number] | null} */
  let cell = null;
  let least = reach * reach;
  for (const place of spots.flatMap(shown)) {
    const away = distance(place, point);
    if (away < least) [cell, least] = [place, away];
  }
  if (!cell) return null;
  const [x, y] = cell;
  const over = spots.filter((spot) => cells(spot).some((one) => one[0] === x && one[1] === y));
  for (const quarters of ROTATIONS.keys()) {
    const fitting = over.filter((spot) => spot.rotation === turn(rotation, quarters));
    const first = fitting.find((spot) => shown(spot)[0][0] === x && shown(spot)[0][1] === y);
    if (fitting.length > 0) return first ?? fitting[0];
  }
  return null;
}

/**
 * Turn by `quarters`, skipping rotations without a legal spot.
 * @param {Spot[]} spots @param {Rotation} rotation @param {number} quarters @returns {Rotation}
 */
export function nextRotation(spots, rotation, quarters) {
  let next = rotation;
  for (let tries = 0; tries < 4; tries += 1) {
    next = turn(next, quarters);
    if (spots.some((spot) => spot.rotation === next)) break;
  }
  return next;
}

/**
 * Turn a domino that lies on a legal spot, about the cell of its left or upper half.
 * @param {Spot[]} spots @param {Spot} spot @param {number} quarters @returns {Spot}
 */
export function turned(spots, spot, quarters) {
  const rotation = nextRotation(spots, spot.rotation, quarters);
  const fitting = spots.filter((one) => one.rotation === rotation);
  return tapped(fitting, rotation, shown(spot)[0]) ?? spot;
}

/**
 * Return the next legal spot of the same rotation in the direction of an arrow: the one with the least detour, then
 * the nearest.
 * @param {Spot[]} spots @param {Spot} from @param {number} dx @param {number} dy
 * @returns {Spot} `from` when nothing lies that way
 */
export function stepped(spots, from, dx, dy) {
  let best = from;
  let least = Infinity;
  for (const spot of spots) {
    if (spot.rotation !== from.rotation) continue;
    const along = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
    if (along <= 0) continue;
    const aside = Math.abs((spot.x - from.x) * dy) + Math.abs((spot.y - from.y) * dx);
    const cost = along + 3 * aside;
    if (cost < least) {
      least = cost;
      best = spot;
    }
  }
  return best;
}
