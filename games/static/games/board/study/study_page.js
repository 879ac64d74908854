// @ts-check
/**
 * The page of a study: the board of a table, with the study's own bar and panel instead of status, chat and clocks.
 * @typedef {import("../types").BoardComponent} BoardComponent
 * @typedef {import("./study.js").Study} Study
 */
import { definitions } from "../art/stone.js";
import { gettext } from "../i18n.js";
import { Press } from "../press.js";
import { icon } from "../replay/bar.js";
import { announce, announceIn } from "../table/announce.js";
import { onceRendered, rendered } from "../table/rendered.js";
import { arrangeStops, focusOn, moveFocus } from "../table/roving.js";
import { narrow, whenLayoutChanges } from "../table/screen.js";
import { chips, toggle } from "../table/strip.js";
import { focusable, h, patch } from "../vdom.js";
import { moveList } from "./move_list.js";
import { notes } from "./notes.js";
import { question } from "./questions.js";
import { settings } from "./settings.js";

const MENU = "M4 7h16M4 12h16M4 17h16";

/** Keys that lead to another position, unless a control has used them. */
const KEYS = /** @type {const} */ ({
  ArrowLeft: "back",
  ArrowRight: "on",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "first",
  End: "last",
});

/**
 * Where the focus goes when its control is gone: the first of these that can take it.
 * @type {import("../elements").Focus[]}
 */
const NEXT = ["placing", "choice", "market", "confirm", "best", "areas"];

export class StudyPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Study | null} */
    this.study = null;
    this.queued = false;
    this.press = new Press(root, () => this.renderQueued());
    /** whether the panel lies over a narrow board */
    this.sideOpen = false;
    /** whether the site's header is shown above a small board */
    this.menuOpen = false;
    /** what the owner is asked before it is done @type {import("./questions.js").Question | null} */
    this.asked = null;
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

  /** Request a rendering; requests in the same task share one, and those of a press wait until it has been answered. */
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

  /** @param {KeyboardEvent} event */
  key(event) {
    const { study } = this;
    const { target } = event;
    const writes =
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement;
    if (!study?.game || writes || event.defaultPrevented || document.querySelector("dialog[open]:modal")) return;
    if (event.key === "Escape" && this.sideOpen && narrow()) this.openSide(false);
    else if (event.altKey || event.ctrlKey || event.metaKey) return;
    else if (event.key in KEYS) {
      const inList = target instanceof Element && target.closest(".study-moves") !== null;
      study.go(KEYS[/** @type {keyof typeof KEYS} */ (event.key)]);
      if (inList) onceRendered(() => focusOn("move"));
    } else if (!study.acts || !study.game.key(event)) return;
    event.preventDefault();
  }

  render() {
    const { study } = this;
    if (!study?.game) return;
    const active = document.activeElement;
    const hadFocus = active && active !== this.root && this.root.contains(active) ? active : null;
    patch(this.root, definitions_, this.board(study, study.game));
    arrangeStops(this.root);
    this.keepFocus(hadFocus);
    rendered();
  }

  /** @param {Study} study @param {BoardComponent} game */
  board(study, game) {
    const { node, session } = study;
    const parts = game.render();
    const { text } = study.status();
    this.speak(study, text);
    const kind = /** @type {{kind: string} | null} */ (session.state.view?.decision ?? null)?.kind;
    return h(
      "div",
      {
        key: "board",
        class: `board studying game-${study.shown.game} focus-${parts.focus}`,
        "data-seq": study.at,
        "data-phase": node.view.phase,
        "data-decision": kind ?? "none",
        "data-sending": session.state.sending ?? "nothing",
        "data-thinking": String(study.thinking),
      },
      this.head(study, game),
      h(
        "div",
        { class: "stage-of-play" },
        h("div", { class: "area-market" }, parts.market),
        h("div", { class: "area-pyramid" }, parts.pyramid),
        h("div", { class: "area-tray" }, parts.tray),
      ),
      this.bar(study, game, parts.actions),
      this.side(study, parts),
      parts.overlay,
      question(this, study),
    );
  }

  /** @param {Study} study @param {BoardComponent} game */
  head(study, game) {
    const { sideOpen } = this;
    return h(
      "div",
      { class: "head" },
      h(
        "div",
        { class: "strip" },
        chips(study.session.state, game.strip(), (seat) => game.look(seat)),
        toggle("more", gettext("Moves, notes and menu"), sideOpen, MENU, () => this.openSide(!sideOpen)),
      ),
      study.trouble !== "" && h("p", { key: "trouble", class: "problem", role: "alert" }, study.trouble),
    );
  }

  /** @param {Study} study @param {BoardComponent} game @param {import("../types").VChild} actions */
  bar(study, game, actions) {
    const { text, yours } = study.status();
    const over = study.node.view.phase === "over";
    return h(
      "div",
      { class: "action-bar" },
      h(
        "div",
        { class: `status ${yours ? "yours" : ""}` },
        h(
          "h1",
          { class: "status-text", tabindex: "-1", focus: "status", "data-yours": String(yours) },
          h("span", { class: "visually-hidden" }, `${study.shown.title}. `),
          text,
        ),
      ),
      this.steps(study),
      study.acts && !over && game.view.decision ? actions : null,
    );
  }

  /** The buttons that lead from move to move. @param {Study} study */
  steps(study) {
    const { node, at, tree } = study;
    const first = node.parent === null;
    const last = node.next.length === 0;
    const alone = tree.beside(at, 1) === at && tree.beside(at, -1) === at;
    const other = () =>
      study.goTo(tree.beside(at, 1) !== at ? tree.beside(at, 1) : tree.at(node.parent ?? 0).next[0].number);
    return h(
      "div",
      { key: "steps", class: "replay-steps study-steps", role: "group", "aria-label": gettext("Moves") },
      icon("first", gettext("Beginning"), () => study.go("first"), { off: first, keys: "Home" }),
      icon("back", gettext("Previous move"), () => study.go("back"), { off: first, keys: "ArrowLeft" }),
      icon("forward", gettext("Next move"), () => study.go("on"), { off: last, keys: "ArrowRight" }),
      icon("last", gettext("Last move of this line"), () => study.go("last"), { off: last, keys: "End" }),
      icon("other", gettext("Next variation"), other, { off: alone, keys: "ArrowDown" }),
    );
  }

  /** @param {Study} study @param {import("../types").Parts} parts */
  side(study, parts) {
    return h(
      "aside",
      { class: `side ${this.sideOpen ? "open" : ""}`, tabindex: "-1", "aria-label": gettext("Moves, notes and menu") },
      h(
        "button",
        {
          key: "menu",
          type: "button",
          class: "board-button site-menu",
          "data-toggle": "menu",
          "aria-expanded": String(this.menuOpen),
          onclick: () => this.openMenu(!this.menuOpen),
        },
        gettext("Menu of the site"),
      ),
      moveList(this, study),
      notes(this, study),
      parts.others(),
      h("section", { class: "sheet", "aria-label": gettext("Score sheet") }, parts.sheet()),
      settings(this, study),
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

  /** Ask the owner, or (null) no longer. @param {import("./questions.js").Question | null} asked */
  ask(asked) {
    this.asked = asked;
    this.update();
  }

  /** Tell screen readers what led to the position, and whose turn it is. @param {Study} study @param {string} status */
  speak(study, status) {
    const { node } = study;
    const moved = node.parent === null ? gettext("Beginning") : study.text(node);
    const words = [study.said, moved, status].filter((text) => text !== "").join(" ");
    study.said = "";
    if (words === this.spoken) return;
    this.spoken = words;
    announce(words);
  }

  /**
   * Keep the focus on the board when the control that had it is gone or disabled.
   * @param {Element | null} before the element that had the focus before this rendering
   */
  keepFocus(before) {
    if (!before || (before.isConnected && !before.matches(":disabled"))) return;
    const active = document.activeElement;
    if (active && active !== document.body && active !== before) return;
    if (!NEXT.some(focusOn)) focusable("status")?.focus({ preventScroll: true });
  }
}

const definitions_ = definitions();
