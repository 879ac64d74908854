// @ts-check
/**
 * The tree of a study as lists in lists: a line's moves, and below a move the variations beside it. Each move is a
 * button; Tab stops at the one that is shown, and the page's keys lead to the others.
 * @typedef {import("./study.js").Study} Study
 * @typedef {import("./study_tree.js").Node} Node
 * @typedef {import("./study_tree.js").Row} Row
 * @typedef {import("../types").VChild} VChild
 */
import { gettext } from "../i18n.js";
import { sign } from "../table/players.js";
import { narrow } from "../table/screen.js";
import { h } from "../vdom.js";

/** Return how a mark is read out. @param {string} glyph */
export function markName(glyph) {
  /** @type {Record<string, string>} */
  const names = {
    "!": gettext("good move"),
    "?": gettext("mistake"),
    "!!": gettext("brilliant move"),
    "??": gettext("blunder"),
    "!?": gettext("interesting move"),
    "?!": gettext("dubious move"),
  };
  return names[glyph];
}

/** @param {import("./study_page.js").StudyPage} page @param {Study} study */
export function moveList(page, study) {
  const { tree, at } = study;
  const go = (/** @type {number} */ number) => {
    if (narrow()) page.openSide(false);
    study.goTo(number);
  };
  const { comment } = tree.beginning;
  return h(
    "section",
    { key: "moves", class: "study-moves", "aria-label": gettext("Moves of the study") },
    h("h2", { class: "tray-title" }, study.shown.title),
    h(
      "ol",
      { class: "study-line main" },
      h(
        "li",
        { key: 0 },
        stop(0, at === 0, go, gettext("Beginning")),
        comment !== "" && h("p", { class: "study-comment", dir: "auto" }, comment),
      ),
      tree.rows().map((row) => item(study, row, go)),
    ),
    tree.nodes.size === 1 &&
      h(
        "p",
        { key: "none", class: "soft" },
        study.mine ? gettext("Play a move on the board: it appears here.") : gettext("There are no moves yet."),
      ),
  );
}

/** @param {Study} study @param {Row} row @param {(number: number) => void} go @returns {VChild} */
function item(study, { node, variations }, go) {
  const { number, seat, glyph, comment } = node;
  const kind = study.shown.seats[seat ?? 0];
  return h(
    "li",
    { key: number },
    stop(number, study.at === number, go, [
      sign(seat ?? 0, kind),
      h("span", { class: "study-text" }, study.text(node)),
      glyph !== "" && h("abbr", { class: "study-glyph", title: markName(glyph) }, glyph),
    ]),
    comment !== "" && h("p", { class: "study-comment", dir: "auto" }, comment),
    variations.length > 0 &&
      h(
        "ul",
        { class: "study-variations", "aria-label": gettext("Variations") },
        variations.map((line) =>
          h(
            "li",
            { key: line[0].node.number },
            h(
              "ol",
              { class: "study-line" },
              line.map((row) => item(study, row, go)),
            ),
          ),
        ),
      ),
  );
}

/** @param {number} number @param {boolean} shown @param {(number: number) => void} go @param {VChild} inside */
function stop(number, shown, go, inside) {
  return h(
    "button",
    {
      type: "button",
      class: "study-move",
      "data-to": number,
      tabindex: shown ? "0" : "-1",
      "aria-current": shown ? "step" : null,
      focus: shown ? "move" : null,
      onclick: () => go(number),
    },
    inside,
  );
}
