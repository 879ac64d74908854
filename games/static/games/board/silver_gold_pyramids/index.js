// @ts-check
/** The way in for the registry: fetches the cards and this game's style sheets, then makes the board. */
import { request } from "../rest.js";
import { cardsOf } from "./cards.js";
import { SilverGoldPyramids } from "./game.js";

/** @param {string} address of a style sheet, relative to this module @returns {Promise<void>} when it applies, or cannot be had */
function style(address) {
  return new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(address, import.meta.url).href;
    link.addEventListener("load", () => done());
    link.addEventListener("error", () => done());
    document.head.append(link);
  });
}

/** @type {import("../registry.js").BoardModule["open"]} */
export async function open(session, update, urls) {
  const [file] = await Promise.all([request("GET", urls.components), style("./cards.css"), style("./panels.css")]);
  return new SilverGoldPyramids(session, cardsOf(file), update, urls);
}
