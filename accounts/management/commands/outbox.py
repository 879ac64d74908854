"""`manage.py outbox`: messages sent and waiting, and how many may have arrived twice."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand

from accounts.notifications import delivery


class Command(BaseCommand):
    help = "Print, for each channel, how many messages are in which state, and `doubts`: how many can have come twice."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one JSON object for each channel."""
        for channel, counts in delivery.figures().items():
            self.stdout.write(json.dumps({"channel": channel, **counts}))
