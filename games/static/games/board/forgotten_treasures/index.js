// @ts-check
/** Entry point for the registry: load the dominoes' faces and this game's style sheets, then make the board. */
import { request } from "../rest.js";
import { style } from "../table/board.js";
import { ForgottenTreasures } from "./game.js";

/** @type {import("../registry.js").BoardModule["open"]} */
export async function open(session, update, urls) {
  const [file] = await Promise.all([
    request("GET", urls.components),
    style(new URL("./spaces.css", import.meta.url)),
    style(new URL("./layout.css", import.meta.url)),
  ]);
  const faces = new Map(file.dominoes.map((/** @type {import("../types").DominoFace} */ face) => [face.id, face]));
  return new ForgottenTreasures(session, faces, update, urls);
}
