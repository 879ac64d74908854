// @ts-check
/**
 * Resurfacing cards being laid, not yet sent: one on a block of the new domino, or two in the gaps that no domino fits.
 * @typedef {import("./game.js").Pyramido} Game
 * @typedef {import("../types").DesertColour} DesertColour
 * @typedef {import("../types").Rotation} Rotation
 */

import { cells, turn } from "../pyramid/geometry.js";
import { imagine } from "../pyramid/ghost.js";
import { announce } from "../table/announce.js";
import { cardSide } from "./hand.js";
import { cardOf, markedAreas, reckon, withCards } from "./pieces.js";
import { cardsSentence } from "./sentences.js";

/** @typedef {{colour: DesertColour, rotation: Rotation} | null} Lying */

export class Cards {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** which of the slots is meant by the next card or turn */
    this.active = 0;
    /** what lies on each slot @type {Lying[]} */
    this.lying = [];
  }

  reset() {
    this.active = 0;
    this.lying = this.slots.map(() => null);
  }

  get filling() {
    return this.game.view.decision?.kind === "fill";
  }

  get open() {
    const { decision } = this.game.view;
    return decision?.kind === "fill" || (decision?.kind === "finish" && decision.cards.length > 0);
  }

  /** Where a card may lie: cells of the open stage; `block` of the new domino. @returns {{x: number, y: number, block: number | null}[]} */
  get slots() {
    const { decision, current } = this.game.view;
    if (decision?.kind === "fill") return decision.cells.map(([x, y]) => ({ x, y, block: null }));
    if (decision?.kind !== "finish" || !current) return [];
    const both = cells(current);
    return decision.blocks.map((block) => ({ x: both[block][0], y: both[block][1], block }));
  }

  get offered() {
    const { decision } = this.game.view;
    return decision?.kind === "fill" || decision?.kind === "finish" ? decision.cards : [];
  }

  get started() {
    return this.lying.some((one) => one !== null);
  }

  /** @param {DesertColour} colour whether this side of a card lies somewhere */
  uses(colour) {
    return this.lying.some((one) => one?.colour === colour);
  }

  /** @param {DesertColour} colour the side that comes up */
  choose(colour) {
    if (!this.open) return;
    const card = cardOf(this.offered, colour);
    const there = this.lying.findIndex((one) => one?.colour === colour);
    if (there >= 0) {
      this.lying[there] = null; // the same side again: back into the hand
      this.active = there;
    } else {
      this.lying = this.lying.map((one) => (!this.filling || (one && card?.includes(one.colour)) ? null : one));
      this.lying[this.active] = { colour, rotation: 0 };
      this.toNextGap();
    }
    this.changed();
  }

  /** Exactly these cards, each on the slot at its cell. @param {import("./types").Laid[]} cards */
  lay(cards) {
    this.lying = this.slots.map(({ x, y }) => {
      const card = cards.find((one) => one.x === x && one.y === y);
      return card ? { colour: card.colour, rotation: card.rotation } : null;
    });
    this.active = Math.max(
      this.lying.findIndex((one) => one !== null),
      0,
    );
  }

  /** A slot was tapped: the card moves there; where it lies already it turns. @param {number} slot */
  tap(slot) {
    const here = this.lying[slot];
    const before = this.active;
    this.active = slot;
    if (here) {
      this.lying[slot] = { ...here, rotation: turn(here.rotation, 1) };
    } else if (!this.filling && this.started) {
      this.lying = this.lying.map((_, at) => (at === slot ? this.lying[before] : null));
    }
    this.changed();
  }

  /** @param {number} quarters @returns {boolean} */
  rotate(quarters) {
    const slot = this.lying[this.active] ? this.active : this.lying.findLastIndex((lies) => lies !== null);
    const one = this.lying[slot];
    if (!one) return false;
    this.lying[slot] = { ...one, rotation: turn(one.rotation, quarters) };
    this.changed();
    return true;
  }

  /**
   * A side of a card to be carried: from the hand, or from where it lies on trial.
   * @param {DesertColour} colour @returns {import("./piece_drag.js").Piece}
   */
  piece(colour) {
    const { game } = this;
    const card = cardOf(this.offered, colour);
    let rotation = this.rotationOf(colour);
    const rest = this.lying.map((one) => (this.filling && one && !card?.includes(one.colour) ? one : null));
    return {
      kind: "card",
      colour: null,
      picture: () => cardSide(colour, rotation),
      over: (x, y) => {
        rotation = this.rotationOf(colour, rotation);
        const slot = game.drag.placeUnder(x, y, this.slots);
        this.lying = rest.map((one, at) => (at === slot ? { colour, rotation } : one));
        this.active = Math.max(slot, 0);
        game.ui.pile = null;
        return slot >= 0;
      },
      landed: () => {
        this.toNextGap();
        return cardsSentence(game);
      },
    };
  }

  /** @param {DesertColour} colour @param {Rotation} [otherwise] @returns {Rotation} how a card lies on trial */
  rotationOf(colour, otherwise = 0) {
    return this.lying.find((one) => one?.colour === colour)?.rotation ?? otherwise;
  }

  toNextGap() {
    const empty = this.lying.indexOf(null);
    if (this.filling && empty >= 0) this.active = empty;
  }

  changed() {
    this.game.ui.pile = null;
    if (this.started) announce(cardsSentence(this.game));
    this.game.update();
  }

  /** The cards as they would lie in the pyramid. @returns {import("./types").Resurfaced[]} */
  laid() {
    const { stage } = this.game.view;
    return this.slots.flatMap((slot, at) => {
      const one = this.lying[at];
      return one ? [{ ...one, stage, x: slot.x, y: slot.y, fill: this.filling }] : [];
    });
  }

  /** The pyramid with the cards on it, and with the markers that follow; null while no card is chosen. */
  imagined() {
    const { game } = this;
    if (!this.started) return null;
    const { main, view } = game;
    const key = JSON.stringify(this.laid());
    return game.once("imagined-cards", [main, key], () => {
      const laid = this.laid();
      const after = withCards(game.blocks(main), laid);
      const own = after.filter((block) =>
        laid.some((card) => card.stage === block.stage && card.x === block.x && card.y === block.y),
      );
      const followers = this.filling
        ? []
        : laid.filter((card) => main.markers.includes(card.colour)).map(({ colour, x, y }) => ({ colour, x, y }));
      const marked = [...main.marked, ...followers];
      return {
        ...imagine(game.blocks(main), after, own),
        marked,
        followers,
        reckoning: reckon(markedAreas(after, view.stage, marked)),
      };
    });
  }

  /** @returns {import("./types").Action | null} */
  action() {
    const laid = this.laid();
    if (this.filling) {
      if (laid.length < this.slots.length) return null;
      return { type: "fill", cards: laid.map(({ colour, x, y, rotation }) => ({ colour, x, y, rotation })) };
    }
    const at = this.lying.findIndex((lies) => lies !== null);
    const one = this.lying[at];
    const block = this.slots[at]?.block ?? null;
    return one && block !== null ? { type: "resurface", block, ...one } : null;
  }
}
