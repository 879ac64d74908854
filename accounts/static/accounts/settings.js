// @ts-check
/** The settings: Web Push messages to this browser, the device's time zone, notes hidden on its boards. */

/** The tab of each section that has an address on the first tab, too.
 * @type {Record<string, string>} */
const TABS = {
  matrix: "notifications",
  push: "notifications",
  security: "account",
  moderation: "account",
  challenges: "privacy",
  "public-games": "privacy",
  blocks: "privacy",
  "your-data": "privacy",
  webhooks: "developers",
  access: "developers",
  bot: "developers",
};

/** Prefix of what the storage of a browser has for each kind of note that is not to be shown on the board. */
const HIDDEN_NOTE = "board:hidden-note:";

/** Go to the tab that has the section of the address, unless this page has it. */
function follow() {
  const section = location.hash.slice(1);
  const tab = document.getElementById(section) ? undefined : TABS[section];
  const link = document.querySelector(`[data-tab="${tab}"]`);
  if (link instanceof HTMLAnchorElement) location.replace(`${link.href}#${section}`);
}

/** Offer to show hidden notes again, if there are any. */
function hiddenNotes() {
  const section = document.getElementById("hidden-notes");
  if (!section) return;
  const hidden = Object.keys(localStorage).filter((key) => key.startsWith(HIDDEN_NOTE));
  section.hidden = hidden.length === 0;
  section.querySelector("[data-show-notes]")?.addEventListener("click", () => {
    for (const key of hidden) localStorage.removeItem(key);
    section.hidden = true;
  });
}

/** @param {string} text base64url @returns {Uint8Array<ArrayBuffer>} */
export function bytes(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
}

function zone() {
  const note = document.getElementById("zone-here");
  const select = document.getElementById("zone");
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!note || !(select instanceof HTMLSelectElement) || !here || select.value === here) return;
  note.textContent = (note.dataset.text ?? "").replace("{zone}", here);
  note.hidden = false;
}

/** @param {HTMLElement} tools */
async function push(tools) {
  const { key = "", url = "", csrf = "" } = tools.dataset;
  const on = /** @type {HTMLButtonElement} */ (tools.querySelector("[data-on]"));
  const off = /** @type {HTMLButtonElement} */ (tools.querySelector("[data-off]"));
  const status = /** @type {HTMLElement} */ (tools.querySelector("[data-status]"));
  const registration = await navigator.serviceWorker.ready; // games/app/app.js registers it

  /** @param {string} method @param {unknown} body */
  async function send(method, body) {
    const headers = { "Content-Type": "application/json", "X-CSRFToken": csrf };
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
  }

  /** @param {PushSubscription | null} current */
  function show(current) {
    on.hidden = current !== null;
    off.hidden = current === null;
    status.textContent = current ? (status.dataset.there ?? "") : "";
  }

  /** @param {() => Promise<void>} act */
  async function attempt(act) {
    on.disabled = off.disabled = true;
    try {
      await act();
      location.reload();
    } catch {
      status.textContent = (Notification.permission === "denied" ? status.dataset.denied : status.dataset.failed) ?? "";
    }
    on.disabled = off.disabled = false;
  }

  on.addEventListener("click", () =>
    attempt(async () => {
      const wanted = { userVisibleOnly: true, applicationServerKey: bytes(key) };
      await send("POST", await registration.pushManager.subscribe(wanted));
    }),
  );
  off.addEventListener("click", () =>
    attempt(async () => {
      const subscription = await registration.pushManager.getSubscription();
      if (!subscription) return;
      await send("DELETE", { endpoint: subscription.endpoint });
      await subscription.unsubscribe();
    }),
  );

  const subscription = await registration.pushManager.getSubscription();
  const known = [...document.querySelectorAll("[data-endpoint]")].some(
    (line) => line instanceof HTMLElement && line.dataset.endpoint === subscription?.endpoint,
  );
  // the server no longer knows this browser: its subscription is of no use
  if (subscription && !known) await subscription.unsubscribe();
  show(known ? subscription : null);
}

if (typeof document !== "undefined") {
  follow();
  zone();
  try {
    hiddenNotes();
  } catch {
    // without storage nothing is hidden
  }
  const tools = document.getElementById("push-tools");
  if (tools && "serviceWorker" in navigator && "PushManager" in window) {
    document.getElementById("push-missing")?.remove();
    tools.hidden = false;
    void push(tools);
  }
}
