// @ts-check
/**
 * Markers that stand on blocks, and the glow of the areas that they mark.
 * @typedef {import("./types").Marked} Marked
 * @typedef {import("../pyramid/geometry.js").Block<import("../types").DesertColour>} Block
 */

import { DESERT_JEWEL, marker } from "../art/desert.js";
import { areaOutline, badgeAt, plaquePlace } from "../pyramid/area_plaque.js";
import { LIFT, UNIT } from "../pyramid/draw.js";
import { h } from "../vdom.js";
import { areaKey, markerQuadrant } from "./pieces.js";

/** @param {Marked[]} marked @param {Block[]} blocks @param {number} stage @returns {[Marked, Block][]} */
function pairs(marked, blocks, stage) {
  return marked.flatMap((mark) => {
    const block = blocks.find((one) => one.stage === stage && one.x === mark.x && one.y === mark.y);
    return block ? [/** @type {[Marked, Block]} */ ([mark, block])] : [];
  });
}

/** @param {Marked[]} marked @param {Block[]} blocks @param {number} stage @param {string} [className] */
export function standingMarkers(marked, blocks, stage, className = "") {
  return pairs(marked, blocks, stage).map(([mark, block]) => {
    const [qx, qy] = markerQuadrant(block);
    return h(
      "g",
      { key: `marker-${mark.colour}`, class: `standing ${className}`, "data-marker": mark.colour },
      marker(mark.colour, qx * UNIT + 25, qy * UNIT + 18 - LIFT * stage),
    );
  });
}

/**
 * All marked areas with their glow and number of icons; the smallest has Mino's sign.
 * @param {import("./types").Reckoning} reckoning @param {Block[]} blocks @param {Marked[]} marked @param {number} stage
 */
export function markedGlow(reckoning, blocks, marked, stage) {
  const taken = pairs(marked, blocks, stage).map(([, block]) => markerQuadrant(block));
  return h(
    "g",
    { key: "marked", class: "marked-areas" },
    reckoning.areas
      .filter((area) => area.marked)
      .map((area) => {
        const least = areaKey(area) === reckoning.minoArea;
        const shape = areaOutline(area, blocks, 6);
        const [x, y] = plaquePlace(area, blocks, taken);
        return h(
          "g",
          { key: areaKey(area), class: `marked-area ${least ? "least" : ""}` },
          h("path", { d: shape, class: "glow", stroke: DESERT_JEWEL[`desert-${area.colour}`][2] }),
          h("path", { d: shape, class: "glow-line", stroke: DESERT_JEWEL[`desert-${area.colour}`][0] }),
          badgeAt(area, blocks, { label: String(area.icons), className: least ? "mino" : "", taken }),
          least && h("use", { href: "#mino", x: x - 15, y: y - 42, width: 30, height: 30 }),
        );
      }),
  );
}
