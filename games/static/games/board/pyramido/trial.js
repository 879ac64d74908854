// @ts-check
/**
 * The pyramid with what is on trial: the domino at its ghost's place, the chosen marker, the cards.
 * @typedef {import("./game.js").Pyramido} Game
 */

import { colourName } from "../art/domino.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { gapText } from "../pyramid/gap_note.js";
import { blocksOf, cells } from "../pyramid/geometry.js";
import { imagine, placeSentence } from "../pyramid/ghost.js";
import { areaKey, markedAreas, reckon } from "./pieces.js";

/** Return the blocks that a marker may go on, each with its cell and the area it would mark. @param {Game} game */
export function markBlocks(game) {
  const { main } = game;
  const { decision, current } = game.view;
  if (decision?.kind !== "mark" || !current) return [];
  return game.once("mark-blocks", [decision, main], () => {
    const blocks = game.blocks(main);
    return decision.blocks.map((block) => {
      const [x, y] = cells(current)[block];
      const there = blocks.find((one) => one.stage === current.stage && one.x === x && one.y === y);
      const area = game.reckoning(main).areas.find((one) => there && one.blocks.has(there.index));
      return { block, x, y, colour: game.face(current.domino).blocks[block].colour, icons: area?.icons ?? 0 };
    });
  });
}

/** The pyramid with the chosen marker. @param {Game} game */
export function imaginedMark(game) {
  const { main, view, ui } = game;
  const chosen = markBlocks(game).find((one) => one.block === ui.block);
  if (!chosen) return null;
  return game.once("imagined-mark", [main, ui.block], () => {
    const { colour, x, y } = chosen;
    const followers = [{ colour, x, y }];
    const after = game.blocks(main);
    const marked = [...main.marked, ...followers];
    return { after, own: after, followers, marked, reckoning: reckon(markedAreas(after, view.stage, marked)) };
  });
}

/**
 * The pyramid with the domino at its ghost's place, and with its marker if there is no choice of it.
 * @param {Game} game
 */
export function imaginedPlace(game) {
  const { main, view, inHand } = game;
  const { spot } = game.placing;
  if (!spot || inHand === null) return null;
  return game.once("imagined", [main, spot, inHand], () => {
    const before = game.blocks(main);
    const lying = { domino: inHand, stage: view.stage, ...spot };
    const own = blocksOf([lying], game.faces).map((block) => ({
      ...block,
      index: block.index + 2 * main.dominoes.length,
    }));
    const there = imagine(before, [...before, ...own], own);
    const can = own
      .filter((block) => block.icons.length > 0 && main.markers.includes(block.colour))
      .map(({ colour, x, y }) => ({ colour, x, y }));
    const sure = can.length === 1 ? can : [];
    const marked = [...main.marked, ...sure];
    const reckoning = reckon(markedAreas(there.after, view.stage, marked));
    const marks = new Set(reckoning.areas.filter((area) => area.marked).map(areaKey));
    const either = can.length === 2 ? can : [];
    const ways = either.map((mark) => reckon(markedAreas(there.after, view.stage, [...main.marked, mark])).points);
    return { ...there, sure, either, ways, marked, marks, reckoning };
  });
}

/**
 * Return what the stage would score with what is on trial, or null while nothing is.
 * @param {Game} game @returns {import("./types").Reckoning | null}
 */
export function onTrial(game) {
  return (imaginedPlace(game) ?? imaginedMark(game) ?? game.cards.imagined())?.reckoning ?? null;
}

/** Describe what the ghost's place would bring. @param {Game} game @returns {string} */
export function spotSentence(game) {
  const there = imaginedPlace(game);
  return there ? `${placeSentence(there)} ${markSentence(game)} ${gapText(game)}`.trim() : placeSentence(null);
}

/** Describe which marker the ghost would get. @param {Game} game @returns {string} */
export function markSentence(game) {
  const there = imaginedPlace(game);
  if (!there) return "";
  if (there.sure.length > 0)
    return interpolate(gettext("The %(colour)s marker goes on it."), { colour: colourName(there.sure[0].colour) });
  return there.either.length > 0 ? gettext("Then you choose which block to mark.") : gettext("No marker fits on it.");
}

/**
 * Return the scores with either block of the ghost marked, the lower first, or null if there is no choice.
 * @param {Game} game @returns {[number, number] | null}
 */
export function eitherWay(game) {
  const ways = imaginedPlace(game)?.ways ?? [];
  return ways.length === 2 ? [Math.min(...ways), Math.max(...ways)] : null;
}

/** What the stage would score now, and the difference that the trial makes. @param {Game} game */
export function stageNow(game) {
  const before = game.reckoning(game.main).points;
  const ways = eitherWay(game);
  if (ways && ways[0] < ways[1])
    return {
      text: interpolate(gettext("Stage: %(least)s or %(most)s points"), { least: ways[0], most: ways[1] }),
      change: "",
    };
  const now = ways?.[0] ?? (game.main.seat === game.me ? onTrial(game) : null)?.points ?? before;
  const change = now === before ? "" : ` (${now > before ? "+" : "−"}${Math.abs(now - before)})`;
  return {
    text: interpolate(ngettext("Stage: %(points)s point", "Stage: %(points)s points", now), { points: now }),
    change,
  };
}
