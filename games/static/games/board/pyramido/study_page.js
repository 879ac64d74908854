// @ts-check
/** The script of studies of this game. */
import { start } from "../study/main.js";
import { open } from "./index.js";

start(open);
