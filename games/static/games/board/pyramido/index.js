// @ts-check
/** The way in for the registry: fetches the dominoes' faces and this game's style sheets, then makes the board. */
import { request } from "../rest.js";
import { tintOf } from "../art/desert.js";
import { Pyramido } from "./game.js";

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

/** @param {import("./types").Face[]} dominoes @returns {import("./types").DesertFaces} */
export function facesOf(dominoes) {
  return new Map(dominoes.map((face) => {
    const [first, second] = face.blocks.map((block) => ({ ...block, tint: tintOf(block.colour) }));
    return [face.id, { id: face.id, blocks: [first, second] }];
  }));
}

/** @type {import("../registry.js").BoardModule["open"]} */
export async function open(session, update, urls) {
  const [file] = await Promise.all([request("GET", urls.components), style("./quarry.css"), style("./pyramido.css"), style("./architects.css")]);
  return new Pyramido(session, facesOf(file.dominoes), update, urls);
}
