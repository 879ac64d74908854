// @ts-check
/**
 * What a domino's place costs that leaves cells which no domino can fill: a note beside the confirm button, and their
 * outlines on the pyramid. The move is allowed. For both Pyramido games.
 * @typedef {import("./gaps.js").Gaps} Gaps
 * @typedef {import("./gaps.js").Region} Region
 */

import { gettext } from "../i18n.js";
import { h } from "../vdom.js";
import { LIFT, UNIT } from "./draw.js";
import { gapsAfter } from "./gaps.js";
import { cellQuadrant, outline } from "./geometry.js";

const KEPT = "board:hidden-note:gaps";

/**
 * @typedef {object} Host
 * @property {{decision: {kind: string} | null, stage: number}} view
 * @property {any} main whose pyramid is built
 * @property {import("./domino_placement.js").Placing} placing
 * @property {(seat: any) => import("./geometry.js").Block<string>[]} blocks
 * @property {(gaps: Gaps) => {text: string, fatal: boolean}} gapWords what they cost; `fatal`: the game
 * @property {() => void} update asks for a rendering
 * @property {<T>(name: string, needs: unknown[], make: () => T) => T} once
 */

/**
 * Return the gaps that the ghost's place adds to, or null: if it adds none, or the reader wants no such notes, unless
 * they cost the game.
 * @param {Host} game @returns {Gaps | null}
 */
function gapsThere(game) {
  const { main, view, placing } = game;
  const { spot } = placing;
  if (view.decision?.kind !== "place" || !spot) return null;
  const gaps = game.once("gaps", [main, spot, view.stage], () =>
    gapsAfter(game.blocks(main), main.box ?? null, view.stage, spot),
  );
  return gaps && (game.gapWords(gaps).fatal || !unwanted()) ? gaps : null;
}

/** Return what the gaps of the ghost's place cost, or "". @param {Host} game */
export function gapText(game) {
  const gaps = gapsThere(game);
  return gaps ? game.gapWords(gaps).text : "";
}

/** The note beside the confirm button, once the domino is set down. @param {Host} game */
export function gapNote(game) {
  const gaps = game.placing.down ? gapsThere(game) : null;
  if (!gaps) return null;
  const { text, fatal } = game.gapWords(gaps);
  const forget = () => {
    keepAway();
    game.update();
  };
  return h(
    "div",
    { key: "gaps", class: `gap-note ${fatal ? "fatal" : ""}`, role: "status" },
    h("p", null, text),
    !fatal &&
      h(
        "button",
        { type: "button", class: "text-button", "data-action": "no-gap-note", onclick: forget },
        gettext("Don’t show this again"),
      ),
  );
}

/** The outlines of the gaps, each with the number of cells in it that stay empty. @param {Host} game */
export function gapMarks(game) {
  const gaps = gapsThere(game);
  const { stage } = game.view;
  return (
    gaps &&
    game.once("gap-marks", [gaps], () =>
      h(
        "g",
        { class: "gaps" },
        gaps.regions.map((one) => mark(one, stage)),
      ),
    )
  );
}

/** @param {Region} region @param {number} stage */
function mark({ cells, lone }, stage) {
  const corners = cells.map(([column, row]) => cellQuadrant(stage, column, row));
  const quadrants = corners.flatMap(([left, top]) =>
    [0, 1, 2, 3].map((at) => /** @type {[number, number]} */ ([left + (at % 2), top + (at >> 1)])),
  );
  const shape = outline(quadrants, UNIT, 7);
  const [x, y] = middle(corners);
  return h(
    "g",
    // the ground that the cells lie on is one stage lower
    { key: corners.join(" "), transform: `translate(0 ${-LIFT * (stage - 1)})`, "data-lone": lone },
    h("path", { d: shape, class: "gap-under" }),
    h("path", { d: shape, class: "gap-edge" }),
    cells.length === lone &&
      corners.map(([left, top]) => h("path", { d: hatching(left * UNIT, top * UNIT), class: "gap-hatch" })),
    h("rect", { x: x - 33, y: y - 17, width: 66, height: 34, rx: 17, class: "gap-plate" }),
    h("rect", { x: x - 21, y: y - 9, width: 18, height: 18, rx: 2, class: "gap-cell" }),
    h("text", { x: x + 13, y: y + 8, "text-anchor": "middle" }, lone),
  );
}

/** Return the centre of the cell nearest to the middle. @param {[number, number][]} corners in quadrants */
function middle(corners) {
  const mean = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
  const far = (/** @type {[number, number]} */ [left, top]) => (left - mean[0]) ** 2 + (top - mean[1]) ** 2;
  const nearest = corners.reduce((one, other) => (far(other) < far(one) ? other : one));
  return nearest.map((quadrant) => (quadrant + 1) * UNIT);
}

/** Return slanted lines over the cell whose corner this is. @param {number} x @param {number} y */
const hatching = (x, y) =>
  [30, 60, 90, 120, 150]
    .map((at) => {
      const [from, to] = [Math.max(12, at - 88), Math.min(88, at - 12)];
      return `M${x + from} ${y + at - from}L${x + to} ${y + at - to}`;
    })
    .join("");

function unwanted() {
  try {
    return localStorage.getItem(KEPT) !== null;
  } catch {
    return false; // without storage the note is shown each time
  }
}

function keepAway() {
  try {
    localStorage.setItem(KEPT, "1");
  } catch {
    return; // as above
  }
}
