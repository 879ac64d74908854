// @ts-check
/**
 * Conditional moves on the page: the button, the banner while planning, the summary, and the stored plan.
 * @typedef {import("./planner.js").Planner} Planner
 * @typedef {import("../types").BoardComponent} BoardComponent
 * @typedef {import("../types").PlanTurn} PlanTurn
 */

import { gettext, interpolate } from "../i18n.js";
import { button } from "../table/actions.js";
import { dialog } from "../table/dialog.js";
import { capital } from "../table/players.js";
import { refusalLink } from "../table/rule_link.js";
import { h } from "../vdom.js";

/** The button in the action bar while others are to move. @param {Planner} planner */
export function planButton(planner) {
  if (!planner.allowed) return null;
  return h(
    "button",
    {
      key: "plan",
      type: "button",
      class: "board-button plan-button",
      "data-action": "plan",
      disabled: planner.busy,
      onclick: () => void planner.begin(),
    },
    scroll(),
    h("span", null, gettext("Plan your turn…")),
  );
}

/** A scroll, the icon of a plan. */
function scroll() {
  return h(
    "svg",
    { class: "plan-sign", viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", {
      d: "M7 4h11a2.500 2.500 0 0 1 0 5h-2M7 4a2.500 2.500 0 0 0-2.500 2.500V17a3 3 0 0 0 3 3H16a2.500 2.500 0 0 0 2.500-2.500v-1H9.500v1A2.500 2.500 0 0 1 7.500 20M9 8.500h4M9 12h5",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 1.8,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
}

/**
 * Below the status: the banner while planning, or the stored plan and what became of it.
 * @param {Planner} planner @param {BoardComponent} game the visible board
 */
export function planNote(planner, game) {
  if (planner.active) return banner(planner);
  const { note, refused, stored } = planner;
  if (stored && stored.state !== "played") return storedPlan(planner, game, stored);
  return (
    note &&
    h("div", { key: "plan", class: "plan-note", role: "status" }, h("p", null, note), refused && refusalLink(refused))
  );
}

/** @param {Planner} planner */
function banner(planner) {
  const { steps, busy } = planner;
  const number = planner.turns.length;
  return h(
    "div",
    { key: "plan", class: "plan-note planning-banner", "data-plan": "planning" },
    h(
      "p",
      { role: "status" },
      scroll(),
      h(
        "span",
        null,
        h(
          "strong",
          null,
          number > 1
            ? interpolate(gettext("You are planning turn %(number)s."), { number })
            : gettext("You are planning your next turn."),
        ),
        " ",
        planner.note ?? gettext("Nothing is sent yet, and only you see it."),
      ),
    ),
    planner.note !== null && planner.refused && refusalLink(planner.refused),
    h(
      "p",
      { class: "plan-buttons", role: "group", "aria-label": gettext("Planning") },
      button("plan-back", gettext("Step back"), () => void planner.back(), { disabled: busy || steps === 0 }),
      button("plan-finish", gettext("Done"), () => planner.finish(), { disabled: busy || steps === 0 }),
      button("plan-stop", gettext("Stop"), () => planner.stop(), { disabled: busy }),
    ),
  );
}

/** @param {Planner} planner */
export function summary(planner) {
  const { game } = planner;
  if (planner.mode !== "summary" || !game) return null;
  const turns = planner.turns.filter((turn) => turn.actions.length > 0);
  return dialog({
    key: "plan-summary",
    className: "plan-summary",
    title: gettext("Your plan"),
    close: () => void planner.back(),
    body: [
      turns.map((turn, at) =>
        h(
          "section",
          { key: at, class: "planned-turn" },
          h("h3", null, turnTitle(at, turns.length)),
          deeds(game, turn.actions),
          turn.conditions.length > 0 &&
            h(
              "div",
              { class: "plan-conditions", role: "group", "aria-label": gettext("Only if…") },
              h("p", { "aria-hidden": "true" }, gettext("Only if…")),
              turn.conditions.map((one) =>
                h(
                  "label",
                  { key: one.at, class: "plan-condition" },
                  h("input", {
                    type: "checkbox",
                    checked: one.on,
                    "data-condition": one.at,
                    onchange: (event) => {
                      one.on = /** @type {HTMLInputElement} */ (event.target).checked;
                    },
                  }),
                  h("span", null, game.plans.sentence(one)),
                ),
              ),
            ),
        ),
      ),
      h(
        "p",
        { class: "plan-else" },
        gettext("It is played as soon as your turn comes. If it no longer fits, the plan is dropped and you decide."),
      ),
      planner.note && h("p", { class: "plan-trouble", role: "alert" }, planner.note),
      h(
        "p",
        { class: "dialog-actions" },
        button("plan-back", gettext("Step back"), () => void planner.back(), { disabled: planner.busy }),
        planner.mayGoOn &&
          button("plan-more", gettext("Plan another turn"), () => void planner.more(), { disabled: planner.busy }),
        button("plan-keep", gettext("Save this plan"), () => void planner.keep(), {
          primary: true,
          disabled: planner.busy,
        }),
      ),
    ],
  });
}

/** @param {number} at @param {number} count */
function turnTitle(at, count) {
  if (at === 0) return gettext("When your turn comes:");
  return at === 1 && count === 2
    ? gettext("In the turn after that:")
    : interpolate(gettext("In turn %(number)s:"), { number: at + 1 });
}

/** @param {BoardComponent} game @param {import("../types").Action[]} actions */
function deeds(game, actions) {
  return h(
    "ol",
    { class: "plan-deeds" },
    actions.map((action, at) => h("li", { key: at }, capital(game.plans.deed(action)))),
  );
}

/** @param {Planner} planner @param {BoardComponent} game @param {import("../types").StoredPlan} plan */
function storedPlan(planner, game, plan) {
  if (plan.state === "dropped") {
    if (!plan.why) return null;
    return h(
      "div",
      { key: "plan", class: "plan-note plan-dropped", role: "status", "data-plan": "dropped" },
      h(
        "p",
        null,
        scroll(),
        h("span", null, h("strong", null, gettext("Your plan was dropped.")), " ", whyDropped(game, plan)),
      ),
      h(
        "p",
        { class: "plan-buttons" },
        button("plan-drop", gettext("OK"), () => void planner.drop(), { disabled: planner.busy }),
      ),
    );
  }
  return h(
    "details",
    { key: "plan", class: "plan-note plan-waiting", "data-plan": "waiting" },
    h(
      "summary",
      null,
      scroll(),
      h("span", null, gettext("Your plan is saved and will be played when your turn comes.")),
    ),
    h(
      "div",
      { class: "plan-details" },
      remaining(plan).map((turn, at, turns) =>
        h(
          "section",
          { key: at, class: "planned-turn" },
          h("h3", null, turnTitle(at, turns.length)),
          deeds(game, turn.do),
          turn.if.length > 0 &&
            h(
              "ul",
              { class: "plan-ifs", "aria-label": gettext("Only if…") },
              turn.if.map((one) =>
                h("li", { key: one.at }, interpolate(gettext("only if %(what)s"), { what: game.plans.sentence(one) })),
              ),
            ),
        ),
      ),
      h(
        "p",
        { class: "plan-buttons" },
        button("plan-drop", gettext("Drop this plan"), () => void planner.drop(), { disabled: planner.busy }),
      ),
      planner.note && h("p", { class: "plan-trouble", role: "alert" }, planner.note),
    ),
  );
}

/** Return the turns that have not been played. @param {import("../types").StoredPlan} plan @returns {PlanTurn[]} */
function remaining({ turns, done }) {
  let left = done;
  return turns.filter((turn) => {
    const played = left >= turn.do.length;
    left -= turn.do.length;
    return !played;
  });
}

/** @param {BoardComponent} game @param {import("../types").StoredPlan} plan */
function whyDropped(game, { why, turns }) {
  const failed = turns.flatMap((turn) => turn.if).find((one) => one.at === why?.at);
  return failed
    ? interpolate(gettext("It applied only if %(what)s."), { what: game.plans.sentence(failed) })
    : (why?.detail ?? "");
}
