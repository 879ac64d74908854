// @ts-check
/**
 * What the owner of a study says of the position that is shown: mark and comment, and what can be done with the move.
 * @typedef {import("./study.js").Study} Study
 */
import { gettext } from "../i18n.js";
import { button } from "../table/actions.js";
import { h } from "../vdom.js";
import { markName } from "./move_list.js";
import { GLYPHS } from "./study_tree.js";

const LONGEST = 400;

/** @param {import("./study_page.js").StudyPage} page @param {Study} study */
export function notes(page, study) {
  const { node, at, tree } = study;
  if (!study.mine) return null;
  const title = at === 0 ? gettext("About the beginning") : gettext("About this move");
  const isMain = node.parent === null || tree.at(node.parent).next[0] === node;
  return h(
    "section",
    { key: "notes", class: "study-notes", "aria-label": title },
    h("h2", { class: "tray-title" }, title),
    at !== 0 &&
      h(
        "div",
        { key: "marks", class: "study-marks", role: "group", "aria-label": gettext("Annotation") },
        GLYPHS.map((glyph) =>
          h(
            "button",
            {
              key: glyph,
              type: "button",
              class: "board-button",
              "data-glyph": glyph,
              "aria-pressed": String(node.glyph === glyph),
              "aria-label": markName(glyph),
              title: markName(glyph),
              onclick: () => void study.mark(glyph),
            },
            glyph,
          ),
        ),
      ),
    h(
      "label",
      { key: `comment-${at}`, class: "study-field" },
      h("span", null, gettext("Comment")),
      h("textarea", {
        rows: 3,
        maxlength: LONGEST,
        dir: "auto",
        value: node.comment,
        onchange: ({ currentTarget }) =>
          void study.comment(/** @type {HTMLTextAreaElement} */ (currentTarget).value.trim()),
      }),
    ),
    at !== 0 &&
      h(
        "div",
        { key: "deeds", class: "study-deeds" },
        !isMain && button("promote", gettext("Make it the main line"), () => void study.promote()),
        button("remove", gettext("Delete from here on…"), () => page.ask({ about: "moves", number: at })),
      ),
  );
}
