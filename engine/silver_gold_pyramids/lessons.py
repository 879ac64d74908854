"""The lessons of Silver & Gold: Pyramids, as data (`engine.lesson`)."""

from __future__ import annotations

from engine.core import gettext_noop
from engine.lesson import Lesson, Step

LESSONS = (
    Lesson(
        "basics",
        gettext_noop("Your first pyramids"),
        gettext_noop("Mark shapes from the entrance to the tomb, and use the symbols."),
        {"seats": 2},
        "first 2",
        (
            Step(
                gettext_noop(
                    "The most points win: 10 for each pyramid that you explore from its entrance, the dark gate, to "
                    "the golden tomb, and more on the way. Of four you keep two: choose 7 and 17, where the way is "
                    "short."
                ),
                "K7,17",
                gettext_noop("You could keep any two. Here, keep 7 and 17."),
                then="M34 a1 b1",
            ),
            Step(
                gettext_noop(
                    "A game has 28 steps. In each, all players mark the same shape, now two cells in a row, on one of "
                    "their two pyramids. Begin at the entrance of pyramid 7: mark it, and the cell to its right."
                ),
                "M7 a1 b1",
                gettext_noop("On pyramid 7, mark the entrance and the cell to the right of it."),
                then="M19 b1 b2 b3",
            ),
            Step(
                gettext_noop(
                    "Now three in a row; the round arrow turns the shape upright. Begin your other pyramid, 17, with "
                    "it: the entrance and the two cells below. The grey stones are walls, which can never be marked."
                ),
                "M17 a1 a2 a3",
                gettext_noop("On pyramid 17, mark the entrance and the two cells below it."),
                then="M34 b2 c2 c3",
            ),
            Step(
                gettext_noop(
                    "Symbols on cells that you mark take effect: the torch is worth 5 points, and for the red cross you"
                    " mark an extra cell at once. Cover both on pyramid 17 with the shape, then mark the golden tomb."
                ),
                "M17 a4 b4 b5 > 17 c5",
                gettext_noop(
                    "On pyramid 17, cover the torch and the red cross with the shape. The extra cell is the tomb."
                ),
            ),
            Step(
                gettext_noop(
                    "Its tomb is marked, so pyramid 17 is explored: 10 points. Choose a new one, from the four that "
                    "lie open, the reserve, or unseen from the deck: here number 8."
                ),
                "R8",
                gettext_noop("Here, choose pyramid 8 from the reserve."),
                then="M19 c3 d3 c4 d4",
            ),
            Step(
                gettext_noop(
                    "Skulls cost points, and a potion erases two of them. You have none yet, so this potion just lies "
                    "on the way: begin pyramid 8 with the square, which covers the entrance and the potion."
                ),
                "M8 a1 b1 a2 b2",
                gettext_noop("On pyramid 8, cover the entrance and the potion beside it."),
                then="M34 c4 b5 c5",
            ),
            Step(
                gettext_noop(
                    "Each later shape must share a side with a marked cell of its pyramid; instead of it you may "
                    "always mark a single cell. Go on with pyramid 7, towards the tomb: two cells down, then one to "
                    "the right."
                ),
                "M7 b2 b3 c3",
                gettext_noop(
                    "On pyramid 7, begin below the right-hand one of your two marks: two cells down, then one to the "
                    "right."
                ),
                then="R20; M20 c1 d1 c2 c3",
            ),
            Step(
                gettext_noop(
                    "Rotate or mirror the shape so that it covers the red cross of pyramid 7, the skull beside it and "
                    "the green gem below; the extra cell is the tomb. The tomb brings 10 points, and your first skull "
                    "costs 1; five skulls cost 6 in all, ten 20."
                ),
                "M7 b4 c4 d4 b5 > 7 d5",
                gettext_noop(
                    "On pyramid 7, lay the long side of the shape over the red cross and the skull to its right, and "
                    "its short side over the green gem. The extra cell is the tomb."
                ),
                then="R0",
                meanwhile=(
                    "M19 a2; M8 d2 b3 c3 d3 > 8 e3; M20 b2; M8 e4 d5 e5; R0; M20 e1; M23 c1 d1 d2 d3; M19 "
                    "e3; M23 e3 e4 d5 e5; R0; M20 a2 a3 a4; M43 a1 a2 a3; M19 e4; M43 a4 b4 a5 b5; M20 b1; "
                    "M43 b2 c2 c3 > 43 d3; M20 d3; M43 e3; M19 a1; M43 c1 d1 e1; M19 c1; M31 d1 e1 e2 e3; "
                    "M20 d4; M31 d4 e4 d5 e5; M20 b4 b5 c5 d5; M31 c4 a5 b5 c5; R29; R15; M19 d1 e1 d2; M43 "
                    "e4 d5 e5; R0; M19 e5; M10 a1 a2 > 15 c1; R5; M5 c1 d1 c2 > 5 d2; M10 b2 b3 c3 > 15 c2; "
                    "M5 d3; M10 d3 e3 d4 e4; M29 e1 e2; M10 d5 e5; R0; M29 b3 c3 d3 e3; M15 d2 d3 d4 d5; R0; "
                    "M5 c4 d4 e4 c5; M41 c1 d1 d2 d3 > 41 d4; M5 d5; M41 c4 c5 d5 e5; R45; M29 d2; M9 b1 c1 "
                    "c2 > 9 d2; M29 e4 d5 e5"
                ),
            ),
            Step(
                gettext_noop(
                    "Many steps later: nine pyramids explored; the second, fourth and sixth of a colour each took the "
                    "highest bonus left in it, 10, 6 or 3 points. Last step: cover the red gem of pyramid 9. A red "
                    "and a green gem are 5 points together, a gem alone is 1."
                ),
                "M9 e2 d3 e3",
                gettext_noop("On pyramid 9, cover the red gem with the shape."),
                also=("M9 d3 e3 d4",),
            ),
        ),
        gettext_noop(
            "122 points: 90 for nine pyramids, 22 for the second, fourth and sixth of a colour, 20 for four pairs of a "
            "red and a green gem, 10 for torches, less 20 for the worst skull. Only one torch counts in each round of "
            "seven steps."
        ),
        before="K19,34",
        basic=True,
    ),
    Lesson(
        "torches",
        gettext_noop("A torch in every round"),
        gettext_noop("Only one torch counts in each round of seven steps."),
        {"seats": 2},
        "lesson 17",
        (
            Step(
                gettext_noop(
                    "Two steps of round 2 are left, and you have no torch of this round yet. Begin pyramid 37, "
                    "straight down from its entrance: then its torch lies beside your marks."
                ),
                "M37 d1 d2 d3",
                gettext_noop("On pyramid 37, mark the entrance and the two cells below it."),
                then="M32 c5",
            ),
            Step(
                gettext_noop(
                    "This is the last step of round 2, and you have no torch of this round yet. The shape reaches "
                    "none, but you may always mark a single cell instead."
                ),
                "M37 c2",
                gettext_noop("Choose the single cell, and mark the torch of pyramid 37."),
                then="R19; M19 b1 b2 b3",
                marked=False,
            ),
            Step(
                gettext_noop(
                    "Round 3 needs a torch of its own, and neither of your pyramids has one left. So explore pyramid "
                    "24 soon: go straight down to its bottom row, in spite of the skulls."
                ),
                "M24 b3 b4 b5",
                gettext_noop("On pyramid 24, mark the three cells below your marks, down to the bottom row."),
                then="M19 b4 c4 d4 e4",
            ),
            Step(
                gettext_noop("Four in a row do not reach the tomb of pyramid 24. Mark it nevertheless."),
                "M24 c5",
                gettext_noop("Choose the single cell, and mark the tomb of pyramid 24."),
                marked=False,
            ),
            Step(
                gettext_noop("Now look for the only pyramid of the reserve that has a torch, and choose it."),
                "R39",
                gettext_noop("Number 39 has a torch, in its fourth row."),
                marked=False,
            ),
        ),
        gettext_noop(
            "A torch in each of the four rounds is worth 20 points in all, as much as two pyramids. A second one in the"
            " same round is worth nothing, so leave it for the next round."
        ),
        before=(
            "K15,44; K30,17; M44 a1 a2 a3 a4; M17 a1 a2 a3 a4; M15 b1 c1; M17 b4 b5 > 17 c5; R13; M44 b4 b5 "
            "c5 d5; M30 e1 c2 d2 e2; R46; M15 c2 d2 c3 d3; M30 a1 b1 a2 b2 > 13 d1; M15 c4 d4 d5; M13 c2 d2 "
            "c3; R0; M46 a1 b1 b2 b3; M13 a4 b4 c4 c5 > 30 d3; R0; M46 a3 a4 a5; M24 b1 c1 d1; R5; M5 c1 d1 "
            "> 5 d2; M30 d4 d5; R47; M5 b1 b2 a3 b3; M47 a1 b1 a2 a3; M5 a4 a5 b5; M24 a1 a2 b2; R32; M32 b1 "
            "c1 b2; M47 c1 d1 c2; M23 c1 d1 c2 d2; M47 c3 d3 c4 d4 > 47 c5; R0; M32 b3 b4 b5"
        ),
    ),
    Lesson(
        "crosses",
        gettext_noop("Cross after cross"),
        gettext_noop("One step can cover both of your pyramids."),
        {"seats": 2},
        "lesson 1",
        (
            Step(
                gettext_noop(
                    "You may choose a new pyramid. In which one does the red cross lie right beside the tomb, so that "
                    "its extra cell can be the tomb?"
                ),
                "R17",
                gettext_noop("Look at the bottom row: in number 17, the red cross and the tomb are neighbours."),
                then="M20 d1 e1 e2",
                marked=False,
            ),
            Step(
                gettext_noop(
                    "Go down towards the cross of pyramid 17: mark the entrance, the cell to its right, and the one "
                    "below that."
                ),
                "M17 a1 b1 b2",
                gettext_noop("On pyramid 17, mark the entrance, go one cell to the right, and one down."),
                then="M22 a2",
            ),
            Step(
                gettext_noop(
                    "A new round, so a torch counts again. On pyramid 17, mark the torch, the cell above it, and the "
                    "one left of that. Stop there: the red cross is now within reach for a better moment."
                ),
                "M17 a3 b3 b4",
                gettext_noop(
                    "On pyramid 17, the corner of the shape lies above the torch, and its other end to the left."
                ),
                then="M20 d3 d4 d5 e5",
            ),
            Step(
                gettext_noop(
                    "An extra cell may lie on your other pyramid, and may be a red cross again. Cover the red cross of "
                    "pyramid 1 with the shape, and go on to the tomb of pyramid 17."
                ),
                "M1 c3 c4 b5 c5 > 17 b5 > 17 c5",
                gettext_noop(
                    "On pyramid 1, go from the torch down to the red cross. The extra cells are the red cross of "
                    "pyramid 17 and then its tomb."
                ),
                marked=False,
            ),
        ),
        gettext_noop(
            "Six cells in one step, and a tomb. Keep a red cross within reach until its extra cell can be a tomb."
        ),
        before=(
            "K22,46; K1,37; M22 b1 b2 b3 b4; M1 b1 c1 d1 e1; M22 c1 c2; M37 d1 e1; M46 a1 b1 b2; M37 c2 d2 "
            "d3; M22 a1; M1 a2 b2 a3 b3; M46 a3 b3 a4 a5; M37 d4 b5 c5 d5; R20; M20 c1 c2 c3; M37 a5"
        ),
    ),
    Lesson(
        "potions",
        gettext_noop("Skulls and potions"),
        gettext_noop("Only the worst skull counts."),
        {"seats": 2},
        "lesson 3",
        (
            Step(
                gettext_noop(
                    "A potion lies beside the tomb of pyramid 18, but the way down begins with a skull. Go down all "
                    "four cells: a third skull costs you only one point more."
                ),
                "M18 e1 e2 e3 e4",
                gettext_noop("On pyramid 18, mark the four cells on the right, from the skull down."),
                then="R0; M16 c1 d1 e1 > 16 b1",
            ),
            Step(
                gettext_noop(
                    "Three skulls cost you three points now, and each further one makes it worse. A potion erases the "
                    "two worst: reach it and the tomb of pyramid 18 in one step."
                ),
                "M18 c5 d5 e5",
                gettext_noop("On pyramid 18, mark the bottom row from the potion to the right."),
                marked=False,
            ),
            Step(
                gettext_noop("Now look for the pyramid with a potion that is soon within reach, and choose it."),
                "R8",
                gettext_noop("Number 8 has a potion, right beside its entrance."),
                then="M16 b2 a3 b3",
                marked=False,
            ),
            Step(
                gettext_noop(
                    "With one skull left, the potion would erase just that one. Begin pyramid 8 with the shape, but "
                    "leave the potion for later."
                ),
                "M8 b1 c1 b2",
                gettext_noop("On pyramid 8, cover the entrance with the shape, but not the potion beside it."),
                also=("M8 b1 a2 b2",),
            ),
        ),
        gettext_noop(
            "Two skulls fewer, and a tomb. A potion does not help against skulls that come later, so drink it when two "
            "or more are marked."
        ),
        before=(
            "K37,1; K18,23; M37 d1 c2 d2; M23 c1 c2 d2; M1 c1 d1 e1; M23 d3 d4 d5; M37 d3 d4 c5 d5; M23 b1 "
            "b2 a3 b3 > 23 e5; R17; M1 e2 e3 e4 e5; M17 a1 a2 a3 a4; R28; M28 c1 c2 b3 c3; M17 b3 b4 b5 c5 > "
            "18 d1; R11; M37 a5 b5; M11 c1 d1; R14; M28 b4 c4 b5 c5; M11 d2; M28 d5 e5; M11 e2 e3; R32; M14 "
            "e1 e2 d3 e3; M11 e4 c5 d5 e5 > 11 e1; R0; M14 b3 c3 b4; M42 b1 a2 b2; M14 b5"
        ),
    ),
)
