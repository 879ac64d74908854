// @ts-check
/** The list of a game's lessons, for visitors without an account: how far this browser is in each. */
import { Progress } from "./progress.js";

const known = new Progress("", false).all();
const done = document.getElementById("lesson-done");

for (const line of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lesson]"))) {
  const { lesson = "", steps = "" } = line.dataset;
  const state = /** @type {HTMLElement | null} */ (line.querySelector("[data-begun]"));
  const step = Number(known[lesson]);
  if (!state || !Number.isInteger(step) || step <= 0) continue;
  if (step < Number(steps)) state.textContent = (state.dataset.begun ?? "").replace("#", String(step));
  else if (done instanceof HTMLTemplateElement) state.replaceChildren(done.content.cloneNode(true));
}
