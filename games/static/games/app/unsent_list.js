// @ts-check
/** The list of moves that wait to be sent, or were refused, on pages other than their game's. */
import { allUnsent, ENDED, forgetUnsent } from "./kept.js";

/** Show the list. @param {string | null} account @param {string} [but] public id of a game that is not listed */
export async function listUnsent(account, but) {
  const list = document.getElementById("unsent");
  const template = document.getElementById("unsent-move");
  if (!list || !(template instanceof HTMLTemplateElement)) return;
  const records = (await allUnsent(account)).filter(({ game }) => game !== but);
  list.replaceChildren(...records.map((record) => line(template, record, () => listUnsent(account, but))));
  list.hidden = records.length === 0;
}

/**
 * @param {HTMLTemplateElement} template @param {import("./kept.js").UnsentRecord} record @param {() => void} again
 * @returns {DocumentFragment}
 */
function line(template, { game, key, title, refused }, again) {
  const made = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (made.querySelector(`[data-${name}]`));
  const { waiting = "", refused: told = "", ended = "" } = template.dataset;
  const text = refused === undefined ? waiting : refused === ENDED ? ended : told.replace("{reason}", refused);
  part("text").textContent = text.replace("{game}", title);
  /** @type {HTMLAnchorElement} */ (part("open")).href = `/games/${game}/`;
  part("discard").hidden = refused !== undefined;
  part("close").hidden = refused === undefined;
  for (const name of ["discard", "close"]) {
    part(name).addEventListener("click", async () => {
      await forgetUnsent(game, key);
      again();
    });
  }
  return made;
}
