// @ts-check
/**
 * The status: whose turn it is and what can be done now, in one sentence.
 * @typedef {import("./game.js").ForgottenTreasures} Game
 * @typedef {import("../types").Outcome} Outcome
 */
import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { progress } from "../pyramid/geometry.js";
import { bestStage } from "../pyramid/score_sheet.js";
import { thinking } from "../table/computer.js";
import { outcomeSentence } from "../table/outcome.js";
import { addressed, capital, seatName } from "../table/players.js";
import { aGem, gemTotal } from "./gems.js";

/** @param {Game} game @returns {{text: string, yours: boolean}} */
export function status(game) {
  const { view, table } = game;
  if (view.phase === "over") return { text: outcomeText(game), yours: false };
  if (view.decision && !(view.decision.kind === "score" && view.submission)) {
    return { text: todo(game), yours: true };
  }
  const short = view.phase === "score" ? "" : noRoom(game);
  return { text: `${short} ${waiting(game, table)}`.trim(), yours: false };
}

/**
 * Say that the reader's stage has ended with fewer dominoes than it takes, or return "" (docs/rules.md B2).
 * @param {Game} game @returns {string}
 */
function noRoom({ view, reader }) {
  const seat = reader.me === null ? null : view.seats[reader.me];
  if (!seat?.complete || (seat.out ?? null) !== null) return "";
  const { laid, size } = progress(seat.dominoes ?? [], view.stage);
  if (laid === size) return "";
  const text = gettext("You have no room for another domino: stage %(stage)s ends for you with %(laid)s of %(size)s.");
  return interpolate(text, { stage: view.stage, laid, size });
}

/** @param {Game} game @returns {string} */
function todo(game) {
  const { view, ui } = game;
  const decision = view.decision;
  switch (decision?.kind) {
    case "take":
      if (ui.take?.gem) {
        return interpolate(gettext("Take the domino from space %(space)s and %(gem)s?"), {
          space: ui.take.space,
          gem: aGem(ui.take.gem),
        });
      }
      if (ui.take)
        return interpolate(gettext("Space %(space)s: which gem do you take with the domino?"), {
          space: ui.take.space,
        });
      return game.reader.me === null
        ? gettext("Take a face-up domino and one gem from its space.")
        : gettext("Your turn: take a face-up domino and one gem from its space.");
    case "reveal":
      if (ui.reveal) return interpolate(gettext("Flip the top domino in space %(space)s?"), { space: ui.reveal });
      return gettext("Now flip one of the three face-down dominoes for the players after you.");
    case "place":
      if (game.placing.down) return gettext("Confirm the placement, or pick the domino up again.");
      if (game.main.dominoes?.length === 0) return gettext("Lay your first domino on the ground.");
      if (view.stage === 1) return gettext("Lay your domino on the ground, beside your other blocks.");
      return interpolate(gettext("Lay your domino on stage %(stage)s of your pyramid."), { stage: view.stage });
    case "score": {
      const short = noRoom(game);
      if (short) return `${short} ${gettext("Now score it.")}`;
      return interpolate(gettext("Stage %(stage)s is complete: score the areas chosen here, or choose others."), {
        stage: view.stage,
      });
    }
    default:
      return "";
  }
}

/** @param {Game} game @param {import("../types").Table} table @returns {string} */
function waiting(game, table) {
  const { view } = game;
  if (view.phase === "score") {
    const owing = view.seats.filter(
      (seat) => seat.kind === "explorer" && (seat.out ?? null) === null && !seat.submitted,
    );
    const names = listing(owing.map((seat) => seatName(table, seat.seat)));
    const computing = thinking(
      table,
      owing.map((seat) => seat.seat),
    );
    if (view.submission && computing) return `${gettext("Your choices are in.")} ${computing}`;
    if (view.submission) {
      return interpolate(gettext("Your choices are in. Waiting for %(names)s; you can still change them."), { names });
    }
    if (computing)
      return `${interpolate(gettext("Stage %(stage)s is being scored."), { stage: view.stage })} ${computing}`;
    return interpolate(gettext("Stage %(stage)s is being scored. Waiting for %(names)s."), {
      stage: view.stage,
      names,
    });
  }
  if (view.turn === null) return gettext("One moment…");
  const computing = thinking(table, [view.turn]);
  if (computing) return computing;
  const name = capital(seatName(table, view.turn));
  const sentences = {
    take: gettext("%(name)s is choosing a domino and a gem."),
    reveal: gettext("%(name)s is choosing which domino to flip."),
    place: gettext("%(name)s is placing a domino."),
    legend: gettext("%(name)s is searching the spaces for gems."),
  };
  const sentence = /** @type {Record<string, string>} */ (sentences)[view.phase];
  return sentence ? interpolate(sentence, { name }) : "";
}

/** @param {Game} game @returns {string} */
export function outcomeText(game) {
  const { seats } = game.view;
  const own = (/** @type {Outcome} */ outcome, /** @type {string} */ winners, /** @type {boolean} */ won) => {
    if (won && outcome.reason === "last_explorer") return gettext("You win: all the others have left.");
    if (outcome.reason !== "completed") return leavingText(game, winners);
    return outcome.winners.length === 1 && seats[outcome.winners[0]]?.kind === "legend" ? legendText(outcome) : null;
  };
  const gems = {
    value: (/** @type {number} */ seat) => gemTotal(seats[seat].gems),
    text: (/** @type {number} */ mine, /** @type {number} */ theirs) =>
      interpolate(ngettext("%(mine)s gem left against %(theirs)s", "%(mine)s gems left against %(theirs)s", mine), {
        mine,
        theirs,
      }),
  };
  return outcomeSentence(game, own, [gems, bestStage(seats)], gettext("with equal gems left and equal best stages"));
}

/** @param {Outcome} outcome won by the Legend */
function legendText({ winners: [winner], scores }) {
  const points = scores[winner];
  if (scores.every((score) => score === points)) {
    return interpolate(gettext("%(scores)s: the Legend wins ties. You need more points than it has."), {
      scores: scores.join("–"),
    });
  }
  return interpolate(
    ngettext(
      "The Legend wins with %(points)s point. The pyramid keeps its secret, for now.",
      "The Legend wins with %(points)s points. The pyramid keeps its secret, for now.",
      points,
    ),
    { points },
  );
}

/**
 * Say whose leaving ended the game. `out` counts up as players leave, so the last one has the highest number.
 * @param {Game} game @param {string} winner @returns {string}
 */
function leavingText({ view, table, me }, winner) {
  const last = view.seats.reduce((one, other) => ((other.out ?? 0) > (one.out ?? 0) ? other : one));
  if (last.seat === addressed(table, me))
    return interpolate(gettext("The game ended because you left: %(winner)s wins."), { winner });
  const name = seatName(table, last.seat);
  return interpolate(gettext("The game ended because %(name)s left: %(winner)s wins."), { name, winner });
}
