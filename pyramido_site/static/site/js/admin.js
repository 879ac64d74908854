// The administration's theme opens its filters with an element that the keyboard cannot reach; make it reachable.
document.addEventListener("DOMContentLoaded", () => {
  for (const opener of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll("a[x-on\\:click]:not([href])")
  )) {
    opener.tabIndex = 0;
    opener.setAttribute("role", "button");
    opener.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      opener.click();
    });
  }
});
