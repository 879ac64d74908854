// @ts-check
/**
 * The points of all seats over the moments of a game, as lines and as a table. Lines differ in colour and in dashes,
 * and a press on the chart shows the moment.
 * @typedef {import("./replay.js").Replay} Replay
 */
import { gettext, interpolate } from "../i18n.js";
import { capital, mySeat, seatName, sign } from "../table/players.js";
import { signed } from "../table/points_chart.js";
import { h } from "../vdom.js";
import { changes } from "./moments.js";

const [WIDTH, HEIGHT] = [300, 64];
const DASHES = ["none", "7 3", "2 3", "9 3 2 3"];

/** Return the place of points on the chart. @param {number[][]} points by moment */
function scale(points) {
  const all = points.flat();
  const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
  return {
    x: (/** @type {number} */ at) => (WIDTH * at) / Math.max(1, points.length - 1),
    y: (/** @type {number} */ n) => HEIGHT - 3 - ((HEIGHT - 6) * (n - least)) / (most - least),
  };
}

/** Return a line that changes where points do. @param {number[][]} points @param {number} seat */
export function line(points, seat) {
  const { x, y } = scale(points);
  let d = `M0 ${y(points[0][seat]).toFixed(1)}`;
  for (const at of changes(points))
    if (points[at][seat] !== points[at - 1][seat]) d += `H${x(at).toFixed(1)}V${y(points[at][seat]).toFixed(1)}`;
  return `${d}H${WIDTH}`;
}

/** @param {Replay} replay */
export function pointsOverTime(replay) {
  const { points, place } = replay;
  const { table } = replay.real.state;
  const seats = table.seats.map(({ seat }) => seat);
  const { across, drawn } = replay.once("points-drawn", points, () => {
    const { x } = scale(points);
    const stages = replay.marks.map(({ at }) =>
      h("path", { key: `mark-${at}`, class: "stage", d: `M${x(at)} 0V${HEIGHT}` }),
    );
    const lines = seats.map((seat) =>
      h("path", {
        key: seat,
        class: `seat sign-${seat}`,
        d: line(points, seat),
        "stroke-dasharray": DASHES[seat % DASHES.length],
      }),
    );
    return { across: x, drawn: [...stages, ...lines] };
  });
  const title = gettext("Points over time");
  const me = mySeat(table);
  return h(
    "section",
    { key: "points-over-time", class: "points-over-time", "aria-label": title },
    h("h2", { class: "tray-title" }, title),
    h(
      "svg",
      {
        class: "points-lines",
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        "aria-hidden": "true",
        onclick: ({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          replay.jump(Math.round((replay.moments.last * (clientX - left)) / width));
        },
      },
      drawn,
      h("path", { key: "now", class: "now", d: `M${across(place).toFixed(1)} 0V${HEIGHT}` }),
    ),
    h(
      "ul",
      { class: "points-lines-key" },
      seats.map((seat) =>
        h(
          "li",
          { key: seat },
          h(
            "svg",
            { viewBox: "0 0 28 8", "aria-hidden": "true" },
            h("path", {
              class: `seat sign-${seat}`,
              d: "M0 4H28",
              "stroke-dasharray": DASHES[seat % DASHES.length],
            }),
          ),
          sign(seat, table.seats[seat].kind),
          h("span", { class: "visually-hidden" }, seat === me ? gettext("You") : capital(seatName(table, seat))),
          h("strong", null, signed(points[place][seat])),
        ),
      ),
    ),
    h("details", null, h("summary", null, gettext("As a table")), numbers(replay)),
  );
}

/** The moments at which points have changed. @param {Replay} replay */
function numbers(replay) {
  const { points, marks } = replay;
  const { table } = replay.real.state;
  const seats = table.seats.map(({ seat }) => seat);
  return replay.once("numbers", points, () =>
    h(
      "table",
      { class: "score-sheet" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, gettext("Move")),
          seats.map((seat) => h("th", { key: seat, scope: "col" }, capital(seatName(table, seat)))),
        ),
      ),
      h(
        "tbody",
        null,
        [...changes(points)].map((at) => {
          const stage = marks.findLast((mark) => mark.at <= at)?.name;
          const values = { number: at, stage: stage ?? "" };
          return h(
            "tr",
            { key: at },
            h("th", { scope: "row" }, stage ? interpolate(gettext("%(number)s (%(stage)s)"), values) : String(at)),
            seats.map((seat) => h("td", { key: seat }, signed(points[at][seat]))),
          );
        }),
      ),
    ),
  );
}
