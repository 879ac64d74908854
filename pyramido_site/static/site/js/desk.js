// @ts-check
// Forms of the moderation desk: a chosen sentence is copied into the text below, where it can be edited.

/** @param {HTMLSelectElement} choice */
function fill(choice) {
  const text = document.getElementById(choice.dataset.fills ?? "");
  if (!(text instanceof HTMLTextAreaElement)) return;
  const sentences = [...choice.options].map((option) => option.value);
  if (sentences.includes(text.value.trim())) text.value = choice.value;
  else if (choice.value) text.value = `${text.value.trim()} ${choice.value}`.trim();
  choice.value = "";
}

for (const choice of document.querySelectorAll("select[data-fills]")) {
  choice.addEventListener("change", () => fill(/** @type {HTMLSelectElement} */ (choice)));
}
