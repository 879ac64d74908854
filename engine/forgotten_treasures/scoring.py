"""The end of a stage: activations, discards, points (docs/rules.md B3)."""

from __future__ import annotations

from engine.core import Illegal, gettext_noop
from engine.forgotten_treasures import gems
from engine.forgotten_treasures.actions import Activation, Score
from engine.forgotten_treasures.score_sheet import Activated, StageScore
from engine.forgotten_treasures.state import KEEP, Explorer, Submission
from engine.pyramid import Area

LAST_STAGE = 4


def payable(area: Area, held: int) -> bool:
    """Whether the gems suffice for at least one unit on the area, considered alone."""
    return gems.count(held, area.colour) >= 1 or gems.count(held, gems.MYTHICAL) >= 2


def payments(area: Area, held: int, double: bool) -> list[int]:
    """The possible numbers of units paid in mythical gems for the area, considered alone."""
    units = 3 if double else 1
    own, mythical = gems.count(held, area.colour), gems.count(held, gems.MYTHICAL)
    return [m for m in range(units + 1) if 2 * m <= mythical and units - m <= own]


def price(colour: int, double: bool, mythical: int) -> int:
    """The packed gems for an activation: per unit one gem of the colour, or two mythical gems for a mythical unit."""
    return ((3 if double else 1) - mythical) * gems.ONE[colour] + 2 * mythical * gems.ONE[gems.MYTHICAL]


def has_choice(explorer: Explorer, stage: int) -> bool:
    """Whether the explorer has a choice in this scoring; if not, the submission is automatic (docs/rules.md B3.1)."""
    if stage < LAST_STAGE and gems.total(explorer.gems) > KEEP:
        return True
    return any(payable(area, explorer.gems) for area in explorer.areas)


def submit(explorer: Explorer, stage: int, score: Score) -> Submission:
    """Check and score the submission of an explorer whose stage is complete. Raise Illegal if the rules forbid it."""
    areas = {area.corner: area for area in explorer.areas}
    spent = 0
    activated = []
    for index, a in enumerate(score.activate):
        area = areas.pop((a.x, a.y), None)
        if area is None:
            raise _no_area(a, index, score)
        if a.mythical > (3 if a.double else 1):
            raise Illegal(
                "overpaid",
                gettext_noop(
                    "The area at (%(x)s, %(y)s) costs %(units)s units; you cannot pay %(mythical)s of them with "
                    "mythical gems."
                ),
                field=f"activate[{index}].mythical",
                x=a.x,
                y=a.y,
                units=3 if a.double else 1,
                mythical=a.mythical,
            )
        spent += price(area.colour, a.double, a.mythical)
        activated.append(Activated(a.x, a.y, area.colour, area.icons, a.double, a.mythical))
        for kind in (area.colour, gems.MYTHICAL):
            if gems.count(spent, kind) > gems.count(explorer.gems, kind):
                raise Illegal(
                    "cannot_pay",
                    gettext_noop(
                        "Not enough %(kind)s gems to activate (%(x)s, %(y)s) too: the activations up to this one need "
                        "%(needed)s, you have %(held)s."
                    ),
                    field=f"activate[{index}]",
                    x=a.x,
                    y=a.y,
                    kind=gems.KINDS[kind],
                    needed=gems.count(spent, kind),
                    held=gems.count(explorer.gems, kind),
                )
    left = explorer.gems - spent
    discarded = _discarded(score, left, stage)
    mythical = gems.count(left, gems.MYTHICAL)
    points = sum(a.points for a in activated) + mythical
    return Submission(score, StageScore(stage, tuple(activated), mythical, points, discarded), spent)


def _no_area(a: Activation, index: int, score: Score) -> Illegal:
    field = f"activate[{index}]"
    if any((b.x, b.y) == (a.x, a.y) for b in score.activate[:index]):
        return Illegal(
            "area_twice",
            gettext_noop("The area at (%(x)s, %(y)s) is activated twice in one scoring."),
            field=field,
            x=a.x,
            y=a.y,
        )
    return Illegal(
        "no_such_area",
        gettext_noop(
            "No area begins at (%(x)s, %(y)s). An area begins at the leftmost visible quadrant of its top row."
        ),
        field=field,
        x=a.x,
        y=a.y,
    )


def _discarded(score: Score, left: int, stage: int) -> int:
    """The discarded gems, packed. Raise Illegal if there are too few, too many or others than the player has."""
    for name, n in score.discard.items():
        held = gems.count(left, gems.NUMBER_OF[name])
        if n > held:
            raise Illegal(
                "cannot_discard",
                gettext_noop("You cannot discard %(n)s %(kind)s gems: %(held)s are left after the activations."),
                field="discard",
                n=n,
                kind=name,
                held=held,
            )
    needed = max(0, gems.total(left) - KEEP) if stage < LAST_STAGE else 0
    given = sum(score.discard.values())
    if given != needed:
        raise Illegal(
            "wrong_discard",
            gettext_noop("You have %(left)s gems left: discard exactly %(needed)s, not %(given)s."),
            field="discard",
            left=gems.total(left),
            needed=needed,
            given=given,
        )
    return gems.from_json(score.discard)
