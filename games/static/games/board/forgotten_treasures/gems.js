// @ts-check
/**
 * Names and counts of gems, and a row of them.
 * @typedef {import("../types").Gem} Gem
 * @typedef {import("../types").GemCounts} GemCounts
 */

import { GEMS, gemIcon } from "../art/gems.js";
import { gettext, interpolate, listing } from "../i18n.js";
import { h } from "../vdom.js";

/** "a blue gem" @param {Gem} gem @returns {string} */
export function aGem(gem) {
  return {
    orange: gettext("an orange gem"),
    blue: gettext("a blue gem"),
    purple: gettext("a purple gem"),
    green: gettext("a green gem"),
    red: gettext("a red gem"),
    mythical: gettext("a mythical gem"),
  }[gem];
}

/** "blue gem", as the name of a thing @param {Gem} gem @returns {string} */
export function gemName(gem) {
  return {
    orange: gettext("orange gem"),
    blue: gettext("blue gem"),
    purple: gettext("purple gem"),
    green: gettext("green gem"),
    red: gettext("red gem"),
    mythical: gettext("mythical gem"),
  }[gem];
}

/** @param {GemCounts} counts @returns {Gem[]} each single gem, in the game's order */
export function spread(counts) {
  return GEMS.flatMap((gem) => Array.from({ length: counts[gem] ?? 0 }, () => gem));
}

/** @param {GemCounts} counts @returns {number} */
export function gemTotal(counts) {
  return GEMS.reduce((sum, gem) => sum + (counts[gem] ?? 0), 0);
}

/** "2 × blue gem and 1 × mythical gem" @param {GemCounts} counts @returns {string} */
export function countsText(counts) {
  const items = GEMS.filter((gem) => counts[gem]).map((gem) =>
    interpolate(gettext("%(count)s × %(gem)s"), { count: counts[gem] ?? 0, gem: gemName(gem) }),
  );
  return items.length > 0 ? listing(items) : gettext("no gems");
}

/**
 * An inventory: a row of gems with their counts.
 * @param {GemCounts} counts
 * @param {{label: string, all?: boolean, anchor?: string}} options `all` shows empty places too
 */
export function gemRow(counts, { label, all, anchor }) {
  const shown = GEMS.filter((gem) => all || counts[gem]);
  return h(
    "ul",
    { class: `gem-row ${all ? "all" : ""}`, "aria-label": `${label}: ${countsText(counts)}`, "data-anchor": anchor },
    shown.map((gem) =>
      h(
        "li",
        { key: gem, class: counts[gem] ? "held" : "none", title: gemName(gem) },
        gemIcon(gem),
        h("span", { class: "tally", "aria-hidden": "true" }, counts[gem] ?? 0),
      ),
    ),
    shown.length === 0 && h("li", { key: "nothing", class: "nothing" }, gettext("no gems")),
  );
}
