"""Database triggers that guard ratings: the log (`RatingChange`), annulments, and results with their seats.

Of a result, only its number may be set, once, and `annulled` may change.
"""

from __future__ import annotations

from pyramido_site.infrastructure.append_only import Guard, Table

RATINGS = Guard(
    function="ratings_guard",
    purpose="Refuse changes of results and of the log of ratings",
    sentence="ratings are append-only: {verb} on {table} is refused",
    tables=(
        Table(
            name="ratings_ratingchange",
            replaces=("id = NEW.id OR (seat_id = NEW.seat_id AND revision = NEW.revision)",),
        ),
        Table(name="ratings_annulment", replaces=("id = NEW.id",)),
        Table(
            name="ratings_resultseat",
            replaces=("id = NEW.id OR (result_id = NEW.result_id AND (number = NEW.number OR user_id = NEW.user_id))",),
        ),
        Table(
            name="ratings_result",
            replaces=("id = NEW.id OR game = NEW.game OR (pool_id = NEW.pool_id AND rating_seq = NEW.rating_seq)",),
            set_once=("rating_seq",),
            fixed=("id", "game", "pool_id", "started_ms", "finished_ms"),
        ),
    ),
)
