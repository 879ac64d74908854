// @ts-check
/**
 * Drawings of Forgotten Treasures: its stones, its gems and the backs of its dominoes.
 * @typedef {import("../types").Colour} Colour
 */
import { h } from "../vdom.js";
import { gemSymbols } from "./gems.js";
import { carving, face, hidden } from "./stone.js";

/** @type {Colour[]} */
const COLOURS = ["orange", "blue", "purple", "green", "red"];

/** Definitions that are rendered once, beside those that all games share. */
export function jungleDefinitions() {
  return hidden(
    "jungle-definitions",
    COLOURS.map(face),
    COLOURS.map(carving),
    h(
      "linearGradient",
      { id: "art-prism", x1: 0, y1: 0, x2: 1, y2: 1 },
      ["#fff", "#ffd1ec", "#cfe3ff", "#d6ffe9", "#fff4c4"].map((colour, at) =>
        h("stop", { offset: at / 4, "stop-color": colour }),
      ),
    ),
    h(
      "linearGradient",
      { id: "back-stone", x1: 0, y1: 0, x2: 0.4, y2: 1 },
      h("stop", { offset: 0, "stop-color": "#a58a61" }),
      h("stop", { offset: 1, "stop-color": "#75593a" }),
    ),
    gemSymbols(),
  );
}
