// @ts-check
/**
 * What a lesson adds to the board: the way out, what to do, how far it is, and the end.
 * @typedef {import("./page.js").LearnPage} LearnPage
 * @typedef {import("../types").BoardComponent} BoardComponent
 */
import { gettext, interpolate } from "../i18n.js";
import { button } from "../table/actions.js";
import { lamp } from "../table/hint.js";
import { mySeat } from "../table/players.js";
import { chips } from "../table/strip.js";
import { h } from "../vdom.js";

/** More steps than a draft has. */
const MOST_STEPS = 40;

/** The players in a row, and the way out. @param {LearnPage} page @param {BoardComponent} game */
export function head({ session, root }, game) {
  const label = gettext("Leave the lesson");
  return h(
    "div",
    { class: "strip" },
    chips(session.state, game.strip(), (seat) => game.look(seat)),
    !isTrial(root) &&
      h(
        "a",
        {
          class: "strip-button more leave-lesson",
          href: root.dataset.lessons ?? "/",
          title: label,
          "aria-label": label,
        },
        h(
          "svg",
          { viewBox: "0 0 24 24", "aria-hidden": "true" },
          h("path", { d: "M6 6l12 12M18 6L6 18", fill: "none", stroke: "currentColor", "stroke-width": 2 }),
        ),
      ),
  );
}

/**
 * What to do now, how far the lesson is, and the buttons.
 * @param {LearnPage} page @param {BoardComponent} game @param {import("../types").Parts} parts
 */
export function bar(page, game, parts) {
  const { session } = page;
  const { frame, refusal, moving, over } = session;
  const trial = isTrial(page.root);
  const told = moving ? news(page, game) : refusal || (trial && over ? outcome(page, game) : frame.text);
  const count = interpolate(gettext("Step %(number)s of %(count)s"), {
    number: Math.min(frame.step + 1, frame.steps),
    count: frame.steps,
  });
  return h(
    "div",
    { class: `action-bar coach ${over && !moving ? "over" : ""}` },
    h(
      "div",
      { class: `status ${moving ? "" : "yours"} ${refusal ? "refused" : ""}`, "data-refused": refusal !== "" },
      refusal !== "" && again(),
      h(
        "h1",
        { class: "status-text", tabindex: "-1", focus: "status", "data-yours": String(!moving) },
        told,
        !over && !trial && h("span", { class: "visually-hidden" }, ` ${count}`),
      ),
    ),
    over && !moving && !trial && sheet(parts),
    !trial && h("progress", { class: "lesson-progress", max: frame.steps, value: frame.step, "aria-label": count }),
    trial && h("div", { class: "trial-buttons" }, putBack(page, game), !over && showMe(page)),
    over && !moving ? !trial && ending(page) : [!trial && showMe(page), !moving && parts.actions],
  );
}

/** The button that lays out what is meant. @param {LearnPage} page */
const showMe = (page) =>
  h(
    "button",
    {
      key: "show",
      type: "button",
      class: "board-button hint-button",
      "data-action": "show",
      "aria-keyshortcuts": "h",
      title: gettext("Show me"),
      disabled: page.session.moving,
      onclick: () => page.show(),
    },
    lamp(),
    h("span", null, gettext("Show me")),
  );

/** Whether this is no lesson but a small board beside the rules. @param {HTMLElement} root */
const isTrial = (root) => "trial" in root.dataset;

/** What has come of what was tried, in the words of the log. @param {LearnPage} page @param {BoardComponent} game */
function outcome({ session }, game) {
  const { events, table } = session.state;
  const told = [null, mySeat(table)];
  const lines = game.logLines(events).filter((line) => line.tone !== "quiet" && told.includes(line.seat));
  return lines.map((line) => line.text).join(" ");
}

/** The button that undoes what was tried, sent or not. @param {LearnPage} page @param {BoardComponent} game */
function putBack({ session }, game) {
  const again = () => {
    if (session.over) void session.goTo(0);
    else {
      session.dismissProblem();
      for (let steps = 0; steps < MOST_STEPS && game.cancel(); steps += 1);
    }
  };
  return button("put-back", gettext("Put it back"), again, { disabled: session.moving });
}

/** The scored stage, for screens without a panel. @param {import("../types").Parts} parts */
const sheet = (parts) => h("section", { key: "sheet", class: "sheet lesson-sheet" }, parts.sheet());

/** What another player has done, in the words of the log. @param {LearnPage} page @param {BoardComponent} game */
function news({ session }, game) {
  const { events, table } = session.state;
  const me = mySeat(table);
  const told = game.logLines(events).filter((line) => line.tone !== "quiet" && line.seat !== null && line.seat !== me);
  return told.at(-1)?.text ?? "";
}

/** The sign of a refusal: once more. */
const again = () =>
  h(
    "svg",
    { key: "again", class: "again-sign", viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", {
      d: "M5 12a7 7 0 1 0 2.200-5.100M5 4v4.500h4.500",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2.2,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );

/** What can be done after a lesson: a game first, if the lesson teaches one. @param {LearnPage} page */
function ending({ session, root }) {
  const { next, nextTitle, lessons = "/" } = root.dataset;
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("lesson-play"));
  const first = form && (!next || "basic" in root.dataset);
  const to = (/** @type {string} */ key, /** @type {string} */ href, /** @type {string} */ text, primary = false) =>
    h("a", { key, class: `board-button ${primary ? "primary" : ""}`, "data-action": key, href }, text);
  return h(
    "div",
    { key: "ending", class: "action-row lesson-ending", role: "group", "aria-label": gettext("Options") },
    first && button("lesson-play", form.dataset.label ?? "", () => form.requestSubmit(), { primary: true }),
    button("lesson-again", gettext("Once more"), () => void session.goTo(0)),
    to("lesson-list", lessons, gettext("All lessons")),
    next && to("lesson-next", next, nextTitle ?? "", !first),
  );
}
