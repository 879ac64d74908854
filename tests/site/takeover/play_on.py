"""Plays every running game of the site that `VAR_DIR` and `DATABASE_URL` name to its end, and verifies all that ended:
`python -m tests.site.takeover.play_on`.
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

from django.db.models import Max

from games.models import Event, Game
from games.record import selectors
from pyramido_site.infrastructure import site_clock
from tests.games import play


def main() -> None:
    """Print how many games were played and verified, the latter as `engine verify` says."""
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
    print(f"{len(running)} games played to the end")


if __name__ == "__main__":
    main()
