// @ts-check
/** Copying an address, also where the browser does not allow it: then the reader copies it from a field. */

import { gettext } from "../i18n.js";
import { announce } from "./announce.js";
import { onceRendered } from "./rendered.js";

/** Copy an address, and announce it; return whether the browser has allowed it. @param {string} address */
export async function copied(address) {
  try {
    await navigator.clipboard.writeText(address);
  } catch {
    return false;
  }
  announce(gettext("Link copied"));
  return true;
}

export const refusedText = () =>
  gettext("The browser did not allow copying. The address is selected: copy it from the field.");

/** Select the address in a field, once it is there. @param {string} selector */
export function select(selector) {
  onceRendered(() => {
    const field = document.querySelector(selector);
    if (!(field instanceof HTMLInputElement)) return;
    field.focus();
    field.select();
  });
}
