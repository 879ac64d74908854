// @ts-check
/**
 * The quarry: three dominoes in front of four face-up piles. Ramps show which piles can refill which space.
 * @typedef {import("./game.js").Pyramido} Game
 */

import { dominoFace, dominoName } from "../art/domino.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { hintSign } from "../table/hint.js";
import { onceRendered } from "../table/rendered.js";
import { focusOn } from "../table/roving.js";
import { cached, h } from "../vdom.js";
import { lies } from "./piece_drag.js";

/** @param {Game} game */
export function quarry(game) {
  const { view } = game;
  return h(
    "section",
    {
      class: `market quarry-place phase-${view.decision?.kind ?? "none"} ${game.ui.quarry === null ? "" : "holding"}`,
      "aria-label": gettext("The quarry and its piles"),
      "data-roving": "market",
      focus: "market",
    },
    horizon(),
    h(
      "div",
      { class: "piles" },
      view.piles.map((pile) => pileTop(game, pile)),
    ),
    ramps(game),
    h(
      "div",
      { class: "quarry" },
      view.quarry.map((space) => stone(game, space)),
    ),
  );
}

/** Sun and dunes behind the piles. */
const horizon = cached(() => {
  const rays = Array.from({ length: 24 }, (_, at) => {
    const angle = (at * 15 * Math.PI) / 180;
    const [from, to] = [19, at % 2 ? 27 : 33];
    return `M${(352 + from * Math.cos(angle)).toFixed(1)} ${(30 + from * Math.sin(angle)).toFixed(1)}L${(352 + to * Math.cos(angle)).toFixed(1)} ${(30 + to * Math.sin(angle)).toFixed(1)}`;
  });
  return h(
    "svg",
    {
      key: "horizon",
      class: "horizon",
      viewBox: "0 0 400 120",
      preserveAspectRatio: "xMidYMin slice",
      "aria-hidden": "true",
    },
    h("path", { d: rays.join(""), class: "rays" }),
    h("circle", { cx: 352, cy: 30, r: 16, class: "sun" }),
    h("path", { d: "M26 66L62 30L98 66ZM84 66L106 44L128 66Z", class: "far-pyramids" }),
    h("path", { d: "M62 30L98 66H70ZM106 44L128 66H112Z", class: "far-shade" }),
    h("path", { d: "M0 62Q60 44 130 60T270 58T400 50V120H0Z", class: "dune dune-1" }),
    h("path", { d: "M0 78Q90 58 180 76T400 66V120H0Z", class: "dune dune-2" }),
    h("path", { d: "M0 100Q70 80 190 94T400 84V120H0Z", class: "dune dune-3" }),
  );
});

/** Ramps from pile p to spaces p − 1 and p; those that can be used now are lit. @param {Game} game */
function ramps({ view, ui }) {
  const open = view.decision?.kind === "finish" ? view.decision.piles : [];
  const empty = view.quarry.find((space) => space.domino === null)?.space ?? 0;
  const ways = view.quarry.flatMap(({ space }) => [space, space + 1].map((pile) => ({ space, pile })));
  return h(
    "svg",
    { key: "ramps", class: "ramps", viewBox: "0 0 400 40", preserveAspectRatio: "none", "aria-hidden": "true" },
    ways.map(({ space, pile }) => {
      const [from, to] = [pile * 100 - 50, space * 100];
      const lit = space === empty && open.includes(pile);
      const side = pile === space ? -1 : 1;
      const d = `M${from - side * 12} 0C${from - side * 12} 26 ${to + side * 17} 14 ${to + side * 17} 40`;
      return h(
        "g",
        { key: `${pile}-${space}`, class: `ramp ${lit ? "lit" : ""} ${lit && ui.pile === pile ? "chosen" : ""}` },
        h("path", { d, class: "bed" }),
        h("path", { d, class: "way" }),
        h("path", { d, class: "sleepers" }),
      );
    }),
  );
}

/**
 * @param {Game} game
 * @param {{pile: number, height: number, domino: number | null}} pile `domino` is null while it is unknown
 */
function pileTop(game, pile) {
  const { view, ui } = game;
  const offered = view.decision?.kind === "finish" && view.decision.piles.includes(pile.pile);
  const chosen = ui.pile === pile.pile;
  const suggested = game.hint.action?.pile === pile.pile;
  const face = pile.domino === null ? null : game.face(pile.domino);
  const what = face ? dominoName(face) : gettext("not known yet");
  const count = interpolate(ngettext("%(count)s domino", "%(count)s dominoes", pile.height), { count: pile.height });
  const label = offered
    ? interpolate(gettext("Replenish from pile %(pile)s, %(count)s, on top: %(what)s"), {
        pile: pile.pile,
        count,
        what,
      })
    : interpolate(gettext("Pile %(pile)s, %(count)s, on top: %(what)s"), { pile: pile.pile, count, what });
  const state = `${offered ? "open" : ""} ${chosen ? "chosen" : ""} ${suggested ? "hinted" : ""}`;
  const layers = Math.min(4, Math.ceil((pile.height - 1) / 5));
  return h(
    "button",
    {
      key: pile.pile,
      type: "button",
      class: `pile ${state} layers-${layers}`,
      disabled: !offered,
      "data-stop": offered,
      "data-chosen": chosen,
      "data-anchor": `pile-${pile.pile}`,
      "data-hinted": suggested,
      "aria-pressed": offered ? String(chosen) : null,
      "aria-label": label,
      onpointerdown: offered && face ? (event) => game.drag.press(event, () => pilePiece(game, pile.pile, face)) : null,
      onclick: () => {
        if (!game.drag.justDropped) game.choosePile(pile.pile);
      },
    },
    h(
      "span",
      { key: game.turned(`pile-${pile.pile}`, `${pile.domino}-${pile.height}`), class: "turning" },
      face ? dominoFace(face, 0) : h("span", { class: "no-domino", "aria-hidden": "true" }, "?"),
    ),
    h("span", { class: "height", "aria-hidden": "true" }, pile.height),
    suggested && hintSign(),
  );
}

/**
 * The top of a pile, to be dragged into the empty space.
 * @param {Game} game @param {number} pile @param {import("./types").Face} face
 * @returns {import("./piece_drag.js").Piece}
 */
function pilePiece(game, pile, face) {
  return {
    kind: "pile",
    colour: null,
    picture: () => dominoFace(face, 0),
    over: (x, y) => {
      const there = lies(".quarry-stone.empty", x, y);
      game.cards.reset();
      game.ui.pile = there ? pile : null;
      return there;
    },
    landed: () => game.status().text,
  };
}

/** The space to be filled; the top of the chosen pile lies in it on trial. @param {Game} game @param {number} space */
function emptySpace(game, space) {
  const { view, ui, drag } = game;
  const pile = view.piles.find((one) => one.pile === ui.pile);
  const what = interpolate(gettext("Quarry space %(space)s is empty: piles %(left)s and %(right)s lie behind it"), {
    space,
    left: space,
    right: space + 1,
  });
  return h(
    "div",
    {
      key: `empty-${space}`,
      class: `quarry-stone empty ${drag.piece?.kind === "pile" ? "lit" : ""}`,
      role: "img",
      "data-anchor": `quarry-${space}`,
      "aria-label": what,
    },
    pile && pile.domino !== null && dominoFace(game.face(pile.domino), 0, "coming"),
  );
}

/** @param {Game} game @param {{space: number, domino: number | null}} space */
function stone(game, space) {
  const { view, ui, placing } = game;
  const key = space.space;
  if (space.domino === null) return emptySpace(game, key);
  const offered = view.decision?.kind === "place";
  const chosen = ui.quarry === key;
  const what = dominoName(game.face(space.domino));
  const away = chosen && (placing.spot || placing.float);
  const suggested = game.hint.action?.quarry === key;
  const state = `${offered ? "open" : ""} ${chosen ? "chosen" : ""} ${suggested ? "hinted" : ""}`;
  return h(
    "button",
    {
      key: `stone-${key}`,
      type: "button",
      class: `quarry-stone ${state} ${away ? "away" : ""}`,
      "data-hinted": suggested,
      disabled: !offered,
      "data-stop": offered,
      "data-chosen": chosen,
      "data-anchor": `quarry-${key}`,
      "aria-pressed": offered ? String(chosen) : null,
      "aria-label": offered
        ? interpolate(gettext("Take the domino from quarry space %(space)s: %(what)s"), { space: key, what })
        : interpolate(gettext("Quarry space %(space)s, in front of piles %(left)s and %(right)s: %(what)s"), {
            space: key,
            left: key,
            right: key + 1,
            what,
          }),
      onpointerdown: (event) => press(game, key, event),
      onclick: (event) => {
        if (game.placer.drag.justDropped) return;
        game.chooseQuarry(key);
        // by keyboard: go on to the pyramid, where arrows move it
        if (event.detail === 0) onceRendered(() => void focusOn("placing"));
      },
    },
    dominoFace(game.face(space.domino), 0),
    suggested && hintSign(),
  );
}

/**
 * Start a drag on a stone of the quarry: it comes into the hand once it moves.
 * @param {Game} game @param {number} space @param {PointerEvent} event
 */
function press(game, space, event) {
  if (game.view.decision?.kind !== "place" || event.button !== 0) return;
  const before = game.ui.quarry;
  game.hold(space);
  game.placer.drag.pressHand(event, () => {
    // only a tap: leave it to the click
    game.ui.quarry = before;
  });
}
