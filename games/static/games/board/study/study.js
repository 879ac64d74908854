// @ts-check
/**
 * A study on its page: which position is shown, and what its owner does there. The board in the middle is that of the
 * seat to move, or against an opponent the owner's.
 * @typedef {import("../types").Action} Action
 * @typedef {import("../types").BoardComponent} BoardComponent
 * @typedef {import("../types").Session} Session
 * @typedef {import("../types").Table} Table
 * @typedef {import("./study_tree.js").Node} Node
 *
 * @typedef {object} Shown the study as the server sends it (docs/formats/studies.md)
 * @property {string} id
 * @property {string} title
 * @property {string} game
 * @property {number} rules_version
 * @property {any} options
 * @property {string | null} opponent
 * @property {{id: string, name: string}} owner
 * @property {boolean} mine
 * @property {string} comment
 * @property {string | null} link
 * @property {{game: string, seq: number} | null} source
 * @property {boolean} hidden
 * @property {boolean} by_hand_only
 * @property {number | null} seat
 * @property {string[]} seats
 * @property {number[]} automatic
 * @property {any} view
 */
import { gettext, interpolate } from "../i18n.js";
import { RequestError } from "../rest.js";
import { SideSession } from "../side_session.js";
import { capital, seatName } from "../table/players.js";
import { onceRendered } from "../table/rendered.js";
import { StudyApi } from "./study_api.js";
import { StudyTree } from "./study_tree.js";

/** Time (ms) between looks whether the opponent has moved, and how many of them are made at most. */
const [LOOK_MS, LOOKS] = [700, 40];

export class Study {
  /** @param {Shown} shown @param {string} link the secret part of its address, or "" @param {() => void} update */
  constructor(shown, link, update) {
    this.shown = shown;
    this.update = update;
    this.api = new StudyApi(shown.id, link);
    this.tree = new StudyTree(shown.view, shown.comment);
    /** the number of the move after which the position is shown */
    this.at = 0;
    /** whether the opponent is thinking */
    this.thinking = false;
    /** why the last request was refused, or "" */
    this.trouble = "";
    /** whether the link has been copied; false if the browser refused @type {boolean | null} */
    this.copied = null;
    /** what has just been done, for those who cannot see it */
    this.said = "";
    const table = this.table(shown.view);
    /** @type {any} */
    const state = { table, view: null, seq: 0, broken: false, events: [], link: "live", sending: null, ahead_ms: 0 };
    this.session = new SideSession(/** @type {any} */ ({ state }), {}, (action) => void this.play(action));
    /** @type {BoardComponent | null} */
    this.game = null;
    /** @type {Map<number, string>} */
    this.told = new Map();
  }

  /** @param {(session: Session) => Promise<BoardComponent>} open makes a board of the game */
  async start(open) {
    this.show(0);
    this.game = await open(/** @type {any} */ (this.session));
    this.game.ui.resultHidden = true;
    await this.look();
    this.goTo(this.address ?? 0);
    window.addEventListener("hashchange", () => this.address === null || this.goTo(this.address));
  }

  /** The move that the address names, 0 for the beginning; null if it names something else on the page. */
  get address() {
    const named = /^(?:#(\d{1,6}))?$/.exec(location.hash);
    return named ? Number(named[1] ?? 0) : null;
  }

  get mine() {
    return this.shown.mine;
  }
  get node() {
    return this.tree.at(this.at);
  }
  /** Whether the owner may act here. */
  get acts() {
    return this.mine && !this.thinking;
  }

  /**
   * Return a table as boards know it: with the study's seats, and no person but the reader. By hand the seat to move is
   * the reader's to play, but has its name like the others.
   * @param {any} view @returns {Table}
   */
  table(view) {
    const { id, game, rules_version, options, seats, automatic, seat, opponent, mine } = this.shown;
    const own = opponent ? seat : view.seat;
    const people = seats.map((kind, number) => {
      const itself = automatic.includes(number);
      const against = opponent !== null && number !== own;
      const player = itself || against ? null : { id: "", name: playerName(number), guest: false, bot: false };
      return { seat: number, kind, player, ai: against && !itself ? opponent : null, you: mine && number === own };
    });
    return {
      id,
      url: "",
      game,
      rules_version,
      options,
      by_hand: opponent === null,
      status: "running",
      seats: people,
      substitute: null,
      terms: { time_control: { system: "none" }, weekend: null, vacation: false },
      rated: false,
      limited: false,
      seq: this.at,
      commitment: "",
      to_move: view.to_move,
      can_take_back: false,
      opened_ms: 0,
      started_ms: null,
      finished_ms: null,
      deadline_ms: null,
      standing: null,
      outcome: view.outcome,
    };
  }

  // --- going about --------------------------------------------------------------------------------------------------

  /** Show a position, as the reader has asked, and have the opponent move there. @param {number} number */
  goTo(number) {
    if (this.tree.nodes.has(number)) this.show(number);
    history.replaceState(null, "", this.at === 0 ? location.pathname : `#${this.at}`);
    void this.answer();
  }

  /** @param {number} number */
  show(number) {
    const onward = this.tree.at(number).parent === this.at;
    this.at = number;
    this.trouble = "";
    const { node, session, game } = this;
    const before = session.state.view;
    const view = this.acts ? node.view : { ...node.view, decision: null, submission: null };
    session.set({
      table: this.table(node.view),
      view,
      seq: number,
      events: this.tree.line(number).flatMap(({ events }) => events),
    });
    if (game) {
      game.past = !this.mine;
      if (!this.mine && node.view.seat !== null) game.ui.watched = node.view.seat;
      game.arrived({ events: onward ? node.events : [], before });
    }
    this.update();
    onceRendered(() => document.querySelector(".study-move[aria-current]")?.scrollIntoView({ block: "nearest" }));
  }

  /** Go back, on, or to a variation. @param {"back" | "on" | "up" | "down" | "first" | "last"} where */
  go(where) {
    const { tree, at, node } = this;
    const to = {
      back: () => node.parent ?? 0,
      on: () => node.next[0]?.number ?? at,
      up: () => tree.beside(at, -1),
      down: () => tree.beside(at, 1),
      first: () => 0,
      last: () => tree.end(at),
    }[where]();
    if (to !== at) this.goTo(to);
  }

  // --- the owner's requests -----------------------------------------------------------------------------------------

  /**
   * Carry out a request, and say why if it is refused. @param {() => Promise<unknown>} act
   * @returns {Promise<boolean>} whether it was done
   */
  async ask(act) {
    this.trouble = "";
    this.session.set({ sending: "act" });
    this.update();
    try {
      await act();
      return true;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.trouble = error.problem.detail;
      return false;
    } finally {
      this.session.set({ sending: null });
      this.update();
    }
  }

  /** Fetch the moves that are not known yet. */
  async look() {
    this.tree.add(await this.api.moves(this.tree.last));
  }

  /** Play an action where the position is shown. @param {Action} action */
  async play(action) {
    if (!this.acts) return;
    const { at, node } = this;
    let number = at;
    const done = await this.ask(async () => {
      number = await this.api.play(at, node.view.seat, action);
      await this.look();
    });
    if (!done) return;
    let to = this.tree.at(number);
    while (to.next.length === 1 && this.shown.automatic.includes(to.next[0].seat ?? -1)) [to] = to.next;
    this.goTo(to.number);
  }

  /** Have the opponent move, if it is to. */
  async answer() {
    const { shown, tree, at, thinking } = this;
    const { view, next } = tree.at(at);
    if (!shown.mine || !shown.opponent || thinking || next.length > 0 || view.to_move.length === 0) return;
    if (view.to_move.includes(shown.seat)) return;
    this.thinking = true;
    await this.ask(async () => {
      if (await this.api.askOpponent(at)) await this.wait(at);
      else await this.look();
    });
    this.thinking = false;
    const last = tree.end(at);
    const writing = document.activeElement?.matches("textarea"); // a comment, which would be gone
    if (this.at !== at) this.goTo(this.at);
    else if (last !== at && !writing) this.goTo(last);
    else this.update();
  }

  /** Wait until the owner is to move again. @param {number} at */
  async wait(at) {
    for (let looks = 0; looks < LOOKS; looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      await this.look();
      const { view } = this.tree.at(this.tree.end(at));
      if (view.to_move.length === 0 || view.to_move.includes(this.shown.seat)) return;
    }
    this.trouble = gettext("The opponent has not answered. Go to another move and back to ask again.");
  }

  /** @param {string} comment */
  async comment(comment) {
    const { node, at } = this;
    if (comment === node.comment) return;
    const save = () => (at === 0 ? this.api.change({ comment }) : this.api.note(at, { comment }));
    if (!(await this.ask(save))) return;
    node.comment = comment;
    this.say(gettext("Saved."));
  }

  /** @param {string} glyph */
  async mark(glyph) {
    const { node, at } = this;
    const next = node.glyph === glyph ? "" : glyph;
    if (await this.ask(() => this.api.note(at, { glyph: next }))) node.glyph = next;
    this.update();
  }

  /** Make the move the main line's. */
  async promote() {
    const { at } = this;
    if (await this.ask(() => this.api.note(at, { main: true }))) this.tree.promote(at);
    this.update();
  }

  /** Delete a move with all that follow. @param {number} number */
  async remove(number) {
    const { parent } = this.tree.at(number);
    if (parent === null || !(await this.ask(() => this.api.remove(number)))) return;
    this.tree.remove(number);
    if (this.tree.nodes.has(this.at)) this.update();
    else this.goTo(parent);
  }

  /** @param {string} title */
  async rename(title) {
    if (title === this.shown.title) return;
    if (await this.ask(() => this.api.change({ title }))) this.shown.title = title;
    this.update();
  }

  /** Choose who plays the other seats: a level, or "" for the owner. @param {string} opponent */
  async choose(opponent) {
    if (await this.ask(() => this.api.change({ opponent }))) location.reload(); // every view is another seat's now
  }

  async share() {
    await this.ask(async () => (this.shown.link = await this.api.share()));
  }

  async withdraw() {
    this.copied = null;
    if (await this.ask(() => this.api.withdraw())) this.shown.link = null;
    this.update();
  }

  /** @param {string} then the address to go to */
  async delete(then) {
    if (await this.ask(() => this.api.delete())) location.assign(then);
  }

  /** @param {string} text */
  say(text) {
    this.said = text;
    this.update();
  }

  // --- words --------------------------------------------------------------------------------------------------------

  /** What a move did, in a sentence. @param {Node} node @returns {string} */
  text(node) {
    const known = this.told.get(node.number);
    if (known !== undefined) return known;
    const lines = this.game?.logLines(node.events) ?? [];
    const aloud = lines.filter(({ tone }) => tone !== "quiet");
    const words = (aloud.length > 0 ? aloud : lines).map(({ text }) => text).join(" ");
    const name = node.seat === null ? "" : capital(seatName(this.session.state.table, node.seat));
    const said = words || interpolate(gettext("%(name)s has decided in secret."), { name });
    if (this.game) this.told.set(node.number, said);
    return said;
  }

  /** Whose turn it is, and what can be done. @returns {{text: string, yours: boolean}} */
  status() {
    const { game, node, shown } = this;
    if (!game) return { text: "", yours: false };
    const { text, yours } = game.status();
    const { to_move, seat } = node.view;
    if (shown.opponent || to_move.length === 0 || seat === null) return { text, yours: yours && this.acts };
    const name = playerName(seat);
    if (this.acts) return { text: interpolate(gettext("%(name)s: %(text)s"), { name, text }), yours };
    return { text: interpolate(gettext("%(name)s is to move."), { name }), yours: false };
  }
}

/** @param {number} seat */
export const playerName = (seat) => interpolate(gettext("Player %(number)s"), { number: seat + 1 });
