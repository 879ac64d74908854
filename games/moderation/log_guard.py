"""The database guard that keeps the moderators' log append-only."""

from __future__ import annotations

from pyramido_site.infrastructure.append_only import Guard, Table

DECISIONS = Guard(
    function="games_guard_decisions",
    purpose="Refuse changes of the moderators' log",
    sentence="the moderators' log is append-only: {verb} is refused",
    tables=(
        Table(
            name="games_moderationdecision",
            replaces=("id = NEW.id OR public_id = NEW.public_id OR undoes_id = NEW.undoes_id",),
        ),
    ),
)
