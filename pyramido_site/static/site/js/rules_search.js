// @ts-check
/**
 * The search “May I …?” on pages of rules. What it searches is loaded when the field is used for the first time; until
 * then, and without a network, Enter sends the form to the server, which answers with the same results.
 */
import { entriesOf, find, tooManyWords } from "./rules_matching.js";

/** @param {HTMLFormElement} form */
function search(form) {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (form.querySelector(`[data-${name}]`));
  const list = part("results");
  const nothing = part("nothing");
  const count = part("count");
  const { index = "", only, found = "", none = "", many = "" } = form.dataset;
  /** @type {Promise<import("./rules_matching.js").Entry[]> | undefined} */
  let loading;
  /** @type {import("./rules_matching.js").Entry[] | undefined} */
  let entries;

  async function load() {
    loading ??= fetch(index).then(async (loaded) => entriesOf(await loaded.json()));
    try {
      entries = await loading;
    } catch {
      loading = undefined; // the form still works, and the next press of a key tries again
    }
  }

  async function answer() {
    await load();
    if (entries) show(entries);
  }

  /** @param {import("./rules_matching.js").Entry[]} all */
  function show(all) {
    const asked = field.value.trim() !== "";
    const results = asked ? find(all, field.value, only) : [];
    list.replaceChildren(...results.map((result) => item(result, only === undefined)));
    list.hidden = results.length === 0;
    nothing.hidden = !asked || results.length > 0;
    const said = results.length > 0 ? `${found} ${results.length}` : none;
    count.textContent = !asked ? "" : tooManyWords(field.value.trim()) ? `${said} ${many}` : said;
  }

  const first = () => list.querySelector("a");

  field.addEventListener("focus", () => void load(), { once: true });
  field.addEventListener("input", () => void answer());
  field.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" || !first()) return;
    event.preventDefault();
    first()?.focus();
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const links = Array.from(list.querySelectorAll("a"));
    const at = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement)) + step;
    event.preventDefault();
    if (at < 0) field.focus();
    else links[Math.min(at, links.length - 1)].focus();
  });
  form.addEventListener("submit", (event) => {
    if (!entries) return;
    event.preventDefault();
    show(entries);
    first()?.focus();
  });
  if (document.activeElement === field) void answer();
}

/** @param {import("./rules_matching.js").Result} result @param {boolean} named whether it says which game it is about */
function item({ title, paragraph, excerpt }, named) {
  const link = document.createElement("a");
  link.href = paragraph.address;
  const where = [named && paragraph.game, paragraph.section !== title && paragraph.section].filter(Boolean);
  link.append(
    line("strong", "title", title),
    ...(where.length > 0 ? [line("span", "where", where.join(" · "))] : []),
    line("span", "excerpt", excerpt),
  );
  const found = document.createElement("li");
  found.append(link);
  return found;
}

/** @param {string} tag @param {string} name @param {string} text */
function line(tag, name, text) {
  const made = document.createElement(tag);
  made.className = name;
  made.textContent = text;
  return made;
}

for (const found of document.querySelectorAll("form.rules-search")) search(/** @type {HTMLFormElement} */ (found));
