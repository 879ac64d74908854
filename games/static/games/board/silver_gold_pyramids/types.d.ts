/**
 * Shapes of Silver & Gold: Pyramids; the wire shapes are documented in docs/formats/. Sets of cells are
 * bits (geometry.js).
 */
import type { Outcome } from "../types";

export type CardColour = "green" | "orange" | "purple";
export type Shape = "I2" | "I3" | "I4" | "V3" | "L4" | "O4";
export type SymbolName = "cross" | "red_gem" | "green_gem" | "torch" | "skull" | "potion";

/** A pyramid card; each property of its grid is a set of cells. */
export interface Card {
  number: number;
  colour: CardColour;
  grid: string[];
  free: number;
  start: number;
  tomb: number;
  cross: number;
  red_gem: number;
  green_gem: number;
  torch: number;
  skull: number;
  potion: number;
}
export type Cards = Map<number, Card>;

export interface Sheet {
  red_gems: number;
  green_gems: number;
  torches: number[];
  skulls: number;
  pyramids: Record<CardColour, number[]>;
}
export interface Points {
  torches: number;
  pyramids: number;
  finished: number;
  gems: number;
  skulls: number;
}
export interface StartedCard {
  number: number;
  marked: string[];
}
export interface Seat {
  seat: number;
  kind: "explorer";
  out: number | null;
  cards: StartedCard[];
  finished: StartedCard[];
  sheet: Sheet;
  points: Points;
  total: number;
  submitted: boolean;
}
export interface KeepAction {
  type: "keep";
  cards: number[];
}
export interface MarkAction {
  type: "mark";
  card: number;
  cells: string[];
  extra?: { card: number; cell: string }[];
}
export interface ReplaceAction {
  type: "replace";
  card: number;
}
export type Action = KeepAction | MarkAction | ReplaceAction;
export type Decision =
  | { kind: "keep"; cards: number[] }
  | { kind: "mark"; shape: Shape; cards: { number: number; shapes: string[][]; singles: string[] }[] }
  | { kind: "replace"; reserve: number[]; deck: boolean };
export interface View {
  game: string;
  version: number;
  options: { seats: number };
  seat: number | null;
  phase: "keep" | "mark" | "replace" | "over";
  round: number | null;
  step: number | null;
  shape: Shape | null;
  shapes_left: Shape[];
  to_move: number[];
  reserve: number[];
  deck: number;
  replacing: { seat: number; cards: number }[];
  seats: Seat[];
  dealt: number[];
  submission: KeepAction | MarkAction | null;
  decision: Decision | null;
  outcome: Outcome | null;
}

/** A step before it is sent: nothing yet, or the first mark and a cell for each red cross. */
export interface Draft {
  first: { card: number; mask: number } | null;
  extra: { card: number; cell: number }[];
}
/** What a draft comes to. */
export interface Bill {
  /** marked cells of each card, those of the draft included */
  marked: Map<number, number>;
  /** cells that the draft adds, by card */
  added: Map<number, number>;
  /** red crosses still to be paid */
  owed: number;
  /** cells that may pay a cross, by card; empty if none is owed */
  open: Map<number, number>;
  sheet: Sheet;
  /** cards that the draft finishes */
  finished: number[];
  points: Points;
  total: number;
  /** no cross is owed, or none can be paid */
  complete: boolean;
}
