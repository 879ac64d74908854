// @ts-check
/** The script of this game's lessons. */
import { startLesson } from "../learn/main.js";
import { open } from "./index.js";

startLesson(open);
