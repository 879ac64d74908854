// @ts-check
/** Small boards in the pages of rules: each takes the place of its link, which leads to a page without scripts. */

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-trial]") : null;
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!(link instanceof HTMLAnchorElement) || !plain) return;
  event.preventDefault();
  const board = document.createElement("iframe");
  board.className = "trial-board";
  board.title = link.textContent?.trim() ?? "";
  board.src = link.href;
  link.replaceWith(board);
  board.focus();
});
