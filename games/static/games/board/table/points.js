// @ts-check
/**
 * Below a finished game: the points of each player by source and stage, as bars and as tables.
 * @typedef {import("../types").Session} Session
 * @typedef {import("../types").Points} Points
 * @typedef {import("../types").Table} Table
 */

import { gettext, interpolate } from "../i18n.js";
import { paths, RequestError, request } from "../rest.js";
import { h } from "../vdom.js";
import { stillness } from "./motion.js";
import { capital, mySeat, nameLabel, seatName, sign } from "./players.js";
import { bar, key, patterns, reached, scaleOf, signed, total, whole, words } from "./points_chart.js";

const SECTION = "points";

export class PointsSection {
  /** @param {Session} session @param {() => void} update asks for a rendering */
  constructor(session, update) {
    this.session = session;
    this.update = update;
    /** @type {Points | null} */
    this.points = null;
    this.asked = false;
    /** why the request failed, or "" */
    this.trouble = "";
    /** @type {{points: Points, table: Table, drawn: import("../types").VChild} | null} */
    this.drawn = null;
  }

  async ask() {
    this.asked = true;
    this.trouble = "";
    try {
      this.points = await request("GET", paths(this.session.state.table.id).points);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.trouble = error.problem.detail;
    }
    this.update();
  }

  render() {
    const { table } = this.session.state;
    if (table.status !== "finished") return null;
    if (!this.asked) void this.ask();
    return h(
      "section",
      { key: SECTION, id: SECTION, class: "points-section", tabindex: "-1", "aria-labelledby": `${SECTION}-title` },
      h("h2", { id: `${SECTION}-title` }, title()),
      this.points && this.once(this.points, table),
      this.trouble &&
        h(
          "p",
          { class: "points-trouble", role: "alert" },
          this.trouble,
          " ",
          h("button", { type: "button", class: "board-button", onclick: () => void this.ask() }, gettext("Try again")),
        ),
    );
  }

  /** Draw the thousand elements only if there are other points. @param {Points} points @param {Table} table */
  once(points, table) {
    if (this.drawn?.points !== points || this.drawn.table !== table)
      this.drawn = { points, table, drawn: shown(points, table) };
    return this.drawn.drawn;
  }
}

/** A link to the section. @param {string} className @param {() => void} [before] called before it is followed */
export function pointsLink(className, before) {
  const go = (/** @type {Event} */ event) => {
    event.preventDefault();
    before?.();
    const section = document.getElementById(SECTION);
    section?.focus({ preventScroll: true });
    section?.scrollIntoView({ behavior: stillness() ? "auto" : "smooth" });
  };
  return h("a", { key: "points-link", class: className, href: `#${SECTION}`, onclick: go }, title());
}

const title = () => gettext("Where the points come from");

/** @param {Points} points @param {Table} table */
function shown(points, table) {
  const stages = reached(points);
  if (stages.length === 0) return h("p", null, gettext("No player had points when the game ended."));
  const sums = points.seats.map(whole);
  const scale = scaleOf(stages.flatMap((stage) => points.seats.map((rows) => rows[stage])));
  return [
    patterns(),
    key(points),
    h(
      "div",
      { class: "points-panels" },
      panel(points, table, gettext("Whole game"), sums, scaleOf(sums), "all"),
      stages.length > 1 &&
        stages.map((stage) =>
          panel(
            points,
            table,
            points.stages[stage],
            points.seats.map((rows) => rows[stage]),
            scale,
            `stage-${stage}`,
          ),
        ),
    ),
    h(
      "details",
      { class: "points-tables" },
      h("summary", null, gettext("As a table")),
      h(
        "div",
        { class: "points-grid" },
        points.seats.map((rows, seat) => numbers(points, table, seat, rows, stages)),
      ),
    ),
  ];
}

/**
 * @param {Points} points @param {Table} table @param {string} name @param {number[][]} rows by seat
 * @param {import("./points_chart.js").Scale} scale @param {string} at
 */
function panel(points, table, name, rows, scale, at) {
  const me = mySeat(table);
  return h(
    "section",
    { key: at, class: `points-panel ${at}` },
    h("h3", null, name),
    h(
      "ul",
      null,
      rows.map((row, seat) => {
        const who = seat === me ? gettext("You") : capital(seatName(table, seat));
        return h(
          "li",
          { key: seat },
          h(
            "div",
            { class: "points-who", "aria-hidden": "true" },
            sign(seat, table.seats[seat].kind),
            nameLabel(table, seat, me),
            h("strong", null, signed(total(row))),
          ),
          bar(
            points,
            row,
            scale,
            interpolate(gettext("%(name)s, %(stage)s: %(points)s"), {
              name: who,
              stage: name,
              points: words(points, row),
            }),
          ),
        );
      }),
    ),
  );
}

/**
 * @param {Points} points @param {Table} table @param {number} seat @param {number[][]} rows by stage
 * @param {number[]} stages
 */
function numbers(points, table, seat, rows, stages) {
  const sums = whole(rows);
  const line = (/** @type {number[]} */ cells) =>
    cells.map((n, at) => h("td", { key: at, class: n === 0 ? "zero" : "" }, signed(n)));
  return h(
    "table",
    { key: seat, class: "score-sheet" },
    h("caption", null, sign(seat, table.seats[seat].kind), " ", nameLabel(table, seat, mySeat(table))),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, gettext("Source"))),
        stages.map((stage) => h("th", { key: stage, scope: "col" }, points.stages[stage])),
        h("th", { scope: "col" }, gettext("Total")),
      ),
    ),
    h(
      "tbody",
      null,
      points.sources.map(
        (source, at) =>
          rows.some((row) => row[at] !== 0) &&
          h(
            "tr",
            { key: source.key },
            h("th", { scope: "row" }, source.name),
            line([...stages.map((stage) => rows[stage][at]), sums[at]]),
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
        line([...stages.map((stage) => total(rows[stage])), total(sums)]),
      ),
    ),
  );
}
