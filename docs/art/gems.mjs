// Print the gems' symbols as SVG, for hero.py.
import { gemSymbols } from "../../games/static/games/board/art/gems.js";
import { text } from "./serialise.mjs";

console.log(gemSymbols().map(text).join("\n"));
