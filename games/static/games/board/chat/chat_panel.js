// @ts-check
/**
 * The chat's panel: rooms, lines, and the field to write in.
 * @typedef {import("../types").ChatLine} ChatLine
 * @typedef {import("../types").Room} Room
 * @typedef {import("./chat").Chat} Chat
 */

import { gettext, interpolate, language } from "../i18n.js";
import { csrfToken } from "../rest.js";
import { botBadge } from "../table/computer.js";
import { follow } from "../table/log_panel.js";
import { sign } from "../table/players.js";
import { h } from "../vdom.js";
import { quickMessages } from "./quick_messages.js";
import { timeLabel } from "./rooms.js";

export const MOST = 500;
const NEAR = 420;

/** @param {Room} room */
const roomName = (room) => (room === "players" ? gettext("Players") : gettext("Spectators"));

/**
 * @typedef {{show: (room: Room) => void, older: () => void, send: () => void, say: (phrase: string) => void, typed:
 *   () => void, mounted: (list: HTMLElement) => void}} Hands what the reader can do
 */

/**
 * @param {Chat} chat @param {import("../types").Table} table
 * @param {import("../types").VChild} join shown to visitors who are not signed in
 * @param {Hands} on
 */
export function chatPanel(chat, table, join, on) {
  const { room } = chat;
  if (!chat.loaded)
    return h("p", { key: "wait", class: "chat-empty", role: "status" }, chat.trouble ?? gettext("Loading…"));
  if (!room)
    return [
      h("p", { key: "closed", class: "chat-empty" }, gettext("Spectators chat here, separately from the players.")),
      join,
    ];
  return [
    chat.read.length > 1 &&
      h(
        "div",
        { key: "rooms", class: "chat-rooms", role: "group", "aria-label": gettext("Rooms") },
        chat.read.map((one) =>
          h(
            "button",
            {
              key: one,
              type: "button",
              class: "chat-room",
              "aria-pressed": String(one === room),
              onclick: () => on.show(one),
            },
            roomName(one),
            count(chat.unread(one)),
          ),
        ),
      ),
    h("p", { key: "who", class: "chat-who" }, whoReads(room, table)),
    lines(chat, room, table, on),
    chat.trouble && h("p", { key: "trouble", class: "chat-error", role: "status" }, chat.trouble),
    chat.error && h("p", { key: "error", class: "chat-error", role: "alert" }, chat.error),
    chat.write.includes(room)
      ? [quickMessages(chat, room, table, on), form(chat, room, on)]
      : chat.me === ""
        ? join
        : h("p", { key: "silent", class: "chat-silent" }, chat.silenced ?? whySilent(room)),
  ];
}

/** @param {number} unread */
export function count(unread) {
  if (unread === 0) return null;
  return h(
    "span",
    { key: "count", class: "chat-count" },
    unread > 50 ? "50+" : String(unread),
    h("span", { class: "visually-hidden" }, ` ${gettext("unread")}`),
  );
}

/** @param {Room} room @param {import("../types").Table} table */
function whoReads(room, table) {
  if (table.status === "finished" || table.status === "aborted")
    return gettext("The game is over: everyone can read this.");
  if (room === "players") return gettext("Only the players can read this until the game is over.");
  return gettext("The players can read this once the game is over.");
}

/** The fragment of a table's address that opens its chat. */
export const CHAT = "#chat";

/**
 * Ways for a visitor to take part: as a guest or signed in.
 * @param {string} guest @param {string} login @param {string} here addresses
 */
export function joinIn(guest, login, here) {
  return h(
    "form",
    { key: "join", class: "chat-join", method: "post", action: guest },
    h("input", { type: "hidden", name: "csrfmiddlewaretoken", value: csrfToken() }),
    h("input", { type: "hidden", name: "next", value: `${here}${CHAT}` }),
    h("button", { type: "submit", class: "board-button" }, gettext("Chat as a guest")),
    h("a", { class: "text-button", href: login }, gettext("Sign in")),
  );
}

/** @param {Room} room */
function whySilent(room) {
  return room === "players"
    ? gettext("Only players at this table can write here.")
    : gettext("Players can write here once the game is over.");
}

/** @param {Chat} chat @param {Room} room @param {import("../types").Table} table @param {Hands} on */
function lines(chat, room, table, on) {
  const { lines: all, before } = chat.rooms[room];
  const now = Date.now();
  // countries that share a language write the time differently
  const local = navigator.languages.find((one) => one.startsWith(language)) ?? language;
  return h(
    "div",
    {
      key: `lines-${room}`,
      class: "chat-lines",
      focus: "chat-lines",
      role: "log",
      "aria-live": "polite",
      "aria-label": interpolate(gettext("Chat: %(room)s"), { room: roomName(room) }),
      tabindex: "0",
      ref: (list) => {
        follow(list);
        on.mounted(list);
      },
    },
    before !== null &&
      h(
        "button",
        { key: "older", type: "button", class: "text-button chat-older", onclick: on.older },
        gettext("Earlier messages"),
      ),
    all.length === 0 && h("p", { key: "none", class: "chat-empty" }, gettext("No messages yet.")),
    all.map((line) => oneLine(chat, line, table, timeLabel(line.at_ms, now, local))),
  );
}

/** @param {Chat} chat @param {ChatLine} line @param {import("../types").Table} table @param {string} time */
function oneLine(chat, line, table, time) {
  const own = line.by.id === chat.me;
  const mayReport = !own && chat.me !== "" && !line.hidden;
  return h(
    "div",
    { key: line.id, class: `chat-line ${own ? "own" : ""}`, "data-line": line.id },
    h(
      "p",
      { class: "chat-head" },
      line.seat !== null && sign(line.seat, table.seats[line.seat]?.kind ?? "explorer"),
      h("span", { class: "chat-name" }, own ? gettext("You") : line.by.name, line.by.bot ? botBadge() : null),
      h("time", { class: "chat-time", datetime: new Date(line.at_ms).toISOString() }, time),
      mayReport &&
        (chat.reported.has(line.id)
          ? h("span", { key: "reported", class: "chat-reported" }, gettext("reported"))
          : h(
              "a",
              {
                key: "report",
                class: "chat-report",
                href: chat.paths.report(line.id),
                "data-report": "",
                "aria-label": interpolate(gettext("Report the message from %(name)s"), { name: line.by.name }),
                title: gettext("Report"),
              },
              flag(),
            )),
    ),
    chat.folded(line) && !line.hidden
      ? h(
          "p",
          { key: "folded", class: "chat-text hidden-line" },
          `${gettext("Message from a player you have blocked.")} `,
          h("button", { type: "button", class: "text-button", onclick: () => chat.unfold(line) }, gettext("Show it")),
        )
      : h(
          "p",
          { key: "text", class: `chat-text ${line.hidden ? "hidden-line" : ""}`, dir: "auto" },
          line.hidden ? gettext("A moderator has removed this.") : line.text,
        ),
  );
}

const flag = () =>
  h(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", {
      d: "M6 21V4M6 4.5c4-2.4 8 2.2 12.5 0v8.6c-4.5 2.2-8.5-2.4-12.5 0",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 1.9,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );

/** @param {Chat} chat @param {Room} room @param {Hands} on */
function form(chat, room, on) {
  const length = [...chat.drafts[room]].length;
  return h(
    "form",
    {
      key: "form",
      class: "chat-form",
      onsubmit: (event) => {
        event.preventDefault();
        on.send();
      },
    },
    h("textarea", {
      key: `draft-${room}`,
      class: "chat-field",
      rows: "1",
      "aria-label": interpolate(gettext("Write a message: %(room)s"), { room: roomName(room) }),
      placeholder: gettext("Write a message…"),
      value: chat.drafts[room],
      enterkeyhint: "send",
      autocomplete: "off",
      dir: "auto",
      "data-room": room,
      oninput: (event) => {
        const before = [...chat.drafts[room]].length;
        chat.drafts[room] = /** @type {HTMLTextAreaElement} */ (event.target).value;
        if (chat.error === null && Math.max(before, [...chat.drafts[room]].length) <= NEAR) return;
        chat.error = null;
        on.typed();
      },
      onkeydown: (event) => {
        if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
        event.preventDefault();
        on.send();
      },
    }),
    h(
      "button",
      { key: "send", type: "submit", class: "board-button chat-send", "aria-disabled": chat.sending ? "true" : null },
      gettext("Send"),
    ),
    length > NEAR &&
      h(
        "p",
        { key: "length", class: `chat-length ${length > MOST ? "over" : ""}` },
        interpolate(gettext("%(length)s of %(most)s characters"), { length, most: MOST }),
      ),
  );
}
