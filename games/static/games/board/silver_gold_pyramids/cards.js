// @ts-check
/**
 * The pyramid cards of the component file, and their names and contents in words.
 * @typedef {import("./types").Card} Card
 * @typedef {import("./types").Cards} Cards
 * @typedef {import("./types").CardColour} CardColour
 * @typedef {import("./types").Shape} Shape
 * @typedef {import("./types").SymbolName} SymbolName
 */
import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { cell, count, SIZE } from "./geometry.js";

/** @type {CardColour[]} */
export const COLOURS = ["green", "orange", "purple"];
/** In the order in which sentences list them. @type {SymbolName[]} */
export const SYMBOLS = ["red_gem", "green_gem", "torch", "skull", "potion", "cross"];
/** @type {Record<string, SymbolName>} */
const LETTERS = { x: "cross", r: "red_gem", g: "green_gem", t: "torch", k: "skull", p: "potion" };

/** @param {{number: number, colour: CardColour, grid: string[]}} entry @returns {Card} */
export function cardOf({ number, colour, grid }) {
  /** @type {Card} */
  const card = {
    number,
    colour,
    grid,
    free: 0,
    start: 0,
    tomb: 0,
    cross: 0,
    red_gem: 0,
    green_gem: 0,
    torch: 0,
    skull: 0,
    potion: 0,
  };
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      const letter = grid[y][x];
      const bit = cell(x, y);
      if (letter !== "#") card.free |= bit;
      if (letter === "S") card.start |= bit;
      if (letter === "T") card.tomb |= bit;
      if (LETTERS[letter]) card[LETTERS[letter]] |= bit;
    }
  }
  return card;
}

/** @param {{cards: {number: number, colour: CardColour, grid: string[]}[]}} file @returns {Cards} */
export const cardsOf = (file) => new Map(file.cards.map((entry) => [entry.number, cardOf(entry)]));

/** @param {Card} card @param {number} bit @returns {SymbolName | "start" | "tomb" | "wall" | null} */
export function symbolAt(card, bit) {
  if (!(card.free & bit)) return "wall";
  if (card.start & bit) return "start";
  if (card.tomb & bit) return "tomb";
  return SYMBOLS.find((symbol) => card[symbol] & bit) ?? null;
}

/** @param {SymbolName | "start" | "tomb" | "wall" | null} symbol @returns {string} */
export function symbolName(symbol) {
  switch (symbol) {
    case "cross":
      return gettext("red cross");
    case "red_gem":
      return gettext("red gem");
    case "green_gem":
      return gettext("green gem");
    case "torch":
      return gettext("torch");
    case "skull":
      return gettext("skull");
    case "potion":
      return gettext("potion");
    case "start":
      return gettext("entrance");
    case "tomb":
      return gettext("golden tomb");
    case "wall":
      return gettext("wall");
    default:
      return gettext("empty floor");
  }
}

/** @param {CardColour} colour @returns {string} with the name of its emblem, which can be told apart without colour */
export function colourName(colour) {
  return {
    green: gettext("green, the leaf"),
    orange: gettext("orange, the scarab"),
    purple: gettext("purple, the eye"),
  }[colour];
}

/**
 * Return what the 2nd, 4th or 6th explored pyramid of a colour brings.
 * @param {number} nth @param {CardColour} colour @param {string} points with a sign
 */
export function bonusText(nth, colour, points) {
  const text =
    nth === 2
      ? gettext("Second %(colour)s pyramid: %(points)s.")
      : nth === 4
        ? gettext("Fourth %(colour)s pyramid: %(points)s.")
        : gettext("Sixth %(colour)s pyramid: %(points)s.");
  const name = { green: gettext("green"), orange: gettext("orange"), purple: gettext("purple") }[colour];
  return interpolate(text, { colour: name, points });
}

/** Return a card's name without its emblem. @param {Card} card @returns {string} */
export function shortName({ number, colour }) {
  const text = {
    green: gettext("green pyramid %(number)s"),
    orange: gettext("orange pyramid %(number)s"),
    purple: gettext("purple pyramid %(number)s"),
  }[colour];
  return interpolate(text, { number });
}

/** @param {Card} card @returns {string} */
export function cardName(card) {
  return interpolate(gettext("Pyramid %(number)s (%(colour)s)"), {
    number: card.number,
    colour: colourName(card.colour),
  });
}

/** @param {Shape} shape @returns {string} */
export function shapeName(shape) {
  return {
    I2: gettext("two in a line"),
    I3: gettext("three in a line"),
    I4: gettext("four in a line"),
    V3: gettext("three around a corner"),
    L4: gettext("four as an L"),
    O4: gettext("four as a square"),
  }[shape];
}

/**
 * Describe what is on some cells: "2 × skull and 1 × red gem", or "".
 * @param {Card} card @param {number} set @returns {string}
 */
export function contents(card, set) {
  const parts = SYMBOLS.filter((symbol) => card[symbol] & set).map((symbol) =>
    interpolate(gettext("%(count)s × %(symbol)s"), { count: count(card[symbol] & set), symbol: symbolName(symbol) }),
  );
  if (card.tomb & set) parts.push(gettext("the golden tomb"));
  return parts.length > 0 ? listing(parts) : "";
}

/** Describe a card for screen readers. @param {Card} card @param {number} marked @returns {string} */
export function cardText(card, marked) {
  const left = contents(card, card.free & ~marked & ~card.tomb);
  const done = count(marked);
  const cellsMarked = interpolate(ngettext("%(count)s cell marked", "%(count)s cells marked", done), { count: done });
  if (marked & card.tomb) return interpolate(gettext("%(card)s, explored"), { card: cardName(card) });
  return interpolate(gettext("%(card)s, %(marked)s. Still there: %(left)s."), {
    card: cardName(card),
    marked: cellsMarked,
    left: left || gettext("nothing"),
  });
}
