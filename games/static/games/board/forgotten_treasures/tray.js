// @ts-check
/**
 * The tray beside the pyramid: the domino in hand, the player's gems, and the buttons of the turn.
 * @typedef {import("./game.js").ForgottenTreasures} Game
 */

import { dominoFace } from "../art/domino.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { gapNote } from "../pyramid/gap_note.js";
import { handDomino, placingButtons } from "../pyramid/hand_domino.js";
import { turnButton } from "../pyramid/turn_button.js";
import { actionRow, button, confirmButton } from "../table/actions.js";
import { about } from "../table/log_lines.js";
import { pointsText } from "../table/points_chart.js";
import { compact } from "../table/screen.js";
import { h } from "../vdom.js";
import { gemRow, gemTotal } from "./gems.js";
import { gemChoice } from "./market.js";
import { spotSentence } from "./own_pyramid.js";
import { scorePanel } from "./score_panel.js";
import { scoreLabel } from "./score_question.js";

/** @param {Game} game */
export function tray(game) {
  const { view, me } = game;
  const live = !game.past && view.phase !== "over";
  const scoring = view.decision?.kind === "score";
  return h(
    "section",
    {
      class: `tray ${scoring ? "scoring" : ""}`,
      "aria-label": scoring ? gettext("Scoring") : gettext("Hand, gems and bag"),
      tabindex: scoring || view.hand?.seat === me ? null : "0", // to scroll it by keys: nothing in it takes the focus
    },
    scoring ? scorePanel(game) : compact() ? inventory(game) : [live && hand(game), inventory(game), live && bag(game)],
  );
}

/** @param {Game} game */
function hand(game) {
  const { view, me } = game;
  if (me === null) {
    return h(
      "div",
      { key: "hand", class: "hand bare watching" },
      h("p", { class: "hand-note" }, gettext("You are watching this game.")),
    );
  }
  const own = view.hand && view.hand.seat === me ? view.hand : null;
  if (!own) {
    return h(
      "div",
      { key: "hand", class: "hand bare", "data-anchor": "hand" },
      h(
        "p",
        { class: "hand-note" },
        about(game.reader, me, gettext("Your hand is empty."), gettext("%(name)s’s hand is empty.")),
      ),
    );
  }
  const { placing } = game;
  const can = view.decision?.kind === "place";
  return h(
    "div",
    { key: "hand", class: `hand ${can ? "ready" : ""}`, "data-anchor": "hand" },
    handDomino(game, game.face(own.domino), can),
    can &&
      h(
        "div",
        { class: "turn-buttons" },
        turnButton(-1, () => game.placer.rotate(-1)),
        turnButton(1, () => game.placer.rotate(1)),
      ),
    can &&
      h(
        "p",
        { class: "hand-note" },
        placing.spot ? spotSentence(game) : gettext("Drag it onto the pyramid, or click or tap where to place it."),
      ),
  );
}

/** On a small screen the domino in hand is in the bar, also while it cannot be placed. @param {Game} game */
function heldInBar(game) {
  const { hand: held } = game.view;
  return compact() && held && held.seat === game.me ? handDomino(game, game.face(held.domino), false) : null;
}

/** The domino under the pointer while it is dragged beside the pyramid. @param {Game} game */
export function carried(game) {
  const { view } = game;
  const { float, rotation } = game.placing;
  if (!float || view.decision?.kind !== "place") return null;
  return h(
    "div",
    {
      key: "carried",
      class: `dragging ${rotation % 180 === 90 ? "upright" : ""}`,
      style: { left: `${float.x}px`, top: `${float.y}px` },
      "aria-hidden": "true",
    },
    dominoFace(game.face(view.decision.domino), rotation),
  );
}

/** @param {Game} game */
function inventory(game) {
  const { main, me, view, past } = game;
  const seat = past && game.builds(main) ? main : me === null ? null : view.seats[me];
  if (!seat) return null;
  const { gems, total } = seat;
  const count = gemTotal(gems);
  const mine = seat.seat === game.reader.me;
  const label = about(game.reader, seat.seat, gettext("Your gems"), gettext("%(name)s’s gems"));
  return h(
    "div",
    { key: "inventory", class: "inventory" },
    h(
      "h2",
      { class: "tray-title" },
      h(
        "span",
        null,
        mine ? interpolate(ngettext("Your gems: %(count)s", "Your gems: %(count)s", count), { count }) : label,
      ),
      h("span", { class: "points" }, pointsText(total)),
    ),
    gemRow(gems, { label, all: true, anchor: `gems-${seat.seat}` }),
  );
}

/** The public counts of the bag and of the discard pile, which refills an empty bag. @param {Game} game */
export function bag(game) {
  const { view } = game;
  const discarded = gemTotal(view.discard);
  return h(
    "div",
    { key: "bag", class: "bag" },
    h(
      "h2",
      { class: "tray-title" },
      interpolate(ngettext("In the bag: %(count)s gem", "In the bag: %(count)s gems", gemTotal(view.bag)), {
        count: gemTotal(view.bag),
      }),
    ),
    gemRow(view.bag, { label: gettext("In the bag"), all: true }),
    h(
      "h2",
      { class: "tray-title discard-title" },
      interpolate(ngettext("Discarded: %(count)s gem", "Discarded: %(count)s gems", discarded), { count: discarded }),
    ),
    discarded > 0 && gemRow(view.discard, { label: gettext("Discarded"), all: true }),
  );
}

/** The buttons of the action bar. @param {Game} game */
export function actions(game) {
  const { view, ui, table, session } = game;
  const kind = view.decision?.kind;
  const buttons = [];
  if (view.decision?.kind === "place") buttons.push(...placingButtons(game, game.face(view.decision.domino)));
  const held = kind !== "place" && heldInBar(game);
  if (held) buttons.push(held);
  if (kind === "score") {
    if (!game.desk.isBest)
      buttons.push(button("best", gettext("Best choice"), () => game.desk.mostPoints(), { focus: "best" }));
    else if (ui.score.choices.size > 0)
      buttons.push(button("clear", gettext("Clear"), () => game.desk.clear(), { icon: "clear" }));
  }
  const gems = compact() ? gemChoice(game) : null;
  if (gems) buttons.push(gems);
  else if ((kind === "take" && ui.take) || (kind === "reveal" && ui.reveal !== null))
    buttons.push(button("cancel", gettext("Choose again"), () => game.cancel(), { icon: "clear" }));
  if (table.can_take_back)
    buttons.push(
      button("take-back", gettext("Take back"), () => session.takeBack(), { disabled: game.busy, icon: "back" }),
    );
  if (kind && kind !== "legend") {
    buttons.push(confirmButton(game, confirmLabel(game)));
  }
  return actionRow(game, buttons, { before: () => gapNote(game) });
}

/** @param {Game} game */
function confirmLabel(game) {
  const { view, busy } = game;
  if (busy) return gettext("Sending…");
  switch (view.decision?.kind) {
    case "take":
      return gettext("Take them");
    case "reveal":
      return gettext("Flip it");
    case "place":
      return gettext("Confirm");
    default:
      if (!view.submission) return scoreLabel(game.desk.bill()?.points ?? 0);
      return game.desk.changed ? gettext("Send the change") : gettext("Sent");
  }
}
