// @ts-check
/** The picture above a result: a pyramid from above, whose top stone a winner sees crowned. */

import { h } from "../vdom.js";

/** @param {boolean} won */
export function laurel(won) {
  const leaf = "M0 0C6-7 16-8 22-3C15 3 6 4 0 0Z";
  const side = [0, 1, 2, 3, 4, 5].map((at) => {
    const angle = ((118 - at * 26) * Math.PI) / 180;
    const [x, y] = [-46 * Math.sin(angle), -40 * Math.cos(angle)];
    const turn = -(118 - at * 26) - 40;
    return h("path", { d: leaf, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn})` });
  });
  return h(
    "svg",
    {
      class: `laurel ${won ? "" : "plain"}`,
      viewBox: won ? "-80 -58 160 104" : "-44 -36 88 72",
      "aria-hidden": "true",
    },
    won && h("g", { class: "leaves" }, h("g", null, side), h("g", { transform: "scale(-1 1)" }, side)),
    h(
      "g",
      { class: "mini-pyramid" },
      [38, 28, 18, 8].map((half, at) =>
        h("rect", { x: -half, y: -half * 0.8, width: 2 * half, height: 1.6 * half, rx: 2, class: `step-${at}` }),
      ),
    ),
    won &&
      h(
        "g",
        { class: "crown" },
        h("path", { d: "M-13 8L-17-9L-8-1L0-14L8-1L17-9L13 8Z" }),
        h("circle", { cx: -17, cy: -10, r: 2.4 }),
        h("circle", { cx: 0, cy: -15, r: 2.8 }),
        h("circle", { cx: 17, cy: -10, r: 2.4 }),
      ),
  );
}
