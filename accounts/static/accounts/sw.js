// @ts-check
/** The service worker: shows push messages, and opens the page that a message is about. */

/** A ServiceWorkerGlobalScope. TypeScript cannot load its types together with those of pages.
 * @type {any} */
const worker = self;

worker.addEventListener("push", (/** @type {any} */ event) => {
  /** @type {{title: string, body: string, url: string, tag: string}} */
  const news = event.data?.json() ?? { title: "Pyramido", body: "", url: "/notifications/", tag: "news" };
  event.waitUntil(
    worker.registration.showNotification(news.title, {
      body: news.body,
      tag: news.tag,
      icon: "/static/site/img/favicon.svg",
      data: { url: news.url },
    }),
  );
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, worker.location.origin).href;
  event.waitUntil(openPage(url));
});

/** @param {string} url */
async function openPage(url) {
  /** @type {{url: string, focus: () => Promise<void>}[]} */
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((candidate) => candidate.url === url);
  await (page ? page.focus() : worker.clients.openWindow(url));
}
