"""Indexes for the sweeps and for the list of all games. On PostgreSQL unique columns of text also had some for patterns,
which nobody looks for, and into which every move wrote.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import migrations, models

FOR_PATTERNS = {"games_game_public_id_d4bec2e8_like": "public_id", "games_game_link_df5ed8ac_like": "link"}


def drop(apps: Any, editor: Any) -> None:
    if editor.connection.vendor == "postgresql":
        for name in FOR_PATTERNS:
            editor.execute(f"DROP INDEX IF EXISTS {name}")


def make_again(apps: Any, editor: Any) -> None:
    if editor.connection.vendor == "postgresql":
        for name, column in FOR_PATTERNS.items():
            editor.execute(f"CREATE INDEX {name} ON games_game ({column} varchar_pattern_ops)")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0015_labels"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(drop, make_again),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["-opened_at", "-id"], name="games_game_newest"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(condition=models.Q(("ai", ""), _negated=True), fields=["game"], name="games_seat_ai"),
        ),
    ]
