// @ts-check
/**
 * Translations: every text that people see passes through here. Django's JavaScriptCatalog (/jsi18n/, loaded before the
 * modules) sets gettext, ngettext and pgettext on the window. Without it (in tests) the English source text is used.
 */

/** @type {any} */
const catalogue = globalThis;

/** @param {string} text @returns {string} */
export function gettext(text) {
  return catalogue.gettext ? catalogue.gettext(text) : text;
}

/**
 * A text that has several senses: "none" of markers is not the French "none" of cards.
 * @param {string} context @param {string} text @returns {string}
 */
export function pgettext(context, text) {
  return catalogue.pgettext ? catalogue.pgettext(context, text) : text;
}

/** @param {string} singular @param {string} plural @param {number} count @returns {string} */
export function ngettext(singular, plural, count) {
  return catalogue.ngettext ? catalogue.ngettext(singular, plural, count) : count === 1 ? singular : plural;
}

/**
 * Replace each `%(name)s` of a translated sentence.
 * @param {string} text @param {Record<string, string | number>} values @returns {string}
 */
export function interpolate(text, values) {
  return text.replace(/%\((\w+)\)s/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** The page's language. */
export const language = globalThis.document?.documentElement?.lang || "en";

// Made while the module loads: the first one takes a slow phone a tenth of a second, too long for a first rendering.
const lists = new Intl.ListFormat(language, { style: "long", type: "conjunction" });

/**
 * Return "a, b and c" in the page's language.
 * @param {string[]} items @returns {string}
 */
export function listing(items) {
  return lists.format(items);
}
