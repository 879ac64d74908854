// @ts-check
/**
 * Three tabs of the table's page: the log, the chat, and the player's notes.
 * @typedef {import("../types").Session} Session
 * @typedef {import("../types").ChatLine} ChatLine
 */

import { gettext, interpolate, ngettext } from "../i18n.js";
import { paths } from "../rest.js";
import { announce } from "../table/announce.js";
import { present } from "../table/presence.js";
import { onceRendered } from "../table/rendered.js";
import { focusable, h } from "../vdom.js";
import { Chat } from "./chat.js";
import { CHAT, chatPanel, count, joinIn } from "./chat_panel.js";
import { Notes } from "./notes.js";

/** @typedef {"log" | "chat" | "notes"} Tab */

const ASK_EVERY_MS = 15000;

export class Talk {
  /**
   * @param {Session} session
   * @param {DOMStringMap} page `me` is the reader's public id; visitors have the addresses `guest` and `login`
   * @param {() => void} update @param {() => void} bringUp brings the panel into view
   */
  constructor(session, page, update, bringUp) {
    const me = page.me ?? "";
    this.session = session;
    this.update = update;
    this.bringUp = bringUp;
    this.me = me;
    this.join = joinIn(page.guest ?? "", page.login ?? "", session.state.table.url);
    const addresses = paths(session.state.table.id);
    this.chat = new Chat(session.state.table.id, addresses, me, update);
    this.notes = new Notes(addresses, update);
    /** @type {Tab} */
    this.tab = location.hash === CHAT ? "chat" : "log";
    this.known = "";
    this.watching = new IntersectionObserver((entries) =>
      this.chat.look(entries.some((entry) => entry.isIntersecting) && present()),
    );
    session.onChat = (line) => this.heard(line);
    session.listen(() => this.follow());
    document.addEventListener("presence", () => this.back());
    document.addEventListener("bell", () => {
      if (this.tab === "chat" && !document.hidden) void this.chat.load(); // moderators may have decided something
    });
    document.addEventListener("reported", (event) => this.reported(/** @type {CustomEvent<string>} */ (event).detail));
    // without a live connection no frames bring new lines
    setInterval(() => {
      if (session.state.link !== "live" && !document.hidden) void this.chat.load();
    }, ASK_EVERY_MS);
  }

  /** Load the chat again when the reader's rights may have changed with the game, or the connection is back. */
  follow() {
    const { table, view, link } = this.session.state;
    const mine = table.seats.find((seat) => seat.you);
    const now = [table.status, mine?.seat, mine?.ai, mine && view?.seats[mine.seat]?.out, link === "live"].join();
    if (now === this.known || link === "connecting") return;
    this.known = now;
    void this.chat.load();
  }

  /** The reader has come to the page or left it. */
  back() {
    if (!present()) {
      this.chat.look(false);
      return;
    }
    void this.chat.load();
    if (this.tab === "notes") void this.notes.load();
    const list = focusable("chat-lines");
    if (list) {
      this.watching.unobserve(list);
      this.watching.observe(list); // reports again whether it is visible
    }
  }

  /** @param {string} address of the report's page */
  reported(address) {
    const list = focusable("chat-lines");
    if (list?.contains(document.activeElement)) list.focus({ preventScroll: true }); // the link that had it goes
    this.chat.wasReported(address);
    void this.chat.load(); // its writer may be blocked now
  }

  /** @param {ChatLine} line */
  heard(line) {
    const news = this.chat.hear(line);
    if (news && !this.chat.inSight)
      announce(interpolate(gettext("%(name)s says: %(text)s"), { name: line.by.name, text: line.text }));
  }

  /** @param {Tab} tab */
  open(tab) {
    this.tab = tab;
    if (tab === "chat") void this.chat.load();
    if (tab === "notes") void this.notes.load();
    else void this.notes.save();
    this.update();
  }

  /** The button in the bar above the board that shows unread lines. */
  call() {
    const unread = this.chat.allUnread;
    if (unread === 0 || this.chat.inSight) return null;
    const words = interpolate(ngettext("%(count)s unread chat message", "%(count)s unread chat messages", unread), {
      count: unread,
    });
    return h(
      "button",
      {
        key: "call",
        type: "button",
        class: "chat-call",
        "aria-label": words,
        title: words,
        onclick: () => this.answer(),
      },
      bubble(),
      h("span", { class: "chat-count", "aria-hidden": "true" }, unread > 50 ? "50+" : String(unread)),
    );
  }

  /** Go from the bar to the chat. */
  answer() {
    const waiting = this.chat.read.find((room) => this.chat.unread(room) > 0);
    if (waiting) this.chat.show(waiting);
    this.open("chat");
    this.bringUp();
    onceRendered(() => document.getElementById("talk-tab-chat")?.focus());
  }

  /** @param {import("../types").VChild} log @returns {import("../types").VNode} */
  render(log) {
    const { table } = this.session.state;
    const chat = chatPanel(this.chat, table, this.join, {
      show: (room) => this.chat.show(room),
      older: () => void this.older(),
      send: () => void this.send(),
      say: (phrase) => {
        focusable("chat-lines")?.focus({ preventScroll: true }); // the phrase's button goes
        void this.chat.say(phrase);
      },
      typed: this.update,
      mounted: (list) => this.watching.observe(list),
    });
    return h(
      "section",
      { key: "talk", class: "talk", "aria-label": gettext("Log, chat and notes") },
      h(
        "div",
        { class: "talk-tabs", role: "tablist", "data-roving": "" },
        this.tabButton("log", gettext("Log")),
        this.tabButton("chat", gettext("Chat"), count(this.chat.allUnread)),
        this.me !== "" && this.tabButton("notes", gettext("My notes")),
      ),
      this.panel("log", log),
      this.panel("chat", chat),
      this.me !== "" && this.panel("notes", this.notes.render()),
    );
  }

  /** @param {Tab} tab @param {string} name @param {import("../types").VChild} [mark] */
  tabButton(tab, name, mark = null) {
    const chosen = tab === this.tab;
    return h(
      "button",
      {
        key: tab,
        id: `talk-tab-${tab}`,
        type: "button",
        class: "talk-tab",
        role: "tab",
        "aria-selected": String(chosen),
        "aria-controls": `talk-${tab}`,
        "data-stop": "",
        "data-chosen": chosen || null,
        onclick: () => this.open(tab),
      },
      name,
      mark,
    );
  }

  /** @param {Tab} tab @param {import("../types").VChild} content */
  panel(tab, content) {
    return h(
      "div",
      {
        key: `panel-${tab}`,
        id: `talk-${tab}`,
        class: `talk-panel ${tab}`,
        role: "tabpanel",
        "aria-labelledby": `talk-tab-${tab}`,
        hidden: tab !== this.tab,
      },
      content,
    );
  }

  async send() {
    const { room } = this.chat;
    if (!room) return;
    const field = document.querySelector(`.chat-field[data-room="${room}"]`);
    const text = this.chat.drafts[room];
    const said = await this.chat.say(text);
    if (!said || this.chat.drafts[room] !== text) return; // keep what was typed while it was being sent
    this.chat.drafts[room] = "";
    if (field instanceof HTMLTextAreaElement) field.value = "";
    this.update();
  }

  async older() {
    const list = focusable("chat-lines");
    if (!list) return;
    list.focus({ preventScroll: true }); // its button may be removed
    const below = list.scrollHeight - list.scrollTop;
    await this.chat.older();
    queueMicrotask(() => {
      list.scrollTop = list.scrollHeight - below;
    });
  }
}

const bubble = () =>
  h(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", {
      d: "M4 5h16v11H10l-4.5 4v-4H4Z",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 1.9,
      "stroke-linejoin": "round",
    }),
  );
