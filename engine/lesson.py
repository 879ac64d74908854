"""What a lesson is: a fixed deal, and the steps of a learner, one action each. `engine.lessons` has those of each game.

A lesson is data: each game has a module `lessons` of these. Texts are message ids. Actions are in their text forms
(docs/formats/actions.md); several are separated by "; ", and each is that of the last seat that is to move.
"""

from __future__ import annotations

import msgspec

from engine.core import JSON
from engine.newtypes import SeatNumber

LEARNER = SeatNumber(0)
"""The learner's seat in every lesson."""


class Step(msgspec.Struct, frozen=True):
    """One thing to do.

    `text`: what to do and why. `action`: the learner's action that is meant; `free`: its fields that do not matter;
    `also`: actions that do as well; what was done is shown, then the lesson goes on as after what is meant. `other`:
    what a learner is told who does something else. `then`: actions that follow by themselves; each is shown.
    `meanwhile`: more actions, whose outcome alone is shown: a part of the game that is left out. `marked`: the board
    marks what is meant from the start; otherwise the learner has to find it, or asks. `begin`: an action that is laid
    out on the board from the start. `draft`: the step is done once what is meant is laid out, and nothing is sent: the
    next step goes on from there, in the same position.
    """

    text: str
    action: str
    other: str
    then: str = ""
    meanwhile: str = ""
    marked: bool = True
    free: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    begin: str = ""
    draft: bool = False


class Lesson(msgspec.Struct, frozen=True):
    """A lesson, known by its `key` in addresses. `about`: what is learned, in a sentence.

    `deal`: the text from which the shuffles are made. `before`: actions that lead to the first step. `end`: what has
    been learned. `basic`: it teaches the game, or a kind of table, from nothing.
    """

    key: str
    title: str
    about: str
    options: JSON
    deal: str
    steps: tuple[Step, ...]
    end: str
    before: str = ""
    basic: bool = False
