// @ts-check
/**
 * Conditional moves of games that do not describe their own.
 * @typedef {import("../types").Plans} Plans
 */
import { gettext, interpolate } from "../i18n.js";

/** @type {Plans} */
export const genericPlans = {
  hide: (view) => view,
  conditions: () => [],
  sentence: ({ at, is }) => interpolate(gettext("“%(at)s” is %(value)s"), { at, value: JSON.stringify(is) }),
  deed: (action) => action.type,
};
