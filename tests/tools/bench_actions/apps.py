"""Remove the limit on a socket's frames, which no setting does."""

from __future__ import annotations

from django.apps import AppConfig


class Unlimited(AppConfig):
    name = "tests.tools.bench_actions"
    label = "bench_actions"

    def ready(self) -> None:
        from accounts.connections import socket as sockets

        sockets.RATE = sockets.BURST = 1e9
