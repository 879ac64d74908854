"""Check the site that `VAR_DIR` and `DATABASE_URL` name, play its running games to their ends, verify all that ended
and rebuild the ratings: `python -m tests.site.takeover.play_on`. One process does it all, since each costs seconds to
start.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import django
import msgspec

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pyramido_site.settings")
    django.setup()

from django.core.management import call_command
from django.db.models import Max

from games.models import Event, Game
from games.record import selectors
from pyramido_site.infrastructure import site_clock
from tests.games import play


def main() -> None:
    """Print what the commands say, and how many games were played. Raise CommandError if a check fails."""
    call_command("check_games")
    last_ms = Event.objects.aggregate(last=Max("at_ms"))["last"]
    site_clock.use(lambda: last_ms + 1000)
    running = list(Game.objects.filter(status=Game.Status.RUNNING).order_by("pk"))
    for number, game in enumerate(running):
        play.play_to_the_end(game, number)
    ended = Game.objects.filter(status=Game.Status.FINISHED).order_by("pk")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.jsonl"
        file.write_bytes(b"".join(msgspec.json.encode(selectors.export_of(game.public_id)) + b"\n" for game in ended))
        subprocess.run([sys.executable, "-m", "engine", "verify", str(file)], check=True)
    call_command("check_games")
    call_command("rebuild_ratings")
    call_command("rebuild_ratings", check=True)
    call_command("migrate", check_unapplied=True)
    print(f"{len(running)} games played to the end")


if __name__ == "__main__":
    main()
