// @ts-check
/**
 * The moves of a study (docs/formats/studies.md): each with its view, which shares with the view before it what its
 * patch leaves alone. Pure.
 *
 * @typedef {import("../types").GameEvent} GameEvent
 * @typedef {{number: number, parent: number, place: number, seat: number, action: any, comment: string, glyph: string,
 *   events: GameEvent[], patch: any[]}} Move as the server sends it
 *
 * @typedef {object} Node a position: the beginning, or the one after a move
 * @property {number} number 0 for the beginning
 * @property {number | null} parent
 * @property {number} place
 * @property {number | null} seat who acted
 * @property {string} comment
 * @property {string} glyph
 * @property {GameEvent[]} events of the move
 * @property {any} view
 * @property {Node[]} next the moves that follow, the main line's first
 *
 * @typedef {{node: Node, variations: Row[][]}} Row a move of a line, and the lines that depart from the move before it
 */
import { applyPatch } from "../patch.js";

/** The marks of moves, in the order in which they are offered. */
export const GLYPHS = ["!", "?", "!!", "??", "!?", "?!"];

export class StudyTree {
  /** @param {any} view of the beginning @param {string} comment on it */
  constructor(view, comment) {
    /** @type {Node} */
    this.beginning = { number: 0, parent: null, place: 0, seat: null, comment, glyph: "", events: [], view, next: [] };
    /** @type {Map<number, Node>} */
    this.nodes = new Map([[0, this.beginning]]);
    /** the greatest number that is known */
    this.last = 0;
  }

  /** Add moves that the server has sent. @param {Move[]} moves each after the one that it follows */
  add(moves) {
    for (const { number, parent, patch, events, ...rest } of moves) {
      const before = this.nodes.get(parent);
      if (!before || this.nodes.has(number)) continue;
      const { place, seat, comment, glyph } = rest;
      const view = applyPatch(before.view, patch);
      const node = { number, parent, place, seat, comment, glyph, events: numbered(events, number), view, next: [] };
      this.nodes.set(number, node);
      before.next.push(node);
      arrange(before);
      this.last = Math.max(this.last, number);
    }
  }

  /** Remove a move with all that follow from it. @param {number} number */
  remove(number) {
    const node = this.nodes.get(number);
    if (!node || node.parent === null) return;
    const before = this.at(node.parent);
    before.next = before.next.filter((one) => one !== node);
    for (const gone of [node, ...this.all(node)]) this.nodes.delete(gone.number);
  }

  /** Make a move the main line's among those that follow the same one. @param {number} number */
  promote(number) {
    const node = this.at(number);
    if (node.parent === null) return;
    const before = this.at(node.parent);
    node.place = before.next[0].place - 1;
    arrange(before);
  }

  /** @param {number} number @returns {Node} the beginning if there is no such move */
  at(number) {
    return this.nodes.get(number) ?? this.beginning;
  }

  /** Return the moves from the beginning to this one, without the beginning. @param {number} number */
  line(number) {
    /** @type {Node[]} */
    const found = [];
    for (let node = this.at(number); node.parent !== null; node = this.at(node.parent)) found.unshift(node);
    return found;
  }

  /** Return the last move of the line that goes on from here. @param {number} number */
  end(number) {
    let node = this.at(number);
    while (node.next.length > 0) node = node.next[0];
    return node.number;
  }

  /**
   * Return the number of the variation beside a move: of another move that follows the same one, or the move itself.
   * @param {number} number @param {1 | -1} by
   */
  beside(number, by) {
    const { parent } = this.at(number);
    if (parent === null) return number;
    const all = this.at(parent).next;
    return all[all.findIndex((one) => one.number === number) + by]?.number ?? number;
  }

  /** Return the line that begins with the first move after a position, with its variations. @returns {Row[]} */
  rows(from = this.beginning) {
    /** @type {Row[]} */
    const found = [];
    for (let at = from; at.next.length > 0; at = at.next[0]) {
      const [node, ...others] = at.next;
      found.push({ node, variations: others.map((one) => [{ node: one, variations: [] }, ...this.rows(one)]) });
    }
    return found;
  }

  /** Return all moves that follow from one. @param {Node} node @returns {Node[]} */
  all(node) {
    return node.next.flatMap((one) => [one, ...this.all(one)]);
  }
}

/** @param {Node} node */
function arrange(node) {
  node.next.sort((one, other) => one.place - other.place || one.number - other.number);
}

/**
 * Return the events with seqs that are their own in the whole study, so that lines made of them have keys of their own.
 * @param {GameEvent[]} events @param {number} number
 */
const numbered = (events, number) => events.map((event, at) => ({ ...event, seq: number * 10 + at }));
