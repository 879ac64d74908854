// @ts-check
/**
 * The middle of the page: the expedition card with its tools, and the two pyramids being explored (`keeping.js`: four
 * to choose from). Each card is a grid of cells for the keyboard: arrows move, Enter marks.
 * @typedef {import("./game.js").SilverGoldPyramids} Game
 * @typedef {import("./types").Card} Card
 */

import { gettext, interpolate } from "../i18n.js";
import { hintEdge } from "../table/hint.js";
import { about } from "../table/log_lines.js";
import { onceRendered } from "../table/rendered.js";
import { compact } from "../table/screen.js";
import { focusable, h } from "../vdom.js";
import { activeCard, found } from "./active_card.js";
import { cardDrawing, freshMarks } from "./art_card.js";
import { drawn } from "./art_symbols.js";
import { cardText, symbolAt, symbolName } from "./cards.js";
import { cell, cells, FULL, mask, name, place, SIZE } from "./geometry.js";
import { hint } from "./hint.js";
import { keeping } from "./keeping.js";
import { hintedCells } from "./suggest.js";
import { tool } from "./tool.js";
import { watching } from "./watch.js";

/** @param {Game} game */
export function workplace(game) {
  const { view, main } = game;
  if (view.phase === "keep") return keeping(game);
  const label = about(game.reader, main.seat, gettext("Your pyramids"), gettext("%(name)s’s pyramids"));
  return h(
    "section",
    {
      class: `work ${view.decision?.kind === "mark" ? "marking" : ""} ${game.sent ? "sent" : ""}`,
      "data-seat": main.seat,
      "aria-label": label,
    },
    watching(game),
    tool(game),
    h(
      "div",
      { key: "place", class: "work-place" },
      h(
        "div",
        { class: "work-cards" },
        main.cards.map((started) => workCard(game, started.number, mask(started.marked))),
        Array.from({ length: Math.max(0, 2 - main.cards.length) }, (_, at) => emptyPlace(game, at)),
        compact() && found(game),
      ),
    ),
    hint(game),
  );
}

/** @param {Game} game @param {number} at */
function emptyPlace(game, at) {
  const { view, main } = game;
  const coming = view.replacing.some((one) => one.seat === main.seat);
  return h(
    "div",
    { key: `empty-${at}`, class: "work-card empty" },
    h("p", null, coming ? gettext("This pyramid is explored. A new one comes here.") : gettext("No pyramid here.")),
  );
}

/** @param {Game} game @param {number} number @param {number} before marked cells, without the draft */
function workCard(game, number, before) {
  const { marker, pointer } = game;
  const card = game.card(number);
  const bill = marker.bill;
  const added = bill?.added.get(number) ?? sent(game, number);
  const marking = game.view.decision?.kind === "mark";
  const finished = bill?.finished.includes(number);
  const active = activeCard(game) === number;
  const suggested = !active && hintedCells(game, number).length > 0;
  return h(
    "div",
    { key: number, class: `work-card ${card.colour} ${finished ? "finished" : ""} ${active ? "active" : "aside"}` },
    cardDrawing(
      card,
      before,
      {
        role: marking ? "grid" : "img",
        "aria-label": cardText(card, before | added),
        "data-card": number,
        onpointermove: marking ? (event) => pointer.hover(event) : null,
        onpointerleave: marking ? () => pointer.leave() : null,
        onpointerdown: marking ? (event) => pointer.pressCard(event) : null,
        ontouchmove: marking ? (event) => pointer.holdPage(event) : null,
        onclick: marking ? (event) => pointer.clickCard(event) : null,
      },
      game.main.seat !== game.me && freshMarks(game.fresh.get(number) ?? 0),
      marking && lights(game, number),
      drafted(game, card, added),
      marking && [hinted(game, number), hovering(game, number), grid(game, card, before, added)],
    ),
    finished && h("p", { key: "finished", class: "finished-note" }, gettext("The golden tomb!")),
    !active &&
      h("button", {
        key: "enlarge",
        type: "button",
        class: `enlarge-card ${suggested ? "hinted" : ""}`,
        "data-active": number,
        "data-hinted": suggested,
        "aria-label": interpolate(gettext("Enlarge pyramid %(number)s"), { number }),
        onclick: () => game.show({ active: number, cursor: null }),
      }),
  );
}

/** In the past: what the seat had sent of a card, in secret. @param {Game} game @param {number} number */
function sent({ past, marker: { draft } }, number) {
  const parts = [draft.first && { card: draft.first.card, cell: draft.first.mask }, ...draft.extra];
  return past ? parts.reduce((set, one) => (one?.card === number ? set | one.cell : set), 0) : 0;
}

/** The cells that may be marked. @param {Game} game @param {number} number */
function lights(game, number) {
  const { lit, faint } = game.marker.lights(number);
  const kind = game.marker.next === "extra" ? "paying" : "";
  return h(
    "g",
    { key: "lights", class: `lights ${kind}` },
    cells(faint).map((bit) => square(bit, 6, "faint")),
    cells(lit).map((bit) => square(bit, 6, "lit")),
  );
}

/** @param {number} bit @param {number} inset @param {string} className */
function square(bit, inset, className) {
  const [x, y] = place(bit);
  return h("rect", {
    x: 100 * x + inset,
    y: 100 * y + inset,
    width: 100 - 2 * inset,
    height: 100 - 2 * inset,
    rx: 10,
    class: className,
  });
}

/** Return the outline of a set of cells as a path, edge by edge. @param {number} set */
function outline(set) {
  let d = "";
  for (const bit of cells(set)) {
    const [x, y] = place(bit);
    const [l, t] = [100 * x, 100 * y];
    const has = (/** @type {number} */ dx, /** @type {number} */ dy) =>
      x + dx >= 0 && x + dx < SIZE && y + dy >= 0 && y + dy < SIZE && (set & cell(x + dx, y + dy)) !== 0;
    if (!has(0, -1)) d += `M${l} ${t}h100`;
    if (!has(0, 1)) d += `M${l} ${t + 100}h100`;
    if (!has(-1, 0)) d += `M${l} ${t}v100`;
    if (!has(1, 0)) d += `M${l + 100} ${t}v100`;
  }
  return d;
}

/**
 * The draft's marks: the shape as one piece, the cells of crosses numbered.
 * @param {Game} game @param {Card} card @param {number} added
 */
function drafted(game, card, added) {
  const { draft } = game.marker;
  if (!added) return null;
  const own = draft.first?.card === card.number ? draft.first.mask : 0;
  return h(
    "g",
    { key: "drafted", class: `drafted ${game.sent && !game.marker.changed ? "sent" : ""}` },
    cells(added).map((bit) => [square(bit, 3, "drafted-floor"), footprints(bit)]),
    own !== 0 && h("path", { d: outline(own), class: "drafted-edge" }),
    draft.extra.map(
      (extra, at) =>
        extra.card === card.number && [
          h("path", { key: `edge-${at}`, d: outline(extra.cell), class: "drafted-edge" }),
          numbered(extra.cell, at + 1),
        ],
    ),
  );
}

/** The cells that a hint suggests. @param {Game} game @param {number} number */
function hinted(game, number) {
  const sets = hintedCells(game, number);
  return sets.length > 0 && hintEdge(sets.map(outline), "hinted-cells");
}

/** @param {number} bit */
function footprints(bit) {
  const [x, y] = place(bit);
  return drawn("steps-new", 100 * x + 50, 100 * y + 50, 92);
}

/** @param {number} bit @param {number} at which cross it pays */
function numbered(bit, at) {
  const [x, y] = place(bit);
  return h(
    "g",
    { class: "numbered", transform: `translate(${100 * x + 82} ${100 * y + 19})` },
    h("circle", { r: 17 }),
    h("text", { y: 8, "text-anchor": "middle" }, at),
  );
}

/** The shape under the pointer. @param {Game} game @param {number} number */
function hovering(game, number) {
  const { ghost } = game.marker;
  if (!ghost || ghost.card !== number) return null;
  return h(
    "g",
    { key: "ghost", class: `hovering ${ghost.legal ? "legal" : "illegal"}` },
    cells(ghost.lie).map((bit) => square(bit, 3, "hovering-floor")),
    h("path", { d: outline(ghost.lie), class: "hovering-edge" }),
  );
}

// --- by keyboard ----------------------------------------------------------------------------------------------------

/** @param {Game} game @param {Card} card @param {number} before @param {number} added */
function grid(game, card, before, added) {
  const { lit, faint } = game.marker.lights(card.number);
  const cursor = stop(game);
  return Array.from({ length: SIZE }, (_, y) =>
    h(
      "g",
      { key: `row-${y}`, role: "row" },
      Array.from({ length: SIZE }, (__, x) => {
        const bit = cell(x, y);
        const here = cursor?.card === card.number && cursor.cell === bit;
        return h("rect", {
          x: 100 * x,
          y: 100 * y,
          width: 100,
          height: 100,
          rx: 8,
          class: "cell",
          role: "gridcell",
          tabindex: here ? 0 : -1,
          "data-cell": name(bit),
          focus: here && "placing",
          "data-lit": lit & bit ? "now" : faint & bit ? "turned" : null,
          "data-marked": before & bit ? "before" : added & bit ? "now" : null,
          "aria-selected": String(((before | added) & bit) !== 0),
          "aria-label": cellText(card, bit, { before, added, lit, faint }),
          onfocus: () => focused(game, card.number, bit),
          onkeydown: (event) => keyed(game, event, card.number, bit),
        });
      }),
    ),
  );
}

/** @param {Card} card @param {number} bit @param {{before: number, added: number, lit: number, faint: number}} sets */
function cellText(card, bit, { before, added, lit, faint }) {
  const what = symbolName(symbolAt(card, bit));
  const state =
    before & bit
      ? gettext("marked")
      : added & bit
        ? gettext("marked in this step")
        : lit & bit
          ? gettext("can be marked now")
          : faint & bit
            ? gettext("can be marked with the shape rotated or mirrored")
            : "";
  return state
    ? interpolate(gettext("%(cell)s, %(what)s, %(state)s"), { cell: name(bit), what, state })
    : interpolate(gettext("%(cell)s, %(what)s"), { cell: name(bit), what });
}

/**
 * Return the cell that is the tab stop of both cards.
 * @param {Game} game @returns {{card: number, cell: number} | null}
 */
function stop(game) {
  if (game.ui.cursor) return game.ui.cursor;
  const first = activeCard(game);
  const numbers = game.main.cards.map((started) => started.number);
  for (const number of numbers.sort((a, b) => Number(b === first) - Number(a === first))) {
    const { lit, faint } = game.marker.lights(number);
    const set = lit || faint || game.card(number).free & FULL;
    if (set) return { card: number, cell: set & -set };
  }
  return null;
}

/** @param {Game} game @param {number} number @param {number} bit */
function focused(game, number, bit) {
  const { cursor } = game.ui;
  const element = document.activeElement;
  if (element?.matches(":focus-visible")) {
    const [x, y] = place(bit);
    game.marker.hover(number, [x + 0.5, y + 0.5]);
  }
  if (cursor?.card === number && cursor.cell === bit) return;
  game.ui.cursor = { card: number, cell: bit };
  game.ui.active = number;
  game.update();
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Game} game @param {KeyboardEvent} event @param {number} number @param {number} bit */
function keyed(game, event, number, bit) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter" && game.ready() && game.marker.next === "done") game.confirm();
    else game.marker.tap(number, bit);
    return;
  }
  const arrow = ARROWS[event.key];
  if (!arrow) return;
  event.preventDefault();
  event.stopPropagation();
  const numbers = game.main.cards.map((card) => card.number);
  let [x, y] = place(bit);
  let at = numbers.indexOf(number);
  x += arrow[0];
  y += arrow[1];
  // beyond an edge is the other card
  const off = x < 0 || y < 0 ? -1 : x >= SIZE || y >= SIZE ? 1 : 0;
  if (off !== 0) {
    if (numbers.length < 2) return;
    at = (at + off + numbers.length) % numbers.length;
    [x, y] = [(x + SIZE) % SIZE, (y + SIZE) % SIZE];
  }
  game.ui.cursor = { card: numbers[at], cell: cell(x, y) };
  game.ui.active = numbers[at];
  game.update();
  onceRendered(() => focusable("placing")?.focus());
}
