"""The server plays a seat without a choice, which never has more than one legal action."""

from __future__ import annotations

from typing import Unpack

from engine import replay
from engine.newtypes import Seq
from engine.position import Position, Step
from games.record import positions
from games.record.after_commit import look_again
from games.record.append import CommandResult, append_events
from games.record.command_context import CommandContext
from games.record.models import Game
from games.record.projections import legend_seats
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.public_ids import PublicId


def play_automatic(public_id: PublicId, expected_seq: Seq) -> CommandResult | None:
    """Play the turn that is owed at `expected_seq`. Return None, and do nothing, if the game has moved on.

    Raise Refusal for any other failure.
    """
    game = Game.objects.filter(public_id=public_id, seq=expected_seq, automatic_due=True).first()
    if game is None:
        look_again(public_id)
        return None
    entry = positions.load_or_none(game)
    if entry is None or not legend_seats(entry.position):
        return None
    owed = entry.position
    seat = legend_seats(owed)[0]
    (only,) = owed.rules.legal_actions(owed.state, seat)
    action = owed.rules.action_to_json(only)

    def turn(position: Position, /, **context: Unpack[CommandContext]) -> Step:
        return replay.act(position, seat, action, expected_seq=expected_seq, **context)

    try:
        return append_events(public_id, seat, turn)
    except Refusal as refusal:
        if refusal.code == "stale":
            return None  # another worker has played it meanwhile
        raise
