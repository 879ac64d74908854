// @ts-check
/**
 * The pyramid in the middle, the player's own: with the ghost of a domino during placing, with areas during scoring.
 * @typedef {import("./game.js").ForgottenTreasures} Game
 * @typedef {import("../types").Area} Area
 */

import { colourName } from "../art/domino.js";
import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { drawPyramid, latestFrame } from "../pyramid/draw.js";
import { gapMarks, gapText } from "../pyramid/gap_note.js";
import { blocksOf, progress } from "../pyramid/geometry.js";
import { ghostDrawing, hintedSpot, imagine, legalCells, placeSentence } from "../pyramid/ghost.js";
import { about } from "../table/log_lines.js";
import { nameLabel, sign } from "../table/players.js";
import { compact } from "../table/screen.js";
import { h } from "../vdom.js";
import { areaMarks } from "./area_marks.js";

/** @param {Game} game */
export function ownPyramid(game) {
  const { view, main } = game;
  const placing = view.decision?.kind === "place";
  const fitting = placing || (view.decision?.kind === "take" && game.ui.take !== null);
  const mine = main.seat === game.me;
  const scoring = view.phase === "score" && (mine || game.desk.sent !== null);
  const title = about(
    game.reader,
    main.seat,
    gettext("Your pyramid, stage %(stage)s"),
    gettext("%(name)s’s pyramid, stage %(stage)s"),
    { stage: view.stage },
  );
  const blocks = game.blocks(main);
  const drawing = drawPyramid({
    blocks,
    box: main.box ?? null,
    stage: view.stage,
    small: compact(),
    ground: fitting && view.stage === 1 && freeCells(game),
    over: [
      fitting && view.stage > 1 && freeCells(game),
      placing && ghost(game),
      placing && gapMarks(game),
      scoring && areaMarks(game),
      !mine && view.phase !== "over" && latestFrame(main.dominoes ?? []),
    ],
    props: placing
      ? game.placer.listeners()
      : {
          role: scoring ? "group" : "img",
          "aria-label": `${title}. ${areasText(main.areas ?? [])}`,
        },
  });
  const rest = { "data-anchor": mine ? null : `pyramid-${main.seat}` };
  return h(
    "section",
    {
      class: `own-pyramid ${placing ? "placing" : ""} ${game.placing.down ? "down" : ""}`,
      "aria-label": title,
      "data-roving": view.phase === "score" ? "areas" : null,
    },
    h("div", { class: "pyramid-field", ...(placing ? game.placer.field(title) : rest) }, drawing),
    h(
      "p",
      { class: "pyramid-caption", "aria-hidden": "true" },
      main.seat !== game.reader.me &&
        h("span", { class: "whose" }, sign(main.seat, main.kind), nameLabel(game.table, main.seat)),
      h("span", { class: "how-far" }, stageCaption(game)),
    ),
  );
}

/** @param {Game} game */
function stageCaption({ view, main }) {
  return interpolate(gettext("Stage %(stage)s · dominoes: %(laid)s of %(size)s"), {
    stage: view.stage,
    ...progress(main.dominoes ?? [], view.stage),
  });
}

/** @param {Area[]} areas */
function areasText(areas) {
  const items = areas
    .filter((area) => area.icons > 0)
    .map((area) =>
      interpolate(ngettext("%(colour)s %(count)s icon", "%(colour)s %(count)s icons", area.icons), {
        colour: colourName(area.colour),
        count: area.icons,
      }),
    );
  return items.length > 0
    ? interpolate(gettext("Areas: %(areas)s."), { areas: listing(items) })
    : gettext("No areas yet.");
}

/** Cells that the domino may cover in some rotation. @param {Game} game */
function freeCells(game) {
  return game.once("legal-cells", [game.spots, game.view.stage], () => legalCells(game.spots, game.view.stage));
}

/** The pyramid with the domino at its ghost's place. @param {Game} game */
function imagined(game) {
  const { view, main } = game;
  const { spot } = game.placing;
  if (view.decision?.kind !== "place" || !spot) return null;
  const { domino } = view.decision;
  return game.once("imagined", [main.dominoes, spot, domino], () => {
    const after = blocksOf([...(main.dominoes ?? []), { domino, stage: view.stage, ...spot }], game.faces);
    return imagine(game.blocks(main), after, after.slice(-2));
  });
}

/** Describe what the ghost's place would bring. @param {Game} game @returns {string} */
export function spotSentence(game) {
  return `${placeSentence(imagined(game))} ${gapText(game)}`.trim();
}

/** @param {Game} game */
function ghost(game) {
  const there = imagined(game);
  const { spot, down } = game.placing;
  const { hint, view } = game;
  const hinted = hint.action?.type === "place" && hintedSpot(hint.action, view.stage);
  return there && spot ? ghostDrawing(there, spot, view.stage, down, hinted) : hinted;
}
