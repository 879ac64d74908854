// @ts-check
/**
 * The pyramid in the middle: the player's own, with the ghost of a domino while placing, and its areas while scoring.
 * @typedef {import("./game.js").ForgottenTreasures} Game
 * @typedef {import("../types").Area} Area
 */
import { h } from "../vdom.js";
import { gettext, ngettext, interpolate, listing } from "../i18n.js";
import { areasOf, blocksOf, cells, quadrantsOf, seen } from "../pyramid/geometry.js";
import { corner, drawBlock, drawPyramid, LIFT, spotOutline, UNIT } from "../pyramid/draw.js";
import { areaMarks, areaOutline, badgeAt } from "./area_marks.js";
import { colourName } from "../art/domino.js";
import { capital, seatName } from "../table/players.js";
import { slab } from "../art/stone.js";

/** @param {Game} game */
export function ownPyramid(game) {
  const { view, main, ui } = game;
  const placing = view.decision?.kind === "place";
  const mine = main.seat === game.me;
  const title = mine
    ? interpolate(gettext("Your pyramid, stage %(stage)s"), { stage: view.stage })
    : interpolate(gettext("The pyramid of %(name)s, stage %(stage)s"), { name: seatName(game.table, main.seat), stage: view.stage });
  const blocks = game.blocks(main);
  const drawing = drawPyramid({
    blocks, box: main.box ?? null, stage: view.stage,
    ground: placing && view.stage === 1 && legalCells(game),
    over: [
      placing && view.stage > 1 && legalCells(game),
      placing && ghost(game),
      view.phase === "score" && mine && areaMarks(game),
    ],
    props: placing ? {
      onpointermove: (/** @type {PointerEvent} */ event) => game.drag.hover(event),
      onpointerleave: () => game.drag.leave(),
      onpointerdown: (/** @type {PointerEvent} */ event) => game.drag.pressPyramid(event),
      onclick: (/** @type {MouseEvent} */ event) => game.drag.clickPyramid(event),
    } : { role: view.phase === "score" && mine ? "group" : "img", "aria-label": `${title}. ${areasText(main.areas ?? [])}` },
  });
  return h(
    "section",
    { class: `own-pyramid ${placing ? "placing" : ""} ${ui.placing.down ? "down" : ""}`, "aria-label": title, "data-roving": view.phase === "score" ? "areas" : null },
    placing
      ? h("div", {
          key: "placing", class: "pyramid-field", tabindex: "0", role: "application", "data-focus": "placing",
          "aria-label": interpolate(gettext("%(title)s. Arrow keys move the domino from one legal place to the next, R turns it, Enter sets it down and confirms it, Escape picks it up."), { title }),
          onkeydown: (/** @type {KeyboardEvent} */ event) => fieldKey(game, event),
        }, drawing)
      : h("div", { key: "resting", class: "pyramid-field" }, drawing),
    h("p", { class: "pyramid-caption", "aria-hidden": "true" }, stageCaption(game)),
  );
}

/** @param {Game} game */
function stageCaption({ view, main }) {
  const laid = (main.dominoes ?? []).filter((placed) => placed.stage === view.stage).length;
  const size = [10, 6, 3, 1][view.stage - 1];
  return interpolate(gettext("Stage %(stage)s · %(laid)s of %(size)s dominoes"), { stage: view.stage, laid, size });
}

/** @param {Area[]} areas */
function areasText(areas) {
  const items = areas.filter((area) => area.icons > 0).map((area) =>
    interpolate(ngettext("%(colour)s %(count)s icon", "%(colour)s %(count)s icons", area.icons), { colour: colourName(area.colour), count: area.icons }));
  return items.length > 0 ? interpolate(gettext("Areas: %(areas)s."), { areas: listing(items) }) : gettext("No areas yet.");
}

/** @param {Game} game @param {KeyboardEvent} event */
function fieldKey(game, event) {
  /** @type {Record<string, [number, number]>} */
  const arrows = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const arrow = arrows[event.key];
  if (arrow) {
    game.step(...arrow);
  } else if (event.key === "Enter" || event.key === " ") {
    if (game.ui.placing.down) game.confirm();
    else game.setDown();
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

/** Every cell on which the domino may lie one way or another. @param {Game} game */
function legalCells(game) {
  const { view } = game;
  return game.once("legal-cells", [game.spots, view.stage], () => {
    const free = new Map(game.spots.flatMap((spot) => cells(spot).map((cell) => [cell.join(","), cell])));
    return h(
      "g",
      { class: `legal-cells ${view.stage > 1 ? "above" : ""}` },
      [...free.values()].map(([x, y]) => {
        const [px, py] = corner({ stage: view.stage, x, y });
        return h("path", { d: slab(px + 4, py + LIFT + 4, 92, 92, [8, 8, 8, 8]) });
      }),
    );
  });
}

/** The pyramid as it would be with the domino where its ghost lies. @param {Game} game */
function imagined(game) {
  const { view, ui, main } = game;
  const { spot } = ui.placing;
  if (view.decision?.kind !== "place" || !spot) return null;
  const { domino } = view.decision;
  return game.once("imagined", [main.dominoes, spot, domino], () => {
    const before = game.blocks(main);
    const placed = { domino, stage: view.stage, ...spot };
    const after = blocksOf([...(main.dominoes ?? []), placed], game.faces);
    const own = after.slice(-2);
    const under = seen(before);
    const covered = own.flatMap(quadrantsOf).filter(([x, y]) => under.get(`${x},${y}`)?.icon);
    const touched = areasOf(after).filter((area) => own.some((block) => area.blocks.has(block.index)));
    return { after, own, covered, touched };
  });
}

/** In words, what the ghost's place would bring. @param {Game} game @returns {string} */
export function spotSentence(game) {
  const there = imagined(game);
  const { spot } = game.ui.placing;
  if (!there || !spot) return gettext("The domino is in your hand.");
  const where = there.own.map((block) =>
    interpolate(gettext("%(colour)s in column %(column)s, row %(row)s"), { colour: colourName(block.colour), column: block.x + 1, row: block.y + 1 }));
  const parts = [
    listing(where),
    ...there.touched.map((area) =>
      interpolate(ngettext("%(colour)s area with %(count)s icon", "%(colour)s area with %(count)s icons", area.icons), { colour: colourName(area.colour), count: area.icons })),
  ];
  const covers = there.covered.length;
  if (covers > 0) parts.push(interpolate(ngettext("covers %(count)s icon", "covers %(count)s icons", covers), { count: covers }));
  return `${capital(parts.join("; "))}.`;
}

/** @param {Game} game */
function ghost(game) {
  const there = imagined(game);
  const { placing } = game.ui;
  if (!there || !placing.spot) return null;
  const { view } = game;
  const frame = spotOutline(view.stage, placing.spot);
  const ordered = [...there.own].sort((a, b) => a.y - b.y);
  return h(
    "g",
    { key: "ghost", class: `ghost ${placing.down ? "set" : ""}` },
    there.touched.map((area) => h("path", { key: `area-${area.x},${area.y}`, d: areaOutline(area, there.after), class: "ghost-area" })),
    h("path", { d: slab(frame.x + 4, frame.y + LIFT + 6, frame.width + 8, frame.height + 6, [10, 10, 10, 10]), class: "ghost-shadow" }),
    h("g", { class: "ghost-blocks" }, ordered.map(drawBlock)),
    h("path", { d: slab(frame.x - 3, frame.y - 3, frame.width + 6, frame.height + 6, [11, 11, 11, 11]), class: "ghost-frame" }),
    there.covered.map(([x, y]) => {
      const [cx, cy] = [x * UNIT + 25, y * UNIT + 25 - LIFT * view.stage];
      return h("g", { key: `covered-${x},${y}`, class: "covered" },
        h("circle", { cx: cx + 15, cy: cy - 15, r: 9 }), h("path", { d: `M${cx + 10} ${cy - 20}l10 10m0 -10l-10 10` }));
    }),
    there.touched.map((area) => badgeAt(area, there.after, { label: String(area.icons), className: "preview" })),
  );
}
