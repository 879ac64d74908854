// @ts-check
/** Keep `--bar-height` equal to the height of the action bar, which lies over the end of a narrow page. */

const observer = new ResizeObserver((entries) => {
  for (const { target } of entries)
    document.documentElement.style.setProperty("--bar-height", `${/** @type {HTMLElement} */ (target).offsetHeight}px`);
});
/** @type {Element | null} */
let watched = null;

/** Call after each rendering. @param {HTMLElement} root */
export function watchBar(root) {
  const bar = root.querySelector(".action-bar");
  if (bar === watched) return;
  observer.disconnect();
  if (bar) observer.observe(bar, { box: "border-box" });
  watched = bar;
}
