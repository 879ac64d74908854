// @ts-check
/**
 * Copy buttons for secrets that are shown once. Without scripts or a clipboard they stay hidden: the field can
 * be selected.
 */

for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!(button instanceof HTMLButtonElement) || !navigator.clipboard) continue;
  const field = document.getElementById(button.dataset.copy ?? "");
  const status = button.closest(".secret")?.querySelector("[data-status]");
  if (!(field instanceof HTMLInputElement)) continue;
  field.addEventListener("focus", () => field.select());
  button.hidden = false;
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(field.value).then(
      () => {
        if (status) status.textContent = button.dataset.done ?? "";
      },
      () => field.focus(), // the browser refused: the text is selected, for the keyboard
    );
  });
}
