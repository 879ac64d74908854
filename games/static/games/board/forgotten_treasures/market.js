// @ts-check
/**
 * The exploration area: five spaces, each with a pile of dominoes and gems in front of it.
 * @typedef {import("./game.js").ForgottenTreasures} Game
 * @typedef {import("../types").Space} Space
 * @typedef {import("../types").Gem} Gem
 */

import { blockName, dominoBack, dominoFace, dominoName } from "../art/domino.js";
import { gemIcon } from "../art/gems.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { hintSign } from "../table/hint.js";
import { sign } from "../table/players.js";
import { compact } from "../table/screen.js";
import { h } from "../vdom.js";
import { aGem, gemName, spread } from "./gems.js";
import { latestLegendTurn } from "./log.js";

/** How far (in widths of a gem) from its middle a gem beside a domino is pressed. */
const REACH = 0.75;

/** @param {Game} game */
export function market(game) {
  const legend = game.solo ? latestLegendTurn(game.session.state.events) : null;
  return h(
    "section",
    {
      class: `market phase-${game.view.decision?.kind ?? "none"}`,
      "aria-label": gettext("Exploration area"),
      "data-roving": "market",
      focus: "market",
    },
    game.view.spaces.map((space) => spaceCard(game, space, legend)),
  );
}

/** @param {Game} game @param {Space} space */
function contents(game, space) {
  if (space.face_up && space.domino !== undefined) return dominoName(game.face(space.domino));
  if (space.back) {
    const [first, second] = space.back.map((block) => blockName(block.colour, block.icons));
    return interpolate(gettext("face down; its back shows %(first)s, %(second)s"), { first, second });
  }
  return gettext("not known yet");
}

/** @param {Game} game @param {Space} space @param {any} legend the fact of the Legend's latest turn */
function spaceCard(game, space, legend) {
  const { decision } = game.view;
  const { ui } = game;
  const offered = decision?.kind === "take" ? decision.spaces.find((one) => one.space === space.space) : undefined;
  const revealable = decision?.kind === "reveal" && decision.spaces.includes(space.space);
  const chosen = ui.take?.space === space.space || ui.reveal === space.space;
  const suggested = game.hint.action?.space === space.space;
  const state = `${chosen ? "chosen" : ""} ${offered || revealable ? "open" : ""}`;
  const height = interpolate(ngettext("%(count)s domino", "%(count)s dominoes", space.height), { count: space.height });
  const visited =
    legend && (legend.space === space.space || legend.gems.some((/** @type {any} */ one) => one.space === space.space));
  return h(
    "div",
    {
      key: space.space,
      role: "group",
      class: `space ${space.face_up ? "face-up" : "face-down"} ${state} ${suggested ? "hinted" : ""}`,
      "data-hinted": suggested,
      "aria-label": interpolate(gettext("Space %(space)s, a pile of %(height)s"), { space: space.space, height }),
    },
    h("span", { class: "space-number", "aria-hidden": "true" }, space.space),
    suggested && hintSign(),
    visited &&
      h("span", { key: "visit", class: "visited", title: gettext("The Legend has just been here") }, sign(0, "legend")),
    pileTop(game, space, height, { offered: !!offered, revealable: !!revealable, chosen }),
    compact()
      ? h(
          "div",
          { key: "few", class: "space-gems" },
          spread(space.gems).map((gem, at) =>
            h(
              "span",
              { key: at, class: `small-gem ${isChosen(game, space, gem, at) ? "chosen" : ""}`, "data-gem": gem },
              gemIcon(gem),
            ),
          ),
        )
      : h("div", { key: "gems", class: "space-gems" }, gemButtons(game, space, offered?.gems ?? [])),
  );
}

/**
 * @param {Game} game @param {Space} space @param {string} height in words
 * @param {{offered: boolean, revealable: boolean, chosen: boolean}} can
 */
function pileTop(game, space, height, { offered, revealable, chosen }) {
  const what = interpolate(gettext("%(what)s, on a pile of %(height)s"), { what: contents(game, space), height });
  const label = offered
    ? interpolate(gettext("Take the domino from space %(space)s: %(what)s"), { space: space.space, what })
    : revealable
      ? interpolate(gettext("Flip the domino in space %(space)s: %(what)s"), { space: space.space, what })
      : interpolate(gettext("Domino in space %(space)s: %(what)s"), { space: space.space, what });
  const picture =
    space.face_up && space.domino !== undefined
      ? dominoFace(game.face(space.domino), 0)
      : space.back
        ? dominoBack(space.back)
        : h("span", { class: "no-domino", "aria-hidden": "true" }, "?");
  const domino = `${space.face_up ? space.domino : "back"}-${space.height}`;
  const layers = Math.min(4, Math.ceil((space.height - 1) / 5));
  return h(
    "button",
    {
      type: "button",
      class: `pile-top layers-${layers}`,
      "aria-label": label,
      "aria-pressed": offered || revealable ? String(chosen) : null,
      disabled: !(offered || revealable),
      "data-stop": offered || revealable,
      "data-chosen": chosen && !game.ui.take?.gem,
      "data-anchor": `space-${space.space}`,
      onclick: (event) => {
        const gem = offered ? gemUnder(event) : null;
        if (gem) game.chooseGem(space.space, gem, null);
        else if (offered) game.chooseSpace(space.space);
        else if (revealable) game.chooseReveal(space.space);
      },
    },
    h("span", { key: game.turned(`space-${space.space}`, domino), class: "turning" }, picture),
    h("span", { class: "height", "aria-hidden": "true" }, space.height),
  );
}

/**
 * Return the gem beside the domino that a press means. On a small screen these gems are too small to be buttons: the
 * space is one, and each gem can be chosen in the bar as well.
 * @param {MouseEvent} event @returns {Gem | null}
 */
function gemUnder({ currentTarget, clientX, clientY, detail }) {
  if (detail === 0 || !(currentTarget instanceof Element)) return null; // a key has no place
  const gems = /** @type {HTMLElement[]} */ ([...(currentTarget.parentElement?.querySelectorAll(".small-gem") ?? [])]);
  const places = gems.map((gem) => ({ gem, box: gem.getBoundingClientRect() }));
  const away = (/** @type {DOMRect} */ box) =>
    Math.hypot(clientX - box.x - box.width / 2, clientY - box.y - box.height / 2);
  const [near] = places.sort((a, b) => away(a.box) - away(b.box));
  if (!near || away(near.box) > REACH * near.box.width) return null;
  return /** @type {Gem} */ (near.gem.dataset.gem);
}

/**
 * Whether this is the gem that is chosen.
 * @param {Game} game @param {Space} space @param {Gem} gem @param {number} at which of the space's gems
 */
function isChosen({ ui }, space, gem, at) {
  const { take } = ui;
  return take?.space === space.space && take.gem === gem && (take.at ?? spread(space.gems).indexOf(gem)) === at;
}

/** The gems of the chosen space, for the bar of a small screen: at the space they have no room. @param {Game} game */
export function gemChoice(game) {
  const { decision, spaces } = game.view;
  const chosen = decision?.kind === "take" && decision.spaces.find((one) => one.space === game.ui.take?.space);
  const space = chosen && spaces.find((one) => one.space === chosen.space);
  if (!space) return null;
  return h(
    "div",
    {
      key: "gems",
      class: "gem-choice",
      role: "group",
      "aria-label": gettext("Gems"),
      "data-roving": "gems",
      focus: "choice",
    },
    gemButtons(game, space, chosen.gems, true),
  );
}

/** @param {Game} game @param {Space} space @param {Gem[]} offered @param {boolean} [once] one of each colour */
function gemButtons(game, space, offered, once = false) {
  const gems = spread(space.gems);
  return gems.map((gem, at) => {
    const can = offered.includes(gem);
    const first = gems.indexOf(gem) === at;
    if (once && !first) return null;
    const { action } = game.hint;
    const suggested = action?.space === space.space && action.gem === gem && first;
    const chosen = isChosen(game, space, gem, at);
    return h(
      "button",
      {
        key: `${gem}-${at - gems.indexOf(gem)}`,
        type: "button",
        class: `gem-button ${chosen ? "chosen" : ""} ${suggested ? "hinted" : ""}`,
        disabled: !can,
        "data-stop": can && first,
        "data-chosen": chosen,
        tabindex: first ? null : "-1",
        "data-anchor": `gem-${space.space}-${gem}-${at - gems.indexOf(gem)}`,
        "aria-pressed": can ? String(chosen) : null,
        "aria-label": can
          ? interpolate(gettext("Take %(gem)s with the domino from space %(space)s"), {
              gem: aGem(gem),
              space: space.space,
            })
          : gemName(gem),
        onclick: () => game.chooseGem(space.space, gem, at),
      },
      gemIcon(gem),
    );
  });
}
