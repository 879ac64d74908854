// @ts-check
/**
 * Hints: at their turn, players without human opponents may ask what the computer would do. The answer becomes their
 * draft, marked on the board; sending it is up to them. It ends with the decision that it was for, or as soon as the
 * draft is another one.
 * @typedef {import("../types").Session} Session
 * @typedef {import("../types").Action} Action
 */

import { gettext, interpolate } from "../i18n.js";
import { RequestError } from "../rest.js";
import { h } from "../vdom.js";
import { computerPlays } from "./computer.js";
import { stillness } from "./motion.js";
import { othersPlay } from "./players.js";
import { onceRendered } from "./rendered.js";

/** Pause (ms) after which the answer is fetched if no frame has brought it. */
const ASK_EVERY_MS = 2500;

/** @typedef {{what: string, more?: string}} Suggestion `more` is for those who cannot see where it lies */

/**
 * @typedef {object} Host what a board tells its hint
 * @property {Session} session
 * @property {boolean} owes whether the player owes a decision that is not sent yet
 * @property {number | null} me
 * @property {boolean} busy whether something is being sent
 * @property {(action: any) => Suggestion} suggest makes the action the draft, and describes it
 * @property {() => unknown} ready the action that the draft comes to, or null
 * @property {() => void} update
 */

export class Hint {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    /** @type {"none" | "thinking" | "there" | "failed"} */
    this.state = "none";
    /** the suggested action @type {any} */
    this.action = null;
    /** what its draft comes to, as JSON */
    this.laid = "";
    this.text = "";
    this.more = "";
    /** number of requests, to recognise late answers */
    this.asked = 0;
    /** seq of the decision, once the server has named it @type {number | null} */
    this.since = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    host.session.listen(() => this.heard());
  }

  /** Whether the player may ask now: no other person plays at the table. */
  get allowed() {
    const { session, me, owes } = this.host;
    const { table, view } = session.state;
    return (
      me !== null && view !== null && owes && table.to_move.includes(me) && computerPlays() && !othersPlay(table, view)
    );
  }

  /** The decision has changed. */
  over() {
    clearTimeout(this.timer);
    this.asked += 1;
    Object.assign(this, { state: "none", action: null, laid: "", text: "", more: "", since: null });
  }

  /** The draft may have changed: a hint that it no longer follows is over. */
  follow() {
    const { host } = this;
    if (this.state === "there" && !host.busy && JSON.stringify(host.ready()) !== this.laid) this.over();
  }

  async ask() {
    if (!this.allowed || this.state === "thinking") return;
    this.over();
    this.state = "thinking";
    this.text = gettext("Thinking…");
    const { asked } = this;
    this.host.update();
    try {
      const since = await this.host.session.askHint();
      if (asked !== this.asked) return;
      this.since = since;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (asked === this.asked) this.fail(error.problem.detail);
      return;
    }
    this.wait();
    this.heard();
  }

  /** Fetch the answer now and then, since its frame can be lost. The server limits how long the computer thinks. */
  wait() {
    const { asked } = this;
    this.timer = setTimeout(async () => {
      if (asked !== this.asked || this.state !== "thinking") return;
      try {
        await this.host.session.readHint();
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        const late = error.problem.code === "no_hint";
        if (error.status !== 0 && asked === this.asked)
          this.fail(late ? gettext("The hint took too long. You can ask again.") : error.problem.detail);
      }
      if (asked === this.asked && this.state === "thinking") this.wait();
    }, ASK_EVERY_MS);
  }

  /** The session has changed: the answer may have come. */
  heard() {
    const { hint } = this.host.session.state;
    if (this.state !== "thinking" || !hint || hint.seq !== this.since) return;
    clearTimeout(this.timer);
    this.state = "there";
    this.action = hint.action;
    const { what, more = "" } = this.host.suggest(hint.action);
    this.laid = JSON.stringify(this.host.ready());
    this.text = interpolate(gettext("Hint: %(what)s"), { what });
    this.more = more;
    this.host.update();
    onceRendered(comeIntoSight);
  }

  /** @param {string} text */
  fail(text) {
    clearTimeout(this.timer);
    Object.assign(this, { state: "failed", text });
    this.host.update();
  }

  /** The button and the sentence, which has a live region of its own. */
  render() {
    if (!this.allowed) return null;
    const thinking = this.state === "thinking";
    return [
      h(
        "p",
        { key: "hint-note", class: `hint-note ${this.state}`, role: "status", "data-hint": this.state },
        this.text && [
          lamp(),
          h("span", null, this.text, this.more && h("span", { class: "visually-hidden" }, ` ${this.more}`)),
        ],
      ),
      h(
        "button",
        {
          key: "hint",
          type: "button",
          class: "board-button hint-button",
          "data-action": "hint",
          "aria-keyshortcuts": "h",
          "aria-disabled": thinking ? "true" : null,
          title: gettext("What would the computer do? (H)"),
          onclick: () => void this.ask(),
        },
        lamp(),
        h("span", null, gettext("Hint")),
      ),
    ];
  }
}

const LAMP = "M9.500 17.500c0-2.800-3.500-4-3.500-8a6 6 0 0 1 12 0c0 4-3.500 5.200-3.500 8zM9.500 20.500h5";

/** A lamp, the icon of hints. */
export function lamp() {
  return h(
    "svg",
    { class: "lamp-sign", viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", {
      d: LAMP,
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
}

/** Says of a suggested thing that it is one; readers who see it see its dashed edge. */
export const hintSign = () => h("span", { key: "hint-sign", class: "hint-sign visually-hidden" }, gettext("suggested"));

/** The dashed edge of what is suggested in a drawing. @param {string[]} paths @param {string} name class */
export function hintEdge(paths, name) {
  return h(
    "g",
    { key: name, class: name, "data-hinted": true },
    paths.map((d) => [h("path", { d, class: "hint-edge-under" }), h("path", { d, class: "hint-edge" })]),
  );
}

/** Scroll to what is suggested, which may be outside a small screen. */
function comeIntoSight() {
  const marked = document.querySelector("[data-hinted]");
  marked?.scrollIntoView({ block: "nearest", behavior: stillness() ? "auto" : "smooth" });
}
