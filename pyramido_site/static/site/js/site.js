// @ts-check
/** On every page: menus that close again, and nonces for forms that open a table or take a seat. */
import { fillNonces } from "./nonce.js";
import "./report.js";
import "./seeking_elsewhere.js";

const menus = () => /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.menu[open]"));

document.addEventListener("click", (event) => {
  for (const menu of menus()) {
    const pressed = event.target instanceof Element ? event.target : null;
    if (!pressed || !menu.contains(pressed) || pressed.closest("a")) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of menus()) {
    menu.open = false;
    menu.querySelector("summary")?.focus();
    event.preventDefault(); // nothing else is closed by this press
  }
});

fillNonces(document);
