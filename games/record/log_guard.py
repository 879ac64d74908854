"""What the database itself guards of the log: events, and the records of removed games.

The guard yields to a game that has its record in `games_purge` (whole games, audited).
"""

from __future__ import annotations

from pyramido_site.infrastructure.append_only import Guard, Table

PARTITIONS = 16

LOG = Guard(
    function="games_guard_log",
    purpose="Refuse changes of the log",
    sentence="the log is append-only: {verb} on {table} is refused",
    tables=(
        Table(
            name="games_event",
            tag="events",
            partitions=PARTITIONS,
            removable="EXISTS (SELECT 1 FROM games_purge WHERE game_id = OLD.game_id)",
            replaces=(
                "game_id = NEW.game_id AND seq = NEW.seq",
                "game_id = NEW.game_id AND seat = NEW.seat AND key = NEW.key",
                "rowid = NEW.rowid",
            ),
            sentence="the log is append-only: an event is never {done}",
        ),
        Table(
            name="games_purge",
            tag="purges",
            replaces=("game_id = NEW.game_id OR rowid = NEW.rowid",),
            sentence="the record of a removed game is never {done}",
        ),
    ),
)
