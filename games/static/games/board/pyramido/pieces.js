// @ts-check
/**
 * Blocks with cards on them, marked areas and Mino's bonus (docs/rules.md C2–C4), to show and to try out. Pure.
 * @typedef {import("./types").Seat} Seat
 * @typedef {import("./types").Marked} Marked
 * @typedef {import("./types").Resurfaced} Resurfaced
 * @typedef {import("../types").DesertColour} DesertColour
 * @typedef {import("../pyramid/geometry.js").Block<DesertColour>} Block
 */
import { areasOf, cellQuadrant, progress as placed, turnCorner } from "../pyramid/geometry.js";

/** Indexes of cards in gaps start here, beyond those of dominoes. */
const GAPS = 1000;

/** @param {{x: number, y: number}} one */
export const areaKey = (one) => `${one.x},${one.y}`;

/**
 * Return the blocks with cards laid: a card replaces the face of its block, or closes a gap.
 * @param {Block[]} blocks @param {Resurfaced[]} cards @returns {Block[]}
 */
export function withCards(blocks, cards) {
  const out = [...blocks];
  for (const card of cards) {
    const at = out.findIndex((block) => block.stage === card.stage && block.x === card.x && block.y === card.y);
    const tint = /** @type {const} */ (`desert-${card.colour}`);
    /** @type {Pick<Block, "colour" | "tint" | "icons">} */
    const shown = { colour: card.colour, tint, icons: [turnCorner("tl", card.rotation)] };
    if (at >= 0) out[at] = { ...out[at], ...shown, under: out[at].under ?? out[at].tint };
    else
      out.push({
        index: GAPS + out.length,
        stage: card.stage,
        x: card.x,
        y: card.y,
        ...shown,
        join: null,
        under: tint,
      });
  }
  return out;
}

/** @param {Block[]} blocks @param {number} stage @param {Marked[]} marked */
export function markedAreas(blocks, stage, marked) {
  const held = new Set(
    blocks
      .filter((block) => block.stage === stage && marked.some((mark) => mark.x === block.x && mark.y === block.y))
      .map((block) => block.index),
  );
  return areasOf(blocks).map((area) => ({ ...area, marked: [...area.blocks].some((index) => held.has(index)) }));
}

/**
 * Score marked areas: a point for each icon, and those of the area with the fewest count twice.
 * @param {import("./types").BuiltArea[]} areas @returns {import("./types").Reckoning}
 */
export function reckon(areas) {
  const marked = areas.filter((area) => area.marked);
  const least = marked.reduce(
    (/** @type {import("./types").BuiltArea | null} */ best, area) => (best && best.icons <= area.icons ? best : area),
    null,
  );
  const mino = least?.icons ?? 0;
  return {
    points: marked.reduce((sum, area) => sum + area.icons, 0) + mino,
    mino,
    minoArea: least ? areaKey(least) : null,
    areas,
  };
}

/**
 * Return the quadrant for a block's marker: one without an icon, if possible in front.
 * @param {Block} block @returns {[number, number]}
 */
export function markerQuadrant(block) {
  const [qx, qy] = cellQuadrant(block.stage, block.x, block.y);
  /** @type {[import("../types").Corner, number, number][]} */
  const corners = [
    ["br", 1, 1],
    ["bl", 0, 1],
    ["tr", 1, 0],
    ["tl", 0, 0],
  ];
  const [, dx, dy] = corners.find(([corner]) => !block.icons.includes(corner)) ?? corners[0];
  return [qx + dx, qy + dy];
}

/**
 * Return the cell from which columns and rows are counted: while stage 1 is open, the corner of what is built.
 * @param {Block[]} blocks @param {import("../types").Box | null} box @returns {[number, number]}
 */
export function lattice(blocks, box) {
  return box || blocks.length === 0
    ? [0, 0]
    : [Math.min(...blocks.map((block) => block.x)), Math.min(...blocks.map((block) => block.y))];
}

/** Return the card with a side of this colour. @param {import("./types").Card[]} cards @param {DesertColour} colour */
export function cardOf(cards, colour) {
  return cards.find((card) => card.includes(colour)) ?? null;
}

/** Return the progress of a stage; two cards in gaps count as a domino. @param {Seat} seat @param {number} stage */
export function progress(seat, stage) {
  const { laid, size } = placed(seat.dominoes, stage);
  return { laid: laid + (seat.resurfaced.some((card) => card.fill && card.stage === stage) ? 1 : 0), size };
}

/**
 * Return the part of the ground for a small picture while stage 1 is open: what is built, with room for the
 * whole stage.
 * @param {Block[]} blocks @param {import("../types").Box | null} box
 * @returns {{left: number, top: number, right: number, bottom: number} | undefined} in quadrants
 */
export function closeUp(blocks, box) {
  if (box || blocks.length === 0) return undefined;
  const [xs, ys] = [blocks.map((block) => block.x), blocks.map((block) => block.y)];
  const [left, top, width, height] = [
    Math.min(...xs),
    Math.min(...ys),
    Math.max(...xs) - Math.min(...xs) + 1,
    Math.max(...ys) - Math.min(...ys) + 1,
  ];
  const [columns, rows] = height > 4 ? [4, 5] : [5, 4];
  const [x, y] = [left - Math.floor((columns - width) / 2), top - Math.floor((rows - height) / 2)];
  return { left: 2 * x, top: 2 * y, right: 2 * (x + columns), bottom: 2 * (y + rows) };
}

/**
 * Return what decides a tie of this seat (docs/rules.md C5): the cards left, then the best stage.
 * @param {Seat[]} seats @param {Seat} seat
 * @returns {{cards: number, best: number | null} | null} null without a tie; `best` only if the cards are equal, too
 */
export function tieBreak(seats, seat) {
  const equal = seats.filter((one) => one !== seat && one.out === null && one.total === seat.total);
  if (seat.out !== null || equal.length === 0) return null;
  const cards = seat.cards.length;
  const best = Math.max(0, ...seat.scores.map((row) => row.points));
  return { cards, best: equal.some((one) => one.cards.length === cards) ? best : null };
}
