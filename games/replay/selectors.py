"""Functions that read the past of a game. All that they return passes through `view()` and `redact()` of the engine."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from engine import replay
from engine.newtypes import BEFORE_FIRST, FIRST, SeatNumber, Seq
from games.record import frames, positions
from games.record.models import Game
from games.record.positions import Entry
from games.record.selectors import Person, audience_of, last_seen
from games.record.tables import JSON
from games.replay import page_ends
from games.replay.steps import DERIVED, steps_after
from games.requests.refusals import Refusal, not_found
from pyramido_site.infrastructure.public_ids import PublicId

STEPS_AT_ONCE = 100
"""Maximum number of events before the last step of one response."""


def viewpoint(public_id: PublicId, user: Person | None, seat: SeatNumber | None) -> SeatNumber | None:
    """Return the audience whose views the user gets: their own, or that of the `seat` that they ask for.

    Another's seat may be asked for once the game has ended, when nothing is hidden any more. Raise Refusal 404
    `not_found` or `no_such_seat`, or 409 `still_running`.
    """
    own = audience_of(public_id, user)
    if seat is None or seat == own:
        return own
    game = _game(public_id)
    if game.status not in frames.OVER:
        template = gettext_noop("The views of other seats are shown only once the game has ended.")
        raise Refusal(409, "still_running", template, field="seat", seq=game.seq)
    if not game.seats.filter(number=seat).exists():
        raise Refusal(404, "no_such_seat", gettext_noop("There is no seat %(seat)s."), field="seat", seat=seat)
    return seat


def view_at(public_id: PublicId, seat: SeatNumber | None, seq: Seq) -> JSON:
    """Return `{"seq", "at_ms", "view"}`: the audience's view after event `seq`, and the time of that event.

    It is what the audience could see at that time. Raise Refusal 404 `not_found` or `no_such_event`.
    """
    game = _game(public_id)
    check_event(game, seat, seq)
    entry = _entry(game)
    if entry is None or seq > entry.position.seq:
        raise _no_such_event(seq, last_seen(game, seat))
    events = positions.good_events(game, BEFORE_FIRST, seq + 1)
    at = replay.fold(events, entry.position.secret, entry.position.nonces)
    return {"seq": at.seq, "at_ms": at.at_ms, "view": at.view(seat)}


def check_event(game: Game, seat: SeatNumber | None, seq: Seq) -> None:
    """Raise Refusal 404 `no_such_event` if the game has no event of this number that the audience may know of."""
    last = last_seen(game, seat)
    if last is None or not FIRST <= seq <= last:
        raise _no_such_event(seq, last)


def steps_for(public_id: PublicId, seat: SeatNumber | None, since: Seq) -> JSON:
    """Return `{"game", "seq", "since", "view", "steps", "next"}`: the audience's view after event `since`, and how it
    went on.

    Each of the `steps` is `{"seq", "events", "patch"}`; its patch leads from the view before to the view after it. They
    hold what the audience was sent at the time, or would have been. `next` is the seq to continue from, or None after
    the last step. `since` and `view` are None if the game has not started. Raise Refusal 404 `not_found`.
    """
    game = _game(public_id)
    entry = _entry(game)
    if entry is None:
        return {"game": game.game_key, "seq": game.seq, "since": None, "view": None, "steps": [], "next": None}
    last = entry.seen_by(seat).position.seq
    since = min(max(since, FIRST), last)
    events = positions.good_events(game, Seq(since - 1), min(1 + STEPS_AT_ONCE + len(DERIVED), 1 + last - since))
    at = page_ends.after(public_id, events[0].hash) if events else None
    if at is None:
        before = positions.good_events(game, BEFORE_FIRST, since + 1)
        at = replay.fold(before, entry.position.secret, entry.position.nonces)
    ended = game.status in frames.OVER
    steps, last_shown = steps_after(at, events[1:], seat, ended=ended, most=STEPS_AT_ONCE)
    page_ends.keep(public_id, last_shown)
    end = steps[-1]["seq"] if steps else since
    return {
        "game": game.game_key, "seq": last_seen(game, seat), "since": since, "view": at.view(seat), "steps": steps,
        "next": end if end < last else None,
    }  # fmt: skip


def _no_such_event(seq: Seq, last: Seq | None) -> Refusal:
    template = gettext_noop("This game has no event %(number)s.")
    return Refusal(404, "no_such_event", template, field="seq", seq=last, number=seq)


def _game(public_id: PublicId) -> Game:
    game = Game.objects.filter(public_id=public_id).first()
    if game is None:
        raise not_found(public_id)
    return game


def _entry(game: Game) -> Entry | None:
    return None if game.seq is None else positions.load_for_display(game)
