// @ts-check
/**
 * Bars of points, stacked by source: where the segments lie (pure), and how they are drawn. Each source has its own
 * colour and pattern, each bar has a text, and widths are percentages, so that nothing is measured.
 * @typedef {import("../types").Points} Points
 * @typedef {{source: number, points: number, from: number, width: number}} Segment `from` and `width` in percent
 * @typedef {{below: number, above: number}} Scale how far bars reach to both sides of zero, in points
 */

import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { h } from "../vdom.js";

const PATTERNS = [
  "",
  "M-2 8L8-2M3 13L13 3",
  "M2 2h2v2h-2zM7 7h2v2h-2z",
  "M5 0V10",
  "M0 5H10M5 0V10",
  "M-2 2L8 12M2-2L12 8",
  "M0 2.5H10M0 7.5H10",
  "M0 0h5v5h-5zM5 5h5v5h-5z",
];
const FILLED = new Set([2, 7]);

/** @param {number[][]} stages @returns {number[]} points by source, over all stages */
export function whole(stages) {
  return stages[0].map((_, source) => stages.reduce((sum, row) => sum + row[source], 0));
}

/** Return the indexes of stages in which a player has points. @param {Points} points */
export function reached(points) {
  return points.stages
    .map((_, at) => at)
    .filter((at) => points.seats.some((stages) => stages[at].some((n) => n !== 0)));
}

/** Return a common scale for these bars. @param {number[][]} rows @returns {Scale} */
export function scaleOf(rows) {
  const most = (/** @type {number} */ side) =>
    Math.max(0, ...rows.map((row) => row.reduce((sum, n) => sum + Math.max(0, side * n), 0)));
  return { below: most(-1), above: most(1) };
}

/**
 * Return the segments of a bar: gains to the right of zero, costs to the left.
 * @param {number[]} row @param {Scale} scale @returns {Segment[]}
 */
export function stack(row, { below, above }) {
  const unit = 100 / Math.max(1, below + above);
  let [left, right] = [below, below];
  const laid = [];
  for (const [source, points] of row.entries()) {
    if (points === 0) continue;
    if (points < 0) left += points;
    laid.push({ source, points, from: unit * (points < 0 ? left : right), width: unit * Math.abs(points) });
    if (points > 0) right += points;
  }
  return laid;
}

/** @param {number} points with a real minus sign */
export const signed = (points) => (points < 0 ? `−${-points}` : String(points));

/** @param {number} points @returns {string} such as “−1 point”, with a real minus sign */
export const pointsText = (points) =>
  interpolate(ngettext("%(count)s point", "%(count)s points", Math.abs(points)), { count: signed(points) });

/** @param {number[]} row */
export const total = (row) => row.reduce((sum, n) => sum + n, 0);

/** Describe a bar. @param {Points} points @param {number[]} row */
export function words(points, row) {
  const parts = row.flatMap((n, at) => (n === 0 ? [] : [`${points.sources[at].name} ${signed(n)}`]));
  const sum = total(row);
  const text = pointsText(sum);
  return parts.length === 0
    ? text
    : interpolate(gettext("%(points)s: %(sources)s"), { points: text, sources: listing(parts) });
}

/** The patterns that fill the bars; rendered once. */
export function patterns() {
  return h(
    "svg",
    { class: "art-definitions", width: 0, height: 0, "aria-hidden": "true" },
    h(
      "defs",
      null,
      PATTERNS.map((d, at) =>
        h(
          "pattern",
          { id: `points-pattern-${at}`, width: 10, height: 10, patternUnits: "userSpaceOnUse" },
          h("path", { d, class: FILLED.has(at) ? "filled" : "drawn" }),
        ),
      ),
    ),
  );
}

/** @param {Points} points @param {number} source @param {Record<string, string>} where */
function area(points, source, where) {
  const pattern = source % PATTERNS.length;
  return [
    h("rect", { ...where, class: `tone tone-${pattern}`, "data-source": points.sources[source].key }),
    h("rect", { ...where, class: "pattern", fill: `url(#points-pattern-${pattern})` }),
  ];
}

/**
 * Return the class for a number on a segment (`width` in percent): it fits on any screen, on wide ones, or never.
 * @param {string} text @param {number} width
 */
export function room(text, width) {
  if (width > 1.5 + 2.2 * text.length) return "number";
  return width > 0.4 + 0.7 * text.length ? "number tight" : "number none";
}

/** @param {Points} points @param {number[]} row @param {Scale} scale @param {string} label describes the bar */
export function bar(points, row, scale, label) {
  const zero = `${(100 * scale.below) / Math.max(1, scale.below + scale.above)}%`;
  return h(
    "svg",
    { class: "points-bar", role: "img", "aria-label": label },
    stack(row, scale).map(({ source, points: n, from, width }) =>
      h(
        "g",
        { key: source },
        h("title", null, `${points.sources[source].name}: ${signed(n)}`),
        area(points, source, { x: `${from}%`, width: `${width}%`, y: "0", height: "100%" }),
        h("text", { class: room(signed(n), width), x: `${from + width / 2}%`, y: "50%", dy: "0.36em" }, signed(n)),
      ),
    ),
    h("line", { x1: zero, x2: zero, y1: "0", y2: "100%" }),
  );
}

/** The legend of colours and patterns. @param {Points} points */
export function key(points) {
  return h(
    "ul",
    { class: "points-key" },
    points.sources.map((source, at) =>
      h(
        "li",
        { key: source.key },
        h(
          "svg",
          { class: "points-swatch", "aria-hidden": "true" },
          area(points, at, { x: "0", y: "0", width: "100%", height: "100%" }),
        ),
        source.name,
      ),
    ),
  );
}
