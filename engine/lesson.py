"""What a lesson is: a fixed deal, and the steps of a learner, one action each.

Lessons are data: the module `lessons` of each game lists its own, and `engine.lessons` has them all. Texts are message
ids. Actions are in their text forms (docs/formats/actions.md); several are separated by "; ". Those that the learner
does not choose (`Step.then`, `Step.meanwhile`, `Lesson.before`) are played on the last of the seats that are to move.
"""

from __future__ import annotations

import msgspec

from engine.core import JSON
from engine.newtypes import SeatNumber

LEARNER = SeatNumber(0)
"""The learner's seat in every lesson."""


class Step(msgspec.Struct, frozen=True):
    """One thing to do.

    - `text`: what to do and why.
    - `action`: the action that the learner is meant to play; `free`: its fields that may have any value.
    - `also`: other actions that are accepted. The learner's own is shown, then the lesson continues as after `action`.
    - `other`: the answer to any other action.
    - `then`: actions that follow by themselves; each is shown.
    - `meanwhile`: actions after these, a part of the game that the lesson skips; only their outcome is shown.
    - `marked`: whether the board marks `action` from the start; if not, the learner has to find it, or asks.
    - `begin`: an action that is laid out on the board from the start.
    - `draft`: the step is done once `action` is laid out on the board. It is not sent: the next step begins in the same
      position, with the action laid out.
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
    been learned. `basic`: it teaches the game, or a kind of table, from scratch.
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
