// @ts-check
/**
 * A pyramid as SVG, seen from above and a little from the front: each stage is raised by LIFT units, shows its front
 * where nothing covers it, and casts a shadow. For both Pyramido games.
 * @typedef {import("./geometry.js").Block<string>} Block
 * @typedef {import("../types").VNode} VNode
 */

import { blockFronts, blockTops } from "../art/blocks.js";
import shapes from "../art/shapes/blocks.json" with { type: "json" };
import { painted } from "../art/shapes.js";
import { site } from "../art/site.js";
import { radii, slab } from "../art/stone.js";
import { h } from "../vdom.js";
import { cellQuadrant, cells, extent } from "./geometry.js";

export const UNIT = shapes.unit;
/** Height of a stage in units of the drawing. It makes the four layers readable. */
export const LIFT = shapes.lift;
const MARGIN = 42;

/**
 * Return the upper left corner of a block's top in the drawing.
 * @param {{stage: number, x: number, y: number}} block @returns {[number, number]}
 */
export function corner(block) {
  const [qx, qy] = cellQuadrant(block.stage, block.x, block.y);
  return [qx * UNIT, qy * UNIT - LIFT * block.stage];
}

/** The shadows of a stage's blocks. @param {Block[]} blocks */
function shadows(blocks) {
  return shapes.shadow.parts.map(({ right, down, size, dark }) => {
    const d = blocks.map((block) => {
      const [x, y] = corner(block);
      return slab(x + right, y + LIFT + down, size, size, radii(block.join, 10));
    });
    return h("path", { d: d.join(""), "fill-opacity": dark });
  });
}

/** Blocks of one stage. @param {Block[]} blocks */
export function drawBlocks(blocks) {
  const lying = blocks.map((block) => {
    const [x, y] = corner(block);
    return { ...block, x, y, tile: `${block.stage} ${block.x} ${block.y}` };
  });
  return [blockFronts(lying), blockTops(lying)];
}

/** @param {Block[]} blocks of one stage @param {number} stage */
function drawStage(blocks, stage) {
  const ordered = [...blocks].sort((a, b) => a.y - b.y || a.x - b.x);
  return h(
    "g",
    { key: `stage-${stage}`, class: `stage stage-${stage}` },
    h("g", { class: "shadows", fill: shapes.shadow.fill }, shadows(ordered)),
    drawBlocks(ordered),
  );
}

/** Drawings of lists of blocks: made once, though things around them change. @type {WeakMap<Block[], VNode[]>} */
const drawnStages = new WeakMap();

/**
 * @param {object} options
 * @param {Block[]} options.blocks
 * @param {import("../types").Box | null} options.box
 * @param {number} options.stage the open stage
 * @param {boolean} [options.small] without the site around it
 * @param {"jungle" | "desert"} [options.land] where it stands
 * @param {typeof site} [options.around] draws the site around it
 * @param {import("../types").VChild} [options.ground] drawn on the ground, under the stages
 * @param {import("../types").VChild} [options.over] drawn over everything
 * @param {import("../elements").Props<"svg">} [options.props] for the <svg>
 * @param {{left: number, top: number, right: number, bottom: number}} [options.window] in quadrants
 * @returns {VNode}
 */
export function drawPyramid({
  blocks,
  box,
  stage,
  small,
  land = "jungle",
  around = site,
  ground,
  over,
  props,
  window,
}) {
  const part = window ?? extent(blocks, box);
  const margin = small ? 22 : MARGIN;
  const left = part.left * UNIT - margin;
  const top = part.top * UNIT - margin - LIFT * (small ? 1 : 2);
  const width = (part.right - part.left) * UNIT + 2 * margin;
  const height = (part.bottom - part.top) * UNIT + 2 * margin + LIFT;
  const stages =
    drawnStages.get(blocks) ??
    [1, 2, 3, 4].map((number) =>
      drawStage(
        blocks.filter((block) => block.stage === number),
        number,
      ),
    );
  drawnStages.set(blocks, stages);
  return h(
    "svg",
    { viewBox: `${left} ${top} ${width} ${height}`, ...props, class: `pyramid-drawing ${props?.class ?? ""}` },
    !small && around(left, top, width, height),
    h("g", { class: "ground" }, foundation(box, stage, part, land), ground),
    stages,
    over,
  );
}

/**
 * The plan on the ground: where stage 1 stands, or where it may still grow.
 * @param {import("../types").Box | null} box @param {number} stage
 * @param {{left: number, top: number, right: number, bottom: number}} part @param {"jungle" | "desert"} land
 */
function foundation(box, stage, part, land) {
  const { plan, fixed, lines: inside, border } = shapes.grounds[land];
  const [x, y] = [part.left * UNIT, part.top * UNIT];
  const [width, height] = [(part.right - part.left) * UNIT, (part.bottom - part.top) * UNIT];
  const lines = [];
  for (let at = 1; at < (part.right - part.left) / 2; at += 1) lines.push(`M${x + at * 2 * UNIT} ${y}V${y + height}`);
  for (let at = 1; at < (part.bottom - part.top) / 2; at += 1) lines.push(`M${x} ${y + at * 2 * UNIT}H${x + width}`);
  const floor = painted(box || stage > 1 ? fixed : plan);
  return h(
    "g",
    { class: "foundation" },
    h("rect", { x: x - 5, y: y - 5, width: width + 10, height: height + 10, rx: 10, ...floor }),
    h("path", { d: lines.join(""), ...painted(inside) }),
    h("rect", { x, y, width, height, rx: 6, ...painted(border) }),
  );
}

/** A frame around the domino that was placed last. @param {import("../types").Placed[]} dominoes */
export function latestFrame(dominoes) {
  const last = dominoes.at(-1);
  if (!last) return null;
  const { x, y, width, height } = spotOutline(last.stage, last);
  return h("path", {
    d: slab(x - 1, y - 1, width + 2, height + 2, [10, 10, 10, 10]),
    class: "latest",
    ...shapes.latest,
  });
}

/** The outline of a domino at a spot. @param {number} stage @param {import("../types").Spot} spot */
export function spotOutline(stage, spot) {
  const lying = cells(spot);
  const x = Math.min(...lying.map((cell) => cell[0]));
  const y = Math.min(...lying.map((cell) => cell[1]));
  const [px, py] = corner({ stage, x, y });
  const upright = spot.rotation === 90 || spot.rotation === 270;
  return { x: px, y: py, width: upright ? 100 : 200, height: upright ? 200 : 100 };
}
