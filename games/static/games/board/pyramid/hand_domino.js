// @ts-check
/** The domino in the player's hand: dragged onto the pyramid, or pressed to set it down. */

import { dominoFace, dominoName } from "../art/domino.js";
import { gettext, interpolate } from "../i18n.js";
import { h } from "../vdom.js";

/**
 * @template {import("../types").Colour | import("../types").DesertColour} C
 * @param {{placer: import("./domino_placement.js").DominoPlacement}} game
 * @param {import("../types").DominoFace<C>} face @param {boolean} can whether it may be placed now
 */
export function handDomino({ placer }, face, can) {
  const { placing } = placer;
  const rotation = can ? placing.rotation : 0;
  const away = can && (placing.spot || placing.float);
  return h(
    "button",
    {
      key: "hand",
      type: "button",
      class: `hand-domino turned-${rotation} ${away ? "away" : ""}`,
      disabled: !can,
      "aria-label": interpolate(
        can
          ? gettext("Domino in your hand: %(what)s. Drag it onto the pyramid, or click or tap to set it down.")
          : gettext("Domino in your hand: %(what)s"),
        { what: dominoName(face) },
      ),
      onpointerdown: (event) => placer.drag.pressHand(event),
      onclick: () => {
        if (!placer.drag.justDropped) placer.setDown();
      },
    },
    dominoFace(face, rotation),
  );
}
