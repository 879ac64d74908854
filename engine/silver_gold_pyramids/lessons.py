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
                    "Of the four pyramids that you are dealt, you keep two. Keep 7 and 17: in both, the way "
                    "from the entrance to the golden tomb is short."
                ),
                "K7,17",
                gettext_noop("You could keep any two. Here, keep 7 and 17."),
                then="M34 a1 b1",
            ),
            Step(
                gettext_noop(
                    "In each step all players mark the same shape, now two in a row. The first mark on a "
                    "pyramid covers its entrance: begin with pyramid 7."
                ),
                "M7 a1 b1",
                gettext_noop("On pyramid 7, mark the entrance and the cell to the right of it."),
                then="M19 b1 b2 b3",
            ),
            Step(
                gettext_noop(
                    "Three in a row: begin pyramid 17 with it, from the entrance down. Walls can never be marked."
                ),
                "M17 a1 a2 a3",
                gettext_noop("On pyramid 17, mark the entrance and the two cells below it."),
                then="M34 b2 c2 c3",
            ),
            Step(
                gettext_noop(
                    "Symbols that you mark take effect: the first torch in each round of seven steps brings five "
                    "points, and for a red cross you mark an extra cell at once. Cover both in pyramid 17, then "
                    "mark its tomb."
                ),
                "M17 a4 b4 b5 > 17 c5",
                gettext_noop(
                    "On pyramid 17, cover the torch and the red cross with the shape. The extra cell is the tomb."
                ),
            ),
            Step(
                gettext_noop(
                    "A pyramid is finished when its tomb is marked: 10 points. Choose a new one from the reserve or, "
                    "unseen, from the deck: here number 8."
                ),
                "R8",
                gettext_noop("Here, choose pyramid 8 from the reserve."),
                then="M19 c3 d3 c4 d4",
            ),
            Step(
                gettext_noop(
                    "Rotate and mirror shapes as you like. Begin pyramid 8 with the square, and cover the "
                    "potion: it erases your two worst skulls, if you have any."
                ),
                "M8 a1 b1 a2 b2",
                gettext_noop("On pyramid 8, cover the entrance and the potion beside it."),
                then="M34 c4 b5 c5",
            ),
            Step(
                gettext_noop(
                    "Every later mark must touch an earlier one; instead of the shape you may always mark a single "
                    "cell. Go on in pyramid 7, down towards the tomb."
                ),
                "M7 b2 b3 c3",
                gettext_noop("On pyramid 7, mark b2, b3 and c3: two cells down, and one to the right."),
                then="R20; M20 c1 d1 c2 c3",
            ),
            Step(
                gettext_noop(
                    "Cover the red cross, the skull and the green gem of pyramid 7; the extra cell is the "
                    "tomb. Each skull costs more than the one before, but only the worst one counts."
                ),
                "M7 b4 c4 d4 b5 > 7 d5",
                gettext_noop("On pyramid 7, mark b4, c4, d4 and b5 with the shape, and the tomb as the extra cell."),
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
                    "Every second pyramid of a colour brings 10 points to the first player, then 6 and 3: you got 10 "
                    "for purple. Now comes the last of the 28 steps: cover the red gem of pyramid 9; with a green "
                    "one it brings five points."
                ),
                "M9 e2 d3 e3",
                gettext_noop("On pyramid 9, cover the red gem with the shape."),
            ),
        ),
        gettext_noop(
            "122 points: 90 for nine pyramids, 22 pyramid points for the second, fourth and sixth of a "
            "colour, 20 for gems and 10 for torches, less 20 for the worst skull. The most points win."
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
                    "Two steps of round 2 are left, and you have no torch of this round yet. Begin pyramid 37 so that "
                    "its torch lies beside your marks."
                ),
                "M37 d1 d2 d3",
                gettext_noop("On pyramid 37, mark the entrance and the two cells below it."),
                then="M32 c5",
            ),
            Step(
                gettext_noop(
                    "This is the last step of round 2, and you have no torch of this round yet. The shape "
                    "reaches none, but you may always mark a single cell instead."
                ),
                "M37 c2",
                gettext_noop("Choose the single cell, and mark the torch of pyramid 37."),
                then="R19; M19 b1 b2 b3",
                marked=False,
            ),
            Step(
                gettext_noop(
                    "Round 3 needs a torch of its own, and neither of your pyramids has one left. So finish pyramid 24 "
                    "soon: go straight down to its tomb, in spite of the skulls."
                ),
                "M24 b3 b4 b5",
                gettext_noop("On pyramid 24, mark the three cells below your marks: b3, b4 and b5."),
                then="M19 b4 c4 d4 e4",
            ),
            Step(
                gettext_noop("Four in a row do not fit there. Finish pyramid 24 nevertheless."),
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
            "A torch in each of the four rounds brings 20 points, as much as two pyramids. A second one in the same "
            "round brings nothing, so leave it for the next round."
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
        gettext_noop("One mark can reach over both of your pyramids."),
        {"seats": 2},
        "lesson 1",
        (
            Step(
                gettext_noop(
                    "You may choose a new pyramid. In which one does the red cross lie right beside the tomb, so that "
                    "its extra cell can finish it?"
                ),
                "R17",
                gettext_noop("Look at the bottom row: in number 17, the red cross and the tomb are neighbours."),
                then="M20 d1 e1 e2",
                marked=False,
            ),
            Step(
                gettext_noop("Go down towards the cross: mark the entrance, the cell beside it and the one below."),
                "M17 a1 b1 b2",
                gettext_noop("On pyramid 17, mark a1, b1 and b2: the entrance, one cell to the right, and one down."),
                then="M22 a2",
            ),
            Step(
                gettext_noop(
                    "A new round, so a torch counts again. Cover the torch of pyramid 17, and stop there: the red "
                    "cross is now within reach for a better moment."
                ),
                "M17 a3 b3 b4",
                gettext_noop("On pyramid 17, mark a3, b3 and b4, the torch."),
                then="M20 d3 d4 d5 e5",
            ),
            Step(
                gettext_noop(
                    "An extra cell may lie on your other pyramid, and may be a red cross again. Cover the "
                    "red cross of pyramid 1 with the shape, then open the tomb of pyramid 17."
                ),
                "M1 c3 c4 b5 c5 > 17 b5 > 17 c5",
                gettext_noop(
                    "On pyramid 1, go from the torch down to the red cross. The extra cells are the red "
                    "cross of pyramid 17 and then its tomb."
                ),
                marked=False,
            ),
        ),
        gettext_noop(
            "Six cells in one step, and a tomb. Leave a red cross within reach for the step in which its "
            "extra cell finishes a pyramid."
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
                    "A potion lies beside the tomb of pyramid 18, but the way down begins with a skull. Take it: a "
                    "third skull costs you only one point more."
                ),
                "M18 e1 e2 e3 e4",
                gettext_noop("On pyramid 18, mark the four cells on the right, from the skull down."),
                then="R0; M16 c1 d1 e1 > 16 b1",
            ),
            Step(
                gettext_noop(
                    "Three skulls cost you three points now, and each further one makes it worse. A potion "
                    "erases the two worst: reach it and the tomb of pyramid 18 in one step."
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
                    "With one skull left, the potion would erase just that one. Begin pyramid 8 beside it, and keep "
                    "it for later."
                ),
                "M8 b1 c1 b2",
                gettext_noop("On pyramid 8, mark the entrance and the cells to its right and below it."),
            ),
        ),
        gettext_noop(
            "Two skulls fewer, and a tomb. A potion does not help against skulls that come later, so drink "
            "it when two or more are marked."
        ),
        before=(
            "K37,1; K18,23; M37 d1 c2 d2; M23 c1 c2 d2; M1 c1 d1 e1; M23 d3 d4 d5; M37 d3 d4 c5 d5; M23 b1 "
            "b2 a3 b3 > 23 e5; R17; M1 e2 e3 e4 e5; M17 a1 a2 a3 a4; R28; M28 c1 c2 b3 c3; M17 b3 b4 b5 c5 > "
            "18 d1; R11; M37 a5 b5; M11 c1 d1; R14; M28 b4 c4 b5 c5; M11 d2; M28 d5 e5; M11 e2 e3; R32; M14 "
            "e1 e2 d3 e3; M11 e4 c5 d5 e5 > 11 e1; R0; M14 b3 c3 b4; M42 b1 a2 b2; M14 b5"
        ),
    ),
)
