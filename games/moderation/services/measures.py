"""Effects of each action, and how they are reversed. Everything happens in the caller's transaction, which locks the
row of the user concerned; effects in games and ratings follow after it, and a sweep finds those that were lost.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_noop

from accounts.identity import name_availability
from accounts.models import Sanction, User
from accounts.sanctions import services as sanctions
from accounts.users import names
from games.chat import selectors as chat
from games.chat.services.hide_line import hide_line, show_line
from games.live import followups
from games.moderation.models import SANCTIONS, ModerationDecision
from games.moderation.selectors import roles
from games.moderation.services.authority import Cleared
from games.rated_games.services import annul_game
from games.requests.refusals import Refusal
from games.study.services.share_study import hide_study
from games.time.clocks import DAY_MS, HOUR_MS, MINUTE_MS
from pyramido_site.infrastructure.public_ids import NO_ID, PublicId
from pyramido_site.infrastructure.site_clock import now_ms
from ratings.models import ResultSeat

Action = ModerationDecision.Action


LASTS_MS: Final = {
    Action.MUTE: (HOUR_MS, 365 * DAY_MS),
    Action.UNRATED: (DAY_MS, 365 * DAY_MS),
    Action.SUSPENSION: (DAY_MS, 365 * DAY_MS),
}
"""Shortest and longest duration (ms); the other measures have no end."""
MODERATORS_MOST_MS = 30 * DAY_MS
"""Longest mute (ms) by a moderator who is not senior."""
SLACK_MS = 5 * MINUTE_MS
"""Tolerance (ms) for the time between filling in a form and sending it."""


@dataclass(frozen=True, slots=True)
class Done:
    """What the log keeps of a measure: the game and line concerned, its sanction, and what undoing it needs."""

    game: PublicId = NO_ID
    line: PublicId = NO_ID
    sanction: Sanction | None = None
    data: dict[str, Any] = field(default_factory=dict)


def check_lasts(by: User, action: Action, until_ms: int | None) -> None:
    """Raise Refusal 422 if the action cannot have this end."""
    if action not in LASTS_MS:
        if until_ms is not None:
            raise Refusal(422, "no_end", gettext_noop("This action cannot have an end date."), field="until_ms")
        return
    if until_ms is None:
        raise Refusal(422, "end_missing", gettext_noop("Set an end date."), field="until_ms")
    least, most = LASTS_MS[action]
    if action == Action.MUTE and not roles.is_senior(by):
        most = MODERATORS_MOST_MS
    lasts = until_ms - now_ms()
    if lasts < least - SLACK_MS:
        template = gettext_noop("Too short: the minimum is %(hours)s h.")
        raise Refusal(422, "too_short", template, field="until_ms", hours=least // HOUR_MS)
    if lasts > most + SLACK_MS:
        template = gettext_noop("Too long: the maximum is %(days)s days.")
        raise Refusal(422, "too_long", template, field="until_ms", days=most // DAY_MS)


def take(cleared: Cleared, reason: str, *, until_ms: int | None, game: PublicId, line: PublicId, name: str) -> Done:
    """Carry out an action. Raise Refusal if it is not possible."""
    by, action, user = cleared.by, cleared.action, cleared.user
    if user.deleted_ms is not None and action in (*SANCTIONS, Action.RENAME):
        raise Refusal(422, "account_gone", gettext_noop("This account no longer exists."))
    if action in SANCTIONS:
        made = sanctions.impose(user, action.value, reason, until_ms, provisional=cleared.lapses_ms is not None)
        _follow_up(made)
        return Done(game, line, made)
    if action == Action.RENAME:
        return Done(game, line, data=_rename(user, name))
    if action == Action.HIDE_LINE:
        return _hide(user, line)
    if action == Action.ANNUL:
        return _annul(by, user, reason, game)
    return Done(game, line)


def confirm(cleared: Cleared, decision: ModerationDecision) -> int | None:
    """Extend a provisional measure to its intended end, and return that end. Raise Refusal if it is not provisional,
    has lapsed, or needs a higher role.
    """
    sanction, until_ms = decision.sanction, decision.data.get("until_ms")
    if sanction is None or not decision.data.get("provisional"):
        raise Refusal(422, "not_provisional", gettext_noop("This decision is not provisional."))
    if (until_ms or 0) - decision.at_ms > MODERATORS_MOST_MS + SLACK_MS and not roles.is_senior(cleared.by):
        raise Refusal(403, "role_too_low", gettext_noop("Your role does not allow this."))
    if not sanctions.confirm(sanction, until_ms):
        raise Refusal(409, "lapsed", gettext_noop("This decision is no longer in force, or was already confirmed."))
    _follow_up(sanction)
    return sanction.until_ms


def take_back(cleared: Cleared, decision: ModerationDecision, reason: str) -> dict[str, Any]:
    """Reverse a decision's effects as far as possible, and return what the log keeps of that."""
    by, user = cleared.by, cleared.user
    if "study" in decision.data:
        hide_study(decision.data["study"], hidden=False)
    if decision.sanction is not None:
        sanctions.lift(decision.sanction)
        _follow_up(decision.sanction)
    elif decision.action == Action.RENAME:
        return _name_back(user, decision.data["old"], decision.data["new"])
    elif decision.action == Action.HIDE_LINE:
        said = chat.line_by_id(decision.line)
        if said is not None:
            show_line(said)
    elif decision.action == Action.ANNUL and annul_game.mark_game(by, decision.game, reason, counts=True):
        transaction.on_commit(functools.partial(annul_game.refold_game, decision.game), robust=True)
    return {}


def _follow_up(sanction: Sanction) -> None:
    transaction.on_commit(functools.partial(followups.sanction, sanction.public_id), robust=True)


# --- names ----------------------------------------------------------------------------------------------------------


def _rename(user: User, name: str) -> dict[str, Any]:
    """Rename the user to a free name, or for "" to a neutral one. Return the old and the new name. Raise Refusal if the
    name is not allowed, is unchanged or is taken.
    """
    old = user.display_name
    if name:
        new = names.normalise(name)
        try:
            names.validate_new_name(new)
        except ValidationError as error:
            raise Refusal(422, "unfit_name", "%(why)s", field="name", why=error.messages[0]) from None
    else:
        new = _neutral_name()
    if new == old:
        raise Refusal(422, "same_name", gettext_noop("This is already the player’s name."), field="name")
    if not name_availability.rename(user, new):
        raise Refusal(409, "name_taken", name_availability.TAKEN, field="name")
    return {"old": old, "new": new}


def _neutral_name() -> str:
    digits = 5
    while not name_availability.is_free(made := names.guest_name(digits)):
        digits = min(digits + 1, 12)
    return made


def _name_back(user: User, old: str, new: str) -> dict[str, Any]:
    """Restore the old name, unless it is taken or the user has yet another name by now."""
    back = user.deleted_ms is None and user.display_name == new and name_availability.rename(user, old)
    return {"old": new, "new": old} if back else {"kept": user.display_name}


# --- chat lines and games -------------------------------------------------------------------------------------------


def game_of(line: PublicId) -> PublicId:
    """Return the public id of the game to which a chat line belongs, or ""."""
    said = chat.line_by_id(line)
    return NO_ID if said is None else said.game.public_id


def _hide(user: User, line: PublicId) -> Done:
    said = chat.line_by_id(line)
    if said is None or said.user_id != user.pk:
        raise Refusal(
            404, "no_such_line", gettext_noop("Chat message “%(line)s” not found."), field="line", line=line[:20]
        )
    if said.hidden:
        raise Refusal(409, "already", gettext_noop("This has already been done."), field="line")
    hide_line(said)
    return Done(said.game.public_id, line)


def _annul(by: User, user: User, reason: str, game: PublicId) -> Done:
    if not ResultSeat.objects.filter(result__game=game, user=user).exists():
        template = gettext_noop("This player has no rated result in this game.")
        raise Refusal(404, "unrated", template, field="game")
    if not annul_game.mark_game(by, game, reason):
        raise Refusal(409, "already", gettext_noop("This has already been done."), field="game")
    transaction.on_commit(functools.partial(annul_game.refold_game, game), robust=True)
    return Done(game)
