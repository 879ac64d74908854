// @ts-check
/**
 * Start of a study's page: read its data, make the boards, show the position that the address names.
 * @typedef {import("../types").Session} Session
 */
import { learnCharacters } from "../table/computer.js";
import { Study } from "./study.js";
import { StudyPage } from "./study_page.js";

/** @param {import("../main.js").Open} open makes the board of the game */
export async function start(open) {
  const root = document.getElementById("board");
  const data = document.getElementById("study");
  if (!root || !data) return;
  learnCharacters(JSON.parse(document.getElementById("board-characters")?.textContent ?? '{"levels": {}}'));
  const { components = "", rules = "", link = "" } = root.dataset;
  const page = new StudyPage(root);
  const study = new Study(JSON.parse(data.textContent ?? ""), link, page.update);
  page.study = study;
  await study.start((/** @type {Session} */ session) => open(session, page.update, { components, open: "", rules }));
  root.replaceChildren();
  page.update();
}
