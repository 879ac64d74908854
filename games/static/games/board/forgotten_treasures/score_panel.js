// @ts-check
/**
 * The scoring as a list beside the pyramid: the total beside the best plan, what
 * saving could be worth, each area with its payment, the gems left and the gems to discard.
 * @typedef {import("./game.js").ForgottenTreasures} Game
 * @typedef {import("./score_draft.js").Bill} Bill
 */

import { GEMS, gemIcon } from "../art/gems.js";
import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { thinking } from "../table/computer.js";
import { about } from "../table/log_lines.js";
import { seatName } from "../table/players.js";
import { h } from "../vdom.js";
import { gemName, gemRow } from "./gems.js";
import { differenceText, savingText } from "./score_advice.js";
import { added } from "./score_draft.js";
import { areaRow, payButton } from "./score_rows.js";

/** @param {Game} game */
export function scorePanel(game) {
  const { view } = game;
  const done = game.desk.bill();
  const { means } = game.desk;
  const best = game.desk.bestBill();
  if (!done || !means || !best || view.decision?.kind !== "score") return null;
  const areas = [...view.decision.areas].sort((a, b) => b.icons - a.icons || a.y - b.y || a.x - b.x);
  const saved = game.once("saving", [game.ui.score, means], () =>
    savingText(game.ui.score, means, { stage: view.stage, solo: game.solo }),
  );
  return h(
    "div",
    { class: "score-panel" },
    totals(game, done, best),
    saved && h("p", { key: "saving", class: "score-help saving" }, saved),
    sent(game),
    h(
      "p",
      { class: "score-help" },
      areas.length > 0
        ? gettext("1 gem scores an area once, 3 score it double. 2 mythical gems count as 1.")
        : about(
            game.reader,
            game.main.seat,
            gettext("You have no gems for any of your areas."),
            gettext("%(name)s has no gems for any of these areas."),
          ),
    ),
    h(
      "ul",
      { class: "area-list", "aria-label": gettext("Areas") },
      areas.map((area) => areaRow(game, area, done)),
    ),
    discards(game, done),
  );
}

/** @param {Game} game */
function sent(game) {
  const { view, me } = game;
  if (!view.submission) return null;
  const owing = view.seats.filter(
    (seat) => seat.kind === "explorer" && (seat.out ?? null) === null && !seat.submitted && seat.seat !== me,
  );
  const names = listing(owing.map((seat) => seatName(game.table, seat.seat)));
  const computing = thinking(
    game.table,
    owing.map((seat) => seat.seat),
  );
  return h(
    "p",
    { class: "sent-note" },
    computing
      ? `${gettext("Your choices are in.")} ${computing}`
      : interpolate(gettext("Sent. Waiting for %(names)s; you can still change your choices."), { names }),
  );
}

/** @param {Game} game @param {Bill} done @param {Bill} best */
function totals(game, done, best) {
  const over = done.over.map(gemName);
  return h(
    "div",
    { class: "score-totals" },
    h(
      "div",
      { class: "running", "aria-live": "polite", "aria-atomic": "true" },
      h(
        "p",
        { class: "running-total" },
        h("strong", { "data-score": "total" }, done.points),
        " ",
        ngettext("point this stage", "points this stage", done.points),
      ),
      over.length > 0
        ? h(
            "p",
            { key: "over", class: "over-budget", role: "alert" },
            about(
              game.reader,
              game.main.seat,
              gettext("You do not have enough of these: %(gems)s."),
              gettext("%(name)s does not have enough of these: %(gems)s."),
              { gems: listing(over) },
            ),
          )
        : h(
            "p",
            { key: "beside", class: `beside-best ${done.points < best.points ? "less" : ""}` },
            differenceText(done, best),
          ),
    ),
    done.mythicalPoints > 0 &&
      h(
        "p",
        { key: "parts", class: "running-parts" },
        interpolate(gettext("%(areas)s from areas, %(mythical)s from unused mythical gems"), {
          areas: done.areaPoints,
          mythical: done.mythicalPoints,
        }),
      ),
    over.length === 0 &&
      h(
        "div",
        { key: "left", class: "gems-left" },
        h("span", { class: "label" }, gettext("Gems kept")),
        gemRow(done.left, { label: gettext("Gems kept"), anchor: `gems-${game.me}` }),
      ),
  );
}

/** @param {Game} game @param {Bill} done */
function discards(game, done) {
  if (done.surplus === 0) return null;
  const { decision } = game.view;
  const keep = decision?.kind === "score" ? decision.keep : null;
  const note =
    done.missing > 0
      ? interpolate(
          ngettext("%(count)s more gem must be discarded.", "%(count)s more gems must be discarded.", done.missing),
          { count: done.missing },
        )
      : done.missing < 0
        ? about(
            game.reader,
            game.main.seat,
            ngettext(
              "You are discarding %(count)s gem too many.",
              "You are discarding %(count)s gems too many.",
              -done.missing,
            ),
            ngettext(
              "%(name)s is discarding %(count)s gem too many.",
              "%(name)s is discarding %(count)s gems too many.",
              -done.missing,
            ),
            { count: -done.missing },
          )
        : about(
            game.reader,
            game.main.seat,
            gettext("You can keep %(keep)s gems. The ones chosen below are discarded; you can choose others."),
            gettext("%(name)s can keep %(keep)s gems. The ones chosen below are discarded; others can be chosen."),
            { keep: keep ?? 0 },
          );
  return h(
    "fieldset",
    { class: `discards ${done.missing === 0 ? "" : "unfinished"}` },
    h(
      "legend",
      null,
      interpolate(ngettext("Discard %(count)s gem", "Discard %(count)s gems", done.surplus), { count: done.surplus }),
    ),
    h("p", { class: "score-help" }, note),
    h(
      "div",
      { class: "discard-list" },
      GEMS.map((gem) => {
        const gone = done.discard[gem] ?? 0;
        const have = (done.left[gem] ?? 0) + gone;
        if (have === 0) return null;
        return h(
          "span",
          { key: gem, class: "discard", role: "group", "aria-label": gemName(gem) },
          payButton(interpolate(gettext("Keep one more %(gem)s"), { gem: gemName(gem) }), "M5 12h14", gone === 0, () =>
            game.desk.setDiscard(added(done.discard, gem, -1)),
          ),
          h("span", { class: "discard-count" }, gemIcon(gem), h("span", null, `${gone}/${have}`)),
          payButton(
            interpolate(gettext("Discard one more %(gem)s"), { gem: gemName(gem) }),
            "M5 12h14M12 5v14",
            gone >= have,
            () => game.desk.setDiscard(added(done.discard, gem, 1)),
          ),
        );
      }),
    ),
  );
}
