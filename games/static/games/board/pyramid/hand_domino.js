// @ts-check
/** The domino in the player's hand, dragged onto the pyramid or pressed to set it down, and its buttons. */

import { dominoFace, dominoName } from "../art/domino.js";
import { gettext, interpolate } from "../i18n.js";
import { button } from "../table/actions.js";
import { compact } from "../table/screen.js";
import { h } from "../vdom.js";
import { turnButton } from "./turn_button.js";

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

/**
 * The buttons of the action bar while a domino is placed. On a small screen the domino is the first of them, and while
 * it lies on the pyramid picking it up again takes its room, so that the others stay in place.
 * @template {import("../types").Colour | import("../types").DesertColour} C
 * @param {{placer: import("./domino_placement.js").DominoPlacement}} game
 * @param {import("../types").DominoFace<C>} face
 */
export function placingButtons(game, face) {
  const { placer } = game;
  const turns = h(
    "span",
    { key: "turns", class: "bar-turns" },
    turnButton(-1, () => placer.rotate(-1)),
    turnButton(1, () => placer.rotate(1)),
  );
  if (!placer.placing.down) return compact() ? [handDomino(game, face, true), turns] : [turns];
  const pickUp = button("pick-up", gettext("Pick up again"), () => placer.pickUp(), { icon: "clear" });
  return compact() ? [pickUp, turns] : [turns, pickUp];
}
