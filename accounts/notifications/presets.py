"""Presets of notifications: choices for all kinds at once, recognised in a player's stored channels. Pure.

A preset sets the bell, e-mail and browser notifications. Webhooks serve programs: presets leave them as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_noop

from accounts.notifications.notification_kinds_and_defaults import (
    AT_ONCE,
    BELL,
    EMAIL,
    KINDS,
    OFF,
    PUSH,
    TURNS,
    WEBHOOK,
    Choice,
)

ASKED_FOR = ("opponent_waiting",)
"""Kinds that are told once and only to players who have asked for it: no preset keeps them back."""
DECISIONS = ("account", "moderation", "sanction", "appeal")
"""Kinds of which every preset sends e-mail: they are rare, and concern the account itself."""


@dataclass(frozen=True)
class Preset:
    """A preset. Texts are English and translated when they are shown."""

    key: str
    title: str
    about: str
    channels: Mapping[str, Choice]
    """The channels of each kind, without the webhook."""


def _only(kinds: tuple[str, ...]) -> dict[str, Choice]:
    """Return channels that send messages of these kinds, about the account, and what the player has asked for; the bell
    has everything.
    """
    sent = (*kinds, *ASKED_FOR)
    return {
        kind: {BELL: True, EMAIL: AT_ONCE if kind in (*sent, *DECISIONS) else OFF, PUSH: kind in sent} for kind in KINDS
    }


PRESETS: dict[str, Preset] = {
    preset.key: preset
    for preset in (
        Preset(
            "turns",
            gettext_noop("Only my turn"),
            gettext_noop("You are notified when it is your turn or your time is running out."),
            _only(TURNS),
        ),
        Preset(
            "quiet",
            gettext_noop("Quiet"),
            gettext_noop("Nothing is sent to you about games; the bell on this site still shows what is new."),
            _only(()),
        ),
        Preset(
            "everything",
            gettext_noop("Everything"),
            gettext_noop(
                "Anything that needs your attention is sent immediately, everything else in one e-mail a day."
            ),
            {
                kind.name: {channel: value for channel, value in kind.defaults.items() if channel != WEBHOOK}
                for kind in KINDS.values()
            },
        ),
    )
}


def preset_of(matrix: Mapping[str, Choice], *, mail: bool) -> str:
    """Return the key of the preset that these channels of every kind are, or "" if they are none.

    Without `mail` e-mail is not compared: guests cannot choose it.
    """
    return next((key for key in PRESETS if _is(matrix, changes(key, mail=mail))), "")


def changes(key: str, *, mail: bool) -> dict[str, Choice]:
    """Return the preset as a change of the matrix (`preferences.change`). Raise KeyError for an unknown preset."""
    channels = PRESETS[key].channels
    return {
        kind: {channel: value for channel, value in chosen.items() if mail or channel != EMAIL}
        for kind, chosen in channels.items()
    }


def _is(matrix: Mapping[str, Choice], wanted: Mapping[str, Choice]) -> bool:
    return all(matrix[kind][channel] == value for kind, chosen in wanted.items() for channel, value in chosen.items())
