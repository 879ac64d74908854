// @ts-check

import { gettext } from "../i18n.js";
import { h } from "../vdom.js";

/**
 * What is often said, to send with one press; not what the reader has said here already.
 * @param {import("./chat").Chat} chat @param {import("../types").Room} room
 * @param {import("../types").Table} table @param {import("./chat_panel").Hands} on
 */
export function quickMessages(chat, room, table, on) {
  const often =
    table.status === "finished"
      ? [gettext("Well played!"), gettext("Thank you!"), gettext("Another game?")]
      : [gettext("Hello!"), gettext("Have fun!"), gettext("Nice move!")];
  const said = new Set(chat.rooms[room].lines.filter((line) => line.by.id === chat.me).map((line) => line.text));
  const left = often.filter((phrase) => !said.has(phrase));
  if (left.length === 0) return null;
  return h(
    "div",
    { key: "phrases", class: "chat-rooms chat-phrases", role: "group", "aria-label": gettext("Quick messages") },
    left.map((phrase) =>
      h("button", { key: phrase, type: "button", class: "chat-room", onclick: () => on.say(phrase) }, phrase),
    ),
  );
}
