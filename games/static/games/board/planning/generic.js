// @ts-check
/**
 * Conditional moves of games that do not describe their own.
 * @typedef {import("../types").Plans} Plans
 */
import { gettext } from "../i18n.js";

/** @type {Plans} */
export const genericPlans = {
  hide: (view) => view,
  conditions: () => [],
  sentence: () => gettext("the table still looks as planned"),
  deed: (action) => action.type,
};
