// Print the gems' symbols as SVG, for hero.py.

import { text } from "./serialise.mjs";
import { gemSymbols } from "./shapes/gems.mjs";

console.log(gemSymbols().map(text).join("\n"));
