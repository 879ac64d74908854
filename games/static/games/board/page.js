// @ts-check
/**
 * The page of a table: what all games share (status, connection, log, resigning, the browser's title) around the parts
 * of the game's board.
 * @typedef {import("./types").Session} Session
 * @typedef {import("./types").BoardComponent} BoardComponent
 */

import { definitions } from "./art/stone.js";
import { CHAT } from "./chat/chat_panel.js";
import { Talk } from "./chat/talk.js";
import { bar, head, side } from "./frame.js";
import { gettext } from "./i18n.js";
import { summary } from "./planning/panels.js";
import { Press } from "./press.js";
import { replayBar } from "./replay/bar.js";
import { Sounds } from "./sound/sounds.js";
import { announce, announceIn } from "./table/announce.js";
import { tick } from "./table/clocks.js";
import { connection, problem } from "./table/connection_status.js";
import { leaveDialog } from "./table/leaving.js";
import { logPanel, revealLine } from "./table/log_panel.js";
import { mySeat } from "./table/players.js";
import { PointsSection } from "./table/points.js";
import { RatingsSection } from "./table/ratings.js";
import { oncePainted, onceRendered, rendered } from "./table/rendered.js";
import { arrangeStops, focusOn, keepFocus, moveFocus } from "./table/roving.js";
import { narrow, whenLayoutChanges } from "./table/screen.js";
import { answerByKey, stillAsked } from "./table/send_question.js";
import { banner, restingText } from "./table/table_state.js";
import { h, patch } from "./vdom.js";

const TICK_MS = 1000;
/** Time (ms) after which the panel beside the board is rendered, painted or not and idle or not. */
const LATEST_MS = 1000;

/** @param {() => void} act once the page has nothing else to do; in browsers that do not say so, soon */
const whenIdle = (act) =>
  window.requestIdleCallback ? window.requestIdleCallback(act, { timeout: LATEST_MS }) : setTimeout(act);

export class Page {
  /**
   * @param {HTMLElement} root @param {Session} session @param {string} rules the address of the game's rules
   * @param {Record<string, string>} phases the anchor in the rules of each phase
   */
  constructor(root, session, rules, phases) {
    this.root = root;
    this.session = session;
    this.rules = rules;
    this.phases = phases;
    this.plainTitle = document.title.replace(/^\(\d+\) /, ""); // without the bell's number
    /** @type {BoardComponent | null} */
    this.game = null;
    /** @type {import("./planning/planner.js").Planner | null} */
    this.planner = null;
    /** @type {import("./playback/playback.js").Playback | null} */
    this.playback = null;
    /** @type {import("./replay/replay.js").Replay | null} */
    this.replay = null;
    /** what the reader is asked to confirm @type {import("./table/leaving.js").How | null} */
    this.leaving = null;
    /** whether there is something to show: until then the page has the outline that it was served with */
    this.begun = false;
    this.queued = false;
    this.press = new Press(root, () => this.renderQueued());
    /**
     * whether the panel beside the board is rendered: only once the board has been painted, which a slow phone takes
     * its time for; undefined before the board is rendered
     * @type {boolean | undefined}
     */
    this.whole = undefined;
    this.spoken = "";
    /**
     * @type {{events: unknown, table: unknown, lines: import("./types").LogLine[], panel: import("./types").VChild,
     *   moment: unknown}}
     */
    this.told = { events: null, table: null, lines: [], panel: null, moment: null };
    /** whether the panel with the log lies over a narrow board */
    this.sideOpen = location.hash === CHAT;
    /** whether the site's header is shown above a small board */
    this.menuOpen = false;
    /** whether the game waits for the reader, as last dispatched */
    this.waits = "";
    /** whether the reader was asked about a move in the last rendering */
    this.questioned = false;
    /** key of the last log line that was announced */
    this.heard = "";
    this.talk = new Talk(session, root.dataset, this.update, () => this.openSide(true));
    this.points = new PointsSection(session, this.update);
    this.ratings = new RatingsSection(session, this.update);
    this.sounds = new Sounds(session, root.dataset, this.update);
    const live = document.createElement("div");
    live.className = "visually-hidden";
    live.setAttribute("aria-live", "polite");
    document.body.append(live);
    announceIn(live);
    root.addEventListener("keydown", (event) => void moveFocus(event));
    whenLayoutChanges(this.update);
    document.addEventListener("keydown", (event) => this.key(event));
    setInterval(() => {
      tick(root, session.state);
      this.sounds.tick();
    }, TICK_MS);
  }

  /** Show the board from now on. */
  begin() {
    this.begun = true;
    this.root.replaceChildren();
    this.update();
  }

  /** Request a rendering; requests in the same task share one, and those of a press wait until it has been answered. */
  update = () => {
    if (this.queued || !this.begun) return;
    this.queued = true;
    queueMicrotask(() => this.renderQueued());
  };

  renderQueued() {
    if (!this.queued || this.press.waits) return;
    this.queued = false;
    this.render();
  }

  /** The visible board: the game's, or the one on which the past is shown, or moves are played back or planned. */
  get shown() {
    const { playback, planner, replay } = this;
    const second = [replay, playback, planner].find((one) => one?.active);
    return second
      ? { game: second.game, session: /** @type {Session} */ (second.session) }
      : { game: this.game, session: this.session };
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target;
    if (
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement ||
      event.defaultPrevented ||
      document.querySelector("dialog[open]:modal")
    )
      return;
    const { game, session } = this.shown;
    if (!game || !session.state.view) return;
    if (event.key === "Escape" && this.playback?.active) {
      this.playback.skip();
      return;
    }
    if (event.key === "Escape" && this.sideOpen && narrow()) {
      this.openSide(false);
      return;
    }
    const plain = !event.altKey && !event.ctrlKey && !event.metaKey;
    if (plain && this.replay?.key(event)) {
      event.preventDefault();
      return;
    }
    if (plain && session.state.question && answerByKey(session, event)) {
      event.preventDefault();
      return;
    }
    if (plain && event.key.toLowerCase() === "h" && game.hint.allowed) void game.hint.ask();
    else if (!game.key(event)) return;
    event.preventDefault();
  }

  render() {
    const {
      game,
      session: { state },
    } = this.shown;
    const asked = stillAsked(state, game);
    const active = document.activeElement;
    const hadFocus = active && active !== this.root && this.root.contains(active) ? active : null;
    const ready = state.view && game;
    patch(
      this.root,
      definitions_,
      ready ? this.board(game, state) : this.before(),
      ready && this.ratings.render(),
      ready && this.points.render(),
    );
    tick(this.root, this.session.state);
    arrangeStops(this.root);
    keepFocus(hadFocus);
    if (asked && !this.questioned) focusOn("send");
    this.questioned = asked;
    this.title();
    this.tellWaits();
    rendered();
    if (this.game) this.game.leaps = false;
    if (!ready || this.whole !== undefined) return;
    this.whole = false;
    oncePainted(() => whenIdle(() => this.complete()), LATEST_MS);
  }

  /** Render the panel beside the board, too. */
  complete() {
    this.whole = true;
    this.update();
  }

  /** Tell the site's header, which counts the games that wait for the reader, when that changes. */
  tellWaits() {
    const {
      game,
      session: { state },
    } = this;
    if (!game || !state.view) return;
    const waits = `${this.status(game).yours} ${state.table.status}`;
    if (this.waits !== "" && this.waits !== waits) document.dispatchEvent(new CustomEvent("waits"));
    this.waits = waits;
  }

  /** The page until the first view and the game's pieces are loaded. */
  before() {
    return h(
      "div",
      { key: "loading", class: "board before" },
      problem(this.session),
      connection(this.session.state),
      this.session.state.broken
        ? banner(this.session)
        : h("p", { class: "loading", role: "status" }, gettext("Unrolling the map…")),
    );
  }

  /** @param {BoardComponent} game @param {import("./types").SessionState} state */
  board(game, state) {
    const { replay } = this;
    const past = !!replay?.active;
    const planning = !past && !!this.planner?.active;
    game.hint.follow();
    const { text } = past ? game.status() : this.status(game);
    const parts = game.render();
    const kind = state.view && /** @type {{kind: string} | null} */ (game.view.decision)?.kind;
    const lines = this.lines(this.game ?? game);
    this.speak(text, lines);
    return h(
      "div",
      {
        key: "board",
        class: `board game-${state.table.game} focus-${parts.focus} ${planning ? "planning" : ""}`,
        "data-seq": state.seq,
        "data-phase": state.view?.phase,
        "data-decision": kind ?? "none",
        "data-sending": state.sending ?? "nothing",
        "data-planned": planning ? this.planner?.steps : null,
        "data-playback": !past && this.playback?.active ? this.playback.at : null,
        "data-replay": replay?.at,
      },
      head(this, game, lines),
      h(
        "div",
        { class: "stage-of-play" },
        h("div", { class: "area-market" }, parts.market),
        h("div", { class: "area-pyramid" }, parts.pyramid),
        h("div", { class: "area-tray" }, parts.tray),
      ),
      replay?.active ? replayBar(this, replay) : bar(this, game, parts.actions),
      this.whole && side(this, parts),
      parts.overlay,
      this.planner && !past && summary(this.planner),
      this.leaving && leaveDialog(this.session, this.leaving, () => this.askLeave(null)),
    );
  }

  /** @param {boolean} open */
  openSide(open) {
    this.sideOpen = open;
    this.update();
    if (!narrow()) return;
    onceRendered(() => /** @type {HTMLElement | null} */ (this.root.querySelector(open ? ".side" : ".more"))?.focus());
  }

  /** Show or hide the site's header, which a small screen has no room for. @param {boolean} open */
  openMenu(open) {
    this.menuOpen = open;
    document.documentElement.toggleAttribute("data-menu", open);
    this.update();
  }

  /** The game's status, or why nothing can be done. @param {BoardComponent} game */
  status(game) {
    const resting = restingText(this.session.state);
    return resting === null ? game.status() : { text: resting, yours: false };
  }

  /**
   * The log's lines, made again only when there are new events.
   * @param {BoardComponent} game @returns {import("./types").LogLine[]}
   */
  lines(game) {
    const { events, table } = this.session.state;
    if (this.told.events !== events || this.told.table !== table) {
      const lines = game.logLines(events);
      this.told = { events, table, lines, panel: null, moment: null };
    }
    return this.told.lines;
  }

  /** The log as the panel shows it, of the lines that were made last. */
  log() {
    const { told, replay } = this;
    const moment = replay?.moment ?? null;
    if (!told.panel || told.moment !== moment) {
      told.moment = moment;
      told.panel = logPanel(told.lines, this.session.state.table, replay?.offered ? replay.inLog : null);
    }
    return told.panel;
  }

  /** Have the log show the line of the moment that the board shows. */
  revealLine() {
    revealLine(this.root);
  }

  /**
   * Announce to screen readers what the others have done and whose turn it is.
   * @param {string} status @param {import("./types").LogLine[]} lines
   */
  speak(status, lines) {
    const own = mySeat(this.session.state.table);
    const known = lines.findIndex((line) => line.key === this.heard);
    const news =
      this.heard === "" ? [] : lines.slice(known + 1).filter((line) => line.seat !== own && line.tone !== "quiet");
    this.heard = lines.at(-1)?.key ?? "";
    if (news.length === 0 && status === this.spoken) return;
    this.spoken = status;
    announce([...news.map((line) => line.text), status].join(" "));
  }

  /** @param {import("./table/leaving.js").How | null} how */
  askLeave(how) {
    this.leaving = how;
    this.update();
  }

  title() {
    const yours = this.game && this.session.state.view ? this.status(this.game).yours : false;
    const title = yours ? `● ${gettext("Your turn")} – ${this.plainTitle}` : this.plainTitle;
    if (document.title !== title) document.title = title;
  }
}

const definitions_ = definitions();
