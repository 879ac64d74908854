// @ts-check
/**
 * Every string a person reads passes through here. Django's JavaScriptCatalog (/jsi18n/, loaded before the modules)
 * puts gettext, ngettext and pgettext on the window; outside of a page (tests of pure modules) the English source is used.
 */

/** @type {any} */
const catalogue = globalThis;

/** @param {string} text @returns {string} */
export function gettext(text) {
  return catalogue.gettext ? catalogue.gettext(text) : text;
}

/** @param {string} singular @param {string} plural @param {number} count @returns {string} */
export function ngettext(singular, plural, count) {
  return catalogue.ngettext ? catalogue.ngettext(singular, plural, count) : count === 1 ? singular : plural;
}

/**
 * Fill `%(name)s` in a translated sentence.
 * @param {string} text @param {Record<string, string | number>} values @returns {string}
 */
export function interpolate(text, values) {
  return text.replace(/%\((\w+)\)s/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * "a, b and c" in the page's language.
 * @param {string[]} items @returns {string}
 */
export function listing(items) {
  const language = typeof document === "undefined" ? "en" : document.documentElement.lang || "en";
  return new Intl.ListFormat(language, { style: "long", type: "conjunction" }).format(items);
}
