// @ts-check
/** Entry point for the registry: load the dominoes' faces and this game's style sheets, then make the board. */

import { tintOf } from "../art/desert.js";
import { request } from "../rest.js";
import { style } from "../table/board.js";
import { Pyramido } from "./game.js";

/** @param {import("./types").Face[]} dominoes @returns {import("./types").DesertFaces} */
export function facesOf(dominoes) {
  return new Map(
    dominoes.map((face) => {
      const [first, second] = face.blocks.map((block) => ({ ...block, tint: tintOf(block.colour) }));
      return [face.id, { id: face.id, blocks: [first, second] }];
    }),
  );
}

/** @type {import("../registry.js").BoardModule["open"]} */
export async function open(session, update, urls) {
  const [file] = await Promise.all([
    request("GET", urls.components),
    style(new URL("./quarry.css", import.meta.url)),
    style(new URL("./pyramido.css", import.meta.url)),
    style(new URL("./handling.css", import.meta.url)),
    style(new URL("./architects.css", import.meta.url)),
    style(new URL("./layout.css", import.meta.url)),
  ]);
  return new Pyramido(session, facesOf(file.dominoes), update, urls);
}
