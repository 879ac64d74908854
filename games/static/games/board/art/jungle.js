// @ts-check
/** Drawings of the jungle: its stones, its gems and the backs of its dominoes. */

import shapes from "./shapes/jungle.json" with { type: "json" };
import { hidden } from "./shapes.js";
import { addTints } from "./stone.js";

addTints(shapes.tints);

/** Definitions that are rendered once, beside those that all games share. */
export const jungleDefinitions = () => hidden("jungle-definitions", shapes.definitions);
