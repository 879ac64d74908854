// @ts-check
/**
 * Small live boards of running games, for the page where one watches: each game has a session of its own, over the same
 * socket as its table, and is drawn in a shadow root with its table's style sheet, so that games do not mix.
 * @typedef {import("../types").BoardComponent} BoardComponent
 */
import { definitions } from "../art/stone.js";
import { gettext } from "../i18n.js";
import { RequestError } from "../rest.js";
import { TableSession } from "../session.js";
import { h, patch } from "../vdom.js";
import { connectWhileSeen } from "./while_seen.js";

/** A session that shows no log, and fetches none. */
class WatchedSession extends TableSession {
  /** @override */
  async catchUp() {}
}

/**
 * Show the small boards of a game on this page, also on cards that come later (the event `watched`).
 * @param {string} key of the game @param {import("../main.js").Open} open makes its board
 */
export function watch(key, open) {
  const showAll = () => {
    for (const card of document.querySelectorAll(`[data-watch="${key}"]:not([data-shown])`))
      if (card instanceof HTMLElement) void show(card, open);
  };
  showAll();
  document.addEventListener("watched", showAll);
}

/** @param {HTMLElement} card @param {import("../main.js").Open} open */
async function show(card, open) {
  const data = document.getElementById(`frame-${card.dataset.table}`);
  const place = card.querySelector(".watch-board");
  if (!data || !place) return;
  card.dataset.shown = "";
  const frame = JSON.parse(data.textContent ?? "");
  const session = new WatchedSession(frame.table);
  const root = framed(place, card, frame.table.game);
  /** @type {BoardComponent | null} */
  let game = null;
  const update = () => {
    if (game) draw(card, root, game, session);
  };
  session.listen(update);
  session.receive(frame);
  card.addEventListener("gone", connectWhileSeen(session));
  try {
    game = await open(session, update, { components: card.dataset.components ?? "", open: "", rules: "" });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error; // the names and points stay
  }
  update();
}

/**
 * Return the element in which the board is drawn.
 * @param {Element} place @param {HTMLElement} card @param {string} key of the game
 */
function framed(place, card, key) {
  const shadow = place.attachShadow({ mode: "open" });
  for (const address of [card.dataset.style ?? "", card.dataset.small ?? ""]) {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    shadow.append(link);
  }
  const root = document.createElement("div");
  root.className = `board small-board game-${key}`;
  shadow.append(root);
  return root;
}

/** @param {HTMLElement} card @param {HTMLElement} root @param {BoardComponent} game @param {WatchedSession} session */
function draw(card, root, game, session) {
  patch(root, definitions_, h("div", { key: "boards" }, game.everybody()));
  const over = session.state.table.status !== "running";
  for (const one of game.strip()) {
    const line = card.querySelector(`[data-seat="${one.seat}"]`);
    const [points, turn] = [line?.querySelector(".score"), line?.querySelector(".turn-mark")];
    if (points) points.textContent = String(one.points);
    if (turn instanceof HTMLElement) turn.hidden = over || !one.moving;
  }
  const note = card.querySelector(".watch-note");
  const { link, problem } = session.state;
  const stuck = link !== "live" && problem !== null;
  const said = over ? gettext("The game is over.") : stuck ? problem.detail : game.stageNote();
  if (note && said) note.textContent = said;
  card.classList.toggle("over", over);
}

const definitions_ = definitions();
