// @ts-check
/** Start of a lesson's page: the game's board with the lesson's session. */
import { learnCharacters } from "../table/computer.js";
import { LearnPage } from "./page.js";
import { Progress } from "./progress.js";
import { LessonSession } from "./session.js";

/** @param {import("../main.js").Open} open makes the board of the game */
export async function startLesson(open) {
  const root = document.getElementById("board");
  const data = document.getElementById("board-lesson");
  if (!root || !data) return;
  const { address = "", components = "", rules = "" } = root.dataset;
  learnCharacters(JSON.parse(document.getElementById("board-characters")?.textContent ?? '{"levels": {}}'));
  const progress = new Progress(address, "account" in root.dataset);
  const session = new LessonSession(address, JSON.parse(data.textContent ?? ""), progress);
  await session.resume();
  const page = new LearnPage(root, session);
  page.game = await open(session, page.update, { components, open: "", rules });
  root.replaceChildren();
  page.begin();
}
