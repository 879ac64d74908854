// @ts-check
/** On every page: menus that close again, and nonces for forms that open a table or take a seat. */
import { fillNonces } from "./nonce.js";
import "./report.js";
import "./seeking_elsewhere.js";

const menus = () => /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.menu[open]"));

document.addEventListener("click", (event) => {
  for (const menu of menus()) {
    if (!(event.target instanceof Node) || !menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of menus()) {
    menu.open = false;
    menu.querySelector("summary")?.focus();
  }
});

fillNonces(document);
