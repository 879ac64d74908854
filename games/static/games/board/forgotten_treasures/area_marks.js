// @ts-check
/**
 * The areas of the player's pyramid during scoring: a press activates one, the next doubles it, the next clears it.
 * @typedef {import("./game.js").ForgottenTreasures} Game
 * @typedef {import("../types").Area} Area
 * @typedef {import("../pyramid/geometry.js").Block} Block
 */

import { areaText } from "../art/domino.js";
import { GEM_TONES, gemUse } from "../art/gems.js";
import { gettext, interpolate } from "../i18n.js";
import { areaOutline, badgeAt, plaquePlace } from "../pyramid/area_plaque.js";
import { h } from "../vdom.js";
import { areaKey } from "./score_draft.js";

/** Return the name of an area for screen readers. @param {Pick<Area, "x" | "y" | "colour" | "icons">} area */
export function areaName(area) {
  return interpolate(gettext("%(area)s at column %(x)s, row %(y)s"), {
    area: areaText(area),
    x: area.x + 1,
    y: area.y + 1,
  });
}

/** @param {{double: boolean} | undefined} choice */
export function choiceText(choice) {
  if (!choice) return gettext("not activated");
  return choice.double ? gettext("activated, scores double") : gettext("activated");
}

/** All areas of the player's pyramid, each a button; in the past, with what was sent. @param {Game} game */
export function areaMarks(game) {
  const { decision } = game.view;
  const seat = game.main;
  const areas = seat.areas ?? [];
  const blocks = game.blocks(seat);
  const payable = new Set(decision?.kind === "score" ? decision.areas.map(areaKey) : []);
  const shapes = game.once(
    "area-shapes",
    [areas, blocks],
    () => new Map(areas.map((area) => [areaKey(area), areaOutline(area, blocks)])),
  );
  const { sent } = game.desk;
  const done = sent ?? game.desk.bill();
  const wanted = suggested(game);
  return h(
    "g",
    { key: "areas", class: "areas", focus: "areas" },
    areas.map((area) => {
      const key = areaKey(area);
      const can = payable.has(key);
      const payment = done?.payments.find((one) => one.key === key);
      const choice = sent ? payment : game.ui.score.choices.get(key);
      const state = choice ? (choice.double ? "double" : "single") : "off";
      const kind = can ? "payable" : choice ? "" : "fixed";
      const label = choice?.double ? `${area.icons}×2` : String(area.icons);
      const bare = area.icons === 0 ? "bare" : "";
      const hovered = game.ui.area === key ? "hot" : "";
      const hinted = wanted !== null && (wanted.get(key) ?? "off") !== state;
      return h(
        "g",
        {
          key,
          class: `area ${area.colour} ${state} ${kind} ${bare} ${hovered} ${hinted ? "hinted" : ""}`,
          role: can ? "button" : null,
          "data-stop": can,
          "data-area": key,
          "aria-pressed": can ? String(!!choice) : null,
          "aria-label": `${areaName(area)}: ${choice?.double ? `${label}, ` : ""}${choiceText(choice)}`,
          onclick: () => game.desk.cycleArea(key),
          onpointerenter: () => hot(game, key),
          onpointerleave: () => hot(game, null),
          onfocus: () => hot(game, key),
          onblur: () => hot(game, null),
          onkeydown: (event) => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            game.desk.cycleArea(key);
          },
        },
        h("path", { d: shapes.get(key), class: "area-shape" }),
        h("path", { d: shapes.get(key), class: "area-line", stroke: GEM_TONES[area.colour][1] }),
        hinted && [
          h("path", { key: "under", d: shapes.get(key), class: "hint-edge-under" }),
          h("path", { key: "edge", d: shapes.get(key), class: "hint-edge" }),
        ],
        badgeAt(area, blocks, { label }),
        payment && laidGems(area, blocks, payment),
      );
    }),
  );
}

/** The states that a hint suggests, by areas, or null. @param {Game} game */
function suggested({ hint }) {
  if (hint.action?.type !== "score") return null;
  const activations = /** @type {import("../types").Activation[]} */ (hint.action.activate ?? []);
  return new Map(activations.map((one) => [areaKey(one), one.double ? "double" : "single"]));
}

/** @param {Game} game @param {string | null} key */
function hot(game, key) {
  if (game.ui.area === key) return;
  game.ui.area = key;
  game.update();
}

/**
 * The gems that pay for an area, drawn on it.
 * @param {Area} area @param {Block[]} blocks @param {import("./score_draft.js").Payment} payment
 */
function laidGems(area, blocks, payment) {
  const [x, y] = plaquePlace(area, blocks);
  /** @type {import("../types").Gem[]} */
  const gems = [];
  for (let unit = 0; unit < payment.units - payment.mythical; unit += 1) gems.push(area.colour);
  for (let unit = 0; unit < payment.mythical; unit += 1) gems.push("mythical", "mythical");
  const step = Math.min(20, 64 / gems.length);
  return h(
    "g",
    { class: "laid-gems" },
    gems.map((gem, at) => gemUse(gem, x + (at - (gems.length - 1) / 2) * step, y - 25, 25)),
  );
}
