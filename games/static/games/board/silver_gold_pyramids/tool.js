// @ts-check
/**
 * The expedition card of the step with its tools: turn, mirror, whole shape or single cell; and how many red crosses
 * are still to be paid.
 * @typedef {import("./game.js").SilverGoldPyramids} Game
 * @typedef {import("./types").Shape} Shape
 * @typedef {import("./geometry.js").Hold} Hold
 */

import { gettext, interpolate, ngettext } from "../i18n.js";
import { h } from "../vdom.js";
import { icon } from "./art_symbols.js";
import { contents, shapeName } from "./cards.js";
import { extent, held, names } from "./geometry.js";

const PLAIN = { turn: 0, mirrored: false };

/** A shape drawn as squares. @param {Shape} shape @param {Hold} [hold] @param {string} [name] */
export function shapeDrawing(shape, hold = PLAIN, name = "") {
  const points = held(shape, hold);
  const [width, height] = extent(points);
  const side = Math.max(width, height, 3) * 100;
  const [left, top] = [(side - 100 * width) / 2, (side - 100 * height) / 2];
  return h(
    "svg",
    { class: `shape-drawing ${name}`, viewBox: `-10 -10 ${side + 20} ${side + 20}`, "aria-hidden": "true" },
    points.map(([x, y]) => [
      h("rect", { x: left + 100 * x + 4, y: top + 100 * y + 4, width: 92, height: 92, rx: 12, class: "shape-cell" }),
      h("path", {
        d: `M${left + 100 * x + 12} ${top + 100 * y + 86}V${top + 100 * y + 20}q0-8 8-8H${left + 100 * x + 86}`,
        class: "shape-light",
      }),
    ]),
  );
}

/** @param {Game} game */
export function tool(game) {
  const { view, marker } = game;
  if (view.phase === "over" || view.decision?.kind === "replace") return null;
  const shape = view.shape;
  const marking = view.decision?.kind === "mark";
  return h(
    "div",
    { key: "tool", class: "tool" },
    shape
      ? h(
          "button",
          {
            key: `card-${view.step}`,
            type: "button",
            class: `expedition ${marker.single ? "aside" : ""}`,
            disabled: !marking || marker.single,
            "aria-label": interpolate(
              gettext("Expedition card: %(shape)s. Drag it onto a pyramid; click or tap to rotate it."),
              { shape: shapeName(shape) },
            ),
            onpointerdown: (event) => game.pointer.pressShape(event),
            onclick: () => {
              if (!game.pointer.justDropped) marker.turn(1);
            },
          },
          shapeDrawing(shape, marker.hold),
        )
      : h("span", { key: "no-card", class: "expedition blank", "aria-hidden": "true" }, icon("steps-new")),
    h(
      "p",
      { class: "tool-step" },
      h("strong", null, interpolate(gettext("Round %(round)s"), { round: view.round ?? 1 })),
      " ",
      h("span", null, interpolate(gettext("step %(step)s of 28"), { step: view.step ?? 0 })),
    ),
    h("div", { class: "tool-note" }, note(game)),
    marking && buttons(game),
  );
}

/** Describe the draft so far. @param {Game} game */
function note(game) {
  const { view, marker } = game;
  const { shape } = view;
  const bill = marker.bill;
  const { first, extra } = marker.draft;
  if (!shape)
    return h(
      "p",
      { key: "open", class: "tool-shape" },
      gettext("This step’s marks are revealed: the red footprints show them."),
    );
  if (!bill || !first) return h("p", { key: "shape", class: "tool-shape" }, shapeName(shape));
  const list = [{ card: first.card, set: first.mask }, ...extra.map((one) => ({ card: one.card, set: one.cell }))];
  return [
    h(
      "ol",
      { key: "chain", class: "chain", "aria-label": gettext("Marked in this step") },
      list.map(({ card, set }, at) => {
        const what = contents(game.card(card), set);
        return h(
          "li",
          { key: at, title: what || null },
          at > 0 && icon("cross"),
          h("span", null, interpolate(gettext("%(number)s: %(cells)s"), { number: card, cells: names(set).join(" ") })),
        );
      }),
    ),
    bill.owed > 0 &&
      !bill.complete &&
      h(
        "p",
        { key: "owed", class: "owed", "data-owed": bill.owed },
        Array.from({ length: bill.owed }, () => icon("cross")),
        h(
          "span",
          null,
          interpolate(ngettext("%(count)s more cell to mark", "%(count)s more cells to mark", bill.owed), {
            count: bill.owed,
          }),
        ),
      ),
    bill.owed > 0 &&
      bill.complete &&
      h("p", { key: "lost", class: "owed lost" }, gettext("No cell is left for the red cross: it is lost.")),
  ];
}

/** @param {Game} game */
function buttons(game) {
  const { marker } = game;
  const shape = marker.shape ?? "I2";
  const size = held(shape, PLAIN).length;
  return h(
    "div",
    { key: "buttons", class: "tool-buttons" },
    h(
      "div",
      { class: "choice", role: "group", "aria-label": gettext("What to mark") },
      choice(
        game,
        false,
        interpolate(gettext("%(count)s-cell shape"), { count: size }),
        shapeDrawing(shape, marker.hold),
      ),
      choice(
        game,
        true,
        gettext("Single cell"),
        h(
          "svg",
          { class: "shape-drawing", viewBox: "-60 -60 220 220", "aria-hidden": "true" },
          h("rect", { x: 4, y: 4, width: 92, height: 92, rx: 12, class: "shape-cell" }),
        ),
      ),
    ),
    turnButton(
      game,
      "turn",
      gettext("Rotate (R)"),
      gettext("Rotate"),
      () => marker.turn(1),
      "M20 5v5h-5M19.3 10A8 8 0 1 0 20 14.5",
    ),
    turnButton(
      game,
      "mirror",
      gettext("Mirror (F)"),
      gettext("Mirror"),
      () => marker.mirror(),
      "M12 3v3M12 9v3M12 15v3M12 21v1M9 6.5L3 17.5H9ZM15 6.5L21 17.5H15Z",
    ),
  );
}

/** @param {Game} game @param {boolean} single @param {string} label @param {import("../types").VChild} picture */
function choice(game, single, label, picture) {
  const on = game.marker.single === single;
  return h(
    "button",
    {
      type: "button",
      class: `choice-button ${on ? "on" : ""}`,
      "aria-pressed": String(on),
      "data-use": single ? "single" : "shape",
      title: interpolate(gettext("%(what)s (press S to switch)"), { what: label }),
      disabled: !single && !game.marker.anyShape(),
      onclick: () => game.marker.use(single),
    },
    picture,
    h("span", null, label),
  );
}

/**
 * @param {Game} game @param {string} key @param {string} title @param {string} label @param {() => void} act
 * @param {string} d
 */
function turnButton(game, key, title, label, act, d) {
  return h(
    "button",
    {
      type: "button",
      class: "turn-button",
      "aria-label": label,
      title,
      "data-tool": key,
      disabled: !game.marker.canTurn,
      onclick: act,
    },
    h(
      "svg",
      { viewBox: "0 0 24 24", "aria-hidden": "true" },
      h("path", {
        d,
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 2,
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
      }),
    ),
  );
}

/** The shape under the pointer while it is dragged beside the cards. @param {Game} game */
export function floating(game) {
  const { float } = game.pointer;
  const { shape } = game.marker;
  if (!float || !shape) return null;
  return h(
    "div",
    {
      key: "floating",
      class: "sgp-floating",
      style: { left: `${float[0]}px`, top: `${float[1]}px` },
      "aria-hidden": "true",
    },
    shapeDrawing(shape, game.marker.hold),
  );
}
