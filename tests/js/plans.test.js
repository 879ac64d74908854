// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { plans as treasures } from "../../games/static/games/board/forgotten_treasures/plans.js";
import { plans as explorers } from "../../games/static/games/board/silver_gold_pyramids/plans.js";

const SPACES = [
  { space: 1, height: 18, face_up: true, domino: 17, gems: { blue: 1 } },
  {
    space: 2,
    height: 18,
    face_up: false,
    back: [
      { colour: "red", icons: 1 },
      { colour: "blue", icons: 1 },
    ],
    gems: { red: 3 },
  },
];
const VIEW = { spaces: SPACES, decision: { kind: "take", spaces: [{ space: 1, gems: ["blue"] }] } };

test("a turn rests on the dominoes that it names, and each has a sentence", () => {
  const found = treasures.conditions(VIEW, [
    { type: "take", space: 1, gem: "blue" },
    { type: "reveal", space: 2 },
    { type: "place", x: 0, y: 0, rotation: 0 },
  ]);
  assert.deepEqual(
    found.map(({ at, is, on }) => [at, is, on]),
    [
      ["/spaces/0/domino", 17, true],
      ["/spaces/0/gems", { blue: 1 }, false],
      ["/spaces/1/back", SPACES[1].back, true],
    ],
  );
  assert.deepEqual(
    found.map((one) => treasures.sentence(one)),
    ["space 1 still has its domino", "space 1 still has the same gems", "space 2 still has the same domino, face down"],
  );
  assert.equal(treasures.sentence({ at: "/stage", is: 2 }), "the table still looks as planned");
});

test("what nobody has seen yet is neither shown nor offered", () => {
  const shown = treasures.hide(VIEW, ["/spaces/0/domino"]);
  assert.equal(shown.spaces[0].domino, undefined);
  assert.deepEqual(shown.spaces[1], { ...SPACES[1] });
  assert.deepEqual(shown.decision.spaces, []);
  assert.deepEqual(treasures.hide(VIEW, ["/bag/red"]).decision, VIEW.decision);
  const seats = [
    {
      cards: [
        { number: 3, marked: [] },
        { number: 9, marked: [] },
      ],
    },
  ];
  const drawn = explorers.hide({ shape: "I2", reserve: [4, 5], seats }, [
    "/seats/0/cards/1/number",
    "/reserve/1",
    "/shape",
  ]);
  assert.deepEqual([drawn.shape, drawn.reserve, drawn.seats[0].cards.length], [null, [4], 1]);
});
