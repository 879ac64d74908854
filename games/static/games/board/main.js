// @ts-check
/**
 * Start of the page: read its data, open the session, mount the game's board. The page brings the state of the game, so
 * that the board is drawn before the socket is open. The script runs as soon as it is there, often before the rest of
 * the page: what modules prepare costs no time then.
 * @typedef {import("./types").Session} Session
 * @typedef {import("./types").BoardComponent} BoardComponent
 * @typedef {(session: Session, update: () => void, urls: Record<string, string>) => Promise<BoardComponent>} Open
 */
import { gettext } from "./i18n.js";
import { Page } from "./page.js";
import { Planner } from "./planning/planner.js";
import { Playback } from "./playback/playback.js";
import { Seen } from "./playback/seen.js";
import { Replay } from "./replay/replay.js";
import { components, RequestError } from "./rest.js";
import { TableSession } from "./session.js";
import { ShownEvents } from "./shown_events.js";
import { learnCharacters } from "./table/computer.js";
import { watchPresence } from "./table/presence.js";
import { learnRatings } from "./table/rating_beside.js";

/** Resolve once the whole page is there, with its data and texts. @returns {Promise<unknown>} */
const parsed = () =>
  new Promise((done) => {
    if (document.readyState === "loading") document.addEventListener("readystatechange", done, { once: true });
    else done(undefined);
  });

/** @param {Open} open makes the board of the game */
export async function start(open) {
  const pieces = document.querySelector("link[as=fetch]")?.getAttribute("href");
  if (pieces) void components(pieces); // for `open`, as early as possible
  await parsed();
  const root = document.getElementById("board");
  const data = document.getElementById("board-frame");
  if (!root || !data) return;
  const frame = JSON.parse(data.textContent ?? "");
  learnCharacters(JSON.parse(document.getElementById("board-characters")?.textContent ?? '{"levels": {}}'));
  learnRatings(JSON.parse(document.getElementById("board-ratings")?.textContent ?? "{}"));
  const urls = {
    components: root.dataset.components ?? "",
    open: root.dataset.open ?? "",
    rules: root.dataset.rules ?? "",
  };
  const session = new TableSession(frame.table, "asks" in root.dataset);
  watchPresence();
  const bell = document.querySelector(".bell");
  if (bell instanceof HTMLElement) new ShownEvents(session, Number(bell.dataset.unread));
  const phases = JSON.parse(document.getElementById("board-phases")?.textContent ?? "{}");
  const page = new Page(root, session, urls.rules, phases);
  session.listen((change) => {
    page.game?.arrived(change);
    page.sounds.heard(change, page.game);
    page.update();
  });
  session.receive(frame);
  session.start();
  void session.unsent.restore();
  try {
    const another = (/** @type {Session} */ other) => open(other, page.update, urls);
    page.playback = new Playback(session, another, page.update, new Seen(root.dataset.me ?? "", frame.table.id));
    page.replay = new Replay(session, another, page);
    page.playback.elsewhere = () => !!page.replay?.wanted;
    page.playback.follow();
    page.game = await open(session, page.update, urls);
    page.planner = new Planner(session, another, page.update);
    void page.planner.heard();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    session.state.problem = {
      code: error.problem.code,
      detail: gettext("The game’s pieces could not be loaded. Please reload the page."),
    };
  }
  await page.playback?.held;
  await page.replay?.readAddress();
  await new Promise((resolve) => setTimeout(resolve)); // what was tapped meanwhile goes first
  page.begin();
}
