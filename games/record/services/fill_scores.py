"""Fill the score columns of a database that is older than these columns (from before the first release)."""

from __future__ import annotations

from games.record.models import Game, Seat

ROWS = 1000
"""Games read at once."""


def fill_scores() -> None:
    """Set the scores of finished games and their seats from the outcomes."""
    without = Game.objects.filter(status=Game.Status.FINISHED, best_score=None, outcome__isnull=False).order_by("pk")
    while some := list(without.values_list("pk", "outcome")[:ROWS]):
        for pk, outcome in some:
            assert outcome is not None
            Game.objects.filter(pk=pk).update(best_score=max(outcome["scores"]))
            for number, score in enumerate(outcome["scores"]):
                Seat.objects.filter(game_id=pk, number=number).update(score=score)
