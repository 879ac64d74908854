// @ts-check
/**
 * Planning conditional moves while others are to move. A second board of the game shows what the server says the
 * planned actions would lead to, so nothing here knows the rules. The server keeps the plan and plays it.
 * @typedef {import("../types").Action} Action
 * @typedef {import("../types").BoardComponent} BoardComponent
 * @typedef {import("../types").Condition} Condition
 * @typedef {import("../types").Session} Session
 * @typedef {import("../types").StoredPlan} StoredPlan
 */
import { gettext } from "../i18n.js";
import { paths, RequestError, request } from "../rest.js";
import { SideSession } from "../side_session.js";
import { levelAt } from "../table/computer.js";
import { mySeat } from "../table/players.js";

/** How many turns a plan may have. */
const TURNS = 8;

/**
 * @typedef {object} PlannedTurn
 * @property {any} view at the beginning of the turn
 * @property {string[]} unknown JSON pointers to what is unknown in it
 * @property {Action[]} actions
 * @property {(Condition & {on: boolean})[]} conditions
 */

export class Planner {
  /**
   * @param {Session} real @param {(session: Session) => Promise<BoardComponent>} open makes another board of the game
   * @param {() => void} update
   */
  constructor(real, open, update) {
    this.real = real;
    this.open = open;
    this.update = update;
    this.paths = paths(real.state.table.id);
    /** @type {"off" | "acting" | "summary"} */
    this.mode = "off";
    /** @type {SideSession | null} */
    this.session = null;
    /** @type {BoardComponent | null} */
    this.game = null;
    /** @type {PlannedTurn[]} */
    this.turns = [];
    /** whether the last turn is complete */
    this.over = false;
    this.busy = false;
    /** @type {string | null} a sentence */
    this.note = null;
    /** the refusal that the sentence tells @type {import("../types").Problem | null} */
    this.refused = null;
    /** seq of the view that the plan starts from, and of the latest one */
    this.seq = -1;
    this.asked = false;
    real.listen(() => void this.heard());
  }

  get active() {
    return this.mode !== "off" && this.game !== null && this.session !== null;
  }
  get me() {
    return mySeat(this.real.state.table);
  }
  /** @returns {StoredPlan | null} */
  get stored() {
    return this.real.state.plan ?? null;
  }
  get steps() {
    return this.turns.reduce((sum, turn) => sum + turn.actions.length, 0);
  }
  /** Whether another turn can be planned. */
  get mayGoOn() {
    return this.over && this.turns.length < TURNS;
  }

  /** Whether the player is waiting for other people and can plan. */
  get allowed() {
    const { table, view } = this.real.state;
    const { me } = this;
    if (me === null || !view || view.decision || table.status !== "running" || this.active) return false;
    if (levelAt(table, me) !== null || (view.seats[me]?.out ?? null) !== null || this.stored?.state === "waiting")
      return false;
    return (
      table.to_move.length > 0 &&
      table.to_move.every((seat) => seat !== me) &&
      table.to_move.some(
        (seat) => levelAt(table, seat) === null && table.seats.some((one) => one.seat === seat && one.player),
      )
    );
  }

  /** The real table has changed. */
  async heard() {
    const { state } = this.real;
    if (!this.asked && this.me !== null && state.view && state.table.status === "running") {
      this.asked = true;
      await this.doing(async () => void this.know((await request("GET", this.paths.plan)).plan));
    }
    if (!this.active || state.seq === this.seq) return;
    if (state.table.status !== "running" || (this.me !== null && state.table.to_move.includes(this.me))) {
      this.stop();
      this.note = gettext("It is your turn now: your unfinished plan was discarded.");
      this.update();
    } else await this.again();
  }

  /** @param {StoredPlan | null} plan */
  know(plan) {
    this.real.state.plan = plan;
    this.update();
  }

  async begin() {
    if (!this.allowed || this.busy || this.me === null) return;
    const session = new SideSession(this.real, { to_move: [this.me] }, (action) => void this.act(action));
    await this.doing(async () => {
      const seen = await this.look([[]]);
      session.state.view = seen.view;
      const game = this.game ?? (await this.open(session));
      session.state.view = game.plans.hide(seen.view, seen.unknown);
      session.listen(() => this.update());
      Object.assign(this, { session, game, mode: "acting", over: false });
      this.turns = [{ view: seen.view, unknown: seen.unknown, actions: [], conditions: [] }];
      this.show(seen);
    });
  }

  stop() {
    Object.assign(this, { mode: "off", session: null, game: null, turns: [], over: false, note: null, refused: null });
    this.update();
  }

  /** @param {Action[][]} turns @returns {Promise<{seq: number, view: any, unknown: string[], over: boolean}>} */
  async look(turns) {
    const seen = await request("POST", this.paths.preview, { do: turns });
    this.seq = seen.seq;
    return seen;
  }

  /**
   * Do something that asks the server, and show what it refuses.
   * @param {() => Promise<void>} act @returns {Promise<boolean>}
   */
  async doing(act) {
    this.busy = true;
    this.note = null;
    this.refused = null;
    this.session?.set({ sending: "act" });
    this.update();
    try {
      await act();
      return true;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.note = error.problem.detail;
      this.refused = error.problem;
      return false;
    } finally {
      this.busy = false;
      this.session?.set({ sending: null });
      this.update();
    }
  }

  /** @param {{view: any, unknown: string[], over: boolean}} seen */
  show({ view, unknown, over }) {
    const { session, game } = this;
    if (!session || !game) return;
    this.over = over;
    const shown = game.plans.hide(view, unknown);
    session.set({ view: over ? { ...shown, decision: null, outcome: null } : shown });
    game.arrived({ events: [], before: null });
    if (over) this.finish();
  }

  get actions() {
    return this.turns.map((turn) => turn.actions);
  }

  /** @param {Action} action */
  async act(action) {
    const turn = this.turns[this.turns.length - 1];
    turn.actions.push(action);
    await this.doing(async () => {
      try {
        this.show(await this.look(this.actions));
      } catch (error) {
        turn.actions.pop();
        throw error;
      }
    });
  }

  /** Take back the last planned action. */
  async back() {
    if (this.steps === 0 || this.busy) return;
    this.mode = "acting";
    if (this.turns[this.turns.length - 1].actions.length === 0) this.turns.pop();
    this.turns[this.turns.length - 1].actions.pop();
    await this.again();
  }

  /** Plan the same actions from the current position, without those that are no longer legal. */
  async again() {
    const fitted = await this.doing(async () => this.show(await this.look(this.actions)));
    if (fitted || !this.active) return;
    const { note, refused } = this;
    if (this.steps === 0) this.stop();
    else await this.back();
    Object.assign(this, { note, refused });
    this.update();
  }

  /** Plan another turn, after the others have had theirs. */
  async more() {
    if (!this.mayGoOn || this.busy) return;
    await this.doing(async () => {
      const seen = await this.look([...this.actions, []]);
      this.turns.push({ view: seen.view, unknown: seen.unknown, actions: [], conditions: [] });
      this.mode = "acting";
      this.show(seen);
    });
  }

  /** Go on to the summary, where conditions are chosen. */
  finish() {
    const { game } = this;
    if (!game || this.steps === 0) return;
    for (const turn of this.turns) {
      const before = new Map(turn.conditions.map((one) => [one.at, one.on]));
      turn.conditions = game.plans
        .conditions(turn.view, turn.actions)
        .filter(
          ({ at }) =>
            !turn.unknown.some(
              (pointer) => pointer === at || pointer.startsWith(`${at}/`) || at.startsWith(`${pointer}/`),
            ),
        )
        .map((one) => ({ ...one, on: before.get(one.at) ?? one.on }));
    }
    this.mode = "summary";
    this.update();
  }

  async keep() {
    const turns = this.turns
      .filter((turn) => turn.actions.length > 0)
      .map((turn) => ({
        if: turn.conditions.filter((one) => one.on).map(({ at, is }) => ({ at, is })),
        do: turn.actions,
      }));
    if (await this.doing(async () => void this.know((await request("PUT", this.paths.plan, { turns })).plan)))
      this.stop();
  }

  /** Remove the stored plan: it is cancelled, or its outcome has been read. */
  async drop() {
    await this.doing(async () => {
      await request("DELETE", this.paths.plan);
      this.know(null);
    });
  }
}
