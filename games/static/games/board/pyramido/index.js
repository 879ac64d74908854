// @ts-check
/** Entry point for the registry: load the dominoes' faces, then make the board. */

import { tintOf } from "../art/desert.js";
import { components } from "../rest.js";
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

/** @type {import("../main.js").Open} */
export async function open(session, update, urls) {
  const file = await components(urls.components);
  return new Pyramido(session, facesOf(file.dominoes), update, urls);
}
