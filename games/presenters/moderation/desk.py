"""Users, games and decisions as the moderators' desk shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Sanction, User
from accounts.sanctions import selectors as sanctions
from engine import registry
from games.chat.models import ChatLine
from games.moderation.models import Appeal, ModerationDecision, Report
from games.moderation.selectors import dossiers, impartial, role_permissions, roles
from games.moderation.selectors.dossiers import Dossier, GameFile
from games.moderation.services.undo import UNDONE
from games.presenters import game_lists
from games.presenters.game_kinds import game_of
from games.presenters.moderation import words as moderation_words
from games.presenters.ratings.pages import pace_name, points
from games.presenters.times import rounded_duration
from pyramido_site.infrastructure.site_clock import now_ms
from ratings.models import Rating

Action = ModerationDecision.Action

DAY_MS = 86_400_000


@dataclass(frozen=True, slots=True)
class ShownDecision:
    """An entry of the log. `undoable`: it is in force, and the reader may undo it. `confirmable`: it is provisional,
    and the reader may confirm it.
    """

    decision: ModerationDecision
    undone: bool
    undoable: bool
    confirmable: bool

    @property
    def to_confirm(self) -> bool:
        """Whether it is provisional and in force."""
        return not self.undone and _state_of_provisional(self.decision) == sanctions.IN_FORCE

    @property
    def lapsed(self) -> bool:
        """Whether it was provisional and was not confirmed in time."""
        return not self.undone and _state_of_provisional(self.decision) == sanctions.ENDED

    @property
    def meant_until(self) -> int:
        """When it is to end once it is confirmed."""
        return int(self.decision.data.get("until_ms") or 0)

    @property
    def appeal(self) -> Appeal | None:
        """The appeal against it, or None."""
        return getattr(self.decision, "appeal", None)

    @property
    def acknowledged(self) -> bool:
        """Whether the player has acknowledged the warning."""
        sanction = self.decision.sanction
        return self.decision.action == Action.WARNING and sanction is not None and bool(sanction.acknowledged_ms)

    @property
    def renamed(self) -> tuple[str, str] | None:
        """The old and the new name, or None."""
        data = self.decision.data
        return (data["old"], data["new"]) if "old" in data else None


def shown_decisions(found: Sequence[ModerationDecision], reader: User) -> list[ShownDecision]:
    """Return the decisions, from `dossiers.decisions()`, as shown. Two queries for any number of them."""
    ranks, own = dossiers.ranks({one.user for one in found}), roles.rank(reader)
    shared = impartial.shares_game_with(reader, {one.user_id for one in found})
    shown = []
    for one in found:
        undone = hasattr(one, "undone_by")
        mine = one.by_id == reader.pk
        below = one.user_id != reader.pk and ranks[one.user_id] < own
        waits = not undone and below and _state_of_provisional(one) == sanctions.IN_FORCE
        undoable = below and (own >= roles.SENIOR or mine) and (one.user_id not in shared or (waits and mine))
        may_decide = own >= role_permissions.LEAST[Action(one.action)] and one.user_id not in shared
        shown.append(
            ShownDecision(
                one,
                undone,
                undoable=not undone and undoable and one.action in UNDONE,
                confirmable=waits and may_decide and not mine,
            )
        )
    return shown


def _state_of_provisional(decision: ModerationDecision) -> str:
    """Return `in_force` while a provisional measure waits to be confirmed, `ended` or `lifted` after that; "" for
    others.
    """
    sanction = decision.sanction
    waits = sanction is not None and sanction.provisional and decision.data.get("provisional")
    return sanctions.state(sanction) if waits and sanction is not None else ""


@dataclass(frozen=True, slots=True)
class ShownSanction:
    """A sanction with its state."""

    sanction: Sanction

    @property
    def state(self) -> str:
        """The state in words."""
        return {
            sanctions.IN_FORCE: _("in force"),
            sanctions.ENDED: _("ended"),
            sanctions.LIFTED: _("lifted"),
        }[sanctions.state(self.sanction)]

    @property
    def holds(self) -> bool:
        """Whether the sanction is in force."""
        return sanctions.state(self.sanction) == sanctions.IN_FORCE


@dataclass(frozen=True, slots=True)
class ShownPerson:
    """A user as shown. `part` is the user's part in the `report` being looked at: `reported`, `reporter` or ""."""

    dossier: Dossier
    part: str = ""
    report: Report | None = None

    @property
    def user(self) -> User:
        """The user."""
        return self.dossier.user

    @property
    def age(self) -> str:
        """Age of the account, in days."""
        days = max(0, now_ms() - int(self.user.date_joined.timestamp() * 1000)) // DAY_MS
        return ngettext("%(count)s day", "%(count)s days", days) % {"count": days}

    @property
    def others(self) -> list[Report]:
        """The reports about the user, without the one being looked at."""
        return [one for one in self.dossier.against if one != self.report]

    @property
    def entries(self) -> list[game_lists.Entry]:
        """The user's latest games."""
        return [game_lists.entry(game, self.user) for game in self.dossier.games]

    @property
    def sanctions(self) -> list[ShownSanction]:
        """The user's sanctions."""
        return [ShownSanction(one) for one in self.dossier.sanctions]

    @property
    def holding(self) -> list[ShownSanction]:
        """The sanctions in force."""
        return [one for one in self.sanctions if one.holds]

    @property
    def ratings(self) -> list[tuple[Rating, str, int, bool]]:
        """The ratings, each with its game and pace, whole points, and whether it is provisional."""
        return [
            (
                one,
                f"{_(registry.get(one.pool.game).name)}, {pace_name(one.pool.pace)}",
                points(one.value),
                one.is_provisional,
            )
            for one in self.dossier.ratings
        ]

    @property
    def accuracy(self) -> str:
        """How many of the decided reports by the user were upheld."""
        decided = self.dossier.upheld + self.dossier.denied
        if not decided:
            return _("none decided yet")
        return _("%(upheld)s of %(decided)s upheld") % {"upheld": self.dossier.upheld, "decided": decided}

    @property
    def leavings(self) -> str:
        """How many of the user's games ended by resigning or timing out."""
        played = self.dossier.played
        return _("%(resigned)s resigned, %(timed_out)s timed out, of %(games)s games") % {
            "resigned": played["resigned"],
            "timed_out": played["timed_out"],
            "games": played["running"] + played["finished"],
        }


@dataclass(frozen=True, slots=True)
class ShownChatLine:
    """A chat line, and whether it is the marked one."""

    line: ChatLine
    marked: bool
    own: bool
    """Whether it is by the writer of the marked line."""


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game with its clocks and its chat."""

    file: GameFile
    reader: User
    marked: str = ""

    @property
    def entry(self) -> game_lists.Entry:
        """The game's row, as a spectator sees it."""
        return game_lists.entry(self.file.game, None)

    @property
    def times(self) -> list[tuple[str, str, str, bool, str]]:
        """Name, time used, time left, whether the clock runs, and how the user has left, for each user."""
        return [
            (
                one.seat.user.display_name if one.seat.user else "",
                "" if one.used_ms is None else rounded_duration(one.used_ms),
                "" if one.left_ms is None else rounded_duration(one.left_ms),
                one.running,
                moderation_words.how_left(one.seat.departure),
            )
            for one in self.file.times
        ]

    @property
    def rooms(self) -> Iterator[tuple[str, list[ShownChatLine]]]:
        """The name of each room with its lines; nothing if the reader may not see them."""
        names = dict(ChatLine.Room.choices)
        for room, said in (self.file.rooms or {}).items():
            writer = next((one.user_id for one in said if one.public_id == self.marked), None)
            yield (
                str(names[room]),
                [ShownChatLine(one, one.public_id == self.marked, one.user_id == writer) for one in said],
            )

    @property
    def name(self) -> str:
        """The game's name."""
        return game_of(self.file.game).name
