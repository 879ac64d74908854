"""Kinds of notifications, and the channels of each by default.

`data` has what the sentences of a kind need; `data["with"]` lists the names of the other players.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext, gettext_noop

TURNS = ("your_turn", "time_running_out")
"""Kinds that say that a game waits for the player: only the newest about a game matters."""
OF_GAMES = (
    "game_started", "game_finished", "left_game", "request", "answer", "resumed", "plan_dropped", "table_closed",
    "rating",
)  # fmt: skip
OF_PEOPLE = ("chat", "invitation", "invitation_declined", "seek_ended", "opponent_waiting")
OF_THE_ACCOUNT = ("account", "moderation", "sanction", "report_answered", "appeal")
GROUPS = (
    (gettext_noop("Your turn"), TURNS),
    (gettext_noop("Games"), OF_GAMES),
    (gettext_noop("Chat and invitations"), OF_PEOPLE),
    (gettext_noop("Account"), OF_THE_ACCOUNT),
)
"""The kinds in the order in which they are shown, below English titles."""

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
class NotificationKind:
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


KINDS: dict[str, NotificationKind] = {
    kind.name: kind
    for kind in (
        NotificationKind(
            "your_turn",
            gettext_noop("Your turn"),
            gettext_noop("A game is waiting for you."),
            _choice(AT_ONCE, push=True),
            ("game",),
            {"": gettext_noop("%(game)s – it is your turn.")},
        ),
        NotificationKind(
            "time_running_out",
            gettext_noop("Time is running out"),
            gettext_noop("You are about to run out of time in a game."),
            _choice(AT_ONCE, push=True),
            ("game",),
            {"": gettext_noop("%(game)s – your time is running out.")},
        ),
        NotificationKind(
            "game_started",
            gettext_noop("Game started"),
            gettext_noop("One of your tables is full."),
            _choice(DIGEST, push=True),
            ("game",),
            {"": gettext_noop("%(game)s – the game has started.")},
        ),
        NotificationKind(
            "game_finished",
            gettext_noop("Game finished"),
            gettext_noop("One of your games has ended."),
            _choice(DIGEST, push=False),
            ("game",),
            {"": gettext_noop("%(game)s – the game is over.")},
        ),
        NotificationKind(
            "left_game",
            gettext_noop("Player left"),
            gettext_noop("A player resigned, ran out of time or did not play their first turn."),
            _choice(DIGEST, push=False),
            ("game", "who", "how"),
            {
                "resigned": gettext_noop("%(game)s – %(who)s resigned."),
                "timed_out": gettext_noop("%(game)s – %(who)s ran out of time."),
                "timed_out_yourself": gettext_noop("%(game)s – you ran out of time."),
                "removed": gettext_noop("%(game)s – %(who)s was removed from the game by the moderators."),
                "aborted": gettext_noop("%(game)s – %(who)s aborted the game."),
                "late": gettext_noop("%(game)s – game aborted: %(who)s did not play their first turn in time."),
                "late_yourself": gettext_noop("%(game)s – game aborted: you did not play your first turn in time."),
            },
            by="how",
        ),
        NotificationKind(
            "request",
            gettext_noop("Requests"),
            gettext_noop("A player asks for a pause or a take-back."),
            _choice(AT_ONCE, push=True),
            ("game", "who", "what"),
            {
                "pause": gettext_noop("%(game)s – %(who)s asks for a pause."),
                "resume": gettext_noop("%(game)s – %(who)s asks to resume the game."),
                "take_back": gettext_noop("%(game)s – %(who)s asks for a take-back."),
            },
            by="what",
        ),
        NotificationKind(
            "answer",
            gettext_noop("Answers"),
            gettext_noop("A request was accepted or declined."),
            _choice(AT_ONCE, push=True),
            ("game", "who", "how"),
            {
                "pause_agreed": gettext_noop("%(game)s – the game is paused: everyone agreed."),
                "pause_declined": gettext_noop("%(game)s – %(who)s declined the pause."),
                "take_back_agreed": gettext_noop("%(game)s – the move was taken back: everyone agreed."),
                "take_back_declined": gettext_noop("%(game)s – %(who)s declined the take-back."),
            },
            by="how",
        ),
        NotificationKind(
            "resumed",
            gettext_noop("End of a pause"),
            gettext_noop("The clocks are running again."),
            _choice(AT_ONCE, push=True),
            ("game", "who", "how"),
            {
                "player": gettext_noop("%(game)s – %(who)s ended the pause. The clocks are running again."),
                "by_itself": gettext_noop(
                    "%(game)s – the pause reached its maximum length. The clocks are running again."
                ),
            },
            by="how",
        ),
        NotificationKind(
            "plan_dropped",
            gettext_noop("Plan dropped"),
            gettext_noop("Your planned moves were no longer possible."),
            _choice(AT_ONCE, push=True),
            ("game",),
            {"": gettext_noop("%(game)s – your plan was dropped: it was no longer possible.")},
        ),
        NotificationKind(
            "chat",
            gettext_noop("Chat"),
            gettext_noop("New message at one of your tables."),
            _choice(DIGEST, push=False),
            ("game", "who"),
            {"": gettext_noop("%(game)s – %(who)s wrote in the chat.")},
        ),
        NotificationKind(
            "invitation",
            gettext_noop("Invitations"),
            gettext_noop("A player invites you to a game."),
            _choice(AT_ONCE, push=True),
            ("game", "who"),
            {"": gettext_noop("%(who)s invites you to a game of %(game)s.")},
        ),
        NotificationKind(
            "invitation_declined",
            gettext_noop("Invitation declined"),
            gettext_noop("A player declined your invitation."),
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
        NotificationKind(
            "table_closed",
            gettext_noop("Table closed"),
            gettext_noop("A table closed before its game started, or its host removed you."),
            _choice(DIGEST, push=False),
            ("game", "how"),
            {
                "expired": gettext_noop("%(game)s – the table was closed: the game did not start in time."),
                "removed": gettext_noop("%(game)s – the host removed you from the table."),
            },
            by="how",
        ),
        NotificationKind(
            "seek_ended",
            gettext_noop("Search ended"),
            gettext_noop("One of your searches has ended."),
            _choice(DIGEST, push=False),
            ("game", "how"),
            {
                "expired": gettext_noop("%(game)s – your search ended: no opponent found in two weeks."),
                "left": gettext_noop("%(game)s – your search ended because you ran out of time or aborted a game."),
            },
            by="how",
        ),
        NotificationKind(
            "opponent_waiting",
            gettext_noop("Player waiting"),
            gettext_noop("A player is looking for a live game, and you asked to be notified."),
            _choice(AT_ONCE, push=True),
            ("game",),
            {"": gettext_noop("%(game)s – a player is looking for a live game.")},
        ),
        NotificationKind(
            "rating",
            gettext_noop("Ratings"),
            gettext_noop("Moderators annulled or reinstated a game, and your rating changed."),
            _choice(DIGEST, push=False),
            ("game", "before", "after"),
            {
                "annulled": gettext_noop(
                    "%(game)s – a game was annulled: your rating changed from %(before)s to %(after)s."
                ),
                "reinstated": gettext_noop(
                    "%(game)s – a game was reinstated: your rating changed from %(before)s to %(after)s."
                ),
            },
            by="what",
        ),
        NotificationKind(
            "account",
            gettext_noop("Your account"),
            gettext_noop("Your account needs your attention."),
            _choice(AT_ONCE, push=False),
            ("what", "name"),
            {
                "look_alike": gettext_noop(
                    "Your name, %(name)s, looks too much like another player’s. Please choose a new one."
                )
            },
            by="what",
        ),
        NotificationKind(
            "moderation",
            gettext_noop("Moderation"),
            gettext_noop("A moderator made a decision that concerns you."),
            _choice(AT_ONCE, push=False),
            ("text",),
            {"": gettext_noop("Moderation: %(text)s")},
        ),
        NotificationKind(
            "sanction",
            gettext_noop("Account status"),
            gettext_noop("The moderators made a decision about your account, or a restriction has ended."),
            _choice(AT_ONCE, push=False),
            ("what", "reason"),
            {
                "warning": gettext_noop("Warning from the moderators: %(reason)s"),
                "mute": gettext_noop("You are muted: %(reason)s"),
                "unrated": gettext_noop("You cannot play rated games: %(reason)s"),
                "suspension": gettext_noop("Your account is suspended: %(reason)s"),
                "ban": gettext_noop("Your account is closed: %(reason)s"),
                "rename": gettext_noop("Your account was renamed: %(reason)s"),
                "hide_line": gettext_noop("One of your chat messages was deleted: %(reason)s"),
                "annul": gettext_noop("%(game)s – one of your games was annulled: %(reason)s"),
                "confirmed": gettext_noop("Another moderator confirmed the decision about you: %(reason)s"),
                "lifted": gettext_noop("The moderators’ decision about your account was lifted: %(reason)s"),
                "mute_over": gettext_noop("You can write in the chat again. Reason for the mute: %(reason)s"),
                "unrated_over": gettext_noop("You can play rated games again. Reason for the restriction: %(reason)s"),
                "suspension_over": gettext_noop(
                    "Your suspension is over: you can sign in and play again. Reason for the suspension: %(reason)s"
                ),
                "ban_over": gettext_noop("Your account is open again. Reason for closing it: %(reason)s"),
            },
            by="what",
            to_closed=True,
        ),
        NotificationKind(
            "report_answered",
            gettext_noop("Your reports"),
            gettext_noop("The moderators have reviewed one of your reports."),
            _choice(DIGEST, push=False),
            ("who", "what", "answer"),
            {
                "upheld": gettext_noop("Thank you for your report about %(who)s. We have taken action. %(answer)s"),
                "denied": gettext_noop("We reviewed your report about %(who)s and found no reason to act. %(answer)s"),
                "reopened": gettext_noop("Your report about %(who)s is being reviewed again."),
                "reversed": gettext_noop("Your report about %(who)s was reviewed again: the action was reversed."),
            },
            by="what",
        ),
        NotificationKind(
            "appeal",
            gettext_noop("Your appeals"),
            gettext_noop("Another moderator has decided on your appeal."),
            _choice(AT_ONCE, push=False),
            ("what", "answer"),
            {
                "granted": gettext_noop("Your appeal was granted: the decision is lifted. %(answer)s"),
                "rejected": gettext_noop("Your appeal was rejected: the decision stands. %(answer)s"),
            },
            by="what",
            to_closed=True,
        ),
    )
}
