// @ts-check
/**
 * The page of a lesson: the game's board, what to do in a sentence, and a ring around what is to be pressed.
 * @typedef {import("../types").BoardComponent} BoardComponent
 * @typedef {import("./session.js").LessonSession} LessonSession
 */
import { definitions } from "../art/stone.js";
import { Marks } from "../playback/marks.js";
import { Press } from "../press.js";
import { announce, announceIn } from "../table/announce.js";
import { problem } from "../table/connection_status.js";
import { onceRendered, rendered } from "../table/rendered.js";
import { arrangeStops, keepFocus, moveFocus } from "../table/roving.js";
import { whenLayoutChanges } from "../table/screen.js";
import { h, patch } from "../vdom.js";
import { alike } from "./alike.js";
import { bar, head } from "./coach.js";

/** Where rings are: at the button once what is meant is laid out, until then at the first of these. */
const MEANT = [
  ".gem-button.hinted",
  ".keep-card.hinted:not(.kept)",
  ".mark-button.hinted",
  ".enlarge-card.hinted",
  ".hinted-spot, .hinted-cells, .hinted-target, .area.hinted",
  ".phase-reveal .hinted .turning",
  "[data-hinted]",
];
const SEND = ['[data-action="confirm"]', '[data-action="lesson-play"]', '[data-action="lesson-next"]'];

export class LearnPage {
  /** @param {HTMLElement} root @param {LessonSession} session */
  constructor(root, session) {
    this.root = root;
    this.session = session;
    /** @type {BoardComponent | null} */
    this.game = null;
    this.queued = false;
    this.press = new Press(root, () => this.renderQueued());
    // what is meant in a drawing has an edge of its own there
    this.rings = new Marks((found) => found.filter((element) => element instanceof HTMLElement));
    /** whether the learner wants to be shown what is meant */
    this.asked = false;
    /** the frame whose beginning was laid out @type {import("./session.js").Frame | null} */
    this.begun = null;
    /** the frame whose draft was sent @type {import("./session.js").Frame | null} */
    this.followed = null;
    this.spoken = "";
    const live = document.createElement("div");
    live.className = "visually-hidden";
    live.setAttribute("aria-live", "polite");
    document.body.append(live);
    announceIn(live);
    root.addEventListener("keydown", (event) => void moveFocus(event));
    document.addEventListener("keydown", (event) => this.key(event));
    whenLayoutChanges(this.update);
  }

  /** Show the board, and follow the session from now on. */
  begin() {
    this.session.listen((change) => {
      this.asked = false;
      this.game?.arrived(change);
      this.layOutBeginning();
      this.point();
      this.update();
    });
    if (this.game) this.game.ui.resultHidden = true;
    this.layOutBeginning();
    this.point();
    this.update();
  }

  /** Lay out what the step begins with. */
  layOutBeginning() {
    const { game, session } = this;
    const { frame, moving } = session;
    if (!game || moving || this.begun === frame) return;
    this.begun = frame;
    if (frame.begin) game.suggest(frame.begin);
  }

  /** Request a rendering; requests in the same task share one. */
  update = () => {
    if (this.queued) return;
    this.queued = true;
    queueMicrotask(() => this.renderQueued());
  };

  renderQueued() {
    if (!this.queued || this.press.waits) return;
    this.queued = false;
    this.render();
  }

  /** Have the board mark what is meant, if the step says so or the learner has asked. */
  point() {
    const { frame, moving } = this.session;
    if (!this.game) return;
    const shown = !moving && frame.meant !== null && (frame.marked || this.asked);
    this.game.hint.action = shown ? frame.meant : null;
    this.game.hint.state = "there"; // a board asks no question about what it has suggested
  }

  /** Lay out what is meant. */
  show() {
    const { game, session } = this;
    const { meant } = session.frame;
    if (!game || !meant || session.moving || session.state.sending) return;
    this.asked = true;
    session.refusal = "";
    this.point();
    const { what, more = "" } = game.suggest(meant);
    announce(`${what} ${more}`);
    this.update();
  }

  /** Whether the action that would be sent now is the one that is meant, or does as well. */
  get laidOut() {
    const { meant, also, free } = this.session.frame;
    const ready = this.game?.ready() ?? null;
    return [meant, ...also].some((one) => alike(ready, one, free));
  }

  /** Go on from a step that is done once what is meant is laid out. */
  followDraft() {
    const { frame } = this.session;
    if (!frame.draft || !frame.meant || this.begun !== frame || this.session.state.sending) return;
    const before = this.followed;
    this.followed = this.laidOut ? frame : null;
    if (this.laidOut && before !== frame) this.session.act(frame.meant);
  }

  render() {
    const { game, session } = this;
    if (!game) return;
    const { state, frame } = session;
    const active = document.activeElement;
    const hadFocus = active && active !== this.root && this.root.contains(active) ? active : null;
    const parts = game.render();
    patch(
      this.root,
      stones,
      h(
        "div",
        {
          key: "board",
          class: `board lesson game-${state.table.game} focus-${parts.focus === "result" ? "market" : parts.focus}`,
          "data-seq": state.seq,
          "data-phase": state.view?.phase,
          "data-decision": /** @type {{kind: string} | null} */ (game.view.decision)?.kind ?? "none",
          "data-sending": state.sending ?? "nothing",
          "data-step": frame.step,
          "data-over": String(session.over && !session.moving),
          "data-laid": String(this.laidOut),
        },
        h("div", { class: "head" }, head(this, game), problem(/** @type {any} */ (session))),
        h(
          "div",
          { class: "stage-of-play" },
          h("div", { class: "area-market" }, parts.market),
          h("div", { class: "area-pyramid" }, parts.pyramid),
          h("div", { class: "area-tray" }, parts.tray),
        ),
        bar(this, game, parts),
        h("aside", { class: "side" }, parts.others(), h("section", { class: "sheet" }, parts.sheet())),
        parts.overlay,
      ),
    );
    arrangeStops(this.root);
    keepFocus(hadFocus);
    this.speak();
    this.followDraft();
    onceRendered(() => this.encircle());
    rendered();
  }

  /** Draw rings around what is to be pressed. */
  encircle() {
    const { session } = this;
    if (session.moving || session.state.sending) this.rings.end();
    else if (session.over || this.laidOut) this.rings.show([SEND]);
    else if (session.frame.marked || this.asked) this.rings.show([MEANT]);
    else this.rings.end();
  }

  /** Read aloud what to do when it changes. */
  speak() {
    const { frame, refusal, moving } = this.session;
    const words = refusal || (moving ? "" : frame.text);
    if (words && words !== this.spoken) announce(words);
    if (words) this.spoken = words;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { game } = this;
    if (!game || event.defaultPrevented || document.querySelector("dialog[open]:modal")) return;
    const plain = !event.altKey && !event.ctrlKey && !event.metaKey;
    if (plain && event.key.toLowerCase() === "h") this.show();
    else if (!game.key(event)) return;
    event.preventDefault();
  }
}

const stones = definitions();
