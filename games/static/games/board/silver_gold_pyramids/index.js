// @ts-check
/** Entry point for the registry: load the cards, then make the board. */
import { components } from "../rest.js";
import { cardsOf } from "./cards.js";
import { SilverGoldPyramids } from "./game.js";

/** @type {import("../main.js").Open} */
export async function open(session, update, urls) {
  const file = await components(urls.components);
  return new SilverGoldPyramids(session, cardsOf(file), update, urls);
}
