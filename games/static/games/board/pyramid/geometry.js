// @ts-check
/**
 * The pyramid's geometry, shared by both Pyramido games (docs/rules.md A1–A4). Pure: no DOM, no state.
 * A cell is a place for a block on a stage; quadrants form the grid seen from above, two by two for each cell.
 * @typedef {import("../types").Placed} Placed
 * @typedef {import("../types").Corner} Corner
 * @typedef {import("../types").Colour} Colour
 * @typedef {import("../types").Rotation} Rotation
 * @typedef {import("../types").Spot} Spot
 * @typedef {import("../types").Box} Box
 */

/** @type {Corner[]} clockwise */
const CORNERS = ["tl", "tr", "br", "bl"];
/** Quadrant offset of a corner inside its block. @type {Record<Corner, [number, number]>} */
export const CORNER_OFFSET = { tl: [0, 0], tr: [1, 0], bl: [0, 1], br: [1, 1] };
/** Offset of blocks[1] from blocks[0]. @type {Record<Rotation, [number, number]>} */
const SECOND = { 0: [1, 0], 90: [0, 1], 180: [-1, 0], 270: [0, -1] };
/** @type {Rotation[]} */
export const ROTATIONS = [0, 90, 180, 270];

/** @param {Corner} corner @param {Rotation} rotation @returns {Corner} */
export function turnCorner(corner, rotation) {
  return CORNERS[(CORNERS.indexOf(corner) + rotation / 90) % 4];
}

/** @param {Rotation} rotation @param {number} quarters @returns {Rotation} */
export function turn(rotation, quarters) {
  return ROTATIONS[(ROTATIONS.indexOf(rotation) + quarters + 8) % 4];
}

/**
 * Return the two cells of a domino, blocks[0] first.
 * @param {Spot} spot @returns {[[number, number], [number, number]]}
 */
export function cells(spot) {
  const [dx, dy] = SECOND[spot.rotation];
  return [
    [spot.x, spot.y],
    [spot.x + dx, spot.y + dy],
  ];
}

/**
 * Return the domino's centre in cells; the centre of a cell is (x, y).
 * @param {Spot} spot @returns {[number, number]}
 */
export function centre(spot) {
  const [first, second] = cells(spot);
  return [(first[0] + second[0]) / 2, (first[1] + second[1]) / 2];
}

/**
 * Return the upper left quadrant of a cell.
 * @param {number} stage @param {number} x @param {number} y @returns {[number, number]}
 */
export function cellQuadrant(stage, x, y) {
  return [stage - 1 + 2 * x, stage - 1 + 2 * y];
}

/**
 * @template {string} [C=Colour]
 * @typedef {object} Block one block as it lies
 * @property {number} index 2 × the domino's place in the list, + 0 or 1
 * @property {number} stage
 * @property {number} x cell
 * @property {number} y cell
 * @property {C} colour
 * @property {import("../types").Tint} tint
 * @property {Corner[]} icons corners as turned
 * @property {"right" | "down" | "left" | "up" | null} join the side on which its other half lies
 * @property {import("../types").Tint} [under] for a card: the tint of the block under it
 */
const SIDES = /** @type {const} */ (["right", "down", "left", "up"]);

/** @template {string} C @param {Placed[]} dominoes @param {import("../types").Faces<C>} faces @returns {Block<C>[]} */
export function blocksOf(dominoes, faces) {
  return dominoes.flatMap((placed, at) => {
    const face = faces.get(placed.domino);
    if (!face) throw new Error(`no domino ${placed.domino} among the faces`);
    return cells(placed).map((cell, half) => ({
      index: 2 * at + half,
      stage: placed.stage,
      x: cell[0],
      y: cell[1],
      colour: face.blocks[half].colour,
      tint:
        face.blocks[half].tint ??
        /** @type {import("../types").Tint} */ (/** @type {string} */ (face.blocks[half].colour)),
      icons: face.blocks[half].icons.map((corner) => turnCorner(corner, placed.rotation)),
      join: SIDES[(placed.rotation / 90 + 2 * half) % 4],
    }));
  });
}

/**
 * @param {Block<string>} block @returns {[number, number, boolean][]} its four quadrants: x, y, whether it has an icon
 */
export function quadrantsOf(block) {
  const [qx, qy] = cellQuadrant(block.stage, block.x, block.y);
  return CORNERS.map((corner) => {
    const [dx, dy] = CORNER_OFFSET[corner];
    return [qx + dx, qy + dy, block.icons.includes(corner)];
  });
}

/** Return the topmost block of each quadrant "x,y". @template {string} C @param {Block<C>[]} blocks */
export function seen(blocks) {
  /** @type {Map<string, {block: Block<C>, x: number, y: number, icon: boolean}>} */
  const top = new Map();
  for (const block of blocks) {
    for (const [x, y, icon] of quadrantsOf(block)) {
      const key = `${x},${y}`;
      const under = top.get(key);
      if (!under || under.block.stage < block.stage) top.set(key, { block, x, y, icon });
    }
  }
  return top;
}

/**
 * Return the areas seen from above (docs/rules.md A4), each with its blocks.
 * @template {string} C
 * @param {Block<C>[]} blocks
 * @returns {(import("../types").Area<C> & {blocks: Set<number>})[]} by uppermost, then leftmost quadrant
 */
export function areasOf(blocks) {
  const top = seen(blocks);
  /** @type {Map<number, {block: Block<C>, quadrants: [number, number][], icons: number}>} */
  const visible = new Map();
  for (const { block, x, y, icon } of top.values()) {
    const entry = visible.get(block.index) ?? { block, quadrants: [], icons: 0 };
    entry.quadrants.push([x, y]);
    if (icon) entry.icons += 1;
    visible.set(block.index, entry);
  }
  /** @type {Set<number>} */
  const done = new Set();
  const areas = [];
  for (const start of visible.keys()) {
    if (done.has(start)) continue;
    done.add(start);
    const group = [start];
    for (let at = 0; at < group.length; at += 1) {
      const one = /** @type {NonNullable<ReturnType<typeof visible.get>>} */ (visible.get(group[at]));
      for (const [x, y] of one.quadrants) {
        for (const [dx, dy] of [
          [1, 0],
          [-1, 0],
          [0, 1],
          [0, -1],
        ]) {
          const other = top.get(`${x + dx},${y + dy}`);
          if (!other || other.block.colour !== one.block.colour || done.has(other.block.index)) continue;
          done.add(other.block.index);
          group.push(other.block.index);
        }
      }
    }
    const members = group.map((index) => /** @type {any} */ (visible.get(index)));
    /** @type {[number, number][]} */
    const quadrants = members.flatMap((member) => member.quadrants);
    quadrants.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
    areas.push({
      x: quadrants[0][0],
      y: quadrants[0][1],
      colour: /** @type {C} */ (members[0].block.colour),
      icons: members.reduce((sum, member) => sum + member.icons, 0),
      quadrants,
      blocks: new Set(group),
    });
  }
  return areas.sort((a, b) => a.y - b.y || a.x - b.x);
}

/**
 * Return the outline of a set of quadrants as an SVG path: a closed loop for each border, `inset` units inside it.
 * @param {[number, number][]} quadrants @param {number} unit length of a quadrant's side @param {number} inset
 * @returns {string}
 */
export function outline(quadrants, unit, inset) {
  const inside = new Set(quadrants.map(([x, y]) => `${x},${y}`));
  const has = (/** @type {number} */ x, /** @type {number} */ y) => inside.has(`${x},${y}`);
  /** Edges of the border by their first corner, with the area on the right. @type {Map<string, [number, number][]>} */
  const edges = new Map();
  const edge = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ dx,
    /** @type {number} */ dy,
  ) => {
    const key = `${x},${y}`;
    edges.set(key, [...(edges.get(key) ?? []), [dx, dy]]);
  };
  for (const [x, y] of quadrants) {
    if (!has(x, y - 1)) edge(x, y, 1, 0);
    if (!has(x + 1, y)) edge(x + 1, y, 0, 1);
    if (!has(x, y + 1)) edge(x + 1, y + 1, -1, 0);
    if (!has(x - 1, y)) edge(x, y + 1, 0, -1);
  }
  let path = "";
  while (edges.size > 0) {
    const [startKey] = edges.keys();
    let [x, y] = startKey.split(",").map(Number);
    /** @type {[number, number, number, number][]} corners: x, y, direction out */
    const loop = [];
    /** @type {[number, number] | null} */
    let came = null;
    for (;;) {
      const key = `${x},${y}`;
      const ways = edges.get(key);
      if (!ways) break;
      // where two loops share a corner, turn right: diagonal neighbours stay apart
      const [cx, cy] = came ?? ways[0];
      const right = ways.findIndex(([dx, dy]) => dx === -cy && dy === cx);
      /** @type {[number, number]} */
      const way = ways.splice(Math.max(0, right), 1)[0];
      if (ways.length === 0) edges.delete(key);
      loop.push([x, y, way[0], way[1]]);
      came = way;
      x += way[0];
      y += way[1];
      if (`${x},${y}` === startKey) break;
    }
    const corners = loop.filter(([, , dx, dy], at) => {
      const [, , px, py] = loop[(at + loop.length - 1) % loop.length];
      return px !== dx || py !== dy;
    });
    const points = corners.map(([cx, cy, dx, dy], at) => {
      const [, , px, py] = corners[(at + corners.length - 1) % corners.length];
      // inward normals of the two edges at the corner
      return `${cx * unit + inset * (-py - dy)} ${cy * unit + inset * (px + dx)}`;
    });
    path += `M${points.join("L")}Z`;
  }
  return path;
}

/**
 * Return the size of a stage in blocks, from the box of stage 1.
 * @param {Box} box @param {number} stage @returns {Box}
 */
export function stageBox(box, stage) {
  return { columns: box.columns - stage + 1, rows: box.rows - stage + 1 };
}

/**
 * Return how many dominoes of a stage are laid, and how many it takes.
 * @param {Placed[]} dominoes @param {number} stage
 */
export const progress = (dominoes, stage) => ({
  laid: dominoes.filter((placed) => placed.stage === stage).length,
  size: [10, 6, 3, 1][stage - 1],
});

/**
 * Return the part of the quadrant grid to show: everything placed, and while stage 1 is open where it may still grow.
 * @param {Block<string>[]} blocks @param {Box | null} box
 * @returns {{left: number, top: number, right: number, bottom: number}} in quadrants
 */
export function extent(blocks, box) {
  if (box) return { left: 0, top: 0, right: 2 * box.columns, bottom: 2 * box.rows };
  if (blocks.length === 0) return { left: -2, top: -4, right: 6, bottom: 6 };
  const xs = blocks.map((block) => block.x);
  const ys = blocks.map((block) => block.y);
  const [minX, maxX, minY, maxY] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const width = maxX - minX + 1;
  const height = maxY - minY + 1;
  // 5×4 or 4×5, unless one of them is ruled out; at most one ring of neighbours is shown
  const maxWidth = height > 4 ? 4 : 5;
  const maxHeight = width > 4 ? 4 : 5;
  const sideways = Math.min(2, maxWidth - width);
  const upright = Math.min(2, maxHeight - height);
  return {
    left: 2 * (minX - sideways),
    top: 2 * (minY - upright),
    right: 2 * (maxX + 1 + sideways),
    bottom: 2 * (maxY + 1 + upright),
  };
}
