// @ts-check
/**
 * Below a finished rated game: how it changed the ratings, and why. Ratings are in hundredths of a point and shown as
 * whole points; expectations and scores are in millionths.
 * @typedef {import("../types").Session} Session
 * @typedef {import("../types").Moved} Moved
 * @typedef {import("../types").Table} Table
 */

import { gettext, interpolate, language, ngettext } from "../i18n.js";
import { paths, RequestError, request } from "../rest.js";
import { h } from "../vdom.js";
import { stillness } from "./motion.js";
import { mySeat, nameLabel, sign } from "./players.js";
import { doubt } from "./rating_beside.js";

const SECTION = "ratings";
const PROVISIONAL_GAMES = 10;
const EARLY_K = 40;
/** First pause (ms) before asking again for ratings that are being computed; it doubles each time. */
const SOON_MS = 4000;

export class RatingsSection {
  /** @param {Session} session @param {() => void} update asks for a rendering */
  constructor(session, update) {
    this.session = session;
    this.update = update;
    this.asked = false;
    this.pause = SOON_MS;
    /** why the request failed, or "" */
    this.trouble = "";
  }

  async ask() {
    this.asked = true;
    this.trouble = "";
    const { state } = this.session;
    try {
      const { results } = await request("GET", paths(state.table.id).ratings);
      if (results.length > 0) state.ratings = results;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.trouble = error.problem.detail;
    }
    if (!state.ratings && !this.trouble) {
      setTimeout(() => state.ratings || void this.ask(), this.pause);
      this.pause *= 2;
    }
    this.update();
  }

  render() {
    const { table, ratings } = this.session.state;
    if (table.limited) {
      return h("section", { key: SECTION, id: SECTION, class: "ratings-section" }, h("p", null, limitText()));
    }
    if (table.status !== "finished" || !table.rated) return null;
    if (!ratings && !this.asked) void this.ask();
    return h(
      "section",
      { key: SECTION, id: SECTION, class: "ratings-section", tabindex: "-1", "aria-labelledby": `${SECTION}-title` },
      h("h2", { id: `${SECTION}-title` }, title()),
      h(
        "div",
        { role: "status" },
        !ratings && !this.trouble && h("p", { class: "computed" }, gettext("Calculating ratings…")),
      ),
      ratings && shown(ratings, table),
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
}

/** Explain why a game that was to be rated is not. */
export function limitText() {
  return gettext(
    "This game does not affect ratings: two of its players have started three rated games of this kind together " +
      "within 24 hours.",
  );
}

/**
 * A link to the section, or null without one.
 * @param {Table} table @param {string} className @param {() => void} before called before it is followed
 */
export function ratingsLink(table, className, before) {
  if (table.status !== "finished" || !table.rated) return null;
  const go = (/** @type {Event} */ event) => {
    event.preventDefault();
    before();
    const section = document.getElementById(SECTION);
    section?.focus({ preventScroll: true });
    section?.scrollIntoView({ behavior: stillness() ? "auto" : "smooth" });
  };
  return h("a", { key: "ratings-link", class: className, href: `#${SECTION}`, onclick: go }, title());
}

const title = () => gettext("Rating changes");

/** @param {Moved[]} ratings @param {Table} table */
function shown(ratings, table) {
  const me = mySeat(table);
  const said = verdict(ratings);
  return [
    said && h("p", { class: "verdict" }, said),
    h(
      "ul",
      { class: "moved" },
      ratings.map((one) =>
        h(
          "li",
          { key: one.seat, class: one.seat === me ? "you" : "" },
          h("h3", null, sign(one.seat, table.seats[one.seat].kind), nameLabel(table, one.seat, me)),
          h(
            "p",
            { class: "from-to" },
            h("span", { class: "visually-hidden" }, `${gettext("rating")} `),
            whole(one.before),
            h("span", { "aria-hidden": "true" }, " → "),
            h("span", { class: "visually-hidden" }, ` ${gettext("becomes")} `),
            h("strong", null, whole(one.after), doubt(one.provisional)),
            h("span", { class: `change ${direction(one)}` }, signed(whole(one.after) - whole(one.before))),
          ),
          h("p", { class: "why" }, reason(one, ratings.length)),
          h("p", { class: "why" }, weight(one)),
        ),
      ),
    ),
    h(
      "details",
      { class: "points-tables" },
      h("summary", null, gettext("How this is calculated")),
      h(
        "p",
        null,
        gettext(
          "The ratings predict what share of games a player should win against another: half at equal ratings, 76% " +
            "with 200 points more, 91% with 400 more. With more than two players, each is compared with every other " +
            "by final rank, and the average counts; players who have left rank last.",
        ),
      ),
      h(
        "p",
        null,
        gettext(
          "The rating changes by K times the difference between the share scored (win 100%, draw 50%, loss 0%) " +
            "and the share expected. K is 40 in a player’s first 20 games and 20 after that. Until 10 games have been " +
            "played the rating is provisional and marked with a question mark.",
        ),
      ),
      h(
        "ul",
        { class: "sums" },
        ratings.map((one) =>
          h("li", { key: one.seat }, nameLabel(table, one.seat, me), h("span", { key: "sum" }, sum(one))),
        ),
      ),
    ),
  ];
}

/** The calculation, with all digits. @param {Moved} one */
const sum = (one) =>
  `${exact(one.before)} + ${one.k} × (${percent(one.scored, 2)} − ${percent(one.expected, 2)}) = ${exact(one.after)}`;

/** Return a sentence about the game as a whole, or "". @param {Moved[]} ratings */
function verdict(ratings) {
  const [{ annulled, cause, reason: why }] = ratings;
  if (annulled)
    return why
      ? interpolate(gettext("This game was annulled: “%(reason)s” It does not affect ratings."), { reason: why })
      : gettext("This game was annulled. It does not affect ratings.");
  if (cause === "reinstatement")
    return interpolate(gettext("This game was annulled, then reinstated: “%(reason)s”"), { reason: why });
  if (ratings.some((one) => one.cause === "refold"))
    return gettext("The ratings were recalculated because an earlier game was annulled or reinstated.");
  if (ratings.some((one) => one.k === 0))
    return gettext(
      "The moderators removed a player from this game. It does not affect ratings between that player and the others.",
    );
  return "";
}

/** Describe the score and the expected score. @param {Moved} one @param {number} players */
function reason(one, players) {
  if (one.k === 0 && !one.annulled) return gettext("Not compared with anyone.");
  const sentence =
    players > 2
      ? gettext("Against the others: %(scored)s scored, %(expected)s expected.")
      : one.scored === 1e6
        ? gettext("Won: %(scored)s scored, %(expected)s expected.")
        : one.scored === 0
          ? gettext("Lost: %(scored)s scored, %(expected)s expected.")
          : gettext("Drawn: %(scored)s scored, %(expected)s expected.");
  return interpolate(sentence, { scored: percent(one.scored), expected: percent(one.expected) });
}

/** Describe the game's weight, and whether the rating is provisional. @param {Moved} one */
function weight(one) {
  const games = ngettext(
    "Provisional: %(games)s of %(needed)s games.",
    "Provisional: %(games)s of %(needed)s games.",
    one.games,
  );
  const provisional = one.provisional && ` ${interpolate(games, { games: one.games, needed: PROVISIONAL_GAMES })}`;
  if (one.k === 0) return [gettext("The game does not count."), provisional];
  return [
    one.k === EARLY_K
      ? gettext("K = 40, as in every player’s first 20 games.")
      : interpolate(gettext("K = %(k)s, as in every player’s later games."), { k: one.k }),
    provisional,
  ];
}

/** @param {Moved} one */
const direction = ({ before, after }) =>
  whole(after) > whole(before) ? "up" : whole(after) < whole(before) ? "down" : "same";

/** Round hundredths to whole points, halves away from zero. @param {number} value */
export const whole = (value) => Math.sign(value) * Math.round(Math.abs(value) / 100);

/** Return a number with its sign; minus is U+2212. @param {number} value */
export const signed = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "±0");

/** @param {number} millionths @param {number} [digits] behind the point */
const percent = (millionths, digits = 0) =>
  number({ style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits }).format(millionths / 1e6);

/** Return hundredths with all digits. @param {number} value in hundredths */
const exact = (value) => number({ minimumFractionDigits: 2, useGrouping: false }).format(value / 100);

/** @param {Intl.NumberFormatOptions} options */
const number = (options) => new Intl.NumberFormat(language, options);
