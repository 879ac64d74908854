// @ts-check
/**
 * The site of a pyramid in Pyramido (2023): the desert from above, with dunes, sunlight, a caravan's track and the
 * ropes of the work site.
 */
import { cached, h } from "../vdom.js";

/** The crest of a dune: a soft band. @param {number} x @param {number} y @param {number} width @param {number} sag */
function crest(x, y, width, sag) {
  return (
    `M${x} ${y}C${x + width * 0.25} ${y - sag} ${x + width * 0.4} ${y + sag * 0.9} ${x + width * 0.6} ${y + sag * 0.1}S${x + width * 0.9} ${y - sag * 0.7} ${x + width} ${y}` +
    `C${x + width * 0.85} ${y + sag * 0.5} ${x + width * 0.7} ${y + sag * 1.2} ${x + width * 0.56} ${y + sag * 0.9}S${x + width * 0.2} ${y + sag * 0.6} ${x} ${y}Z`
  );
}

/** A date palm from above: leaves in a ring over their shadow. @param {number} x @param {number} y @param {number} r */
function palm(x, y, r) {
  const leaf = `M0 0C${r * 0.3} ${-r * 0.2} ${r * 0.75} ${-r * 0.16} ${r} ${r * 0.08}C${r * 0.7} ${r * 0.14} ${r * 0.3} ${r * 0.14} 0 0Z`;
  const leaves = [8, 58, 104, 152, 203, 249, 300, 338];
  return h(
    "g",
    { transform: `translate(${x} ${y})` },
    h(
      "g",
      { transform: `translate(${r * 0.28} ${r * 0.34})`, fill: "#4a2a08", opacity: 0.2 },
      leaves.map((angle) => h("path", { d: leaf, transform: `rotate(${angle})` })),
    ),
    leaves.map((angle, at) => h("path", { d: leaf, transform: `rotate(${angle})`, class: `frond frond-${at % 3}` })),
    h("circle", { r: r * 0.1, fill: "#6b4a1c" }),
  );
}

/** @type {(left: number, top: number, width: number, height: number) => import("../types").VNode} */
export const desert = cached((left, top, width, height) => {
  const [right, bottom] = [left + width, top + height];
  const scale = Math.min(width, height) / 560;
  const far = width * 0.9;
  const rays = Array.from({ length: 9 }, (_, at) => {
    const angle = ((8 + at * 10) * Math.PI) / 180;
    const wide = 0.03;
    const reach = width * 2.2;
    const [x, y] = [left - 60 * scale, top - 60 * scale];
    return `M${x} ${y}L${(x + reach * Math.cos(angle - wide)).toFixed(0)} ${(y + reach * Math.sin(angle - wide)).toFixed(0)}L${(x + reach * Math.cos(angle + wide)).toFixed(0)} ${(y + reach * Math.sin(angle + wide)).toFixed(0)}Z`;
  });
  const dunes = [];
  for (let row = 0; row < 7; row += 1) {
    const y = top - height * 0.1 + (row * height) / 5.4;
    for (const shift of [-1.05, -0.2, 0.65])
      dunes.push(
        crest(left + far * shift + (row % 2) * far * 0.3, y + ((row * 37) % 23) * scale, far * 0.8, 24 * scale),
      );
  }
  return h(
    "g",
    { class: "site" },
    h("path", { d: dunes.join(""), class: "dunes" }),
    h("path", { d: rays.join(""), class: "sunbeams" }),
    h("path", {
      d: `M${left - width * 0.6} ${bottom - 60 * scale}C${left - width * 0.2} ${bottom - 130 * scale} ${left + width * 0.1} ${bottom + 4 * scale} ${left + width * 0.4} ${bottom - 16 * scale}S${right + width * 0.1} ${bottom - 10 * scale} ${right + width * 0.6} ${top + height * 0.7}`,
      class: "caravan",
    }),
    palm(right + 56 * scale, top + 44 * scale, 46 * scale),
    palm(right + 14 * scale, top + 6 * scale, 32 * scale),
    palm(left - 60 * scale, bottom - 46 * scale, 50 * scale),
    palm(left - 12 * scale, bottom + 8 * scale, 34 * scale),
  );
});
