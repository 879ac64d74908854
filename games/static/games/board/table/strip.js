// @ts-check
/**
 * The strip above the board, the same in all games: each seat's name, points, clock and turn, and the latest news. A
 * press on another seat shows its board. On a narrow screen it also opens the site's menu and the panel with the log.
 * @typedef {import("../types").SessionState} SessionState
 * @typedef {import("../types").StripSeat} StripSeat
 * @typedef {import("../types").LogLine} LogLine
 */

import { gemIcon } from "../art/gems.js";
import { gettext, interpolate } from "../i18n.js";
import { h } from "../vdom.js";
import { clock, rests } from "./clocks.js";
import { mySeat, nameLabel, seatName, sign } from "./players.js";
import { signed } from "./points_chart.js";

/**
 * The players in a row.
 * @param {SessionState} state @param {StripSeat[]} seats @param {(seat: number) => void} look shows a seat's board
 */
export function chips({ table }, seats, look) {
  return h(
    "ol",
    {
      key: "chips",
      class: `chips count-${seats.length}`,
      "aria-label": gettext("Points, clocks and turn"),
      title: table.standing?.clocks && table.status === "running" ? rests(table) : null,
    },
    seats.map((seat) => h("li", { key: seat.seat }, chip(table, seat, look))),
  );
}

/** @param {import("../types").Table} table @param {StripSeat} shown @param {(seat: number) => void} look */
function chip(table, { seat, kind, points, note, moving, out, main }, look) {
  const me = mySeat(table);
  const away = table.standing?.away.includes(seat) && table.status === "running";
  const inside = [
    sign(seat, kind),
    nameLabel(table, seat, me),
    h("strong", { key: "points", class: "points", "data-points": seat }, signed(points)),
    h(
      "span",
      { key: "note", class: "note" },
      away ? gettext("away") : out ? gettext("is out") : note,
      moving && h("span", { key: "moves", class: "visually-hidden" }, ` ${gettext("to move")}`),
    ),
    !out && clock(table, seat),
    moving && turnSign(),
  ];
  const look_ = `chip ${moving ? "moving" : ""} ${out ? "out" : ""} ${main ? "main" : ""} ${seat === me ? "you" : ""}`;
  if (main) return h("span", { class: look_, "data-seat": seat }, inside);
  return h(
    "button",
    {
      type: "button",
      class: look_,
      "data-seat": seat,
      "data-look": seat,
      title: interpolate(gettext("Show %(name)s’s board"), { name: seatName(table, seat) }),
      onclick: () => look(seat),
    },
    inside,
  );
}

/** The mark of whose turn it is. */
const turnSign = () =>
  h("svg", { key: "turn", class: "turn-sign", viewBox: "0 0 12 12", "aria-hidden": "true" }, [
    h("path", { d: "M2.500 1.500 10 6 2.500 10.500Z", fill: "currentColor" }),
  ]);

/**
 * Return the sentence worth telling, and what was taken: how a stage was scored, or what a reader was given, until the
 * reader has played on; that the reader's own stage has just ended; or else what others have done last. `scored`: it is
 * worth two lines.
 * @param {LogLine[]} lines @param {number | null} me
 * @returns {{text: string, gems: import("../types").Jewel[], scored: boolean} | null}
 */
export function latest(lines, me) {
  const told = lines.filter((line) => line.tone !== "quiet");
  const scored = told.findLastIndex((line) => line.news || (line.tone === "result" && line.seat === null));
  if (scored >= 0 && told.slice(scored + 1).every((line) => line.seat !== me))
    return { text: told[scored].text, gems: [], scored: true };
  const ended = told.slice(told.findLastIndex((line) => line.tone !== "end") + 1).find((line) => line.seat === me);
  if (ended) return { text: ended.text, gems: [], scored: true };
  const end = told.findLastIndex((line) => line.seat === null || line.seat !== me);
  const last = told[end];
  if (!last) return null;
  const before = told.slice(0, end).findLastIndex((line) => line.seat !== last.seat);
  const turn = last.seat === null ? [last] : told.slice(before + 1, end + 1);
  const done = turn.findLast((line) => !line.gems) ?? last;
  const taken = done.gems ? [done] : turn;
  return { text: done.text, gems: taken.flatMap((line) => line.gems ?? []), scored: done.tone === "end" };
}

/**
 * What others have done last, which screen readers hear from the log itself, and how far the game is.
 * @param {LogLine[]} lines @param {number | null} me @param {string} stage
 */
export function news(lines, me, stage) {
  const told = latest(lines, me);
  return h(
    "p",
    { key: "news", class: "news" },
    told && [
      h(
        "span",
        { key: "text", class: `news-text ${told.scored ? "scored" : ""}`, title: told.text, "aria-hidden": "true" },
        told.text,
      ),
      told.gems.map((gem) => gemIcon(gem)),
    ],
    h("span", { key: "stage", class: "stage-note" }, stage),
  );
}

/**
 * A button of the strip that shows or hides something.
 * @param {string} name @param {string} label @param {boolean} open @param {string} icon path in 24 units
 * @param {() => void} act
 */
export function toggle(name, label, open, icon, act) {
  return h(
    "button",
    {
      key: name,
      type: "button",
      class: `strip-button ${name}`,
      "data-toggle": name,
      "aria-label": label,
      title: label,
      "aria-expanded": String(open),
      onclick: act,
    },
    h(
      "svg",
      { viewBox: "0 0 24 24", "aria-hidden": "true" },
      h("path", {
        d: open ? "M6 6l12 12M18 6L6 18" : icon,
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 2,
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
      }),
    ),
  );
}
