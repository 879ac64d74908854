// @ts-check
/** Translations from Django's JavaScriptCatalog, a classic script that is loaded before the modules. */

/**
 * @typedef {{gettext?: (text: string) => string, ngettext?: (one: string, many: string, count: number) => string}}
 *   Catalogue
 */

const catalogue = /** @type {Catalogue} */ (globalThis);

/** @param {string} text */
export function gettext(text) {
  return catalogue.gettext ? catalogue.gettext(text) : text;
}

/** @param {string} one @param {string} many @param {number} count */
export function ngettext(one, many, count) {
  if (catalogue.ngettext) return catalogue.ngettext(one, many, count);
  return count === 1 ? one : many;
}
