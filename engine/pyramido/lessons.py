"""The lessons of Pyramido, as data (`engine.lesson`)."""

from __future__ import annotations

from engine.core import gettext_noop
from engine.lesson import Lesson, Step

BESIDE = (
    "-2,0,0 -1,-1,0 -1,-1,90 -1,0,90 -1,0,180 -1,0,270 -1,1,0 -1,1,270 0,-2,90 0,-1,0 0,-1,180 0,-1,270 0,1,0 0,1,90 "
    "0,1,180 0,2,270 1,-1,180 1,1,180"
)
"""Where a domino shares a side with the left block of the first one, which lies across."""

RED_BESIDE_RED = tuple(f"P{space},{place}" for space in (1, 2) for place in BESIDE.split())
"""The ways to lay a domino from quarry space 1 or 2 there."""

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
                    "You build a pyramid in four stages, and the most points win. In each turn you take one of the "
                    "three dominoes in front, the quarry: lay the framed one on the framed place."
                ),
                "P2,0,0,0",
                gettext_noop("Take the red and yellow domino, in the middle of the quarry, and lay it across."),
            ),
            Step(
                gettext_noop(
                    "Each half of a domino is a block, and the small gems in gold rings are its icons. Icons score "
                    "only with a marker, one of your six large gems: a point each. Mark the red block."
                ),
                "M0",
                gettext_noop("You could mark yellow, too. Here, mark red."),
            ),
            Step(
                gettext_noop(
                    "One icon, but 2 points: Mino, the pharaoh, counts your marked block with the fewest icons twice. "
                    "Cards come later. Now fill the quarry from one of the two highlighted piles: the red one."
                ),
                "R2",
                gettext_noop("Here, choose the pile with the red domino on top."),
                then="P3,0,0,0; M0; R3",
            ),
            Step(
                gettext_noop(
                    "Blocks of one colour that touch form an area, and one marker counts all its icons. Each new "
                    "domino must touch another, whatever the colours: lay a red one so that red touches red."
                ),
                "P1,-2,0,0",
                gettext_noop(
                    "Take one of the two red dominoes, and lay it so that red shares a side with your red block."
                ),
                meanwhile=(
                    "R1; P2,2,-1,90; R3; P2,1,-2,90; M0; R2; P1,-2,0,0; R2; P2,1,-3,180; R2; P1,2,-2,180; R1; "
                    "P2,-2,-3,0; R3; P2,2,-3,180; R3; P2,0,-4,0; R3; P3,-2,-1,270; R3; P2,-2,-1,0; R2; "
                    "P3,-1,-3,180; R3; P2,-1,-4,180; R3; P3,0,-1,0; R3; P2,-2,-2,0"
                ),
                also=RED_BESIDE_RED,
            ),
            Step(
                gettext_noop(
                    "Some turns later: the turquoise block of your new domino was marked for you. You must mark when a "
                    "new block has an icon and its marker is left. Each turn: lay, mark, fill the quarry. Choose the "
                    "left highlighted pile."
                ),
                "R2",
                gettext_noop("Here, choose the left one of the two highlighted piles."),
                then="P3,0,-2,270; R3",
            ),
            Step(
                gettext_noop(
                    "The last of the ten dominoes of stage 1: take the framed one, and lay it into the gap. It turns "
                    "by itself to fit; a round arrow turns it the other way. Green must be on top."
                ),
                "P1,0,-2,90",
                gettext_noop("Nearly. Take the green and red domino, and rotate it until green is on top."),
            ),
            Step(
                gettext_noop(
                    "Once per turn you may resurface an unmarked block of the new domino with one of your three cards. "
                    "Choose the blue side: it lies on green (a tap turns it) and joins your blue area. Lay the card."
                ),
                "C0b0",
                gettext_noop("Choose the blue side of the card: it lies on the green block. Then lay the card."),
                free=("rotation",),
            ),
            Step(
                gettext_noop("Fill the quarry from the left highlighted pile. That ends your turn, and your stage 1."),
                "R1",
                gettext_noop("Here, choose the left one of the two highlighted piles."),
                then="P2,-1,-2,90; R3",
                meanwhile="P1,3,2,270; M0; R1",
            ),
            Step(
                gettext_noop(
                    "20 points, and your markers are back. Stage 2, six dominoes, lies half a block further in: icons "
                    "under it are lost, the edge of stage 1 stays. Lay the green and brown domino so that green "
                    "touches green."
                ),
                "P2,1,0,90",
                gettext_noop(
                    "Take the green and brown domino, and lay it at the top, so that its green block touches the green "
                    "blocks of stage 1."
                ),
                then="R2",
                also=("P2,0,0,0", "P2,0,0,90", "P2,1,0,0", "P2,1,0,180", "P2,2,0,180", "P2,2,0,90"),
            ),
        ),
        gettext_noop(
            "20 points for stage 1: 2 for green, 6 for blue, 2 for turquoise, 8 for red, and 2 as Mino’s bonus, for "
            "the marked area with the fewest icons. Areas reach over all stages, of 10, 6, 3 and 1 dominoes. Markers "
            "come back after each stage, cards do not. Leave only gaps that a domino fits into: a gap of one block "
            "costs a card, and a player with too few cards is out."
        ),
        basic=True,
    ),
    Lesson(
        "mino",
        gettext_noop("Mino’s bonus"),
        gettext_noop("Icons in your smallest marked area count twice."),
        {"seats": 2},
        "mino 23",
        (
            Step(
                gettext_noop(
                    "Your marked areas have 6, 8 and 8 icons, and the one with the fewest counts twice. Which domino "
                    "makes it larger? Take it, and one gap shows where it can lie."
                ),
                "P2,1,3,180",
                gettext_noop(
                    "Your smallest marked area is red. Take the domino with two red icons, and rotate it until red "
                    "touches red."
                ),
                marked=False,
            ),
            Step(
                gettext_noop(
                    "Red is marked already, and yellow has no icons here, so there is nothing to mark. Fill the quarry "
                    "from the left highlighted pile, and see how the stage is scored."
                ),
                "R2",
                gettext_noop("Here, choose the left one of the two highlighted piles."),
            ),
        ),
        gettext_noop(
            "32 points: 8, 8, 8, and 8 again as Mino’s bonus. Your two new icons scored four points. A fourth marked "
            "area, with few icons, would have lowered the bonus."
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
                    "Stage 2 lies half a block inside stage 1, whose edge stays visible. Find the domino that makes "
                    "two of its areas larger at once: the green one at the bottom, and the red one on the right."
                ),
                "P1,2,3,270",
                gettext_noop(
                    "Take the green and red domino, and lay it upright at the lower right, red on top: so green "
                    "touches the green edge, and red the red one."
                ),
                marked=False,
            ),
            Step(
                gettext_noop(
                    "Only the green block has icons, so it was marked for you. Fill the quarry from the left "
                    "highlighted pile."
                ),
                "R1",
                gettext_noop("Here, choose the left one of the two highlighted piles."),
                then="P1,0,1,270; R1",
                meanwhile=(
                    "P2,1,0,90; R3; P2,1,0,0; R3; P1,0,2,90; M0; R1; P2,1,3,0; R3; P2,0,0,90; M0; R3; "
                    "P2,0,2,90; R3; P1,1,3,270; C1r0; R2; P2,1,2,0; R3; P2,2,0,90; R2"
                ),
            ),
        ),
        gettext_noop(
            "31 points in stage 2: your green area had ten icons and your red one six, many of them on the edge since "
            "stage 1. The edge stays visible to the end."
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
        gettext_noop("A card can bring its marker to an area that has none."),
        {"seats": 2},
        "card 22",
        (
            Step(
                gettext_noop(
                    "One gap is left in stage 3. Take the red domino in the middle, and lay it so that its block "
                    "without icons is on top, beside your green area."
                ),
                "P2,0,0,90",
                gettext_noop(
                    "Take the domino in the middle of the quarry, and rotate it until the block without icons is on "
                    "top."
                ),
            ),
            Step(
                gettext_noop(
                    "Your green area has seven icons, but no marker. Resurface the block without icons so that this "
                    "changes."
                ),
                "C0g0",
                gettext_noop("Turn up the green side of your card, and lay it on the block without icons."),
                marked=False,
                free=("rotation",),
            ),
            Step(
                gettext_noop("Fill the quarry from the left highlighted pile, and see how the stage is scored."),
                "R2",
                gettext_noop("Here, choose the left one of the two highlighted piles."),
                then="P3,2,0,90; R3",
            ),
        ),
        gettext_noop(
            "30 points, eight more than without the card: it joined the green area, and your green marker came with "
            "it. You have only three cards in the whole game, so keep them for moments like this."
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
