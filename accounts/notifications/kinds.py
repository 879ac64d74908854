"""Kinds of notifications, and the channels of each by default.

`tell()` takes the `data` that the sentences of a kind need; `subject` is the public id of the game, or "".
`data["with"]` lists the names of the other players; notifications stored by older versions lack it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext, gettext_noop

BELL, EMAIL, PUSH, WEBHOOK = "bell", "email", "push", "webhook"
AT_ONCE, DIGEST, OFF = "at_once", "digest", "off"

SWITCHES = (BELL, PUSH, WEBHOOK)
"""Channels that are on or off; e-mail has modes instead."""
EMAIL_MODES = (AT_ONCE, DIGEST, OFF)

Choice = dict[str, Any]
"""The channels of one kind: `{"bell": true, "email": "at_once", "push": true, "webhook": true}`."""


def _choice(email: str, *, push: bool) -> Choice:
    return {BELL: True, EMAIL: email, PUSH: push, WEBHOOK: True}


def game_title(data: Mapping[str, Any], named: str = "") -> str:
    """Return “Pyramido with Ada and Ben” in the active language, or "" for a notification about no game.

    If the sentence names the only other player (`named`), the title leaves them out.
    """
    if not data.get("game"):
        return ""
    game, names = gettext(data["game"]), data.get("with", [])
    if not names or names == [named]:
        return game
    return gettext("%(game)s with %(names)s") % {"game": game, "names": get_text_list(names, gettext("and"))}


@dataclass(frozen=True)
class Kind:
    """A kind of notification. Texts are English and translated when they are shown.

    `sentences` holds one sentence, or one for each value of `data[by]`.
    """

    name: str
    title: str
    about: str
    defaults: Choice
    needs: tuple[str, ...]
    sentences: Mapping[str, str] = field(default_factory=dict)
    by: str = ""
    to_closed: bool = False
    """Also sent to accounts that moderators have closed: by e-mail, with the link to appeal."""

    def sentence(self, data: Mapping[str, Any]) -> str:
        """Return the sentence in the active language, like “Pyramido with Ada and Ben – it is your turn.”"""
        sentence = self.sentences[str(data[self.by]) if self.by else ""]
        named = data["who"] if "%(who)s" in sentence else ""
        return (gettext(sentence) % {**data, "game": game_title(data, named)}).rstrip()

    def check(self, data: Mapping[str, Any]) -> None:
        """Raise ValueError if `data` lacks what the sentence needs."""
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
            gettext_noop("A player resigned, ran out of time or did not begin."),
            _choice(DIGEST, push=False),
            ("game", "who", "how"),
            {
                "resigned": gettext_noop("%(game)s – %(who)s has resigned."),
                "timed_out": gettext_noop("%(game)s – %(who)s has run out of time."),
                "timed_out_yourself": gettext_noop("%(game)s – you have run out of time."),
                "removed": gettext_noop("%(game)s – %(who)s was taken out of the game by the moderators."),
                "aborted": gettext_noop("%(game)s – %(who)s has called the game off."),
                "late": gettext_noop("%(game)s – %(who)s did not begin in time: the game does not take place."),
                "late_yourself": gettext_noop("%(game)s – you did not begin in time: the game does not take place."),
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
            "answer",
            gettext_noop("Answers"),
            gettext_noop("The others agree to what somebody has asked for, or one does not."),
            _choice(AT_ONCE, push=True),
            ("game", "who", "how"),
            {
                "pause_agreed": gettext_noop("%(game)s – everybody has agreed: the game is paused."),
                "pause_declined": gettext_noop("%(game)s – %(who)s does not want to pause."),
                "take_back_agreed": gettext_noop("%(game)s – everybody has agreed: the action is taken back."),
                "take_back_declined": gettext_noop("%(game)s – %(who)s does not want to take the action back."),
            },
            by="how",
        ),
        Kind(
            "resumed",
            gettext_noop("End of a pause"),
            gettext_noop("Clocks that stood run again."),
            _choice(AT_ONCE, push=True),
            ("game", "who", "how"),
            {
                "player": gettext_noop("%(game)s – %(who)s has ended the pause: the clocks run again."),
                "by_itself": gettext_noop("%(game)s – the pause has lasted as long as it may: the clocks run again."),
            },
            by="how",
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
            "account",
            gettext_noop("Your account"),
            gettext_noop("Something about your account waits for you."),
            _choice(AT_ONCE, push=False),
            ("what", "name"),
            {
                "look_alike": gettext_noop(
                    "Your name, %(name)s, looks like that of a player who was here before you. "
                    "Please choose another one."
                )
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
        Kind(
            "sanction",
            gettext_noop("Your standing"),
            gettext_noop("Moderators have decided about your account, or what they decided is over."),
            _choice(AT_ONCE, push=False),
            ("what", "reason"),
            {
                "warning": gettext_noop("The moderators warn you: %(reason)s"),
                "mute": gettext_noop("You write in no chat for a while: %(reason)s"),
                "unrated": gettext_noop("You play no rated games for a while: %(reason)s"),
                "suspension": gettext_noop("Your account is suspended: %(reason)s"),
                "ban": gettext_noop("Your account is closed: %(reason)s"),
                "rename": gettext_noop("Your account has another name now: %(reason)s"),
                "hide_line": gettext_noop("Something that you wrote in a chat was deleted: %(reason)s"),
                "annul": gettext_noop("%(game)s – a game of yours counts no longer: %(reason)s"),
                "confirmed": gettext_noop("Another moderator has confirmed what was decided about you: %(reason)s"),
                "lifted": gettext_noop("What the moderators had decided about your account holds no more: %(reason)s"),
                "mute_over": gettext_noop("You may write in the chats again. It was because of this: %(reason)s"),
                "unrated_over": gettext_noop("You may play rated games again. It was because of this: %(reason)s"),
                "suspension_over": gettext_noop(
                    "Your suspension is over: you can sign in and play again. It was because of this: %(reason)s"
                ),
                "ban_over": gettext_noop("Your account is open again. It was closed because of this: %(reason)s"),
            },
            by="what",
            to_closed=True,
        ),
        Kind(
            "report_answered",
            gettext_noop("Your reports"),
            gettext_noop("Moderators have looked at something that you reported."),
            _choice(DIGEST, push=False),
            ("who", "what", "answer"),
            {
                "upheld": gettext_noop("Thank you for your report about %(who)s: something was done. %(answer)s"),
                "denied": gettext_noop(
                    "Your report about %(who)s was looked at: nothing was found that asks for a measure. %(answer)s"
                ),
                "reopened": gettext_noop("Your report about %(who)s is looked at once more."),
                "reversed": gettext_noop(
                    "Your report about %(who)s was looked at once more: what had been done was taken back."
                ),
            },
            by="what",
        ),
        Kind(
            "appeal",
            gettext_noop("Your appeals"),
            gettext_noop("Another moderator has judged an appeal of yours."),
            _choice(AT_ONCE, push=False),
            ("what", "answer"),
            {
                "granted": gettext_noop("Your appeal is granted: the decision holds no more. %(answer)s"),
                "rejected": gettext_noop("Your appeal is rejected: the decision stands. %(answer)s"),
            },
            by="what",
            to_closed=True,
        ),
    )
}
