// @ts-check
import { round } from "./gems.mjs";

/** @typedef {[number, number]} Point */

/**
 * Return a path of absolute commands (M, L, H, V, C, Z) as one that can be drawn at any place: its first point (`at`) and
 * the relative commands that follow; and where it ends (`last`).
 * @param {string} d @param {(point: Point) => Point} [to] where each point goes
 * @returns {{at: Point, d: string, last: Point}}
 */
export function movable(d, to = (point) => point) {
  /** @type {Point} in coordinates of `d` */
  let pen = [0, 0];
  /** @type {Point} where it has gone */
  let last = [0, 0];
  /** @type {{pen: Point, last: Point}} of the subpath */
  let start = { pen, last };
  /** @type {Point | null} */
  let at = null;
  let rest = "";
  for (const [, command, text] of d.matchAll(/([MLHVCZ])([^A-Z]*)/g)) {
    if (command === "Z") {
      ({ pen, last } = start);
      rest += "z";
      continue;
    }
    const numbers = (text.match(/-?[\d.]+/g) ?? []).map(Number);
    /** @type {Point[]} */
    const points = [];
    if (command === "H") points.push([numbers[0], pen[1]]);
    else if (command === "V") points.push([pen[0], numbers[0]]);
    else for (let one = 0; one < numbers.length; one += 2) points.push([numbers[one], numbers[one + 1]]);
    const gone = points.map((point) => /** @type {Point} */ (to(point).map(round)));
    const [x, y] = last;
    const letter = { M: "m", C: "c" }[command] ?? "l";
    if (at) rest += letter + gone.map(([right, down]) => `${round(right - x)} ${round(down - y)}`).join(" ");
    else at = gone[0];
    pen = points[points.length - 1];
    last = gone[gone.length - 1];
    if (command === "M") start = { pen, last };
  }
  return { at: at ?? [0, 0], d: rest, last };
}
