// @ts-check
/** The site of a pyramid: a sheet of the explorer's map with contour lines, a compass, and jungle at its edges. */
import { cached, h } from "../vdom.js";

/** A fern leaf from (0, 0) along x. @param {number} length */
function fern(length) {
  let d = `M0 0Q${length * 0.5} ${-length * 0.12} ${length} ${length * 0.06}`;
  for (let at = 1; at <= 9; at += 1) {
    const t = at / 10;
    const x = length * t;
    const y = -length * 0.24 * t * (1 - t) + length * 0.06 * t * t;
    const leaf = length * 0.3 * Math.sin(Math.PI * (0.12 + 0.85 * t)) * (1.05 - t * 0.5);
    d += `M${x.toFixed(1)} ${y.toFixed(1)}q${(leaf * 0.2).toFixed(1)} ${(-leaf * 0.7).toFixed(1)} ${(leaf * 0.75).toFixed(1)} ${(-leaf * 0.9).toFixed(1)}q${(-leaf * 0.05).toFixed(1)} ${(leaf * 0.65).toFixed(1)} ${(-leaf * 0.75).toFixed(1)} ${(leaf * 0.9).toFixed(1)}`;
    d += `M${x.toFixed(1)} ${y.toFixed(1)}q${(leaf * 0.25).toFixed(1)} ${(leaf * 0.65).toFixed(1)} ${(leaf * 0.85).toFixed(1)} ${(leaf * 0.8).toFixed(1)}q${(-leaf * 0.15).toFixed(1)} ${(-leaf * 0.6).toFixed(1)} ${(-leaf * 0.85).toFixed(1)} ${(-leaf * 0.8).toFixed(1)}`;
  }
  return d;
}

/** @param {number} x @param {number} y @param {number} r */
function compass(x, y, r) {
  const needle = (/** @type {number} */ angle, /** @type {number} */ length, /** @type {string} */ name) =>
    h(
      "g",
      { transform: `rotate(${angle})` },
      h("path", { d: `M0 ${-length}L${r * 0.13} ${-r * 0.13}L0 0Z`, class: `${name} dark` }),
      h("path", { d: `M0 ${-length}L${-r * 0.13} ${-r * 0.13}L0 0Z`, class: `${name} light` }),
    );
  return h(
    "g",
    { class: "compass", transform: `translate(${x} ${y})` },
    h("circle", { r: r * 0.78, class: "ring" }),
    h("circle", { r: r * 0.7, class: "ring thin" }),
    [45, 135, 225, 315].map((angle) => needle(angle, r * 0.62, "minor")),
    [0, 90, 180, 270].map((angle) => needle(angle, r, "major")),
    h("circle", { r: r * 0.07, class: "hub" }),
  );
}

/**
 * Closed contour lines around a summit.
 * @param {number} x @param {number} y @param {number} r @param {number} count @param {number} tilt
 */
function contours(x, y, r, count, tilt) {
  let d = "";
  for (let ring = 1; ring <= count; ring += 1) {
    const points = Array.from({ length: 40 }, (_, at) => {
      const angle = (Math.PI * 2 * at) / 40;
      const wobble =
        1 +
        0.13 * Math.sin(3 * angle + tilt) +
        0.07 * Math.sin(5 * angle - tilt * 2) +
        0.02 * ring * Math.cos(2 * angle);
      const far = (r * ring * wobble) / count;
      return `${(x + far * 1.25 * Math.cos(angle)).toFixed(0)} ${(y + far * Math.sin(angle)).toFixed(0)}`;
    });
    d += `M${points.join("L")}Z`;
  }
  return d;
}

/**
 * @type {(left: number, top: number, width: number, height: number) => import("../types").VNode}
 */
export const site = cached((left, top, width, height) => {
  // wider than the view box: the frame around the drawing may be wider, too
  const [right, bottom] = [left + width, top + height];
  const scale = Math.min(width, height) / 560;
  const leaf = fern(120 * scale);
  /** @param {number} x @param {number} y @param {number[]} angles */
  const tuft = (x, y, angles) =>
    angles.map((angle, at) =>
      h("path", {
        d: leaf,
        transform: `translate(${x} ${y}) rotate(${angle}) scale(${(1 - at * 0.08).toFixed(2)})`,
        class: `leaf leaf-${at % 3}`,
      }),
    );
  return h(
    "g",
    { class: "site" },
    h("path", {
      d:
        contours(left + width * 0.1, top + height * 0.3, 420 * scale, 9, 0.4) +
        contours(right + width * 0.06, bottom - height * 0.2, 380 * scale, 8, 2.1),
      class: "contour",
    }),
    h("path", {
      d: `M${left - width * 0.5} ${bottom - 70 * scale}C${left} ${bottom - 150 * scale} ${left + width * 0.2} ${bottom - 10 * scale} ${left + width * 0.45} ${bottom - 18 * scale}S${right} ${bottom - 60 * scale} ${right + width * 0.5} ${top + height * 0.62}`,
      class: "trail",
    }),
    // in the margin between the plan and the view box, where nothing covers or clips it
    compass(right - 27, top + 29, 24),
    tuft(left - 50 * scale, bottom + 6 * scale, [-64, -22, -98, -42]),
    tuft(right + 54 * scale, bottom + 10 * scale, [-140, -104, -166, -122]),
    tuft(left - 62 * scale, top - 6 * scale, [38, 78, 12]),
  );
});
