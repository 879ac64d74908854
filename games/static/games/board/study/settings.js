// @ts-check
/** What concerns a study as a whole: its opponent, its link, its file, and deleting it. */

/** @typedef {import("./study.js").Study} Study */

import { gettext, interpolate } from "../i18n.js";
import { button } from "../table/actions.js";
import { copied, refusedText, select } from "../table/copying.js";
import { h } from "../vdom.js";

const LONGEST = 100;

/** @param {import("./study_page.js").StudyPage} page @param {Study} study */
export function settings(page, study) {
  const { shown } = study;
  const { studies = "/", report } = page.root.dataset;
  return h(
    "section",
    { key: "settings", class: "study-settings", "aria-label": gettext("This study") },
    h("h2", { class: "tray-title" }, gettext("This study")),
    study.mine ? [title(study), opponent(study), sharing(page, study)] : by(study),
    h(
      "p",
      { key: "links", class: "leave" },
      h("a", { class: "text-button", href: study.api.file, download: `${shown.id}.study.json` }, gettext("Download")),
      shown.source &&
        h(
          "a",
          { key: "source", class: "text-button", href: `/games/${shown.source.game}/#${shown.source.seq}` },
          gettext("Back to the game"),
        ),
      h("a", { key: "rules", class: "text-button", href: page.root.dataset.rules, target: "_blank" }, gettext("Rules")),
      study.mine && [
        h("a", { key: "all", class: "text-button", href: studies }, gettext("All my studies")),
        h(
          "button",
          { key: "delete", type: "button", class: "text-button", onclick: () => page.ask({ about: "study" }) },
          gettext("Delete the study…"),
        ),
      ],
      !study.mine &&
        report &&
        h("a", { key: "report", class: "text-button", href: report, "data-report": "" }, gettext("Report…")),
    ),
  );
}

/** @param {Study} study */
const by = (study) =>
  h("p", { key: "by", class: "soft" }, interpolate(gettext("A study by %(name)s."), { name: study.shown.owner.name }));

/** @param {Study} study */
function title(study) {
  return h(
    "label",
    { key: "title", class: "study-field" },
    h("span", null, gettext("Title")),
    h("input", {
      type: "text",
      class: "text",
      maxlength: LONGEST,
      dir: "auto",
      value: study.shown.title,
      onchange: ({ currentTarget }) => void study.rename(/** @type {HTMLInputElement} */ (currentTarget).value.trim()),
    }),
  );
}

/** @param {Study} study */
function opponent(study) {
  const { shown } = study;
  if (shown.by_hand_only)
    return h(
      "p",
      { key: "by-hand", class: "study-by-hand" },
      gettext(
        "The game of this study is still being played. Until it has ended, the study is for you alone, and you play all seats by hand.",
      ),
    );
  /** @type {Record<string, {name: string}>} */
  const levels = JSON.parse(document.getElementById("board-characters")?.textContent ?? '{"levels": {}}').levels;
  if (Object.keys(levels).length === 0) return null;
  const option = (/** @type {string} */ value, /** @type {string} */ name) =>
    h("option", { key: value, value, selected: value === (shown.opponent ?? "") }, name);
  return h(
    "label",
    { key: "opponent", class: "study-field" },
    h("span", null, gettext("The other seats are played by")),
    h(
      "select",
      {
        class: "text",
        "data-opponent": "",
        onchange: ({ currentTarget }) =>
          void study.choose(/** @type {HTMLSelectElement} */ (/** @type {unknown} */ (currentTarget)).value),
      },
      option("", gettext("you, by hand")),
      Object.entries(levels).map(([key, { name }]) => option(key, name)),
    ),
  );
}

/** @param {import("./study_page.js").StudyPage} page @param {Study} study */
function sharing(page, study) {
  const { link, hidden, by_hand_only } = study.shown;
  if (by_hand_only) return null;
  if (hidden) return h("p", { key: "hidden" }, gettext("The moderators have hidden this study: only you can see it."));
  if (link === null)
    return h(
      "div",
      { key: "private", class: "study-sharing" },
      h("p", { class: "soft" }, gettext("Only you can see this study.")),
      button("share", gettext("Share by link"), () => void study.share()),
    );
  const address = new URL(link, location.href).href;
  const copy = async () => {
    study.copied = await copied(address);
    study.update();
    if (!study.copied) select(".study-sharing input");
  };
  return h(
    "div",
    { key: "shared", class: "study-sharing" },
    h(
      "label",
      { class: "study-field" },
      h("span", null, gettext("Anyone with this link can read the study")),
      h("input", { type: "text", class: "text", readonly: true, value: address, "data-link": "" }),
    ),
    study.copied === false && h("p", { key: "refused", role: "alert" }, refusedText()),
    h(
      "div",
      { class: "study-deeds" },
      navigator.clipboard &&
        button("copy", study.copied ? gettext("Link copied") : gettext("Copy link"), () => void copy()),
      button("withdraw", gettext("Withdraw link…"), () => page.ask({ about: "link" })),
    ),
  );
}
