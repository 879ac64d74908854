"""What a player can be told, and by which ways it goes when the player has chosen nothing.

`tell()` takes for each kind the `data` that its sentences need; `subject` is the public id of the game, or "".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext, gettext_noop

BELL, EMAIL, PUSH, WEBHOOK = "bell", "email", "push", "webhook"
AT_ONCE, DIGEST, OFF = "at_once", "digest", "off"

SWITCHES = (BELL, PUSH, WEBHOOK)
"""Channels that are on or off. E-mail has modes."""
EMAIL_MODES = (AT_ONCE, DIGEST, OFF)

Choice = dict[str, Any]
"""What one kind goes by: `{"bell": true, "email": "at_once", "push": true, "webhook": true}`."""


def _choice(email: str, *, push: bool) -> Choice:
    return {BELL: True, EMAIL: email, PUSH: push, WEBHOOK: True}


@dataclass(frozen=True)
class Kind:
    """One kind of event. Texts are English and translated when they are shown.

    `sentences` holds one sentence, or one for each value of `data[by]`.
    """

    name: str
    title: str
    about: str
    defaults: Choice
    needs: tuple[str, ...]
    sentences: Mapping[str, str] = field(default_factory=dict)
    by: str = ""

    def sentence(self, data: Mapping[str, Any]) -> str:
        """In the language of the moment, like “Pyramido – it is your turn.”"""
        values = dict(data)
        if "game" in values:
            values["game"] = gettext(values["game"])
        return gettext(self.sentences[str(data[self.by]) if self.by else ""]) % values

    def check(self, data: Mapping[str, Any]) -> None:
        """Raises ValueError for data of which no sentence can be made."""
        missing = [name for name in self.needs if not isinstance(data.get(name), str)]
        if missing:
            raise ValueError(f"a notification of kind {self.name!r} needs the texts {', '.join(missing)} in its data")
        if self.by and data[self.by] not in self.sentences:
            raise ValueError(f"{self.by} is {data[self.by]!r}; known are {', '.join(self.sentences)}")


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind(
            "your_turn",
            gettext_noop("Your turn"),
            gettext_noop("A game waits for you."),
            _choice(AT_ONCE, push=True),
            ("game",),
            {"": gettext_noop("%(game)s – it is your turn.")},
        ),
        Kind(
            "time_running_out",
            gettext_noop("Time is running out"),
            gettext_noop("You are about to lose a game on time."),
            _choice(AT_ONCE, push=True),
            ("game",),
            {"": gettext_noop("%(game)s – your time is running out.")},
        ),
        Kind(
            "game_started",
            gettext_noop("Game started"),
            gettext_noop("A table of yours is full."),
            _choice(DIGEST, push=True),
            ("game",),
            {"": gettext_noop("%(game)s – the game has started.")},
        ),
        Kind(
            "game_finished",
            gettext_noop("Game finished"),
            gettext_noop("A game of yours is over."),
            _choice(DIGEST, push=False),
            ("game",),
            {"": gettext_noop("%(game)s – the game is over.")},
        ),
        Kind(
            "left_game",
            gettext_noop("Somebody left"),
            gettext_noop("A player resigned or ran out of time."),
            _choice(DIGEST, push=False),
            ("game", "who", "how"),
            {
                "resigned": gettext_noop("%(game)s – %(who)s has resigned."),
                "timed_out": gettext_noop("%(game)s – %(who)s has run out of time."),
                "aborted": gettext_noop("%(game)s – %(who)s has called the game off."),
            },
            by="how",
        ),
        Kind(
            "request",
            gettext_noop("Requests"),
            gettext_noop("Somebody asks for a pause or to take something back."),
            _choice(AT_ONCE, push=True),
            ("game", "who", "what"),
            {
                "pause": gettext_noop("%(game)s – %(who)s asks for a pause."),
                "resume": gettext_noop("%(game)s – %(who)s asks to go on with the game."),
                "take_back": gettext_noop("%(game)s – %(who)s asks to take an action back."),
            },
            by="what",
        ),
        Kind(
            "plan_dropped",
            gettext_noop("Plan dropped"),
            gettext_noop("What you had planned did not fit any more."),
            _choice(AT_ONCE, push=True),
            ("game",),
            {"": gettext_noop("%(game)s – your plan did not fit any more and was dropped.")},
        ),
        Kind(
            "chat",
            gettext_noop("Chat"),
            gettext_noop("Somebody writes at a table of yours."),
            _choice(DIGEST, push=False),
            ("game", "who"),
            {"": gettext_noop("%(game)s – %(who)s has written at the table.")},
        ),
        Kind(
            "invitation",
            gettext_noop("Invitations"),
            gettext_noop("Somebody wants to play with you."),
            _choice(AT_ONCE, push=True),
            ("game", "who"),
            {"": gettext_noop("%(who)s invites you to a game of %(game)s.")},
        ),
        Kind(
            "invitation_declined",
            gettext_noop("Invitation declined"),
            gettext_noop("Somebody whom you invited does not come."),
            _choice(AT_ONCE, push=True),
            ("game", "who", "reason"),
            {
                "no_time": gettext_noop("%(game)s – %(who)s declines: “I have no time.”"),
                "later": gettext_noop("%(game)s – %(who)s declines: “Not now, maybe later.”"),
                "too_fast": gettext_noop("%(game)s – %(who)s declines: “I would like more time to think.”"),
                "too_slow": gettext_noop("%(game)s – %(who)s declines: “I would like a faster game.”"),
                "rated": gettext_noop("%(game)s – %(who)s declines: “I would rather play unrated.”"),
                "unrated": gettext_noop("%(game)s – %(who)s declines: “I would rather play rated.”"),
                "other_game": gettext_noop("%(game)s – %(who)s declines: “I would rather play another game.”"),
                "no": gettext_noop("%(game)s – %(who)s declines: “No, thank you.”"),
            },
            by="reason",
        ),
        Kind(
            "table_closed",
            gettext_noop("Table closed"),
            gettext_noop("A table closes before its game begins, or its host takes you off it."),
            _choice(DIGEST, push=False),
            ("game", "how"),
            {
                "expired": gettext_noop("%(game)s – the table has been closed: the game did not begin in time."),
                "removed": gettext_noop("%(game)s – the host has taken you off the table."),
            },
            by="how",
        ),
        Kind(
            "seek_ended",
            gettext_noop("Search ended"),
            gettext_noop("No more games are sought for you."),
            _choice(DIGEST, push=False),
            ("game", "how"),
            {
                "expired": gettext_noop("%(game)s – nobody came for two weeks: your search has ended."),
                "left": gettext_noop(
                    "%(game)s – you ran out of time or called a game off: no more games are sought for you."
                ),
            },
            by="how",
        ),
        Kind(
            "rating",
            gettext_noop("Ratings"),
            gettext_noop("A decision about a game has changed your rating afterwards."),
            _choice(DIGEST, push=False),
            ("game", "before", "after"),
            {
                "annulled": gettext_noop(
                    "%(game)s – a game counts no longer: your rating was %(before)s and is %(after)s."
                ),
                "reinstated": gettext_noop(
                    "%(game)s – a game counts again: your rating was %(before)s and is %(after)s."
                ),
            },
            by="what",
        ),
        Kind(
            "moderation",
            gettext_noop("Moderation"),
            gettext_noop("A moderator has decided about something that concerns you."),
            _choice(AT_ONCE, push=False),
            ("text",),
            {"": gettext_noop("Moderation: %(text)s")},
        ),
    )
}
