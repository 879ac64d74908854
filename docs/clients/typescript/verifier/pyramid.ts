// The pyramid of both Pyramido games (docs/rules.md A).

import { require } from "./fault.ts";

/** `icons` says for each quadrant, tl tr bl br, whether it has one. */
export type Face = { colour: string; icons: boolean[] };
export type Domino = [Face, Face];
export type Cell = { x: number; y: number };
/** A block lies on cell (x, y) of its stage. */
export type Block = Face & Cell & { stage: number };
export type Area = { x: number; y: number; colour: string; icons: number; blocks: Block[] };
/** `laid` counts the dominoes of the open stage; `box` is null while stage 1 is open. */
export type Pyramid = { blocks: Block[]; stage: number; laid: number; complete: boolean; box: [number, number] | null };

export const ROTATIONS = [0, 90, 180, 270] as const;
export const STAGES = 4;
const QUADRANTS = ["tl", "tr", "bl", "br"];
const DOMINOES_OF_STAGE = [10, 6, 3, 1];
const NEXT: readonly [number, number][] = [[1, 0], [0, 1], [-1, 0], [0, -1]]; // biome-ignore format: one line
const LONG = 5;
const SHORT = 4;

export function emptyPyramid(): Pyramid {
  return { blocks: [], stage: 1, laid: 0, complete: false, box: null };
}

export function face(colour: string, icons: string[]): Face {
  return { colour, icons: QUADRANTS.map((quadrant) => icons.includes(quadrant)) };
}

/** Return a face turned clockwise by so many degrees. */
export function turned(one: Face, rotation: number): Face {
  let [tl, tr, bl, br] = one.icons as [boolean, boolean, boolean, boolean];
  for (let done = 0; done < rotation; done += 90) [tl, tr, bl, br] = [bl, tl, br, tr];
  return { colour: one.colour, icons: [tl, tr, bl, br] };
}

/** Return the cell of `blocks[1]` of a domino whose `blocks[0]` lies on this one. */
export function secondCell(first: Cell, rotation: number): Cell {
  const [dx, dy] = NEXT[rotation / 90] as [number, number];
  return { x: first.x + dx, y: first.y + dy };
}

function open(pyramid: Pyramid): Block[] {
  return pyramid.blocks.filter((block) => block.stage === pyramid.stage);
}

export function isFree(pyramid: Pyramid, cell: Cell): boolean {
  if (open(pyramid).some((block) => block.x === cell.x && block.y === cell.y)) return false;
  if (pyramid.box === null) return true;
  const [columns, rows] = pyramid.box.map((length) => length - pyramid.stage + 1) as [number, number];
  return cell.x >= 0 && cell.y >= 0 && cell.x < columns && cell.y < rows;
}

/** Say why a domino may not lie on these two cells, or null if it may (docs/rules.md A3). */
export function refusal(pyramid: Pyramid, cells: [Cell, Cell]): string | null {
  if (!cells.every((cell) => isFree(pyramid, cell))) return "a cell is not free, or outside of the stage";
  if (pyramid.stage > 1) return null;
  const blocks = open(pyramid);
  if (blocks.length === 0) {
    return cells[0].x === 0 && cells[0].y === 0 ? null : "blocks[0] of the first domino lies at (0, 0)";
  }
  const touches = cells.some((cell) => blocks.some((b) => Math.abs(b.x - cell.x) + Math.abs(b.y - cell.y) === 1));
  if (!touches) return "it shares no side with a block of the stage";
  const { columns, rows } = rectangle([...blocks, ...cells]);
  return Math.max(columns, rows) <= LONG && Math.min(columns, rows) <= SHORT ? null : "the stage fits in no 5×4 or 4×5";
}

function rectangle(cells: Cell[]): { x: number; y: number; columns: number; rows: number } {
  const xs = cells.map((cell) => cell.x);
  const ys = cells.map((cell) => cell.y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, columns: Math.max(...xs) - x + 1, rows: Math.max(...ys) - y + 1 };
}

/** Whether a domino fits in the open stage. */
export function hasRoom(pyramid: Pyramid): boolean {
  const around = pyramid.box === null ? open(pyramid) : [];
  if (pyramid.box === null && around.length === 0) return true;
  for (let x = -LONG; x <= LONG; x++) {
    for (let y = -LONG; y <= LONG; y++) {
      for (const rotation of [0, 90]) {
        if (refusal(pyramid, [{ x, y }, secondCell({ x, y }, rotation)]) === null) return true;
      }
    }
  }
  return false;
}

/** Return the free cells of the open stage. Stage 1 must be without room for a domino, so that its box is known. */
export function freeCells(pyramid: Pyramid): Cell[] {
  const { x, y, columns, rows } =
    pyramid.box === null
      ? rectangle(open(pyramid))
      : { x: 0, y: 0, columns: pyramid.box[0] - pyramid.stage + 1, rows: pyramid.box[1] - pyramid.stage + 1 };
  const cells: Cell[] = [];
  for (let right = 0; right < columns; right++) {
    for (let down = 0; down < rows; down++) cells.push({ x: x + right, y: y + down });
  }
  return cells.filter((cell) => isFree(pyramid, cell));
}

/** Lay two blocks, as a domino or a fill, and complete the stage if it was the last. */
export function lay(pyramid: Pyramid, blocks: [Block, Block]): void {
  pyramid.blocks.push(...blocks);
  pyramid.laid += 1;
  if (pyramid.laid === DOMINOES_OF_STAGE[pyramid.stage - 1]) complete(pyramid);
}

/** Check a placement, and lay the domino. */
export function place(pyramid: Pyramid, domino: Domino, at: Cell, rotation: number): [Block, Block] {
  const cells: [Cell, Cell] = [at, secondCell(at, rotation)];
  const why = refusal(pyramid, cells);
  require(why === null, `the domino may not lie at (${at.x}, ${at.y}) turned by ${rotation}°: ${why}`);
  const blocks = domino.map((one, i) => ({ ...turned(one, rotation), ...(cells[i] as Cell), stage: pyramid.stage }));
  lay(pyramid, blocks as [Block, Block]);
  return blocks as [Block, Block];
}

/** End the open stage of this player, gaps and all; stage 1 gets its final coordinates. */
export function complete(pyramid: Pyramid): void {
  pyramid.complete = true;
  if (pyramid.stage > 1) return;
  const { x, y, columns, rows } = rectangle(pyramid.blocks);
  pyramid.box = [columns, rows];
  for (const block of pyramid.blocks) {
    block.x -= x;
    block.y -= y;
  }
}

export function nextStage(pyramid: Pyramid): void {
  pyramid.stage += 1;
  pyramid.laid = 0;
  pyramid.complete = false;
}

/** Return all areas as seen from above, by their uppermost, then leftmost visible quadrant (docs/rules.md A4). */
export function areas(pyramid: Pyramid): Area[] {
  const seen = new Map<string, { block: Block; x: number; y: number; icon: boolean }>();
  for (const block of [...pyramid.blocks].sort((a, b) => a.stage - b.stage)) {
    block.icons.forEach((icon, i) => {
      const x = block.stage - 1 + 2 * block.x + (i % 2);
      const y = block.stage - 1 + 2 * block.y + Math.floor(i / 2);
      seen.set(`${x},${y}`, { block, x, y, icon });
    });
  }
  const areaOf = new Map<Block, Area>();
  for (const { block, x, y, icon } of [...seen.values()].sort((a, b) => a.y - b.y || a.x - b.x)) {
    const area = areaOf.get(block) ?? { x, y, colour: block.colour, icons: 0, blocks: [block] };
    areaOf.set(block, area);
    if (icon) area.icons += 1;
    for (const [dx, dy] of [
      [-1, 0],
      [0, -1],
    ] as const) {
      const other = seen.get(`${x + dx},${y + dy}`)?.block;
      const joined = other && areaOf.get(other);
      if (!joined || joined.colour !== area.colour || joined === areaOf.get(block)) continue;
      merge(areaOf, joined, areaOf.get(block) as Area);
    }
  }
  return [...new Set(areaOf.values())].sort((a, b) => a.y - b.y || a.x - b.x);
}

function merge(areaOf: Map<Block, Area>, one: Area, other: Area): void {
  const [first, second] = one.y < other.y || (one.y === other.y && one.x < other.x) ? [one, other] : [other, one];
  first.icons += second.icons;
  for (const block of second.blocks) {
    first.blocks.push(block);
    areaOf.set(block, first);
  }
}
