// @ts-check
/** Start of the page: read its data, open the session, mount the game's board. */
import { gettext } from "./i18n.js";
import { Page } from "./page.js";
import { Planner } from "./planning/planner.js";
import { boardOf } from "./registry.js";
import { RequestError } from "./rest.js";
import { TableSession } from "./session.js";
import { ShownEvents } from "./shown_events.js";
import { learnCharacters } from "./table/computer.js";
import { watchPresence } from "./table/presence.js";
import { learnRatings } from "./table/rating_beside.js";

async function main() {
  const root = document.getElementById("board");
  const data = document.getElementById("board-table");
  if (!root || !data) return;
  const table = JSON.parse(data.textContent ?? "");
  learnCharacters(JSON.parse(document.getElementById("board-characters")?.textContent ?? '{"levels": {}}'));
  learnRatings(JSON.parse(document.getElementById("board-ratings")?.textContent ?? "{}"));
  const urls = {
    components: root.dataset.components ?? "",
    open: root.dataset.open ?? "",
    rules: root.dataset.rules ?? "",
  };
  const session = new TableSession(table, "asks" in root.dataset);
  watchPresence();
  const bell = document.querySelector(".bell");
  if (bell instanceof HTMLElement) new ShownEvents(session, Number(bell.dataset.unread));
  const page = new Page(root, session, urls.rules);
  session.listen((change) => {
    page.game?.arrived(change);
    page.sounds.heard(change, page.game);
    page.update();
  });
  session.start();
  root.replaceChildren();
  page.update();
  try {
    const board = await boardOf(table.game);
    page.game = await board.open(session, page.update, urls);
    page.planner = new Planner(session, (other) => board.open(other, page.update, urls), page.update);
    void page.planner.heard();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    session.state.problem = {
      code: error.problem.code,
      detail: gettext("The game’s pieces could not be loaded. Please reload the page."),
    };
  }
  page.update();
}

main();
