// @ts-check
/**
 * The question before what cannot be undone: deleting a study or moves of it, and withdrawing its link.
 * @typedef {{about: "study" | "link"} | {about: "moves", number: number}} Question
 */
import { gettext, interpolate, ngettext } from "../i18n.js";
import { confirmation } from "../table/dialog.js";

/** @param {import("./study_page.js").StudyPage} page @param {import("./study.js").Study} study */
export function question(page, study) {
  const { asked } = page;
  if (!asked) return null;
  const options =
    asked.about === "moves" ? moves(study, asked.number) : asked.about === "link" ? link(study) : whole(page, study);
  return confirmation({ key: "question", action: `${asked.about}-now`, close: () => page.ask(null), ...options });
}

/** @param {import("./study_page.js").StudyPage} page @param {import("./study.js").Study} study */
const whole = (page, study) => ({
  title: gettext("Delete this study?"),
  text: gettext("Its moves and comments are deleted for good. Its link no longer works."),
  keep: gettext("Keep it"),
  button: gettext("Delete"),
  act: () => study.delete(page.root.dataset.studies ?? "/"),
});

/** @param {import("./study.js").Study} study @param {number} number */
function moves(study, number) {
  const { tree } = study;
  const count = 1 + tree.all(tree.at(number)).length;
  const template = ngettext(
    "%(count)s move is deleted for good, with its comment.",
    "%(count)s moves are deleted for good, with their comments.",
    count,
  );
  return {
    title: gettext("Delete from here on?"),
    text: interpolate(template, { count }),
    keep: gettext("Keep the moves"),
    button: gettext("Delete"),
    act: () => study.remove(number),
  };
}

/** @param {import("./study.js").Study} study */
const link = (study) => ({
  title: gettext("Withdraw this link?"),
  text: gettext("It will never work again. If you share the study later, it will get a new link."),
  keep: gettext("Keep the link"),
  button: gettext("Withdraw link"),
  act: () => study.withdraw(),
});
