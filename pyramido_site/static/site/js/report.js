// @ts-check
/**
 * Reports to the moderators in a dialog: a link with `data-report` opens the form of its page over the current page.
 * Without scripts, or if the form cannot be loaded, it is an ordinary link. After a report a `reported` event with the
 * link's address is dispatched on the document.
 */

/** With this header a report is not answered with a redirect. */
const IN_DIALOG = { "X-In-Dialog": "1" };

/** @param {HTMLAnchorElement} link */
export async function openReport(link) {
  const form = await formOf(fetch(link.href, { headers: IN_DIALOG }));
  if (!form) {
    location.assign(link.href);
    return;
  }
  show(link, form);
}

/**
 * Return the form and the title of a report's page.
 * @param {Promise<Response>} asked @returns {Promise<{title: string, form: HTMLElement} | null>}
 */
async function formOf(asked) {
  try {
    const answer = await asked;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const form = page.querySelector("[data-report-form]");
    return form instanceof HTMLElement
      ? { title: page.querySelector("h1")?.textContent ?? "", form: document.importNode(form, true) }
      : null;
  } catch {
    return null; // no connection: the link's page will say so
  }
}

/** @param {HTMLAnchorElement} link @param {{title: string, form: HTMLElement}} page */
function show(link, { title, form }) {
  const dialog = document.createElement("dialog");
  dialog.className = "report-dialog";
  dialog.setAttribute("aria-labelledby", "report-title");
  const head = document.createElement("header");
  const heading = document.createElement("h2");
  heading.id = "report-title";
  heading.textContent = title;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "button quiet close";
  close.setAttribute("aria-label", form.dataset.close ?? "");
  close.textContent = "×";
  close.addEventListener("click", () => dialog.close());
  head.append(heading, close);
  const body = document.createElement("div");
  body.append(form);
  dialog.append(head, body);
  dialog.addEventListener("keydown", (event) => event.stopPropagation()); // the page behind has its own keys
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (dialog.dataset.filed)
      document.dispatchEvent(new CustomEvent("reported", { detail: link.getAttribute("href") }));
  });
  dialog.addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) void send(dialog, body, event.target);
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.scrollTop = 0;
}

/** @param {HTMLDialogElement} dialog @param {HTMLElement} body @param {HTMLFormElement} form */
async function send(dialog, body, form) {
  const button = form.querySelector("button");
  if (button) button.disabled = true;
  /** @type {Response | null} */
  let answer = null;
  const again = await formOf(
    fetch(form.action, { method: "POST", body: new FormData(form), headers: IN_DIALOG }).then((got) => (answer = got)),
  );
  if (/** @type {Response | null} */ (answer)?.status === 204) {
    thank(dialog, body);
    return;
  }
  if (button) button.disabled = false;
  if (again)
    body.replaceChildren(again.form); // with the error messages
  else say(body, body.querySelector("[data-report-form]")?.getAttribute("data-failed") ?? "");
  dialog.scrollTop = 0;
}

/** @param {HTMLDialogElement} dialog @param {HTMLElement} body */
function thank(dialog, body) {
  dialog.dataset.filed = "true";
  const form = body.querySelector("[data-report-form]");
  const thanks = document.createElement("p");
  thanks.setAttribute("role", "status");
  thanks.tabIndex = -1;
  thanks.textContent = form?.getAttribute("data-thanks") ?? "";
  const done = document.createElement("button");
  done.type = "button";
  done.className = "button primary";
  done.textContent = form?.getAttribute("data-close") ?? "";
  done.addEventListener("click", () => dialog.close());
  body.replaceChildren(thanks, done);
  done.focus();
}

/** @param {HTMLElement} body @param {string} text */
function say(body, text) {
  body.querySelector("[role=alert]")?.remove();
  const notice = document.createElement("p");
  notice.className = "notice error";
  notice.setAttribute("role", "alert");
  notice.textContent = text;
  body.prepend(notice);
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-report]") : null;
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!(link instanceof HTMLAnchorElement) || !plain) return;
  event.preventDefault();
  void openReport(link);
});
