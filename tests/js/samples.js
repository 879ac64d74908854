// @ts-check
/** The samples that `tests/js/samples.py` has written to the file PYRAMIDO_SAMPLES. */
import { readFileSync } from "node:fs";

const file = process.env.PYRAMIDO_SAMPLES;
if (!file) throw new Error("PYRAMIDO_SAMPLES names no file; run: python -m tests --only js");

/**
 * @type {{
 *   faces: import("../../games/static/games/board/types").DominoFace[],
 *   pyramids: {dominoes: any[], areas: any[], box: any}[],
 *   placings: {dominoes: any[], box: any, stage: number, domino: number, placements: [number, number, any][]}[],
 *   scorings: {gems: any, decision: any, action: any, points: number, left: any}[],
 *   patches: {before: any, after: any, patch: any[]}[],
 *   rules_search: {
 *     indexes: Record<string, import("../../pyramido_site/static/site/js/rules_matching.js").Index>,
 *     asked: {language: string, question: string, only: string | null, found: [string, string, string][]}[],
 *   },
 *   final_moves: {game: string, solo: boolean, type: string, final: boolean}[],
 *   replays: {game: string, seats: number, me: number | null, pages: any[], views: string[], stands: number[]}[],
 *   silver_gold_pyramids: {
 *     lies: {card: number, marked: string[], shape: any, lies: number[], open: string[]}[],
 *     steps: {round: number, seat: any, action: any, after: any}[],
 *     game: {events: any[], seats: any[]},
 *   },
 * }}
 */
export const samples = JSON.parse(readFileSync(file, "utf8"));

/** @type {import("../../games/static/games/board/types").Faces} */
export const faces = new Map(samples.faces.map((face) => [face.id, face]));
