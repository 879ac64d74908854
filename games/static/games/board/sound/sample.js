// @ts-check
/** Lets the settings' volume be heard while it is chosen. */
import { play } from "./voices.js";

const slider = document.getElementById("volume");
/** @type {AudioContext | null} */
let context = null;

slider?.addEventListener("change", () => {
  context ??= new AudioContext();
  play(context, "gem", (Number(/** @type {HTMLInputElement} */ (slider).value) / 100) ** 2);
});
