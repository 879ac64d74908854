/** Shapes of Pyramido (2023); the wire shapes are documented in docs/formats/. */
import type { Area, Box, DesertColour, DominoFace, Faces, Outcome, Placed, Rotation } from "../types";

export type Face = DominoFace<DesertColour>;
export type DesertFaces = Faces<DesertColour>;
/** The two colours of a resurfacing card. */
export type Card = [DesertColour, DesertColour];

export interface MarkedArea extends Area<DesertColour> {
  marked: boolean;
}
export interface Marked {
  colour: DesertColour;
  x: number;
  y: number;
}
export interface Resurfaced {
  colour: DesertColour;
  stage: number;
  x: number;
  y: number;
  rotation: Rotation;
  fill: boolean;
}
export interface ScoreRow {
  stage: number;
  areas: { x: number; y: number; colour: DesertColour; icons: number }[];
  mino: number;
  points: number;
}
export interface Seat {
  seat: number;
  kind: "architect";
  out: number | null;
  markers: DesertColour[];
  marked: Marked[];
  cards: Card[];
  resurfaced: Resurfaced[];
  complete: boolean;
  box: Box | null;
  dominoes: Placed[];
  areas: MarkedArea[];
  scores: ScoreRow[];
  total: number;
}
export interface Laid {
  colour: DesertColour;
  x: number;
  y: number;
  rotation: Rotation;
}
export type Action =
  | { type: "place"; quarry: number; x: number; y: number; rotation: Rotation }
  | { type: "mark"; block: number }
  | { type: "resurface"; block: number; colour: DesertColour; rotation: Rotation }
  | { type: "replenish"; pile: number }
  | { type: "fill"; cards: Laid[] };
export type Decision =
  | { kind: "place"; quarry: { space: number; domino: number }[]; placements: [number, number, Rotation][] }
  | { kind: "mark"; blocks: number[] }
  | { kind: "finish"; piles: number[]; blocks: number[]; cards: Card[] }
  | { kind: "fill"; cells: [number, number][]; cards: Card[] };
export interface View {
  game: string;
  version: number;
  options: { seats: number };
  seat: number | null;
  phase: "place" | "mark" | "finish" | "fill" | "over";
  stage: number;
  order: number[];
  turn: number | null;
  to_move: number[];
  quarry: { space: number; domino: number | null }[];
  /** `domino` is null only during planning, while it is unknown */
  piles: { pile: number; height: number; domino: number | null }[];
  current: ({ seat: number; space: number } & Placed) | null;
  seats: Seat[];
  decision: Decision | null;
  outcome: Outcome | null;
}

/** An area with the indexes of its blocks. */
export interface BuiltArea extends MarkedArea {
  blocks: Set<number>;
}

/** What a pyramid would score if its stage ended now. */
export interface Reckoning {
  points: number;
  mino: number;
  /** key of Mino's area; null without a marked area */
  minoArea: string | null;
  areas: BuiltArea[];
}
