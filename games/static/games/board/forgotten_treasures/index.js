// @ts-check
/** Entry point for the registry: load the dominoes' faces, then make the board. */
import { components } from "../rest.js";
import { ForgottenTreasures } from "./game.js";

/** @type {import("../main.js").Open} */
export async function open(session, update, urls) {
  const file = await components(urls.components);
  const faces = new Map(file.dominoes.map((/** @type {import("../types").DominoFace} */ face) => [face.id, face]));
  return new ForgottenTreasures(session, faces, update, urls);
}
