// @ts-check
/** The script of this game's tables. */
import { start } from "../main.js";
import { open } from "./index.js";

start(open);
