"""The form for moderators' actions: what is offered, and what was sent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts.models import User
from games.moderation.models import ID_LENGTH, ModerationDecision, Report
from games.moderation.selectors import provisional_measures, role_permissions
from games.moderation.services.decide import decide
from games.presenters import times
from games.presenters.moderation import words as moderation_words
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.public_ids import NO_ID, PublicId
from pyramido_site.infrastructure.site_clock import now_ms

Action = ModerationDecision.Action

HOUR_S, DAY_S = 3600, 86400
DURATIONS: dict[str, tuple[int, ...]] = {
    Action.MUTE: (HOUR_S, DAY_S, 3 * DAY_S, 7 * DAY_S, 30 * DAY_S),
    Action.UNRATED: (DAY_S, 7 * DAY_S, 30 * DAY_S, 90 * DAY_S, 365 * DAY_S),
    Action.SUSPENSION: (DAY_S, 3 * DAY_S, 7 * DAY_S, 30 * DAY_S, 90 * DAY_S, 365 * DAY_S),
}
"""Durations on offer (s)."""

HEAVY = frozenset((Action.SUSPENSION, Action.BAN, Action.ANNUL))
"""Actions that need to be confirmed."""

ABOUT = {
    Action.CLOSE: _("No action is taken. Your answer is sent to the reporter."),
    Action.NOTE: _("For moderators only; it does not close any report."),
    Action.WARNING: _("The player has to acknowledge it."),
    Action.MUTE: _("The player can play, but cannot write in the chat."),
    Action.HIDE_LINE: _("Its text is hidden from everyone except moderators."),
    Action.UNRATED: _("The player can play, but cannot start rated games."),
    Action.RENAME: _("Leave empty for a neutral name."),
    Action.ANNUL: _("The game no longer counts; all ratings since are recalculated."),
    Action.SUSPENSION: _(
        "The player cannot sign in. In running games, the player’s clocks stop for up to 7 days (one hour in "
        "live games); then the player is removed from them without a rating change."
    ),
    Action.BAN: _("The player can no longer sign in and is removed from all running games without a rating change."),
}
"""What each action does, in the order in which they are offered: lightest first."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An action, with what its form needs."""

    action: str
    about: str
    durations: list[tuple[int, str]]
    reasons: list[str]

    @property
    def title(self) -> str:
        """The action's name, translated."""
        return str(Action(self.action).label)

    @property
    def heavy(self) -> bool:
        """Whether the action needs to be confirmed."""
        return self.action in HEAVY

    @property
    def told(self) -> bool:
        """Whether the player reads the reason."""
        return self.action not in (Action.NOTE, Action.CLOSE)


@dataclass(frozen=True, slots=True)
class Typed:
    """What was sent, kept to fill in the form again after a refusal."""

    action: str = ""
    reason: str = ""
    duration: str = ""
    name: str = ""
    answer: str = ""
    game: PublicId = NO_ID
    line: PublicId = NO_ID
    provisional: bool = False
    refused: str = ""
    """The sentence of the refusal, or ""."""


def offers(by: User, user: User, report: Report | None, game: PublicId = NO_ID) -> Iterator[Offer]:
    """Yield the actions that `by` may take about `user`. Annulling needs a game, and deleting a line a report of
    one.
    """
    named = {
        Action.CLOSE: report is not None,
        Action.HIDE_LINE: report is not None and bool(report.line),
        Action.ANNUL: bool(game or (report is not None and report.game)),
    }
    own = moderation_words.reasons_for(user, None if report is None else report.kind)
    for action, about in ABOUT.items():
        if not named.get(action, True) or not may(by, action, user):
            continue
        durations = [(seconds, times.duration(seconds)) for seconds in DURATIONS.get(action, ())]
        reasons = own if action not in (Action.CLOSE, Action.NOTE) else []
        if action == Action.CLOSE:
            reasons = moderation_words.read_by(by, moderation_words.CLOSED)
        yield Offer(str(action), str(about), durations, reasons)


def provisional_offers(by: User, user: User) -> Iterator[Offer]:
    """Yield the actions that `by` may take provisionally in spite of a game shared with `user`; only the only moderator
    has any.
    """
    if provisional_measures.is_only_moderator(by):
        yield from (offer for offer in offers(by, user, None) if offer.action in provisional_measures.PROVISIONAL)


def refused(sent: Typed, refusal: Refusal) -> Typed:
    """Return what was sent, with the refusal."""
    return replace(sent, refused=refusal.detail)


def may(by: User, action: str, user: User) -> bool:
    """Return whether the role of `by` allows the action about `user`."""
    try:
        role_permissions.check_may(by, action, user)
    except Refusal:
        return False
    return True


def typed(form: QueryDict) -> Typed:
    """Return what was sent. A selected sentence precedes the written text."""
    chosen, written = form.get("chosen", "").strip(), form.get("reason", "").strip()
    reason = written if chosen in written else f"{chosen} {written}".strip()
    answered, more = form.get("chosen_answer", "").strip(), form.get("answer", "").strip()
    game, line = (PublicId(form.get(name, "").replace("\0", "")[:ID_LENGTH]) for name in ("game", "line"))
    return Typed(
        form.get("action", ""),
        reason,
        form.get("duration", ""),
        form.get("name", "").strip(),
        more if answered in more else f"{answered} {more}".strip(),
        game,
        line,
        provisional=form.get("provisional") == "on",
    )


def carry_out(by: User, user: User, form: QueryDict, sent: Typed, report: Report | None = None) -> ModerationDecision:
    """Take the action that was sent. Raise Refusal if it is unknown, unconfirmed or not allowed."""
    if sent.action not in ABOUT:
        raise Refusal(400, "malformed", gettext_noop("Choose an action."), field="action")
    if sent.action in HEAVY and not form.get("confirm"):
        template = gettext_noop("Confirm that you have reviewed everything: this is a serious action.")
        raise Refusal(422, "unconfirmed", template, field="confirm")
    return decide(
        by,
        sent.action,
        user,
        sent.reason,
        until_ms=_until_ms(sent),
        report=None if report is None else report.public_id,
        game=sent.game,
        line=sent.line,
        name=sent.name,
        answer=sent.answer,
        provisional=sent.provisional,
    )


def _until_ms(sent: Typed) -> int | None:
    """Return when the action ends, or None. Raise Refusal 400 `malformed` for a duration not on offer."""
    offered = DURATIONS.get(sent.action)
    if offered is None:
        return None
    if sent.duration not in map(str, offered):
        raise Refusal(400, "malformed", gettext_noop("Choose a duration."), field="duration")
    return now_ms() + int(sent.duration) * 1000
