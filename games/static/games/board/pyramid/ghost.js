// @ts-check
/**
 * The ghost of a domino on the pyramid: where it may lie, what it would bring and cover. For both Pyramido games.
 * @typedef {import("../types").Placed} Placed
 * @typedef {import("../types").Spot} Spot
 */

import { areaText, colourName } from "../art/domino.js";
import { slab } from "../art/stone.js";
import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { hintMark } from "../table/hint.js";
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
  const covered = own.flatMap(quadrantsOf).filter(([x, y]) => under.get(`${x},${y}`)?.icon);
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
 * @param {import("../types").VChild} [between] drawn over the ghost's stones and under its frame
 */
export function ghostDrawing(there, spot, stage, down, between) {
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
    there.covered.map(([x, y]) => coveredIcon(x, y, stage)),
    between,
    h("path", {
      d: slab(frame.x - 3, frame.y - 3, frame.width + 6, frame.height + 6, [11, 11, 11, 11]),
      class: "ghost-frame",
    }),
    there.touched.map((area) => badgeAt(area, there.after, { label: String(area.icons), className: "preview" })),
  );
}

/** The outline of the place that a hint suggests. @param {Spot} spot @param {number} stage */
export function hintedSpot(spot, stage) {
  const frame = spotOutline(stage, spot);
  return h(
    "g",
    { key: "hinted", class: "hinted-spot" },
    h("path", {
      d: slab(frame.x - 9, frame.y - 9, frame.width + 18, frame.height + 18, [15, 15, 15, 15]),
      class: "hint-edge-under",
    }),
    h("path", {
      d: slab(frame.x - 9, frame.y - 9, frame.width + 18, frame.height + 18, [15, 15, 15, 15]),
      class: "hint-edge",
    }),
    hintMark(frame.x - 6, frame.y - 6),
  );
}

/** @param {number} x @param {number} y @param {number} stage */
export function coveredIcon(x, y, stage) {
  const [cx, cy] = [x * UNIT + 25, y * UNIT + 25 - LIFT * stage];
  return h(
    "g",
    { key: `covered-${x},${y}`, class: "covered" },
    h("circle", { cx: cx + 15, cy: cy - 15, r: 9 }),
    h("path", { d: `M${cx + 10} ${cy - 20}l10 10m0 -10l-10 10` }),
  );
}
