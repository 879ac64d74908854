// @ts-check
/**
 * The score sheet of both Pyramido games: a row for each stage, a column for each seat; the best stage breaks ties.
 * @typedef {import("../types").VChild} VChild
 */

import { gettext, interpolate } from "../i18n.js";
import { nameLabel, sign } from "../table/players.js";
import { h } from "../vdom.js";

/**
 * @template {{seat: number, kind: string, scores: {stage: number}[], total: number}} Seat
 * @param {object} game
 * @param {{seats: Seat[], order: number[], phase: string, stage: number}} game.view
 * @param {import("../types").Table} game.table
 * @param {number | null} game.me
 * @param {object} look
 * @param {string} [look.sheet] classes of the table
 * @param {(stage: number) => string} [look.row] classes of a row
 * @param {(seat: Seat, row: Seat["scores"][number] | undefined, stage: number) => {title?: string, body: VChild}} look.cell
 */
export function stageSheet({ view, table, me }, { sheet = "", row = () => "", cell }) {
  const over = view.phase === "over";
  const head = (/** @type {Seat} */ { seat, kind }) =>
    h(
      "th",
      { key: seat, scope: "col", class: "seat-head" },
      sign(seat, kind),
      nameLabel(table, seat, me),
      view.order[0] === seat && !over && h("span", { key: "starter", class: "starter" }, gettext("starts")),
    );
  const scored = (/** @type {Seat} */ seat, /** @type {number} */ stage) => {
    const { title, body } = cell(
      seat,
      seat.scores.find((one) => one.stage === stage),
      stage,
    );
    return h("td", { key: seat.seat, title }, body);
  };
  return h(
    "table",
    { class: `score-sheet ${sheet}` },
    h("caption", null, gettext("Score sheet")),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, gettext("Stage")), view.seats.map(head))),
    h(
      "tbody",
      null,
      [1, 2, 3, 4].map((stage) =>
        h(
          "tr",
          { key: stage, class: `${stage === view.stage && !over ? "now" : ""} ${row(stage)}` },
          h("th", { scope: "row" }, stage),
          view.seats.map((seat) => scored(seat, stage)),
        ),
      ),
    ),
    h(
      "tfoot",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "row" }, gettext("Total")),
        view.seats.map(({ seat, total }) => h("td", { key: seat, "data-total": seat }, total)),
      ),
    ),
  );
}

/**
 * The second thing that breaks a tie in both games (docs/rules.md B4, C5): the best single stage.
 * @param {{scores: {points: number}[]}[]} seats @returns {import("../table/outcome.js").TieBreak}
 */
export const bestStage = (seats) => ({
  value: (seat) => Math.max(0, ...seats[seat].scores.map((row) => row.points)),
  text: (mine, theirs) => interpolate(gettext("best stage %(mine)s to %(theirs)s"), { mine, theirs }),
});
