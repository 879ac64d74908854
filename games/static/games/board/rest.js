// @ts-check
/**
 * The REST side of docs/formats/api.md: all reads, and every request while the socket is down.
 * @typedef {import("./types").Problem} Problem
 */
import { gettext } from "./i18n.js";
import { inPlainWords } from "./refusals.js";

/** A refused or failed request, with a sentence for the player. */
export class RequestError extends Error {
  /** @param {Problem} problem @param {number} status 0 if there was no answer */
  constructor(problem, status) {
    super(problem.detail);
    this.problem = problem;
    this.status = status;
  }
}

/** @returns {string} the CSRF token, from the page: scripts may not be able to read the cookie */
export function csrfToken() {
  const field = document.querySelector("#board-csrf input[name=csrfmiddlewaretoken]");
  if (field instanceof HTMLInputElement) return field.value;
  return document.cookie.match(/(?:^|; )(?:__Host-)?csrftoken=([^;]+)/)?.[1] ?? "";
}

/**
 * @param {string} method @param {string} path @param {unknown} [body] @param {Record<string, string>} [headers]
 * @returns {Promise<any>} the JSON of the answer, null for 204
 * @throws {RequestError}
 */
export async function request(method, path, body, headers = {}) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: {
        Accept: "application/json",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(method === "GET" ? {} : { "X-CSRFToken": csrfToken() }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
    });
  } catch {
    throw new RequestError({ code: "unreachable", detail: gettext("The server cannot be reached at the moment.") }, 0);
  }
  if (response.status === 204) return null;
  let content = null;
  try {
    content = await response.json();
  } catch {
    content = null;
  }
  if (response.ok) return content;
  const detail = content?.detail ?? gettext("The server sent an answer that could not be read.");
  throw new RequestError(
    inPlainWords({
      code: content?.code ?? `http_${response.status}`,
      detail,
      field: content?.field ?? null,
      seq: content?.seq ?? null,
      rules: content?.rules,
    }),
    response.status,
  );
}

/** Component files that were asked for, by address. @type {Map<string, Promise<any>>} */
const componentFiles = new Map();

/**
 * Return a game's component file. It never changes: a page asks for it once, however many boards it makes.
 * @param {string} address @returns {Promise<any>} the file's JSON @throws {RequestError}
 */
export function components(address) {
  const file = componentFiles.get(address) ?? request("GET", address);
  componentFiles.set(address, file);
  file.catch(() => componentFiles.delete(address));
  return file;
}

/** Return a new idempotency key. */
export function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @typedef {ReturnType<typeof paths>} Paths */

/** @param {string} id of a table */
export const paths = (id) => ({
  view: `/api/v1/games/${id}/view`,
  events: (/** @type {number} */ since) => `/api/v1/games/${id}/events?since=${since}`,
  steps: (/** @type {number} */ since, /** @type {number | null} */ seat = null) =>
    `/api/v1/games/${id}/steps?since=${since}${seat === null ? "" : `&seat=${seat}`}`,
  actions: `/api/v1/games/${id}/actions`,
  takeBack: `/api/v1/games/${id}/take-back`,
  resign: `/api/v1/games/${id}/resign`,
  abort: `/api/v1/games/${id}/abort`,
  requests: `/api/v1/games/${id}/requests`,
  answer: `/api/v1/games/${id}/requests/answer`,
  resume: `/api/v1/games/${id}/resume`,
  hint: `/api/v1/games/${id}/hint`,
  chat: (/** @type {string} */ room = "") => `/api/v1/games/${id}/chat${room && `?room=${room}`}`,
  report: (/** @type {string} */ line) => `/games/${id}/lines/${line}/report/`,
  notificationsRead: "/api/v1/notifications/read",
  note: `/api/v1/games/${id}/note`,
  plan: `/api/v1/games/${id}/plan`,
  preview: `/api/v1/games/${id}/plan/preview`,
  points: `/api/v1/games/${id}/points`,
  ratings: `/api/v1/games/${id}/ratings`,
  ending: `/api/v1/games/${id}/ending`,
  export: `/api/v1/games/${id}/export`,
  rematch: `/games/${id}/rematch/`,
  again: `/games/${id}/again/`,
  socket: `/ws/games/${id}/`,
});
