// @ts-check
/**
 * The service worker: the page that is shown without a network, moves that wait, and push messages. It keeps nothing of
 * any page but the shell of this version (pyramido_site/installable.py, which puts `SHELL` before this script), and has
 * the pages' word on whose they are. A new version waits until the pages of the one before are closed.
 */
import { belongTo, owner, sendUnsent } from "./kept.js";

/** A ServiceWorkerGlobalScope. TypeScript cannot load its types together with those of pages.
 * @type {any} */
const worker = self;
/** @type {{version: string, files: string[], pages: Record<string, string>}} */
const { version, files, pages } = worker.SHELL;

const SHELLS = "shell-";
const SHELL = SHELLS + version;
const LANGUAGE = "/shell/language";
const shellFiles = new Set(files);
/** the language of the last page, once it is known @type {string | null} */
let language = null;

worker.addEventListener("install", (/** @type {any} */ event) => {
  const wanted = [...files, ...Object.values(pages)].map((url) => new Request(url, { credentials: "omit" }));
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(wanted)));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(Promise.all([forgetOthers(), worker.registration.navigationPreload?.enable()]));
});

async function forgetOthers() {
  const old = (await caches.keys()).filter((name) => name.startsWith(SHELLS) && name !== SHELL);
  await Promise.all(old.map((name) => caches.delete(name)));
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (shellFiles.has(new URL(request.url).pathname)) event.respondWith(shellFile(request));
});

/** @param {any} event @returns {Promise<Response>} */
async function page(event) {
  let answer;
  try {
    answer = (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return offline();
  }
  const account = answer.headers.get("Pyramido-Account");
  if (account !== null) await belongTo(account === "none" ? null : account);
  event.waitUntil(noteLanguage(answer.headers.get("Content-Language")));
  return answer;
}

/** @param {Request} request @returns {Promise<Response>} */
const shellFile = async (request) => (await caches.match(request, { cacheName: SHELL })) ?? fetch(request);

/** @param {string | null} told */
async function noteLanguage(told) {
  if (told === null || told === language || !(told in pages)) return;
  language = told;
  await (await caches.open(SHELL)).put(LANGUAGE, new Response(told));
}

/** @returns {Promise<Response>} */
async function offline() {
  const cache = await caches.open(SHELL);
  const known = language ?? (await (await cache.match(LANGUAGE))?.text()) ?? Object.keys(pages)[0];
  return (await cache.match(pages[known])) ?? Response.error();
}

worker.addEventListener("sync", (/** @type {any} */ event) =>
  event.waitUntil(owner().then((account) => sendUnsent(account))),
);

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
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = open.find((candidate) => candidate.url === url);
  await (found ? found.focus() : worker.clients.openWindow(url));
}
