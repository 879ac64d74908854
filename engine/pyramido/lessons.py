"""The lessons of Pyramido, as data (`engine.lesson`)."""

from __future__ import annotations

from engine.core import gettext_noop
from engine.lesson import Lesson, Step

LESSONS = (
    Lesson(
        "basics",
        gettext_noop("Your first stage"),
        gettext_noop("Lay dominoes, mark areas, change a colour with a card."),
        {"seats": 2},
        "first 23",
        (
            Step(
                gettext_noop(
                    "Take a domino from the quarry and lay it on the ground: here the red and yellow one. Later ones "
                    "must touch another, whatever the colours."
                ),
                "P2,0,0,0",
                gettext_noop("Take the red and yellow domino, in the middle of the quarry, and lay it across."),
            ),
            Step(
                gettext_noop(
                    "Only areas with a marker score, a point for each icon, and you have one marker of each colour. "
                    "Mark the red block."
                ),
                "M0",
                gettext_noop("You could mark yellow, too. Here, mark red."),
            ),
            Step(
                gettext_noop("Fill the quarry from one of the two piles behind the gap: pile 2 brings more red."),
                "R2",
                gettext_noop("Here, choose pile 2, the red one."),
                then="P3,0,0,0; M0; R3",
            ),
            Step(
                gettext_noop(
                    "Blocks of one colour that touch form an area. Lay the red domino beside your red block: "
                    "three icons in your marked area."
                ),
                "P1,-2,0,0",
                gettext_noop("Lay the red domino to the left of your red block, so that red touches red."),
            ),
            Step(
                gettext_noop(
                    "You do the same in every turn: lay a domino, mark a block that has an icon if you have its "
                    "marker, fill the quarry. Fill it from pile 1."
                ),
                "R1",
                gettext_noop("Here, choose pile 1."),
                then="P2,2,-1,90; R3",
                meanwhile=(
                    "P2,1,-2,90; M0; R2; P1,-2,0,0; R2; P2,1,-3,180; R2; P1,2,-2,180; R1; P2,-2,-3,0; R3; "
                    "P2,2,-3,180; R3; P2,0,-4,0; R3; P3,-2,-1,270; R3; P2,-2,-1,0; R2; P3,-1,-3,180; R3; "
                    "P2,-1,-4,180; R3; P3,0,-1,0; R3; P2,-2,-2,0; R2; P3,0,-2,270; R3"
                ),
            ),
            Step(
                gettext_noop(
                    "Some turns later, one of the ten dominoes of your first stage is missing. Rotate the green and "
                    "red one, and lay it into the last gap with green on top."
                ),
                "P1,0,-2,90",
                gettext_noop("Nearly. Take the green and red domino, and rotate it until green is on top."),
            ),
            Step(
                gettext_noop(
                    "Once in a turn you may lay one of your three cards on an unmarked block of the new domino. "
                    "Lay the blue side on the green block: it becomes part of your blue area."
                ),
                "C0b0",
                gettext_noop("Turn up the blue side of the card, and lay it on the green block."),
                free=("rotation",),
            ),
            Step(
                gettext_noop("Fill the quarry from pile 1. That ends your turn, and your stage."),
                "R1",
                gettext_noop("Here, choose pile 1."),
                then="P2,-1,-2,90; R3",
            ),
        ),
        gettext_noop(
            "20 points: 2 for green, 6 for blue, 2 for turquoise, 8 for red, and 2 as Mino’s bonus, because "
            "your smallest marked area counts twice. You get your markers back. Stage 2, with six dominoes, lies "
            "on top of stage 1, and what stays visible can score again. After stage 4, the most points win."
        ),
        basic=True,
    ),
    Lesson(
        "mino",
        gettext_noop("Mino’s bonus"),
        gettext_noop("An icon in your smallest marked area counts twice."),
        {"seats": 2},
        "mino 23",
        (
            Step(
                gettext_noop(
                    "Your marked areas have 6, 8 and 8 icons, and one gap is left. The smallest area counts "
                    "twice. Which domino makes it larger?"
                ),
                "P2,1,3,180",
                gettext_noop(
                    "Your smallest marked area is red. Take the domino with two red icons, and let red touch red."
                ),
                marked=False,
            ),
            Step(
                gettext_noop("Fill the quarry from pile 2, and see how the stage is scored."),
                "R2",
                gettext_noop("Here, choose pile 2."),
            ),
        ),
        gettext_noop(
            "32 points: 8, 8, 8, and 8 again as Mino’s bonus. Your two new icons brought four points. A "
            "fourth marked area, with few icons, would have lowered the bonus."
        ),
        before=(
            "P2,0,0,0; R3; P2,0,0,0; M0; R2; P2,-2,0,0; R3; P3,1,2,270; M0; R4; P2,-1,-2,90; R2; P3,1,3,180; "
            "R4; P3,1,-2,90; R3; P3,0,4,0; R3; P3,1,1,180; R3; P2,-1,4,270; R3; P2,-2,1,0; R3; P2,-2,4,270; "
            "R2; P1,1,2,180; R1; P2,0,2,180; R2; P1,-2,-1,270; R2; P1,-1,0,180; R1; P2,-1,2,180; M0; R3; "
            "P1,-2,1,90; R1; P3,0,-2,90; R3; P2,-1,1,0; R2; P2,0,2,90; M0; R3; P2,0,0,0; M0; R2; P2,0,1,0; "
            "R2; P2,0,2,0; R2; P2,2,0,90; R2; P3,2,2,90; M0; R3; P1,2,3,270; R1; P1,0,1,0; R1; P2,1,2,90; "
            "R3; P2,2,0,90; R3; P2,1,0,180; R3"
        ),
    ),
    Lesson(
        "edges",
        gettext_noop("Areas that last"),
        gettext_noop("What stays visible is scored again in every stage."),
        {"seats": 2},
        "edge 3",
        (
            Step(
                gettext_noop(
                    "Stage 2 lies in the middle, so only the edge of stage 1 stays visible. Find the domino "
                    "that goes on with two of its colours: green below and red on the right."
                ),
                "P1,2,3,270",
                gettext_noop(
                    "Take the green and red domino. Green has to touch the green edge below, and red the red "
                    "edge on the right."
                ),
                marked=False,
            ),
            Step(
                gettext_noop("Fill the quarry from pile 1."),
                "R1",
                gettext_noop("Here, choose pile 1."),
                then="P1,0,1,270; R1",
                meanwhile=(
                    "P2,1,0,90; R3; P2,1,0,0; R3; P1,0,2,90; M0; R1; P2,1,3,0; R3; P2,0,0,90; M0; R3; "
                    "P2,0,2,90; R3; P1,1,3,270; C1r0; R2; P2,1,2,0; R3; P2,2,0,90; R2"
                ),
            ),
        ),
        gettext_noop(
            "31 points in stage 2: your green area had ten icons and your red one six, many of them on the "
            "edge since stage 1. The edge stays visible to the end."
        ),
        before=(
            "P1,0,0,0; M0; R2; P1,0,0,0; R1; P2,0,-1,270; R3; P1,1,2,270; M1; R1; P2,0,-4,90; M0; R2; "
            "P1,1,3,180; R2; P2,1,-4,90; R2; P2,1,4,180; R2; P2,2,0,270; R2; P1,-2,4,0; M0; R2; P1,3,0,270; "
            "R1; P2,-2,0,0; M0; R2; P1,3,-3,180; R1; P1,-2,3,270; R1; P3,3,-4,180; R3; P2,-2,1,0; R3; "
            "P1,3,-2,180; R1; P2,0,2,270; R3; P2,1,-2,90; R3; P1,-1,2,90; R1; P1,2,1,180; M0; R1"
        ),
    ),
    Lesson(
        "cards",
        gettext_noop("A card at the right moment"),
        gettext_noop("A card brings its marker along."),
        {"seats": 2},
        "card 22",
        (
            Step(
                gettext_noop(
                    "One gap is left in stage 3. Take the domino with two red icons on one block, and lay it "
                    "so that its plain block is on top, beside your green area."
                ),
                "P2,0,0,90",
                gettext_noop(
                    "Take the domino in the middle of the quarry, and rotate it until the block without "
                    "icons is on top."
                ),
            ),
            Step(
                gettext_noop(
                    "Your green area has seven icons, but no marker. Cover the plain block so that this changes."
                ),
                "C0g0",
                gettext_noop("Turn up the green side of your card, and lay it on the block without icons."),
                marked=False,
                free=("rotation",),
            ),
            Step(
                gettext_noop("Fill the quarry from pile 2, and see how the stage is scored."),
                "R2",
                gettext_noop("Here, choose pile 2."),
                then="P3,2,0,90; R3",
            ),
        ),
        gettext_noop(
            "30 points, eight more than without the card: it joined the green area, and your green marker "
            "came with it. You have only three cards in the whole game."
        ),
        before=(
            "P2,0,0,0; R3; P2,0,0,0; M0; R2; P3,2,1,270; M1; R3; P1,2,0,0; R1; P3,3,1,270; R3; P3,3,2,270; "
            "R3; P1,3,-2,90; R2; P3,-1,0,90; R3; P1,4,-2,90; R2; P3,3,3,180; R3; P3,0,-1,0; R3; P3,-1,2,0; "
            "R3; P1,2,-2,90; R2; P2,-1,3,0; R3; P2,4,1,270; R2; P2,1,1,180; R2; P3,1,-2,180; R4; P3,1,2,90; "
            "R4; P3,1,1,180; R3; P1,2,1,90; R1; P1,2,1,0; M1; R1; P2,2,2,0; M0; R3; P2,0,1,270; R3; "
            "P2,3,1,270; C1g0; R2; P1,2,0,0; R2; P1,1,0,90; R2; P2,2,2,0; M0; R2; P1,0,0,90; R1; P1,0,2,0; "
            "R1; P2,1,2,180; R3; P3,1,1,270; R3; P3,2,0,90; M0; R3; P2,2,0,180; M0; C1y0; R2; P3,0,1,0; "
            "C1t180; R3; P2,2,1,180; C0b90; R2; P2,0,0,0; R3"
        ),
    ),
)
