"""The lessons of Forgotten Treasures, as data (`engine.lesson`), in one file so that their texts can be compared."""

from __future__ import annotations

from engine.core import gettext_noop
from engine.lesson import Lesson, Step

LESSONS = (
    Lesson(
        "basics",
        gettext_noop("Your first stage"),
        gettext_noop("Take, flip and lay dominoes, then pay for the areas that you score."),
        {"seats": 2},
        "first 13",
        (
            Step(
                gettext_noop(
                    "Build the pyramid that scores the most points: gems let you score blocks of their colour. Take "
                    "the red domino, and a red gem beside it."
                ),
                "T3r",
                gettext_noop("That would be allowed, too. Here, take the red domino in space 3 and a red gem."),
            ),
            Step(
                gettext_noop(
                    "Flip the highlighted domino, so that the next player can choose from three. The jewels on "
                    "dominoes are icons, not gems: they stay there, and are what you score."
                ),
                "R2",
                gettext_noop("In a game you could flip any of the three. Here, flip the highlighted one, in space 2."),
            ),
            Step(
                gettext_noop(
                    "Lay your domino on the ground. Stage 1 will be ten dominoes, five by four blocks (a block is half "
                    "a domino). You choose where it grows: the dashed frame shows how far it may still reach."
                ),
                "P0,0,0",
                gettext_noop("Lay it across, without rotating it."),
                then="T1m; R1; P0,0,0",
            ),
            Step(
                gettext_noop(
                    "The star in all colours that your opponent took is a mythical gem: two of them replace any gem. "
                    "Blocks of one colour that touch form an area: make your red one larger with the red and purple "
                    "domino and its red gem."
                ),
                "T2r",
                gettext_noop("Look for red: the domino in space 2, with its red gem."),
            ),
            Step(
                gettext_noop(
                    "Every turn is: take, flip, lay; a space without gems gets three new ones. Flip the domino in "
                    "space 4 (a dash means no icon)."
                ),
                "R4",
                gettext_noop("Here, flip the highlighted one, in space 4."),
            ),
            Step(
                gettext_noop(
                    "In stage 1 each domino must touch another, whatever their colours. Rotate this one so that its "
                    "red block touches the red ones, and lay it there."
                ),
                "P-1,0,180",
                gettext_noop("Not quite: lay it to the left of your first domino, so that red touches red."),
                then="T5g; R2; P1,-2,90",
                meanwhile=(
                    "T1o; R1; P2,0,270; T4m; R3; P0,-1,180; T3m; R3; P-2,-1,0; T3r; R3; P1,-3,180; T3r; R3; P2,-3,90; "
                    "T1g; R1; P0,-2,180; T1m; R1; P1,-2,90; T1m; R1; P-2,-2,90; T3b; R3; P1,-3,180; T1g; R1; "
                    "P-1,-3,180; T3b; R3; P-2,-2,270; T3m; R3; P-2,0,0; T2p; R2; P0,-1,270; T1m; R1; P-2,-4,0"
                ),
            ),
            Step(
                gettext_noop(
                    "Some turns later, your first dominoes lie at the bottom left, and one is missing. Take the "
                    "domino with two purple icons, and your third blue gem: three score an area double. From now on, "
                    "the lesson flips for you."
                ),
                "T2b",
                gettext_noop("The domino in space 2 has two purple icons, and a blue gem lies beside it."),
                then="R2",
            ),
            Step(
                gettext_noop(
                    "Lay the domino into the last gap, its purple block at the upper end. Rotating skips what does not "
                    "fit: here, each press is half a turn."
                ),
                "P-1,-2,270",
                gettext_noop("Nearly. Rotate it until the purple block is at the upper end."),
                then="T2m; R2; P0,-4,0; S 2,0,m1 4,4,d",
            ),
            Step(
                gettext_noop(
                    "The stage is complete, so you score. One gem of its colour activates an area, for one point per "
                    "icon: press the purple area."
                ),
                "S 0,0 / o1 b3",
                gettext_noop("First activate the purple area alone: press it once."),
                free=("discard",),
                begin="S / o1 b3 r1",
                draft=True,
            ),
            Step(
                gettext_noop("Three gems double these points: press the red area twice."),
                "S 0,0 4,4,d / o1",
                gettext_noop("First double the red area: press it twice."),
                free=("discard",),
                draft=True,
            ),
            Step(
                gettext_noop("Now activate the upper orange area, and double the blue one in the corner."),
                "S 0,0 4,0 6,0,d 4,4,d",
                gettext_noop("Press the upper orange area once, and the large blue one twice."),
                draft=True,
            ),
            Step(
                gettext_noop(
                    "Your two mythical gems could activate another area; each one that you keep is a point now, and "
                    "again after each later stage. Keep them, and send your choice: your opponent’s is in already."
                ),
                "S 0,0 4,0 6,0,d 4,4,d",
                gettext_noop("Another choice scores less. Press “Best choice”, then send it."),
                meanwhile="T3g; R3; P0,0,0",
            ),
            Step(
                gettext_noop(
                    "Stage 2 lies in the middle of stage 1: six dominoes, four by three blocks. Take the domino with "
                    "two orange blocks, and the purple gem."
                ),
                "T2p",
                gettext_noop("Here, take the orange domino in space 2 and the purple gem."),
                then="R4",
            ),
            Step(
                gettext_noop(
                    "Now dominoes need not touch, and areas go on across stages, but covered icons are lost. Lay this "
                    "one upright, where it joins your two orange areas."
                ),
                "P2,2,270",
                gettext_noop("Lay it upright between the two orange areas, so that it touches both."),
                also=("P2,1,90",),
            ),
        ),
        gettext_noop(
            "28 points to 20 after stage 1. Stage 3 has three dominoes, stage 4 one; after each stage you score what "
            "is visible again, and keep up to five gems, mythical ones among them. Leave room for each domino: a "
            "stage without room ends for you. After stage 4, the most points win."
        ),
        basic=True,
    ),
    Lesson(
        "legend",
        gettext_noop("Alone against the Legend"),
        gettext_noop("How the Legend chooses its gems, and what they score."),
        {"seats": 1, "legend": "a"},
        "legend 28",
        (
            Step(
                gettext_noop(
                    "The Legend wants a gem for each icon of its domino: green and blue. Take the domino in "
                    "space 1, and a mythical gem: two mythical gems replace one gem of any colour."
                ),
                "T1m",
                gettext_noop("Here, take a mythical gem, the star in all colours, and the domino in space 1."),
            ),
            Step(
                gettext_noop(
                    "In stage 1 a coloured gem scores one point for the Legend, in stage 2 two, and so on; a mythical "
                    "gem scores two, after every stage. So flip the domino in space 2: there it finds blue, and needs "
                    "no mythical gem."
                ),
                "R2",
                gettext_noop("Flip the domino in space 2: there the Legend finds the blue gem that it wants."),
            ),
            Step(
                gettext_noop(
                    "Lay your domino, and watch the Legend: from left to right it looks for its colours, and then "
                    "for mythical gems."
                ),
                "P0,0,0",
                gettext_noop("Lay it across, without rotating it."),
                then="L",
            ),
            Step(
                gettext_noop(
                    "It took a blue and a green gem, and the domino beside the green one: now it wants two green "
                    "gems. Take the domino in space 3 with its mythical gem, before the Legend does."
                ),
                "T3m",
                gettext_noop("Here, take the mythical gem in space 3."),
            ),
            Step(
                gettext_noop("Flip the domino in space 1: there the Legend finds a green gem."),
                "R1",
                gettext_noop("Flip the domino in space 1: there the Legend finds one of the green gems that it wants."),
            ),
            Step(
                gettext_noop("Lay the domino so that red touches red, and green touches green."),
                "P0,1,0",
                gettext_noop("Lay it below your first domino: red below red, green below green."),
                then="L",
                meanwhile=(
                    "T2m; R2; P1,-2,90; L; T1b; R1; P0,-1,270; L; T2o; R2; P-2,-2,0; L; T5r; R3; P0,2,0; L; T3m; R3; "
                    "P-1,-1,180; L; T1m; R1; P-2,0,0; L; T2p; R5; P-2,1,0; L; T1m; R1; P-1,2,180; L"
                ),
            ),
            Step(
                gettext_noop(
                    "Some turns later, stage 1 is complete. With your mythical gems you can double a blue area of "
                    "seven icons. Send the suggested choice."
                ),
                "S 0,0,d,m2 4,2 6,2 0,4,m1 2,6",
                gettext_noop("Another choice scores less. Press “Best choice”, then send it."),
            ),
        ),
        gettext_noop("24 to 20: you lead. After stage 4 you need more points than the Legend; a tie is not enough."),
        basic=True,
    ),
    Lesson(
        "edges",
        gettext_noop("Areas that last"),
        gettext_noop("What stays visible is scored again in every stage."),
        {"seats": 2},
        "first 13",
        (
            Step(
                gettext_noop(
                    "Stage 2 lies in the middle, so only the edge of stage 1 stays visible: purple on the "
                    "left, red below, blue on the right. Take the domino that has two of these colours."
                ),
                "T3m",
                gettext_noop("That domino has one of these colours, or none. Another one has two."),
                then="R4",
                marked=False,
            ),
            Step(
                gettext_noop("Lay it so that each of its blocks touches its own colour on the edge."),
                "P3,2,270",
                gettext_noop("Red has to touch the red edge below, and blue the blue edge on the right."),
                then="T4g; R3; P0,3,270",
                meanwhile=(
                    "T3b; R3; P0,0,90; T1o; R1; P2,0,90; T3o; R3; P1,1,270; T1o; R1; P1,1,180; T2p; R2; P3,0,180; T2g; "
                    "R2; P2,2,90; T3o; R3; P0,2,0; T1r; R1; P1,2,90; T1p; R1; P2,2,270; S 0,0,d 7,2 0,6 / o1"
                ),
                marked=False,
            ),
            Step(
                gettext_noop(
                    "At the end of stage 2, your purple area has nine icons, some of them on the edge since "
                    "stage 1. Two purple gems and two mythical ones double it: send the suggested choice."
                ),
                "S 0,0,d,m1 4,0 6,0",
                gettext_noop("Another choice scores less. Press “Best choice”, then send it."),
            ),
        ),
        gettext_noop(
            "28 points again. The edge of stage 1 stays visible to the end, so areas that begin there can "
            "score up to four times."
        ),
        before=(
            "T3r; R2; P0,0,0; T1m; R1; P0,0,0; T2r; R4; P-1,0,180; T5g; R2; P1,-2,90; T1o; R1; P2,0,270; T4m; R3; "
            "P0,-1,180; T3m; R3; P-2,-1,0; T3r; R3; P1,-3,180; T3r; R3; P2,-3,90; T1g; R1; P0,-2,180; T1m; R1; "
            "P1,-2,90; T1m; R1; P-2,-2,90; T3b; R3; P1,-3,180; T1g; R1; P-1,-3,180; T3b; R3; P-2,-2,270; T3m; R3; "
            "P-2,0,0; T2p; R2; P0,-1,270; T1m; R1; P-2,-4,0; T2b; R2; P-1,-2,270; T2m; R2; P0,-4,0; S 2,0,m1 4,4,d; S "
            "0,0 4,0 6,0,d 4,4,d; T3g; R3; P0,0,0"
        ),
    ),
    Lesson(
        "mythical",
        gettext_noop("Mythical gems"),
        gettext_noop("When they are worth more unspent."),
        {"seats": 1, "legend": "a"},
        "legend 28",
        (
            Step(
                gettext_noop(
                    "The suggested choice scores 24 points, but spends six mythical gems. Kept, five of them can "
                    "score again after each stage. Press green until it is off; blue, red, orange and purple until "
                    "each is scored once."
                ),
                "S 0,0 4,2 6,2 2,6 / m1",
                gettext_noop(
                    "Score only these four areas, once each, and pay with gems of their colour. One mythical "
                    "gem is discarded."
                ),
                marked=False,
            ),
            Step(
                gettext_noop(
                    "Four points fewer now, and five gems more for what comes. The Legend looks for the colours of its "
                    "domino, then for mythical gems: take the one in space 3 before it does."
                ),
                "T3m",
                gettext_noop("Here, take the domino in space 3 and its mythical gem."),
                then="R2; P2,0,90; L",
            ),
        ),
        gettext_noop(
            "Two mythical gems pay for one area. If the area has only one or two icons, the gems are worth "
            "more unspent."
        ),
        before=(
            "T1m; R2; P0,0,0; L; T3m; R1; P0,1,0; L; T2m; R2; P1,-2,90; L; T1b; R1; P0,-1,270; L; T2o; R2; P-2,-2,0; "
            "L; T5r; R3; P0,2,0; L; T3m; R3; P-1,-1,180; L; T1m; R1; P-2,0,0; L; T2p; R5; P-2,1,0; L; T1m; R1; "
            "P-1,2,180; L"
        ),
    ),
    Lesson(
        "last-turn",
        gettext_noop("The last turn against the Legend"),
        gettext_noop("What the Legend finds is up to you."),
        {"seats": 1, "legend": "a"},
        "last 9",
        (
            Step(
                gettext_noop(
                    "63 to 63, and this is the last turn. Take the domino with two blue icons, and an orange "
                    "gem: it pays for one area more."
                ),
                "T1o",
                gettext_noop("Here, take the domino and the orange gem in space 1."),
            ),
            Step(
                gettext_noop(
                    "In stage 4 a coloured gem scores four points for the Legend, a mythical gem two. It wants green "
                    "and purple: flip the domino where it finds neither purple nor a mythical gem."
                ),
                "R1",
                gettext_noop("There the Legend finds a purple or a mythical gem. One of the three has neither."),
                marked=False,
            ),
            Step(
                gettext_noop("Lay your last domino. Then the Legend takes its gems."),
                "P0,0,0",
                gettext_noop("Lay it without rotating it."),
                then="L",
            ),
            Step(
                gettext_noop("The Legend has found a single gem. Send the suggested choice."),
                "S 0,0 6,0 3,1 2,4,m1",
                gettext_noop("Another choice scores less. Press “Best choice”, then send it."),
            ),
        ),
        gettext_noop("82 to 81: you are a Legend. With one more gem it would have won."),
        before=(
            "T3m; R2; P0,0,0; L; T1m; R1; P1,1,90; L; T5m; R3; P-2,0,0; L; T1o; R5; P-3,0,90; L; T5b; R1; P-1,1,0; L; "
            "T2g; R4; P-2,2,270; L; T4m; R4; P-3,2,90; L; T4m; R4; P-1,2,0; L; T3m; R3; P-2,3,0; L; T3o; R3; P0,3,0; "
            "L; S 0,0 6,0 6,4 / o1 m1; T4o; R2; P3,0,90; L; T1g; R1; P2,2,0; L; T3m; R3; P2,1,180; L; T1b; R1; P1,0,0; "
            "L; T1b; R1; P0,0,90; L; T1o; R5; P0,2,0; L; S 0,0 6,0 3,1,d,m1; T3g; R1; P0,1,270; L; T5b; R5; P2,0,90; "
            "L; T1p; R1; P1,0,90; L; S 6,0 3,1,m1 2,4"
        ),
    ),
)
