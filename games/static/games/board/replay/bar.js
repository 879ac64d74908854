// @ts-check
/**
 * The action bar while the past is shown, and the controls of a replay.
 * @typedef {import("./replay.js").Replay} Replay
 */
import { gettext, interpolate } from "../i18n.js";
import { button } from "../table/actions.js";
import { refusedText } from "../table/copying.js";
import { seatName, sign as signOf } from "../table/players.js";
import { h } from "../vdom.js";

const ICONS = {
  first: "M18 5l-7 7 7 7M6.500 5v14",
  back: "M15.500 5l-7 7 7 7",
  play: "M8 5l11 7-11 7Z",
  pause: "M8.500 5v14M15.500 5v14",
  forward: "M8.500 5l7 7-7 7",
  last: "M6 5l7 7-7 7M17.500 5v14",
  link: "M10 14a4 4 0 0 0 6 .500l3-3a4 4 0 0 0-5.700-5.700L12 7M14 10a4 4 0 0 0-6-.500l-3 3a4 4 0 0 0 5.700 5.700L12 17",
  done: "M5 12.500 10 17.500 19.500 7",
  other: "M6 4v16M6 9c0 5 11 2 11 8M13.500 14 17 17.500 20.500 14",
};
const PACES = ["1×", "2×", "4×"];

/**
 * Instead of the status and the buttons of the turn: what has led to the moment, and the controls.
 * @param {import("../page.js").Page} page @param {Replay} replay
 */
export function replayBar(page, replay) {
  const { text } = replay;
  const waits = page.game !== null && page.status(page.game).yours;
  return h(
    "div",
    { class: "action-bar replaying" },
    h(
      "div",
      { class: "status" },
      h("h1", { class: "status-text", tabindex: "-1", focus: "status", title: text }, text),
      !replay.over &&
        button(
          "now",
          waits ? gettext("Back to your turn") : gettext("Back to now"),
          () => {
            replay.leave();
          },
          { primary: true },
        ),
    ),
    controls(replay),
  );
}

/** @param {Replay} replay */
export function controls(replay) {
  const { playing } = replay;
  const [atFirst, atLast] = [replay.ready && replay.place === 0, !replay.active];
  return h(
    "div",
    { key: "replay", class: "replay-bar", role: "group", "aria-label": gettext("Replay") },
    replay.trouble !== "" && h("p", { key: "trouble", class: "replay-trouble", role: "alert" }, replay.trouble),
    replay.refused && address(replay),
    h(
      "div",
      { key: "steps", class: "replay-steps" },
      icon("first", gettext("First move"), () => void replay.goTo(0), { off: atFirst, keys: "Home" }),
      icon("back", gettext("Previous move"), () => void replay.step(-1), { off: atFirst, keys: "ArrowLeft" }),
      icon(playing ? "pause" : "play", playing ? gettext("Pause the replay") : gettext("Play the replay"), () => {
        if (playing) replay.stop();
        else void replay.play();
      }),
      icon("forward", gettext("Next move"), () => void replay.step(1), { off: atLast, keys: "ArrowRight" }),
      icon("last", gettext("Last move"), () => replay.leave(), { off: atLast, keys: "End" }),
    ),
    replay.ready &&
      h("div", { key: "place", class: "replay-place" }, scrubber(replay), eyes(replay), pace(replay), link(replay)),
  );
}

/**
 * A button with a sign only. One that has nothing to do keeps the focus.
 * @param {keyof typeof ICONS} sign @param {string} name @param {() => void} act
 * @param {{off?: boolean, keys?: string}} [options] `keys`: what does the same
 */
export function icon(sign, name, act, { off = false, keys } = {}) {
  const key = sign === "pause" ? "play" : sign === "done" ? "link" : sign;
  return h(
    "button",
    {
      key,
      type: "button",
      class: `board-button replay-button ${key}`,
      "data-replay": key,
      "aria-label": name,
      "aria-disabled": off ? "true" : null,
      "aria-keyshortcuts": keys,
      title: name,
      onclick: () => {
        if (!off) act();
      },
    },
    h(
      "svg",
      { viewBox: "0 0 24 24", "aria-hidden": "true" },
      h("path", {
        d: ICONS[sign],
        fill: sign === "play" ? "currentColor" : "none",
        stroke: "currentColor",
        "stroke-width": 2.2,
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
      }),
    ),
  );
}

/** The slider over all moments, with marks where stages begin. @param {Replay} replay */
function scrubber(replay) {
  const { moments, marks, place } = replay;
  const stage = marks.findLast(({ at }) => at <= place)?.name;
  const words = interpolate(gettext("Move %(number)s of %(count)s"), { number: place, count: moments.last });
  const said = stage ? `${words}, ${stage}` : words;
  return h(
    "div",
    { class: "replay-scrubber" },
    h("input", {
      type: "range",
      min: 0,
      max: moments.last,
      value: place,
      "aria-label": gettext("Moment of the game"),
      "aria-valuetext": said,
      title: said,
      oninput: ({ currentTarget }) => replay.jump(Number(/** @type {HTMLInputElement} */ (currentTarget).value)),
    }),
    h(
      "svg",
      { class: "replay-marks", "aria-hidden": "true" },
      marks.map(({ at }) => {
        const x = `${(100 * at) / Math.max(1, moments.last)}%`;
        return h("line", { key: at, x1: x, x2: x, y1: "0", y2: "100%" });
      }),
    ),
    h("span", { class: "replay-count", "aria-hidden": "true" }, `${place}/${moments.last}`),
  );
}

/** The choice of who saw the moment: each player saw what was secret from the others. @param {Replay} replay */
function eyes({ eyes: all, real }) {
  const { seat: chosen, seats } = all;
  if (seats.length === 0) return null;
  const { table } = real.state;
  const own = table.seats.some(({ you }) => you) ? gettext("seen by you") : gettext("seen by spectators");
  const option = (/** @type {number | null} */ seat, /** @type {string} */ text) =>
    h("option", { key: String(seat), value: seat ?? "", selected: seat === chosen }, text);
  return h(
    "label",
    { key: "eyes", class: "board-button replay-button replay-eyes", title: gettext("Show what was hidden") },
    chosen === null ? eye() : signOf(chosen, "explorer"),
    h("span", { class: "visually-hidden" }, gettext("Show what was hidden")),
    h(
      "select",
      {
        "data-replay": "eyes",
        onchange: ({ currentTarget }) => {
          const select = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (currentTarget));
          void all.choose(select.value === "" ? null : Number(select.value)).then(() => {
            select.value = String(all.seat ?? "");
          });
        },
      },
      option(null, own),
      seats.map((seat) => option(seat, interpolate(gettext("seen by %(name)s"), { name: seatName(table, seat) }))),
    ),
  );
}

const eye = () =>
  h(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", {
      d: "M2.500 12c4.500-7 14.500-7 19 0-4.500 7-14.500 7-19 0ZM12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 2.2,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );

/** @param {Replay} replay */
function pace(replay) {
  const name = interpolate(gettext("Speed: %(speed)s"), { speed: PACES[replay.pace] });
  return h(
    "button",
    {
      key: "pace",
      type: "button",
      class: "board-button replay-button pace",
      "data-replay": "pace",
      "aria-label": name,
      title: name,
      onclick: () => replay.changePace(),
    },
    PACES[replay.pace],
  );
}

/** @param {Replay} replay */
function link(replay) {
  if (!navigator.clipboard) return null;
  if (replay.copied) return icon("done", gettext("Link copied"), () => void replay.copy());
  return icon("link", gettext("Copy link to this moment"), () => void replay.copy());
}

/** The address to copy by hand. @param {Replay} replay */
const address = (replay) =>
  h(
    "label",
    { key: "address", class: "replay-address" },
    h("span", { role: "alert" }, refusedText()),
    h("input", { type: "text", class: "text", readonly: true, value: replay.link }),
  );
