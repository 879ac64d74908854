// @ts-check
/**
 * The end of a game: who won and by how much, the final points, how to verify the shuffles, and where to go next.
 * @typedef {import("../types").Session} Session
 * @typedef {import("../types").Outcome} Outcome
 */

import { gettext, interpolate } from "../i18n.js";
import { paths } from "../rest.js";
import { h } from "../vdom.js";
import { playedOn } from "./computer.js";
import { countUp } from "./count_up.js";
import { dialog } from "./dialog.js";
import { brought, endingOf, hasWon, keepIt, marginText, nextSteps } from "./ending.js";
import { laurel } from "./laurel.js";
import { mySeat, nameLink, sign } from "./players.js";
import { pointsLink } from "./points.js";
import { pointsText } from "./points_chart.js";
import { ratingsLink } from "./ratings.js";

/**
 * @typedef {object} Host
 * @property {{outcome: Outcome | null}} view
 * @property {{resultHidden: boolean}} ui
 * @property {Session} session
 * @property {Record<string, string>} urls `open`: where another table is opened
 * @property {() => void} update asks for a rendering
 * @property {(changes: {resultHidden: boolean}) => void} show
 */

/**
 * @template {Host} Game
 * @param {Game} game
 * @param {object} options
 * @param {(game: Game) => string} options.title the outcome in a sentence
 * @param {(game: Game) => string} [options.why] what the title leaves open, or ""
 * @param {(game: Game) => import("../types").VChild} options.sheet the game's score sheet
 * @param {string} options.look label of the button that hides the panel
 * @param {(seat: number) => string} [options.note] returns a note beside a seat's name, or ""
 */
export function resultPanel(game, { title, why = () => "", sheet, look, note = () => "" }) {
  const { outcome } = game.view;
  if (!outcome || game.ui.resultHidden) return null;
  const { table, events } = game.session.state;
  const hide = () => game.show({ resultHidden: true });
  const me = mySeat(table);
  const ranked = table.seats.map((seat) => seat.seat).sort((a, b) => outcome.ranks[a] - outcome.ranks[b]);
  const finished = events.findLast((event) => event.kind === "finished");
  const said = (/** @type {number} */ seat) => [note(seat), playedOn(table, seat)].filter((text) => text !== "");
  const ending = endingOf(game.session, game.update);
  const won = hasWon(table, outcome);
  const margin = marginText(table, me, outcome);
  const because = why(game);
  return dialog({
    key: "result",
    className: `result ${won ? "won" : ""}`,
    title: title(game),
    modal: false,
    close: hide,
    body: [
      laurel(won),
      margin && h("p", { key: "margin", class: "margin" }, margin),
      because && h("p", { key: "why", class: "why" }, because),
      h(
        "ol",
        { class: "ranking" },
        ranked.map((seat) =>
          h(
            "li",
            { key: seat, class: `rank-${outcome.ranks[seat]} ${seat === me ? "you" : ""}` },
            h("span", { class: "rank" }, interpolate(gettext("%(rank)s."), { rank: outcome.ranks[seat] })),
            sign(seat, table.seats[seat].kind),
            h(
              "span",
              { class: "who" },
              nameLink(table, seat, me),
              said(seat).map((text) => h("span", { key: text, class: "note" }, text)),
            ),
            h("span", { class: "points", "data-final": seat, ref: countUp }, pointsText(outcome.scores[seat])),
          ),
        ),
      ),
      brought(ending),
      keepIt(table, won),
      sheet(game),
      ratingsLink(table, "points-link", hide),
      pointsLink("points-link", hide),
      h(
        "details",
        { class: "fairness" },
        h("summary", null, gettext("Check the shuffles")),
        h(
          "p",
          null,
          gettext(
            "Before the game, the server published the seal of its secret (its SHA-256). The secret has now been revealed: anyone who has the game’s export can recompute every shuffle.",
          ),
        ),
        h(
          "p",
          null,
          gettext(
            "No player can rig the shuffle. Only the site’s operator could, so the operator is the one party you have to trust.",
          ),
        ),
        h(
          "dl",
          null,
          h("dt", null, gettext("Seal, published before the game")),
          h("dd", null, h("code", null, table.commitment)),
          finished?.payload?.secret && [
            h("dt", null, gettext("Secret")),
            h("dd", null, h("code", null, finished.payload.secret)),
          ],
        ),
        h(
          "p",
          null,
          h(
            "a",
            { class: "export", href: paths(table.id).export, download: `${table.id}.json` },
            gettext("Download the whole game"),
          ),
        ),
      ),
      nextSteps({ table, ending, outcome, open: game.urls.open, look, hide }),
    ],
  });
}
