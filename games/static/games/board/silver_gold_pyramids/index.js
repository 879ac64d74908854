// @ts-check
/** Entry point for the registry: load the cards and this game's style sheets, then make the board. */
import { request } from "../rest.js";
import { style } from "../table/board.js";
import { cardsOf } from "./cards.js";
import { SilverGoldPyramids } from "./game.js";

/** @type {import("../registry.js").BoardModule["open"]} */
export async function open(session, update, urls) {
  const [file] = await Promise.all([
    request("GET", urls.components),
    style(new URL("./cards.css", import.meta.url)),
    style(new URL("./tools.css", import.meta.url)),
    style(new URL("./layout.css", import.meta.url)),
    style(new URL("./layout_phone.css", import.meta.url)),
    style(new URL("./market.css", import.meta.url)),
    style(new URL("./score_card.css", import.meta.url)),
    style(new URL("./others.css", import.meta.url)),
  ]);
  return new SilverGoldPyramids(session, cardsOf(file), update, urls);
}
