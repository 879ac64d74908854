// @ts-check
/**
 * Placing resurfacing cards, before they are sent: one on a block of the new domino, or two in gaps too small for
 * a domino.
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
    /** the slot for the next card or turn */
    this.active = 0;
    /** the card on each slot @type {Lying[]} */
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

  /**
   * Return the slots for cards: cells of the open stage, with the `block` of the new domino.
   * @returns {{x: number, y: number, block: number | null}[]}
   */
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

  /** @param {DesertColour} colour a card's side; whether it lies on a slot */
  uses(colour) {
    return this.lying.some((one) => one?.colour === colour);
  }

  /** @param {DesertColour} colour the side to show */
  choose(colour) {
    if (!this.open) return;
    const card = cardOf(this.offered, colour);
    const there = this.lying.findIndex((one) => one?.colour === colour);
    if (there >= 0) {
      this.lying[there] = null; // the same side again: take it back
      this.active = there;
    } else {
      this.lying = this.lying.map((one) => (!this.filling || (one && card?.includes(one.colour)) ? null : one));
      this.lying[this.active] = { colour, rotation: 0 };
      this.toNextGap();
    }
    this.changed();
  }

  /** Lay exactly these cards, each on the slot at its cell. @param {import("./types").Laid[]} cards */
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

  /** Tap a slot: the card moves there, or turns if it is there already. @param {number} slot */
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
   * Return a side of a card to be dragged, from the hand or from its slot.
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

  /** @param {DesertColour} colour @param {Rotation} [otherwise] @returns {Rotation} of a card on trial */
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

  /** Return the cards as they would lie in the pyramid. @returns {import("./types").Resurfaced[]} */
  laid() {
    const { stage } = this.game.view;
    return this.slots.flatMap((slot, at) => {
      const one = this.lying[at];
      return one ? [{ ...one, stage, x: slot.x, y: slot.y, fill: this.filling }] : [];
    });
  }

  /** Return the pyramid with the cards and the markers that follow, or null while no card is chosen. */
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
