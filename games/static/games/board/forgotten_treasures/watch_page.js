// @ts-check
/** The script of this game's small boards on the page of running games. */
import { watch } from "../watching/watched.js";
import { open } from "./index.js";

watch("forgotten-treasures", open);
