// @ts-check
/**
 * The frame around a board: the strip above it, the action bar, and the panel with the others, scores, log and chat.
 * @typedef {import("./page.js").Page} Page
 * @typedef {import("./types").BoardComponent} BoardComponent
 */

import { gettext } from "./i18n.js";
import { planButton, planNote } from "./planning/panels.js";
import { againButton, playbackActions } from "./playback/panel.js";
import { controls } from "./replay/bar.js";
import { pointsOverTime } from "./replay/points_over_time.js";
import { connection, problem } from "./table/connection_status.js";
import { firstTime, helpMenu } from "./table/help.js";
import { mySeat } from "./table/players.js";
import { pointsLink } from "./table/points.js";
import { narrow } from "./table/screen.js";
import { sendQuestion } from "./table/send_question.js";
import { chips, news, toggle } from "./table/strip.js";
import { banner, delayNote, quiet, takeBackAlone } from "./table/table_state.js";
import { h } from "./vdom.js";

const MENU = "M4 7h16M4 12h16M4 17h16";

/**
 * The strip, and below it what is to be told before anything else.
 * @param {Page} page @param {BoardComponent} game @param {import("./types").LogLine[]} lines
 */
export function head(page, game, lines) {
  const { session, planner, talk, sideOpen } = page;
  const { state } = session;
  return h(
    "div",
    { class: "head" },
    h(
      "div",
      { class: "strip" },
      chips(state, game.strip(), (seat) => game.look(seat)),
      helpMenu(page, game.view.phase),
      talk.call() ?? toggle("more", gettext("Log, chat and menu"), sideOpen, MENU, () => page.openSide(!sideOpen)),
      connection(session.state),
      state.view?.phase !== "over" &&
        (firstTime(page) ?? news(game.past ? [] : lines, mySeat(state.table), game.stageNote())),
    ),
    problem(session),
    banner(session),
    planner && !game.past && planNote(planner, game),
  );
}

/**
 * The action bar: what to do now, and the buttons for it.
 * @param {Page} page @param {BoardComponent} game @param {import("./types").VChild} actions
 */
export function bar(page, game, actions) {
  const { planner, playback, replay } = page;
  const { state } = page.session;
  const { text, yours } = page.status(game);
  const { next } = page.root.dataset;
  return h(
    "div",
    { class: "action-bar" },
    h(
      "div",
      { class: `status ${yours ? "yours" : ""}` },
      h(
        "h1",
        { class: "status-text", tabindex: "-1", focus: "status", "data-yours": String(yours && !planner?.active) },
        text,
      ),
      state.table.seats.length > 2 && helpMenu(page, game.view.phase),
    ),
    replay && (replay.over || replay.trouble !== "") && !playback?.active && controls(replay),
    game.hint.render(),
    planner && planButton(planner),
    playback && !replay?.over && againButton(playback, game),
    !playback?.active && takeBackAlone(page.session),
    playback?.active
      ? playbackActions(playback)
      : page.shown.session.state.question
        ? sendQuestion(page.session)
        : actions,
    next &&
      !yours &&
      h(
        "a",
        {
          key: "next",
          class: "board-button next-game",
          href: next,
          "data-action": "next",
          title: gettext("Next game waiting for you"),
        },
        gettext("Next game"),
      ),
  );
}

/**
 * The panel beside the board; on a narrow screen the strip opens it over the board.
 * @param {Page} page @param {import("./types").Parts} parts
 */
export function side(page, parts) {
  const { session, talk, replay } = page;
  const { table } = session.state;
  return h(
    "aside",
    { class: `side ${page.sideOpen ? "open" : ""}`, tabindex: "-1", "aria-label": gettext("Log, chat and menu") },
    h(
      "button",
      {
        key: "menu",
        type: "button",
        class: "board-button site-menu",
        "data-toggle": "menu",
        "aria-expanded": String(page.menuOpen),
        onclick: () => page.openMenu(!page.menuOpen),
      },
      gettext("Menu of the site"),
    ),
    parts.others(),
    h("section", { class: "sheet", "aria-label": gettext("Score sheet") }, parts.sheet()),
    replay?.ready && (replay.over || replay.active) && pointsOverTime(replay),
    talk.render(page.log()),
    mySeat(table) !== null && delayNote(table),
    replay?.offered && !replay.over && toPast(page, table, replay, talk.me !== ""),
    h(
      "p",
      { class: "leave" },
      page.sounds.button(),
      table.status === "finished" && pointsLink("text-button"),
      replay?.offered && replay.over && talk.me !== "" && studyLink(table, replay),
      page.root.dataset.learn &&
        h(
          "a",
          { key: "learn", class: "text-button to-lessons", href: page.root.dataset.learn, target: "_blank" },
          gettext("Learn to play"),
        ),
      h("a", { class: "text-button", href: page.rules, target: "_blank" }, gettext("Rules")),
      mayReport(table, talk.me) &&
        h(
          "a",
          { key: "report", class: "text-button", href: `/games/${table.id}/report/`, "data-report": "" },
          gettext("Report…"),
        ),
      quiet(
        session,
        () => page.askLeave("resign"),
        () => page.askLeave("abort"),
      ),
    ),
  );
}

/**
 * The ways into the past of a running game: looking back, and a study for who has an account.
 * @param {Page} page @param {import("./types").Table} table @param {import("./replay/replay.js").Replay} replay
 * @param {boolean} studies
 */
function toPast(page, table, replay, studies) {
  const look = () => {
    if (narrow()) page.openSide(false);
    void replay.step(-1);
  };
  return h(
    "p",
    { key: "to-past", class: "to-past" },
    !replay.active &&
      h(
        "button",
        { key: "look", type: "button", class: "text-button", "data-action": "look-back", onclick: look },
        gettext("Look back"),
      ),
    studies && studyLink(table, replay),
  );
}

/**
 * The way to a study of the moment that is shown; at the end of a game, of the last one that can be played on.
 * @param {import("./types").Table} table @param {import("./replay/replay.js").Replay} replay
 */
function studyLink(table, replay) {
  const seq = replay.moment?.seq ?? (table.status === "running" ? replay.real.state.seq : null);
  const after = seq === null ? "" : `&seq=${seq}`;
  const props = { key: "study", class: "text-button", "data-study": "" };
  return h("a", { ...props, href: `/studies/new/?game=${table.id}${after}` }, gettext("Study"));
}

/**
 * Whether there is a player at the table whom the reader may report.
 * @param {import("./types").Table} table @param {string} me the reader's public id, or ""
 */
const mayReport = (table, me) => me !== "" && table.seats.some((seat) => seat.player && seat.player.id !== me);
