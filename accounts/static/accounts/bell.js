// @ts-check
/**
 * The bell in the header. Its number, and the one in the page's title, follow a socket, or polling without one. A
 * higher number is shown after a short delay, so that news which the open page already shows can be marked as read
 * first. Each number is kept in `data-unread` and dispatched as a `bell` event on the document, every other frame of the
 * socket as an `account` event.
 */

const SLOWEST_MS = 60_000;
const MOMENT_MS = 3000;

/** Return the title with the number in front. `shown` may already start with an older number.
 * @param {string} shown @param {number} unread */
export function titled(shown, unread) {
  const plain = shown.replace(/^\(\d+\) /, "");
  return unread > 0 ? `(${unread}) ${plain}` : plain;
}

/** @param {HTMLElement} bell */
export function follow(bell) {
  let unread = Number(bell.dataset.unread);
  let wait = 1000;
  let served = true; // the first number usually is the one that the page was served with
  const count = /** @type {HTMLElement} */ (bell.querySelector(".count"));
  const spoken = /** @type {HTMLElement} */ (bell.querySelector("[data-spoken]"));

  function title() {
    const wanted = titled(document.title, unread);
    if (document.title !== wanted) document.title = wanted;
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let rising;

  /** @param {number} now */
  function hear(now) {
    const news = !served || now !== unread;
    served = false;
    bell.dataset.unread = String(now); // for scripts that start later
    clearTimeout(rising);
    if (now > unread) rising = setTimeout(() => show(now), MOMENT_MS);
    else show(now);
    if (news) document.dispatchEvent(new CustomEvent("bell", { detail: now }));
  }

  /** @param {number} now */
  function show(now) {
    unread = now;
    count.textContent = String(now);
    count.hidden = now === 0;
    spoken.textContent = now === 0 ? "" : `: ${now}`;
    title();
  }

  async function look() {
    try {
      const answer = await fetch(/** @type {string} */ (bell.dataset.url), { headers: { Accept: "application/json" } });
      if (answer.ok) hear((await answer.json()).unread);
    } catch {
      // without a network the number stays until the next poll
    }
  }

  function connect() {
    const address = new URL("/ws/account/", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    socket.addEventListener("message", (event) => {
      wait = 1000;
      const frame = JSON.parse(event.data);
      if (frame.type === "bell") hear(frame.unread);
      else document.dispatchEvent(new CustomEvent("account", { detail: frame }));
    });
    socket.addEventListener("close", (event) => {
      if (event.code === 4401) return;
      wait = Math.min(wait * 2, SLOWEST_MS);
      setTimeout(
        () => {
          if (wait > 4000) void look();
          connect();
        },
        wait * (0.75 + Math.random() / 2),
      );
    });
  }

  // the board writes a title of its own
  const head = document.querySelector("title");
  if (head) new MutationObserver(title).observe(head, { childList: true });
  title();
  connect();
}

if (typeof document !== "undefined") {
  const bell = document.querySelector(".bell");
  if (bell instanceof HTMLElement) follow(bell);
}
