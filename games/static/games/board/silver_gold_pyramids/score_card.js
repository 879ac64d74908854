// @ts-check
/**
 * The score card, filled in as on paper: two rows of gems, which count in pairs, a torch for each round, the track of
 * skulls, and the explored pyramids of each colour. What the draft would add is dashed in gold.
 * @typedef {import("./game.js").SilverGoldPyramids} Game
 * @typedef {import("./types").Seat} Seat
 * @typedef {import("./types").Sheet} Sheet
 * @typedef {import("./types").CardColour} CardColour
 */

import { gettext, interpolate } from "../i18n.js";
import { about } from "../table/log_lines.js";
import { seatName, sign } from "../table/players.js";
import { pointsText } from "../table/points_chart.js";
import { h } from "../vdom.js";
import { cardDrawing } from "./art_card.js";
import { emblem, icon } from "./art_symbols.js";
import { COLOURS, cardName, colourName } from "./cards.js";
import { bonusesOf, GEMS, PYRAMID_POINTS, SKULLS } from "./draft.js";
import { mask } from "./geometry.js";

/** @param {Game} game */
export function scoreTray(game) {
  const { marker, main } = game;
  const bill = marker.draft.first ? marker.bill : null;
  const title = scoreCardTitle(game);
  return h("section", { class: "tray sgp-tray", "aria-label": title }, scoreCard(game, main, bill, title));
}

/** The title of the score card of the seat in the middle. @param {Game} game */
export const scoreCardTitle = ({ reader, main }) =>
  about(reader, main.seat, gettext("Your score card"), gettext("%(name)s’s score card"));

/**
 * @param {Game} game @param {Seat} seat @param {import("./types").Bill | null} bill of a draft to show, too
 * @param {string} title
 */
export function scoreCard(game, seat, bill, title) {
  return h(
    "div",
    { class: `score-card ${bill ? "previewing" : ""}` },
    h(
      "h2",
      { class: "tray-title" },
      h("span", null, title),
      h("span", { class: "points" }, pointsText(seat.total), bill && gain(bill.total - seat.total)),
    ),
    gems(seat.sheet, bill?.sheet ?? seat.sheet),
    torches(game, seat.sheet, bill?.sheet ?? seat.sheet),
    skulls(seat.sheet, bill?.sheet ?? seat.sheet),
    pyramids(game, seat, bill?.finished ?? []),
    explored(game, seat),
  );
}

/** What a draft would bring. @param {number} points */
export const gain = (points) =>
  h(
    "span",
    { key: "gain", class: `gain ${points < 0 ? "loss" : ""}`, "data-gain": points },
    points < 0 ? `−${-points}` : `+${points}`,
  );

/** The explored cards, which can be enlarged. @param {Game} game @param {Seat} seat */
function explored(game, seat) {
  if (seat.finished.length === 0) return null;
  return h(
    "div",
    { class: "explored", role: "group", "aria-label": gettext("Explored pyramids") },
    seat.finished.map(({ number, marked }) =>
      h(
        "button",
        {
          key: number,
          type: "button",
          class: "explored-card",
          "data-explored": number,
          title: cardName(game.card(number)),
          "aria-label": interpolate(gettext("Look at pyramid %(number)s, explored"), { number }),
          onclick: () => game.show({ enlarged: { card: number } }),
        },
        cardDrawing(game.card(number), mask(marked), { "aria-hidden": "true" }),
      ),
    ),
  );
}

/** @param {number} at from 0 @param {number} before @param {number} now class of a place in a row */
const place = (at, before, now) =>
  at < Math.min(before, now) ? "full" : at < now ? "coming" : at < before ? "going" : "blank";

/** @param {Sheet} before @param {Sheet} now */
function gems(before, now) {
  const label = interpolate(
    gettext("Red gems %(red)s of 10, green gems %(green)s of 10: each pair 5 points, each gem alone 1"),
    { red: now.red_gems, green: now.green_gems },
  );
  return h(
    "div",
    { class: "gem-track", role: "img", "aria-label": label },
    Array.from({ length: GEMS }, (_, at) => {
      const [red, green] = [at < now.red_gems, at < now.green_gems];
      return h(
        "span",
        { key: at, class: `gem-pair ${red && green ? "pair" : ""}` },
        h("span", { class: `spot ${place(at, before.red_gems, now.red_gems)}` }, icon("red_gem")),
        h("span", { class: "worth" }, red && green ? "5" : red || green ? "1" : "·"),
        h("span", { class: `spot ${place(at, before.green_gems, now.green_gems)}` }, icon("green_gem")),
      );
    }),
  );
}

/** @param {Game} game @param {Sheet} before @param {Sheet} now */
function torches(game, before, now) {
  const label = interpolate(gettext("Torches lit: %(count)s of 4, 5 points each"), { count: now.torches.length });
  return h(
    "div",
    { class: "torch-track", role: "img", "aria-label": label },
    [1, 2, 3, 4].map((round) => {
      const state = before.torches.includes(round) ? "full" : now.torches.includes(round) ? "coming" : "blank";
      return h(
        "span",
        { key: round, class: `torch-place ${round === game.view.round ? "now" : ""}` },
        h("span", { class: `spot ${state}` }, icon("torch")),
        h("span", { class: "worth" }, ["I", "II", "III", "IV"][round - 1]),
      );
    }),
    h("span", { class: "each" }, gettext("5 each")),
  );
}

/** @param {Sheet} before @param {Sheet} now */
function skulls(before, now) {
  const label = interpolate(gettext("Skulls: %(count)s of 10; the worst one costs %(cost)s points"), {
    count: now.skulls,
    cost: now.skulls > 0 ? SKULLS[now.skulls - 1] : 0,
  });
  return h(
    "div",
    { class: "skull-track", role: "img", "aria-label": label },
    SKULLS.map((cost, at) =>
      h(
        "span",
        { key: at, class: `skull-place ${at === now.skulls - 1 ? "worst" : ""}` },
        h("span", { class: `spot ${place(at, before.skulls, now.skulls)}` }, icon("skull")),
        h("span", { class: "worth" }, `−${cost}`),
      ),
    ),
  );
}

/** @param {Game} game @param {Seat} seat @param {number[]} finishing cards that the draft finishes */
function pyramids(game, seat, finishing) {
  const bonuses = bonusesOf(game.cards, game.view.seats, seat, finishing);
  return h(
    "div",
    { class: "pyramid-tracks" },
    COLOURS.map((colour) => {
      const mine = seat.finished.map(({ number }) => number).filter((number) => game.card(number).colour === colour);
      const coming = finishing.filter((number) => game.card(number).colour === colour);
      const total = mine.length + coming.length;
      const label = interpolate(gettext("%(colour)s: %(count)s explored"), {
        colour: colourName(colour),
        count: mine.length,
      });
      return h(
        "div",
        { key: colour, class: `pyramid-track ${colour}`, role: "group", "aria-label": label },
        emblem(colour),
        h(
          "span",
          { class: "tombs" },
          Array.from({ length: Math.max(6, total) }, (_, at) => {
            const number = mine[at];
            const state = at < mine.length ? "full" : at < total ? "coming" : "blank";
            const pays = at === 1 || at === 3 || at === 5;
            return h(
              "span",
              { key: at, class: `tomb-place ${state} ${pays ? "prize" : ""}`, "data-finished": number },
              h("span", null, number ?? (pays ? at + 1 : "")),
            );
          }),
        ),
        h(
          "span",
          { class: "prizes" },
          PYRAMID_POINTS.map((points) =>
            prize(
              game,
              seat,
              colour,
              points,
              bonuses.some((one) => one.colour === colour && one.points === points),
            ),
          ),
        ),
      );
    }),
  );
}

/**
 * Points of a colour (10, 6 or 3): open, the player's, or another's.
 * @param {Game} game @param {Seat} seat @param {CardColour} colour @param {number} points @param {boolean} near
 */
function prize(game, seat, colour, points, near) {
  const owner = game.view.seats.find((one) => one.sheet.pyramids[colour].includes(points));
  const own = owner?.seat === seat.seat;
  const what = !owner
    ? near
      ? interpolate(gettext("%(points)s points, perhaps earned in this step"), { points })
      : interpolate(
          gettext("%(points)s points, not taken yet: for exploring a 2nd, 4th or 6th pyramid of this colour"),
          { points },
        )
    : owner.seat === game.reader.me
      ? interpolate(gettext("%(points)s points, yours"), { points })
      : interpolate(gettext("%(points)s points, taken by %(name)s"), {
          points,
          name: seatName(game.table, owner.seat),
        });
  return h(
    "span",
    {
      key: points,
      class: `prize-points ${own ? "own" : owner ? "gone" : near ? "near" : "open"}`,
      role: "img",
      "aria-label": what,
      title: what,
    },
    points,
    owner && !own && sign(owner.seat, "explorer"),
  );
}
