// @ts-check
/**
 * The ghost of a domino on the pyramid: where it may lie, what it would bring and cover. For both Pyramido games.
 * @typedef {import("../types").Placed} Placed
 * @typedef {import("../types").Spot} Spot
 * @typedef {ReturnType<typeof spotOutline>} Frame
 */

import { areaText, colourName } from "../art/domino.js";
import { gemUse } from "../art/gems.js";
import { slab } from "../art/stone.js";
import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { hintEdge } from "../table/hint.js";
import { capital } from "../table/players.js";
import { h } from "../vdom.js";
import { areaOutline, badgeAt } from "./area_plaque.js";
import { corner, drawBlocks, LIFT, spotOutline, UNIT } from "./draw.js";
import { areasOf, cells, quadrantsOf, seen } from "./geometry.js";

/** Return the cells that the domino may cover in some rotation. @param {Spot[]} spots @param {number} stage */
export function legalCells(spots, stage) {
  const free = new Map(spots.flatMap((spot) => cells(spot).map((cell) => [cell.join(","), cell])));
  return h(
    "g",
    { class: `legal-cells ${stage > 1 ? "above" : ""}` },
    [...free.values()].map(([x, y]) => {
      const [px, py] = corner({ stage, x, y });
      return h("path", { d: slab(px + 4, py + LIFT + 4, 92, 92, [8, 8, 8, 8]) });
    }),
  );
}

/**
 * Compare the pyramid before and after.
 * @template {string} C
 * @param {import("./geometry.js").Block<C>[]} before @param {import("./geometry.js").Block<C>[]} after
 * @param {import("./geometry.js").Block<C>[]} own those of `after` that are new
 */
export function imagine(before, after, own) {
  const under = seen(before);
  /** @type {[number, number, import("../types").Tint][]} quadrants with their icons' tints */
  const covered = own.flatMap(quadrantsOf).flatMap(([x, y]) => {
    const there = under.get(`${x},${y}`);
    return there?.icon ? [[x, y, there.block.tint]] : [];
  });
  const areas = areasOf(after);
  const touched = areas.filter((area) => own.some((block) => area.blocks.has(block.index)));
  return { after, own, covered, areas, touched };
}

/**
 * @template {string} [C=import("../types").Colour]
 * @typedef {ReturnType<typeof imagine<C>>} Imagined
 */

/**
 * Return the cell from which columns and rows are counted: the stage's first one. While stage 1 is open its cells are
 * counted from the first domino, so it is the corner of the bounding box, ghost included.
 * @param {Imagined<any>} there @returns {[number, number]}
 */
function origin({ after, own }) {
  if (own.some((block) => block.stage > 1)) return [0, 0];
  return [Math.min(...after.map((block) => block.x)), Math.min(...after.map((block) => block.y))];
}

/**
 * Describe what the ghost's place would bring; columns and rows are counted from 1.
 * @param {Imagined<any> | null} there @returns {string}
 */
export function placeSentence(there) {
  if (!there) return gettext("The domino is in your hand.");
  const [left, top] = origin(there);
  const where = there.own.map((block) =>
    interpolate(gettext("%(colour)s in column %(column)s, row %(row)s"), {
      colour: colourName(block.colour),
      column: block.x - left + 1,
      row: block.y - top + 1,
    }),
  );
  const parts = [listing(where), ...there.touched.map(areaText)];
  const covers = there.covered.length;
  if (covers > 0)
    parts.push(interpolate(ngettext("covers %(count)s icon", "covers %(count)s icons", covers), { count: covers }));
  return `${capital(parts.join("; "))}.`;
}

/**
 * @param {Imagined<any>} there @param {Spot} spot @param {number} stage @param {boolean} down
 * @param {import("../types").VChild} hinted the edge of the place that a hint suggests
 * @param {import("../types").VChild} [between] drawn over the ghost's stones and under its frame
 */
export function ghostDrawing(there, spot, stage, down, hinted, between) {
  const frame = spotOutline(stage, spot);
  const ordered = [...there.own].sort((a, b) => a.y - b.y);
  return h(
    "g",
    { key: "ghost", class: `ghost ${down ? "set" : ""}` },
    there.touched.map((area) =>
      h("path", { key: `area-${area.x},${area.y}`, d: areaOutline(area, there.after), class: "ghost-area" }),
    ),
    h("path", {
      d: slab(frame.x + 4, frame.y + LIFT + 6, frame.width + 8, frame.height + 6, [10, 10, 10, 10]),
      class: "ghost-shadow",
    }),
    h("g", { class: "ghost-blocks" }, drawBlocks(ordered)),
    between,
    h("path", { d: edge(frame), class: "ghost-frame" }),
    hinted,
    there.covered.map((icon) => coveredIcon(icon, stage, frame)),
    there.touched.map((area) => badgeAt(area, there.after, { label: String(area.icons), className: "preview" })),
  );
}

/** @param {Frame} place */
const edge = ({ x, y, width, height }) => slab(x - 3, y - 3, width + 6, height + 6, [11, 11, 11, 11]);

/** The edge of the place that a hint suggests. @param {Spot} spot @param {number} stage */
export const hintedSpot = (spot, stage) => hintEdge([edge(spotOutline(stage, spot))], "hinted-spot");

/**
 * An icon that a domino or card covers: struck out, at the edge of what covers it.
 * @param {[number, number, import("../types").Tint]} icon quadrant and tint @param {number} stage of what covers it
 * @param {Frame} frame of what covers it
 */
export function coveredIcon([x, y, tint], stage, frame) {
  const [cx, cy] = [x * UNIT + UNIT / 2, y * UNIT + UNIT / 2 - LIFT * stage];
  const beside = frame.height > frame.width;
  const [left, top] = [cx < frame.x + frame.width / 2, cy < frame.y + frame.height / 2];
  const right = beside ? (left ? frame.x : frame.x + frame.width) : cx;
  const down = beside ? cy : top ? frame.y : frame.y + frame.height;
  return h(
    "g",
    { key: `covered-${x},${y}`, class: "covered", transform: `translate(${right} ${down})` },
    h("circle", { r: 12 }),
    gemUse(tint, 0, 0, 18),
    h("path", { d: "M-8 8L8 -8" }),
  );
}
