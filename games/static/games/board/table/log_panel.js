// @ts-check
/** The log: newest at the bottom, which stays in view unless the reader has scrolled up. */

import { gemIcon } from "../art/gems.js";
import { gettext } from "../i18n.js";
import { h } from "../vdom.js";
import { chip, levelAt } from "./computer.js";
import { sign } from "./players.js";

/** @typedef {import("../types").LogLine} LogLine */

/**
 * @param {LogLine[]} lines @param {import("../types").Table} table
 * @param {{go: (line: LogLine) => void, shown: (line: LogLine) => boolean} | null} past how the moment of a line is
 *   shown, and whether it is; null if none can be
 */
export function logPanel(lines, table, past) {
  const last = lines.at(-1)?.key ?? "";
  const current = past && lines.find(past.shown)?.key;
  return h(
    "section",
    { class: "log-panel", "aria-label": gettext("Log") },
    h("h2", { class: "panel-title" }, gettext("Log")),
    h(
      "ol",
      { class: "log", tabindex: past ? null : "0", "data-last": last, ref: follow },
      lines.map((line) => row(line, table, past, line.key === (current ?? last))),
    ),
  );
}

/** The rows that were made last, by line: going to another moment changes few of them. */
const rows = new WeakMap();

/**
 * @param {LogLine} line @param {import("../types").Table} table @param {Parameters<typeof logPanel>[2]} past
 * @param {boolean} stop whether Tab leads to it: the moments between are reached by the replay's keys
 */
function row(line, table, past, stop) {
  const shown = past?.shown(line) ?? false;
  const needs = [table, past !== null, shown, stop];
  const known = rows.get(line);
  if (known?.needs.every((/** @type {unknown} */ need, /** @type {number} */ at) => need === needs[at]))
    return known.made;
  const words = told(line, table);
  const made = h(
    "li",
    { key: line.key, class: `log-line ${line.tone ?? ""} ${shown ? "shown" : ""}` },
    past
      ? h(
          "button",
          {
            type: "button",
            class: "log-go",
            tabindex: stop ? null : "-1",
            "aria-current": shown ? "step" : null,
            onclick: () => past.go(line),
          },
          words,
        )
      : words,
  );
  rows.set(line, { needs, made });
  return made;
}

/** @param {LogLine} line @param {import("../types").Table} table */
function told(line, table) {
  return [
    line.seat !== null && [sign(line.seat, table.seats[line.seat]?.kind ?? "explorer"), byComputer(table, line.seat)],
    h("span", { class: "log-text" }, line.text),
    line.gems &&
      line.gems.length > 0 &&
      h(
        "span",
        { class: "log-gems" },
        line.gems.map((gem) => gemIcon(gem)),
      ),
  ];
}

/**
 * A chip if the computer has played here from the start.
 * @param {import("../types").Table} table @param {number} seat
 */
function byComputer(table, seat) {
  if (table.seats[seat]?.player || levelAt(table, seat) === null) return null;
  return h(
    "span",
    {
      key: "computer",
      class: "log-chip",
      role: "img",
      "aria-label": gettext("computer player"),
      title: gettext("computer player"),
    },
    chip(),
  );
}

/**
 * Keep the end of a list in view as it grows, is resized or shown again, unless the reader has scrolled up.
 * @param {HTMLElement} list
 */
export function follow(list) {
  let atEnd = true;
  let height = 0;
  const toEnd = () => {
    if (atEnd) list.scrollTop = list.scrollHeight;
  };
  list.addEventListener("scroll", () => {
    // otherwise the layout has scrolled it
    if (list.clientHeight === height) atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 24;
  });
  // Both run when the browser lays the page out anyway; a list that has just appeared counts as resized.
  new MutationObserver(() => requestAnimationFrame(toEnd)).observe(list, { childList: true });
  new ResizeObserver(() => {
    height = list.clientHeight;
    toEnd();
  }).observe(list);
}

/** Scroll the log so that the line of the shown moment, or else its end, is in view. @param {Element} root */
export function revealLine(root) {
  const list = root.querySelector(".log");
  if (!list) return;
  const line = list.querySelector(".log-line.shown");
  if (!(line instanceof HTMLElement)) {
    list.scrollTop = list.scrollHeight;
    return;
  }
  const { top, bottom } = line.getBoundingClientRect();
  const seen = list.getBoundingClientRect();
  if (top < seen.top || bottom > seen.bottom) list.scrollTop += (top + bottom) / 2 - (seen.top + seen.bottom) / 2;
}
