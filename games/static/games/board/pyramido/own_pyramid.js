// @ts-check
/**
 * The pyramid in the middle, the player's own: with the ghost of a domino or of cards, markers, and marked areas.
 * @typedef {import("./game.js").Pyramido} Game
 * @typedef {import("../pyramid/geometry.js").Block<import("../types").DesertColour>} Block
 */

import { desert } from "../art/desert_site.js";
import { gettext, interpolate } from "../i18n.js";
import { corner, drawBlocks, drawPyramid, latestFrame, UNIT } from "../pyramid/draw.js";
import { gapMarks } from "../pyramid/gap_note.js";
import { coveredIcon, ghostDrawing, hintedSpot, legalCells } from "../pyramid/ghost.js";
import { about } from "../table/log_lines.js";
import { nameLabel, sign } from "../table/players.js";
import { compact } from "../table/screen.js";
import { h } from "../vdom.js";
import { markedGlow, standingMarkers } from "./marks.js";
import { areaKey, progress } from "./pieces.js";
import { reckoningText } from "./sentences.js";
import { choosing, targets } from "./targets.js";
import { imaginedMark, imaginedPlace } from "./trial.js";

/** @param {Game} game */
export function ownPyramid(game) {
  const { view, main, placing } = game;
  const mine = main.seat === game.me;
  const title = about(
    game.reader,
    main.seat,
    gettext("Your pyramid, stage %(stage)s"),
    gettext("%(name)s’s pyramid, stage %(stage)s"),
    { stage: view.stage },
  );
  const there = mine ? imaginedPlace(game) : null;
  const carded = mine ? game.cards.imagined() : null;
  const markedToo = mine ? imaginedMark(game) : null;
  const blocks = game.blocks(main);
  const shown = there ?? carded ?? markedToo;
  const asking = mine && choosing(game);
  const hinted =
    game.placeable &&
    game.hint.action?.type === "place" &&
    game.hint.action.quarry === game.ui.quarry &&
    hintedSpot(game.hint.action, view.stage);
  const marks = [
    view.phase !== "over" &&
      markedGlow(
        shown ? shown.reckoning : game.reckoning(main),
        shown ? shown.after : blocks,
        shown ? shown.marked : main.marked,
        view.stage,
      ),
    h(
      "g",
      { key: "markers", class: "markers" },
      standingMarkers(main.marked, blocks, view.stage),
      there && [
        standingMarkers(there.sure, there.own, view.stage, "ghostly"),
        standingMarkers(there.either, there.own, view.stage, "ghostly either"),
      ],
      carded && standingMarkers(carded.followers, carded.own, view.stage, "ghostly"),
      markedToo && standingMarkers(markedToo.followers, markedToo.own, view.stage, "ghostly"),
    ),
  ];
  const drawing = drawPyramid({
    blocks,
    box: main.box,
    stage: view.stage,
    land: "desert",
    around: desert,
    small: compact(),
    ground: game.placeable && view.stage === 1 && freeCells(game),
    over: [
      game.placeable && view.stage > 1 && freeCells(game),
      carded && cardGhost(carded, view.stage),
      there && placing.spot
        ? ghostDrawing(
            { ...there, touched: there.touched.filter((area) => !there.marks.has(areaKey(area))) },
            placing.spot,
            view.stage,
            placing.down,
            hinted,
            marks,
          )
        : [marks, hinted],
      mine && gapMarks(game),
      asking && targets(game),
      !mine && view.phase !== "over" && latestFrame(main.dominoes),
    ],
    props: game.placeable
      ? game.placer.listeners()
      : { role: asking ? "group" : "img", "aria-label": `${title}. ${reckoningText(game.reckoning(main))}` },
  });
  const rest = { "data-anchor": mine ? null : `pyramid-${main.seat}` };
  const trial = `${placing.down ? "down" : ""} ${game.cards.started ? "trying" : ""}`;
  return h(
    "section",
    {
      class: `own-pyramid desert ${game.placeable ? "placing" : ""} ${trial}`,
      "aria-label": title,
      "data-roving": asking ? "blocks" : null,
    },
    h("div", { class: "pyramid-field", ...(game.placeable ? game.placer.field(title) : rest) }, drawing),
    h(
      "p",
      { class: "pyramid-caption", "aria-hidden": "true" },
      main.seat !== game.reader.me &&
        h("span", { class: "whose" }, sign(main.seat, main.kind), nameLabel(game.table, main.seat)),
      h("span", { class: "how-far" }, stageCaption(game)),
    ),
  );
}

/** @param {Game} game @returns {string} */
function stageCaption({ view, main }) {
  if (main.out !== null) return gettext("The pyramid stays unfinished");
  if (view.phase === "over" && main.complete) return gettext("The pyramid is finished");
  return interpolate(gettext("Stage %(stage)s · dominoes: %(laid)s of %(size)s"), {
    stage: view.stage,
    ...progress(main, view.stage),
  });
}

/** @param {Game} game */
function freeCells(game) {
  return game.once("legal-cells", [game.spots, game.view.stage], () => legalCells(game.spots, game.view.stage));
}

/** @param {NonNullable<ReturnType<import("./cards.js").Cards["imagined"]>>} there @param {number} stage */
function cardGhost(there, stage) {
  return h(
    "g",
    { key: "card-ghost", class: "ghost set" },
    h("g", { class: "ghost-blocks" }, drawBlocks(there.own)),
    there.covered
      .filter(([x, y]) => !there.own.some((block) => block.stage === stage && inside(block, x, y)))
      .map((icon) => coveredIcon(icon, stage, blockOver(icon, stage))),
  );
}

/**
 * The outline of the block of a stage over a quadrant.
 * @param {[number, number, unknown]} quadrant @param {number} stage
 */
function blockOver([qx, qy], stage) {
  const cell = (/** @type {number} */ at) => Math.floor((at - stage + 1) / 2);
  const [x, y] = corner({ stage, x: cell(qx), y: cell(qy) });
  return { x, y, width: 2 * UNIT, height: 2 * UNIT };
}

/** @param {Block} block @param {number} x @param {number} y */
function inside(block, x, y) {
  const [qx, qy] = [block.stage - 1 + 2 * block.x, block.stage - 1 + 2 * block.y];
  return block.under !== undefined && x >= qx && x <= qx + 1 && y >= qy && y <= qy + 1;
}
