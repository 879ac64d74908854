// The shapes of the expedition cards, and the cells of a card (docs/rules.md D1).

const SIDE = 5;
/** Cells are numbered 0 to 24, in reading order. */
export const CELLS = Array.from({ length: SIDE * SIDE }, (_, cell) => cell);
export const EXPEDITION = ["I2", "I3", "I4", "V3", "V3", "L4", "L4", "O4"] as const;

/** A shape as cells of a card. */
const SHAPES: { [shape: string]: string[] } = {
  I2: ["a1", "b1"],
  I3: ["a1", "b1", "c1"],
  I4: ["a1", "b1", "c1", "d1"],
  V3: ["a1", "b1", "a2"],
  L4: ["a1", "b1", "c1", "a2"],
  O4: ["a1", "b1", "a2", "b2"],
};
/** Bits of a number from 0 to 7: the ways to turn and mirror a shape. */
const [SWAPPED, LEFT_RIGHT, TOP_BOTTOM] = [1, 2, 4];

export function cellNumber(name: string): number {
  return (Number(name.charAt(1)) - 1) * SIDE + "abcde".indexOf(name.charAt(0));
}

export function neighbours(cell: number): number[] {
  const column = cell % SIDE;
  const beside = [column > 0 ? cell - 1 : -1, column < SIDE - 1 ? cell + 1 : -1, cell - SIDE, cell + SIDE];
  return beside.filter((one) => CELLS.includes(one));
}

/** Return the same text for cells that are the same shape, however it is turned, mirrored and moved. */
function form(cells: number[]): string {
  const forms = Array.from({ length: 8 }, (_, way) => {
    const moved = cells.map((cell): [number, number] => {
      const [column, row] = [cell % SIDE, Math.floor(cell / SIDE)];
      const [x, y] = way & SWAPPED ? [row, column] : [column, row];
      return [way & LEFT_RIGHT ? -x : x, way & TOP_BOTTOM ? -y : y];
    });
    const left = Math.min(...moved.map(([x]) => x));
    const top = Math.min(...moved.map(([, y]) => y));
    const places = moved.map(([x, y]) => `${x - left},${y - top}`);
    return places.sort().join(" ");
  });
  return forms.sort()[0] as string;
}

const FORMS = new Map(Object.entries(SHAPES).map(([shape, names]) => [shape, form(names.map(cellNumber))]));

/** Whether these cells are this shape, in any rotation or mirror image. */
export function isShape(cells: number[], shape: string): boolean {
  return form(cells) === FORMS.get(shape);
}
