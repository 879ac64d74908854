// @ts-check
/**
 * Sentences about what is on trial, for the tray and for screen readers.
 * @typedef {import("./game.js").Pyramido} Game
 */

import { areaText } from "../art/domino.js";
import { gettext, interpolate, listing } from "../i18n.js";
import { capital } from "../table/players.js";

/** "a yellow marker" @param {import("../types").DesertColour} colour @returns {string} */
export function aMarker(colour) {
  return {
    brown: gettext("a brown marker"),
    blue: gettext("a blue marker"),
    yellow: gettext("a yellow marker"),
    turquoise: gettext("a turquoise marker"),
    red: gettext("a red marker"),
    green: gettext("a green marker"),
  }[colour];
}

/** Describe what the cards on trial would bring. @param {Game} game @returns {string} */
export function cardsSentence(game) {
  const there = game.cards.imagined();
  if (!there) return "";
  const parts = there.touched.map(areaText);
  parts.push(
    ...there.followers.map((mark) => interpolate(gettext("%(marker)s goes on it"), { marker: aMarker(mark.colour) })),
  );
  if (!game.cards.filling && there.followers.length === 0)
    parts.push(gettext("no marker goes on it: the one of this colour is already placed"));
  return `${capital(parts.join("; "))}.`;
}

/** Name the marked areas of a pyramid, and Mino's. @param {import("./types").Reckoning} reckoning @returns {string} */
export function reckoningText(reckoning) {
  const marked = reckoning.areas.filter((area) => area.marked);
  if (marked.length === 0) return gettext("No marked areas yet.");
  const least = marked.find((area) => `${area.x},${area.y}` === reckoning.minoArea) ?? marked[0];
  return interpolate(gettext("Marked areas: %(areas)s. Mino’s area: %(mino)s."), {
    areas: listing(marked.map(areaText)),
    mino: areaText(least),
  });
}
