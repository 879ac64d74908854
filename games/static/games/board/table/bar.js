// @ts-check
/** The bar of actions lies over the end of a narrow page, which leaves room for it: `--bar-height`, as high as it is just now. */

const observer = new ResizeObserver((entries) => {
  for (const { target } of entries)
    document.documentElement.style.setProperty("--bar-height", `${/** @type {HTMLElement} */ (target).offsetHeight}px`);
});
/** @type {Element | null} */
let watched = null;

/** After each rendering. @param {HTMLElement} root */
export function watchBar(root) {
  const bar = root.querySelector(".action-bar");
  if (bar === watched) return;
  observer.disconnect();
  if (bar) observer.observe(bar, { box: "border-box" });
  watched = bar;
}
