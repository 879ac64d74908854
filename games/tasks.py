"""Celery tasks. Each fetches its data and calls a service. A task may run twice or get lost, so it is idempotent, and a
sweep finds lost work.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import ParamSpec

from celery import Task, shared_task
from django.conf import settings
from django.db import InterfaceError, OperationalError

from engine.newtypes import SeatNumber, Seq
from games.bots.selectors.calls import calls_due
from games.bots.services.call_bot import call_bot as call
from games.computer import selectors as computer
from games.computer.services.hint import make_hint
from games.computer.services.play_ai import play_ai as decide
from games.computer.services.play_automatic import play_automatic as play
from games.conditional_moves import selectors as conditional_moves
from games.conditional_moves.services.play_conditional_moves import play_conditional_moves as play_now
from games.conditional_moves.services.tell_moves_dropped import tell_moves_dropped as tell_dropped
from games.deadlines.selectors.due import vacations_to_settle
from games.deadlines.services.enforce_deadlines import sweep_deadlines
from games.deadlines.services.vacation import settle_vacations as settle
from games.exports import selectors as exports
from games.exports.services import export_month
from games.fair_play.services.notice_flags import notice_daily, notice_flags, notice_forfeits
from games.live import followups
from games.matchmaking.services.end_or_renew_seeks import end_or_renew_seeks
from games.matchmaking.services.pair_seeks import pair_seeks as pair
from games.matchmaking.services.seek_alerts import tell_alerts
from games.moderation.services import carry_out as effects
from games.moderation.services import claim_report
from games.notices import selectors as notices
from games.notices.services.tell_players import tell_players
from games.notices.services.warn_players import WARN_MS, warn_players
from games.people.services import delete_expired_data as expired_data
from games.people.services.delete_account import clear_deleted as clear
from games.people.services.delete_account import deleted_to_clear
from games.rated_games.services.annul_game import tell_late_refunds
from games.rated_games.services.rate import rate as rate_in
from games.requests.idempotency import delete_expired_responses
from games.seating.services.close_table import expire_tables
from games.study import selectors as studies
from games.study.selectors import MoveNumber
from games.study.services.opponent import play_opponent
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms
from ratings.selectors import pools_to_rate
from ratings.services.monthly_leaderboards import month_before, snapshot

logger = logging.getLogger(__name__)

SWEEP_AFTER_MS = 2000
"""Age (ms) from which an owed turn counts as lost."""

UNTOLD_MS = 2000
"""How long (ms) a game is at rest before players are notified who is to move, and from when urgent notifications count
as lost.
"""

SWEEP_LIMIT = 500
"""Maximum number of rows in one sweep."""

SWEEP_AI_LIMIT = 200
"""Maximum number of AI turns in one sweep."""

SWEEP_AI_S = 3.0
"""Expiry (s) of a turn that a sweep has queued: the next sweep repeats it, so none pile up while workers are busy."""

P = ParamSpec("P")


def thinking(name: str) -> Callable[[Callable[P, None]], Task[P, None]]:
    """Return a decorator for tasks that think.

    Thinking has a timeout of its own, in every kind of worker pool; these limits come later and hold in pools of
    processes. The task is retried after database errors.
    """
    return shared_task(
        name=name,
        soft_time_limit=settings.AI_SECONDS + 6,
        time_limit=settings.AI_SECONDS + 12,
        autoretry_for=(OperationalError, InterfaceError),
        retry_backoff=1,
        max_retries=3,
    )


@shared_task(name="games.tasks.play_automatic")
def play_automatic(public_id: PublicId, expected_seq: Seq) -> None:
    """Play the turn that a seat without a choice owes at `expected_seq`."""
    play(public_id, expected_seq)


@thinking("games.tasks.play_ai")
def play_ai(public_id: PublicId, seat: SeatNumber, since_seq: Seq | None) -> None:
    """Decide what an AI's seat has owed since event `since_seq`, or (None) what it owes now."""
    decide(public_id, seat, since_seq)


@shared_task(name="games.tasks.call_bot")
def call_bot(public_id: PublicId, seat: SeatNumber, since_seq: Seq | None) -> None:
    """Call a bot's address for what its seat has owed since event `since_seq`, or (None) for what it owes now."""
    call(public_id, seat, since_seq)


@thinking("games.tasks.hint")
def hint(public_id: PublicId, seat: SeatNumber, since_seq: Seq) -> None:
    """Make the hint for what a person's seat has owed since event `since_seq`."""
    make_hint(public_id, seat, since_seq)


@thinking("games.tasks.study_opponent")
def study_opponent(public_id: PublicId, number: int) -> None:
    """Play what the opponent of a study owes after move `number`."""
    play_opponent(public_id, MoveNumber(number))


@shared_task(name="games.tasks.deadlines")
def deadlines() -> None:
    """Enforce the deadlines that have passed."""
    sweep_deadlines()


@shared_task(name="games.tasks.expire")
def expire() -> None:
    """Close tables that were not started in time, and delete expired responses."""
    expire_tables()
    delete_expired_responses()


@shared_task(name="games.tasks.delete_expired_data", acks_late=False)  # takes long: not to be redelivered meanwhile
def delete_expired_data() -> None:
    """Delete personal data whose retention has ended."""
    expired_data.delete_expired_data()


@shared_task(name="games.tasks.settle_vacations")
def settle_vacations(user_id: int) -> None:
    """Write to a user's games whether the user's clock is stopped."""
    settle(user_id)


@shared_task(name="games.tasks.vacations")
def vacations() -> None:
    """Find games that do not know of the beginning or end of a vacation."""
    for user_id in vacations_to_settle(now_ms(), SWEEP_LIMIT):
        settle(user_id)


@shared_task(name="games.tasks.announce")
def announce(public_id: PublicId) -> None:
    """Notify players of what has happened in a game since the last time."""
    tell_players(public_id)


@shared_task(name="games.tasks.announce_late")
def announce_late() -> None:
    """Send notifications that were lost, and warn players whose time is running out."""
    now = now_ms()
    for public_id in notices.untold_games(now - UNTOLD_MS, SWEEP_LIMIT):
        try:
            tell_players(public_id)
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            logger.exception("the players of game %s could not be told", public_id)
    for public_id in notices.games_to_warn(now, now + WARN_MS, SWEEP_LIMIT):
        warn_players(public_id)


@shared_task(name="games.tasks.clear_deleted")
def clear_deleted(user_id: int) -> None:
    """Clear seats, tables and seeks of a deleted account."""
    clear(user_id)


@shared_task(name="games.tasks.clear_all_deleted")
def clear_all_deleted() -> None:
    """Find deleted accounts that still have seats, tables or seeks."""
    for user_id in deleted_to_clear(SWEEP_LIMIT):
        clear(user_id)


@shared_task(name="games.tasks.play_conditional_moves")
def play_conditional_moves(public_id: PublicId) -> None:
    """Play the conditional moves that are due in a game."""
    play_now(public_id)


@shared_task(name="games.tasks.tell_moves_dropped")
def tell_moves_dropped(row_id: int) -> None:
    """Notify a player that conditional moves were dropped."""
    tell_dropped(row_id)


@shared_task(name="games.tasks.pair_seeks")
def pair_seeks() -> None:
    """Pair users who seek a game, and tell others, who have asked for it, of those who are left."""
    pair()
    tell_alerts()


@shared_task(name="games.tasks.tend_seeks")
def tend_seeks() -> None:
    """End expired seeks, and let standing ones seek again."""
    end_or_renew_seeks()


@shared_task(name="games.tasks.rate")
def rate(pool_id: int) -> None:
    """Rate the results that wait in a rating pool."""
    rate_in(pool_id)


@shared_task(name="games.tasks.rate_late")
def rate_late() -> None:
    """Rate results whose task was lost, and send lost notifications of refunds."""
    for pool_id in pools_to_rate(SWEEP_LIMIT, now_ms() - SWEEP_AFTER_MS):
        rate_in(pool_id)
    tell_late_refunds()


@shared_task(name="games.tasks.keep_leaderboards")
def keep_leaderboards() -> None:
    """Store the leaderboards of the month that has ended."""
    snapshot(month_before(now_ms()))


@shared_task(name="games.tasks.export_months", acks_late=False)  # takes long: not to be redelivered meanwhile
def export_months() -> None:
    """Write the public files of months that have ended and have none."""
    for month in exports.months_due(now_ms()):
        export_month(month)


@shared_task(name="games.tasks.sanction_effects")
def sanction_effects(sanction_id: PublicId) -> None:
    """Carry out the effects on games of a sanction that was imposed or lifted."""
    effects.carry_out(sanction_id)


@shared_task(name="games.tasks.sanctions")
def sanctions() -> None:
    """Let moderators' claims lapse, end sanctions that have expired, and carry out effects whose task was lost."""
    claim_report.lapse_claims()
    effects.end_what_is_over(SWEEP_LIMIT)
    for public_id in effects.lost(SWEEP_LIMIT):
        effects.carry_out(public_id)


@shared_task(name="games.tasks.signals", acks_late=False)  # takes long: not to be redelivered meanwhile
def raise_flags() -> None:
    """Look for flags in rated games that have ended."""
    notice_forfeits()
    notice_flags()


@shared_task(name="games.tasks.signals_daily", acks_late=False)
def raise_flags_daily() -> None:
    """Look for flags in device fingerprints and chats, once a day."""
    notice_daily()


@shared_task(name="games.tasks.resend_lost_turns")
def resend_lost_turns() -> None:
    """Queue turns again whose task was lost."""
    before_ms = now_ms() - SWEEP_AFTER_MS
    for public_id, seq in computer.automatic_turns_due(before_ms, SWEEP_LIMIT):
        followups.automatic_turn(public_id, seq)
    for public_id, seat in computer.ai_turns_due(before_ms, SWEEP_AI_LIMIT):
        followups.ai_turn(public_id, seat, None, expires_s=SWEEP_AI_S)
    for study_id, number in studies.opponents_due(before_ms, SWEEP_AI_LIMIT):
        followups.study_opponent(study_id, number, expires_s=SWEEP_AI_S)
    for public_id, seat in calls_due(now_ms(), before_ms, SWEEP_LIMIT):
        followups.bot_call(public_id, seat, None, expires_s=SWEEP_AI_S)
    for public_id in conditional_moves.games_due(before_ms, SWEEP_LIMIT):
        followups.play_conditional_moves(public_id)
    for plan_id in conditional_moves.dropped_untold(SWEEP_LIMIT):
        followups.tell_moves_dropped(plan_id)
