// @ts-check
/** The stones and gems of the jungle, and the backs of its dominoes. */
import { h } from "../../../games/static/games/board/vdom.js";
import { gemSymbols } from "./gems.mjs";
import { carving, face } from "./stone.mjs";

export const COLOURS = ["orange", "blue", "purple", "green", "red"];

export const definitions = () =>
  [
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
  ].flat(3);
