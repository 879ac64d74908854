// @ts-check
/**
 * The pyramid in the middle: the player's own, with the ghost of a domino or of cards, the markers, and the glow of marked areas.
 * @typedef {import("./game.js").Pyramido} Game
 * @typedef {import("../pyramid/geometry.js").Block<import("../types").DesertColour>} Block
 */
import { h } from "../vdom.js";
import { gettext, interpolate } from "../i18n.js";
import { colourName } from "../art/domino.js";
import { desert } from "../art/desert_site.js";
import { slab } from "../art/stone.js";
import { seatName } from "../table/players.js";
import { blocksOf, cells } from "../pyramid/geometry.js";
import { corner, drawBlock, drawPyramid, LIFT } from "../pyramid/draw.js";
import { coveredIcon, ghostDrawing, imagine, legalCells, placeSentence } from "../pyramid/ghost.js";
import { markedGlow, standingMarkers } from "./marks.js";
import { areaKey, lattice, markedAreas, reckon } from "./pieces.js";
import { reckoningText } from "./sentences.js";

/** @param {Game} game */
export function ownPyramid(game) {
  const { view, main, placing } = game;
  const mine = main.seat === game.me;
  const title = mine
    ? interpolate(gettext("Your pyramid, stage %(stage)s"), { stage: view.stage })
    : interpolate(gettext("The pyramid of %(name)s, stage %(stage)s"), { name: seatName(game.table, main.seat), stage: view.stage });
  const there = mine ? imaginedPlace(game) : null;
  const carded = mine ? game.cards.imagined() : null;
  const blocks = game.blocks(main);
  const shown = there ?? carded;
  const choosing = view.decision?.kind === "mark" || (view.decision?.kind === "finish" && game.cards.started) || view.decision?.kind === "fill";
  const marks = [
    view.phase !== "over" && markedGlow(shown ? shown.reckoning : game.reckoning(main), shown ? shown.after : blocks, shown ? shown.marked : main.marked, view.stage),
    h("g", { key: "markers", class: "markers" },
      standingMarkers(main.marked, blocks, view.stage),
      there && [standingMarkers(there.sure, there.own, view.stage, "ghostly"), standingMarkers(there.either, there.own, view.stage, "ghostly either")],
      carded && standingMarkers(carded.followers, carded.own, view.stage, "ghostly")),
  ];
  const drawing = drawPyramid({
    blocks, box: main.box, stage: view.stage, around: desert,
    ground: game.placeable && view.stage === 1 && freeCells(game),
    over: [
      game.placeable && view.stage > 1 && freeCells(game),
      carded && cardGhost(carded, view.stage),
      there && placing.spot
        ? ghostDrawing({ ...there, touched: there.touched.filter((area) => !there.marks.has(areaKey(area))) }, placing.spot, view.stage, placing.down, marks)
        : marks,
      choosing && mine && targets(game),
    ],
    props: game.placeable ? game.placer.listeners() : { role: choosing ? "group" : "img", "aria-label": `${title}. ${reckoningText(game.reckoning(main))}` },
  });
  return h(
    "section",
    { class: `own-pyramid desert ${game.placeable ? "placing" : ""} ${placing.down ? "down" : ""}`, "aria-label": title, "data-roving": choosing ? "blocks" : null },
    game.placeable
      ? h("div", {
          key: "placing", class: "pyramid-field", tabindex: "0", role: "application", "data-focus": "placing",
          "aria-label": interpolate(gettext("%(title)s. Arrow keys move the domino from one legal place to the next, R turns it, Enter sets it down and confirms it, Escape picks it up."), { title }),
          onkeydown: (/** @type {KeyboardEvent} */ event) => game.placer.key(event),
        }, drawing)
      : h("div", { key: "resting", class: "pyramid-field" }, drawing),
    h("p", { class: "pyramid-caption", "aria-hidden": "true" }, stageCaption(game)),
  );
}

/** @param {Game} game */
function stageCaption({ view, main }) {
  const size = [10, 6, 3, 1][view.stage - 1];
  const laid = main.dominoes.filter((placed) => placed.stage === view.stage).length + (main.resurfaced.some((card) => card.fill && card.stage === view.stage) ? 1 : 0);
  return interpolate(gettext("Stage %(stage)s · dominoes: %(laid)s of %(size)s"), { stage: view.stage, laid, size });
}

/** @param {Game} game */
function freeCells(game) {
  return game.once("legal-cells", [game.spots, game.view.stage], () => legalCells(game.spots, game.view.stage));
}

/** What the pyramid would score with what is on trial; null while nothing is. @param {Game} game @returns {import("./types").Reckoning | null} */
export function onTrial(game) {
  return (imaginedPlace(game) ?? game.cards.imagined())?.reckoning ?? null;
}

/** The pyramid as it would be with the domino where its ghost lies, and with its marker. @param {Game} game */
function imaginedPlace(game) {
  const { main, view, inHand } = game;
  const { spot } = game.placing;
  if (!spot || inHand === null) return null;
  return game.once("imagined", [main, spot, inHand], () => {
    const before = game.blocks(main);
    const lying = { domino: inHand, stage: view.stage, ...spot };
    const own = blocksOf([lying], game.faces).map((block) => ({ ...block, index: block.index + 2 * main.dominoes.length }));
    const there = imagine(before, [...before, ...own], own);
    const can = own.filter((block) => block.icons.length > 0 && main.markers.includes(block.colour)).map(({ colour, x, y }) => ({ colour, x, y }));
    const sure = can.length === 1 ? can : [];
    const marked = [...main.marked, ...sure];
    const reckoning = reckon(markedAreas(there.after, view.stage, marked));
    const marks = new Set(reckoning.areas.filter((area) => area.marked).map(areaKey));
    return { ...there, sure, either: can.length === 2 ? can : [], marked, marks, reckoning };
  });
}

/** In words, what the ghost's place would bring. @param {Game} game @returns {string} */
export function spotSentence(game) {
  const there = imaginedPlace(game);
  if (!there) return placeSentence(null);
  const marks = there.sure.length > 0
    ? interpolate(gettext("The %(colour)s marker goes on it."), { colour: colourName(there.sure[0].colour) })
    : there.either.length > 0 ? gettext("Then you choose which block to mark.") : gettext("No marker fits on it.");
  return `${placeSentence(there)} ${marks}`;
}

/** @param {NonNullable<ReturnType<import("./cards.js").Cards["imagined"]>>} there @param {number} stage */
function cardGhost(there, stage) {
  return h("g", { key: "card-ghost", class: "ghost set" },
    h("g", { class: "ghost-blocks" }, there.own.map(drawBlock)),
    there.covered.filter(([x, y]) => !there.own.some((block) => block.stage === stage && inside(block, x, y))).map(([x, y]) => coveredIcon(x, y, stage)));
}

/** @param {Block} block @param {number} x @param {number} y */
function inside(block, x, y) {
  const [qx, qy] = [block.stage - 1 + 2 * block.x, block.stage - 1 + 2 * block.y];
  return block.under !== undefined && x >= qx && x <= qx + 1 && y >= qy && y <= qy + 1;
}

/** The blocks that a marker may be put on, with their cells. @param {Game} game */
export function markBlocks(game) {
  const { decision, current } = game.view;
  if (decision?.kind !== "mark" || !current) return [];
  return decision.blocks.map((block) => ({ block, x: cells(current)[block][0], y: cells(current)[block][1], colour: game.face(current.domino).blocks[block].colour }));
}

/** Blocks to be chosen: for a marker, for a card, or gaps to be filled. @param {Game} game */
function targets(game) {
  const { view, ui, cards } = game;
  const { decision } = view;
  const marking = decision?.kind === "mark";
  const spots = marking ? markBlocks(game) : cards.slots;
  return h("g", { key: "targets", class: "targets" }, spots.map((spot, at) => {
    const [x, y] = corner({ stage: view.stage, x: spot.x, y: spot.y });
    const chosen = marking ? ui.block === spot.block : cards.active === at;
    const act = () => (marking ? game.chooseBlock(/** @type {number} */ (spot.block)) : cards.tap(at));
    return h("path", {
      key: `${spot.x},${spot.y}`, d: slab(x + 2, y + 2 + (decision?.kind === "fill" && !cards.lying[at] ? LIFT : 0), 96, 96, [10, 10, 10, 10]),
      class: `target ${chosen ? "chosen" : ""} ${decision?.kind === "fill" && !cards.lying[at] ? "gap" : ""}`, role: "button", "data-stop": true, "aria-pressed": String(chosen),
      "aria-label": targetName(game, spot, at, marking), onclick: act,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        act();
      },
    });
  }));
}

/** @param {Game} game @param {{x: number, y: number, block: number | null}} spot @param {number} at @param {boolean} marking */
function targetName(game, spot, at, marking) {
  const [left, top] = lattice(game.blocks(game.main), game.main.box);
  const where = { column: spot.x - left + 1, row: spot.y - top + 1 };
  if (marking) {
    const block = game.blocks(game.main).find((one) => one.stage === game.view.stage && one.x === spot.x && one.y === spot.y);
    return interpolate(gettext("Mark the %(colour)s block in column %(column)s, row %(row)s"), { ...where, colour: block ? colourName(block.colour) : "" });
  }
  const lying = game.cards.lying[at];
  if (lying) return interpolate(gettext("Turn the %(colour)s card in column %(column)s, row %(row)s"), { ...where, colour: colourName(lying.colour) });
  return game.cards.filling
    ? interpolate(gettext("Gap in column %(column)s, row %(row)s"), where)
    : interpolate(gettext("Move the card to the block in column %(column)s, row %(row)s"), where);
}
