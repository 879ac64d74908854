// @ts-check
/**
 * Marking: holds the draft of a step, how the shape is held and where it hovers, and goes through chains of
 * red crosses.
 * @typedef {import("./game.js").SilverGoldPyramids} Game
 * @typedef {import("./types").Draft} Draft
 * @typedef {import("./geometry.js").Point} Point
 */
import { gettext, interpolate, ngettext } from "../i18n.js";
import { announce } from "../table/announce.js";
import { contents } from "./cards.js";
import { actionOf, billOf, draftOf, emptyDraft, sameDraft } from "./draft.js";
import { cell, centre, fits, held, holds, mask, names, nearest, openCells, place, places, SIZE } from "./geometry.js";

/** Distance (in cells) within which the shape snaps from the pointer to the middle of a legal place. */
const MAGNET = 0.8;

export class Marker {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {Draft} */
    this.draft = emptyDraft();
    /** @type {import("./geometry.js").Hold} */
    this.hold = { turn: 0, mirrored: false };
    /** whether a single cell is to be marked instead of the shape */
    this.single = false;
    /** where the shape hovers @type {{card: number, lie: number, legal: boolean} | null} */
    this.ghost = null;
    /** the pointer's or the keyboard's point on a card, in cells @type {{card: number, point: Point} | null} */
    this.at = null;
  }

  get shape() {
    const { decision } = this.game.view;
    return decision?.kind === "mark" ? decision.shape : null;
  }

  /** Return what the draft comes to, or null if there is nothing to mark. @returns {import("./types").Bill | null} */
  get bill() {
    const { game } = this;
    if (!this.shape || game.me === null || game.view.round === null) return null;
    const seat = game.view.seats[game.me];
    return game.once("bill", [seat, this.draft, game.view.round], () =>
      billOf(game.cards, seat, this.draft, game.view.round ?? 1),
    );
  }

  /**
   * Return what comes next: the first mark, a cell for a red cross, or nothing.
   * @returns {"first" | "extra" | "done" | null}
   */
  get next() {
    const { bill } = this;
    if (!bill) return null;
    if (!this.draft.first) return "first";
    return bill.complete ? "done" : "extra";
  }

  /** Whether the draft differs from what has been sent. */
  get changed() {
    const { submission } = this.game.view;
    return submission?.type !== "mark" || !sameDraft(draftOf(submission), this.draft);
  }

  /** The draft as an action, once no cross is left to pay. */
  get action() {
    return this.next === "done" ? actionOf(this.draft) : null;
  }

  /** Start a new decision, with an empty draft or with what has been sent. */
  begin() {
    const { submission } = this.game.view;
    this.draft = submission?.type === "mark" ? draftOf(submission) : emptyDraft();
    this.ghost = null;
    this.hold = { turn: 0, mirrored: false };
    this.single = this.shape !== null && !this.anyShape();
  }

  /** Take over a whole draft, such as a hint. @param {Draft} draft */
  lie(draft) {
    const { first } = draft;
    if (!first || !this.shape) return;
    const way = holds(this.shape, this.hold).find((hold) =>
      places(held(/** @type {import("./types").Shape} */ (this.shape), hold)).some(({ lie }) => lie === first.mask),
    );
    this.single = !way;
    this.hold = way ?? this.hold;
    this.draft = draft;
    this.ghost = null;
  }

  /** Return the marked cells of a card, without the draft's first mark. @param {number} number */
  before(number) {
    const marked = this.bill?.marked.get(number) ?? 0;
    return this.draft.first?.card === number && this.draft.extra.length === 0
      ? marked & ~this.draft.first.mask
      : marked;
  }

  /** @param {number} number @returns {(lie: number) => boolean} */
  legal(number) {
    const card = this.game.card(number);
    const marked = this.before(number);
    const { offered } = this;
    return (lie) => fits(card, marked, lie) || offered.has(`${number} ${lie}`);
  }

  /** Places of the shape by the server, as card and cells; on a small board beside the rules some are not legal. */
  get offered() {
    const { decision } = this.game.view;
    const cards = decision?.kind === "mark" ? decision.cards : [];
    const offered = () => cards.flatMap(({ number, shapes }) => shapes.map((shape) => `${number} ${mask(shape)}`));
    return this.game.once("offered", [decision], () => new Set(offered()));
  }

  /** Whether the shape has any legal place. */
  anyShape() {
    const { decision } = this.game.view;
    return decision?.kind === "mark" && decision.cards.some((card) => card.shapes.length > 0);
  }

  /**
   * Return the cells of a card that light up.
   * @param {number} number @returns {{lit: number, faint: number}} `faint`: only if turned
   */
  lights(number) {
    const { next, shape } = this;
    const card = this.game.card(number);
    if (next === "extra") return { lit: this.bill?.open.get(number) ?? 0, faint: 0 };
    if (next !== "first" || !shape) return { lit: 0, faint: 0 };
    if (this.single) return { lit: openCells(card, this.before(number)), faint: 0 };
    const legal = this.legal(number);
    const union = (/** @type {import("./geometry.js").Hold} */ hold) =>
      places(held(shape, hold)).reduce((set, { lie }) => (legal(lie) ? set | lie : set), 0);
    const lit = union(this.hold);
    return {
      lit,
      faint:
        holds(shape, this.hold)
          .slice(1)
          .reduce((set, hold) => set | union(hold), 0) & ~lit,
    };
  }

  // --- the pointer -------------------------------------------------------------------------------------------------

  /** The shape hovers over a card. @param {number} number @param {Point} point in cells */
  hover(number, point) {
    this.at = { card: number, point };
    const ghost = this.ghostAt(number, point);
    if (ghost?.card === this.ghost?.card && ghost?.lie === this.ghost?.lie && ghost?.legal === this.ghost?.legal)
      return;
    this.ghost = ghost;
    this.game.update();
  }

  /** @param {number} number @param {Point} point */
  ghostAt(number, point) {
    if (this.next !== "first" || !this.shape) return null;
    const legal = this.legal(number);
    /** @type {Point[]} */
    const points = this.single ? [[0, 0]] : held(this.shape, this.hold);
    const under = cell(Math.floor(point[0]), Math.floor(point[1]));
    const inside = point.every((value) => value >= 0 && value < SIZE);
    // snap to the nearest place or, on a lit cell, to a place that covers it
    const snapped =
      nearest(points, point, legal, this.single ? 0.75 : MAGNET) ??
      (inside ? nearest(points, point, (one) => (one & under) !== 0 && legal(one), 3) : null);
    if (snapped !== null) return { card: number, lie: snapped, legal: true };
    const lie = nearest(points, point, () => true, 9);
    return lie === null ? null : { card: number, lie, legal: false };
  }

  leave() {
    this.at = null;
    if (!this.ghost) return;
    this.ghost = null;
    this.game.update();
  }

  /**
   * Use the tapped cell: lay the shape, mark the single cell, or pay a cross.
   * @param {number} number @param {number} bit @param {Point} [point] exact point in cells
   */
  tap(number, bit, point) {
    const { first, extra } = this.draft;
    const [x, y] = place(bit);
    const spot = point ?? /** @type {Point} */ ([x + 0.5, y + 0.5]);
    if (first && extra.length === 0 && first.card === number && first.mask & bit && this.canTurn) this.turn(1);
    else if (first && extra.length === 0 && !(this.next === "extra" && (this.bill?.open.get(number) ?? 0) & bit))
      this.lay(number, bit, spot);
    else if (this.next === "extra") this.pay(number, bit);
    else if (this.next === "first") this.lay(number, bit, spot);
    else announce(gettext("Everything is marked. Take back the last mark to change it, or send."));
  }

  /** @param {number} number @param {number} bit @param {Point} spot */
  lay(number, bit, spot) {
    if (!this.shape) return;
    const legal = this.legal(number);
    let lie = null;
    if (this.single) {
      lie = legal(bit) ? bit : null;
    } else {
      const covers = (/** @type {number} */ one) => (one & bit) !== 0 && legal(one);
      for (const hold of holds(this.shape, this.hold)) {
        lie =
          this.ghost?.legal &&
          this.ghost.card === number &&
          this.ghost.lie & bit &&
          hold.turn === this.hold.turn &&
          hold.mirrored === this.hold.mirrored
            ? this.ghost.lie
            : nearest(held(this.shape, hold), spot, covers, 9);
        if (lie !== null) {
          this.hold = hold;
          break;
        }
      }
    }
    if (lie === null)
      announce(this.single ? gettext("This cell cannot be marked now.") : gettext("The shape does not fit there."));
    else this.put(number, lie);
  }

  /** @param {number} number @param {number} lie */
  put(number, lie) {
    this.draft = { first: { card: number, mask: lie }, extra: [] };
    this.ghost = null;
    this.tell(number, lie);
  }

  /** @param {number} number @param {number} bit */
  pay(number, bit) {
    if (!((this.bill?.open.get(number) ?? 0) & bit)) {
      announce(gettext("For a red cross, mark a cell next to a marked one, or the entrance of an untouched pyramid."));
      return;
    }
    this.draft = { ...this.draft, extra: [...this.draft.extra, { card: number, cell: bit }] };
    this.tell(number, bit);
  }

  /** @param {number} number @param {number} set the cells just marked */
  tell(number, set) {
    const what = contents(this.game.card(number), set);
    const cells = names(set).join(" ");
    const owed = this.next === "extra" ? (this.bill?.owed ?? 0) : 0;
    announce(
      [
        what
          ? interpolate(gettext("Pyramid %(number)s: %(cells)s, with %(what)s."), { number, cells, what })
          : interpolate(gettext("Pyramid %(number)s: %(cells)s."), { number, cells }),
        owed > 0
          ? interpolate(
              ngettext(
                "%(count)s red cross: mark one more cell.",
                "%(count)s red crosses: mark one more cell for each.",
                owed,
              ),
              { count: owed },
            )
          : "",
      ]
        .filter(Boolean)
        .join(" "),
    );
    this.game.update();
  }

  // --- turning, mirroring, taking back -----------------------------------------------------------------------------

  get canTurn() {
    return (
      this.shape !== null && !this.single && this.draft.extra.length === 0 && holds(this.shape, this.hold).length > 1
    );
  }

  /** Whether the shape's mirror image differs from all its turns. */
  get handed() {
    return this.shape !== null && holds(this.shape, this.hold).length > 4;
  }

  /** @param {number} quarters clockwise */
  turn(quarters) {
    this.held({ turn: (this.hold.turn + quarters + 4) % 4, mirrored: this.hold.mirrored }, (hold) => ({
      ...hold,
      turn: (hold.turn + quarters + 4) % 4,
    }));
  }

  /** Mirror the shape left to right, as it is seen. */
  mirror() {
    this.held({ turn: (4 - this.hold.turn) % 4, mirrored: !this.hold.mirrored }, (hold) => ({
      ...hold,
      turn: (hold.turn + 1) % 4,
    }));
  }

  /**
   * Hold the shape differently. If it lies on a card, it stays as near as possible; holds that do not fit are skipped.
   * @param {import("./geometry.js").Hold} hold
   * @param {(hold: import("./geometry.js").Hold) => import("./geometry.js").Hold} another
   */
  held(hold, another) {
    const { first } = this.draft;
    if (!this.canTurn || !this.shape) return;
    if (!first) {
      this.hold = hold;
      if (this.at) this.ghost = this.ghostAt(this.at.card, this.at.point);
      this.game.update();
      return;
    }
    for (let tries = 0, next = hold; tries < 4; tries += 1, next = another(next)) {
      const lie = nearest(held(this.shape, next), centre(first.mask), this.legal(first.card), 2);
      if (lie === null || lie === first.mask) continue;
      this.hold = next;
      this.put(first.card, lie);
      return;
    }
    announce(gettext("It only fits this way here."));
  }

  /** @param {boolean} single */
  use(single) {
    if (this.single === single || !this.shape) return;
    this.single = single;
    this.draft = emptyDraft();
    this.ghost = this.at ? this.ghostAt(this.at.card, this.at.point) : null;
    announce(single ? gettext("A single cell.") : gettext("The whole shape."));
    this.game.update();
  }

  /** Take one mark back. @returns {boolean} */
  undo() {
    const { first, extra } = this.draft;
    if (extra.length > 0) this.draft = { first, extra: extra.slice(0, -1) };
    else if (first) this.draft = emptyDraft();
    else return false;
    announce(gettext("Taken back."));
    this.game.update();
    return true;
  }

  /** Take back all marks of this step. */
  clear() {
    this.draft = emptyDraft();
    this.game.update();
  }
}
