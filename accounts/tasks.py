"""Background sending. Only the beat starts these tasks: due messages are found by their time."""

from __future__ import annotations

import threading

from celery import shared_task

from accounts.access import oauth
from accounts.identity import lookalike_owners, sessions
from accounts.notifications import delivery
from accounts.notifications.delivery_channels import CHANNELS
from accounts.sanctions import device_fingerprints

# At most one round of each channel at a time in a process, so that a mail server that hangs blocks one thread only.
_rounds = {channel: threading.Lock() for channel in CHANNELS}


@shared_task(name="accounts.tasks.deliver")
def deliver(channel: str) -> None:
    """Send the due messages of this channel."""
    if _rounds[channel].acquire(blocking=False):
        try:
            delivery.deliver(channel)
        finally:
            _rounds[channel].release()


@shared_task(name="accounts.tasks.ask_for_names")
def ask_for_names() -> None:
    """Ask users whose names look like an older one to choose another, at most once in 90 days."""
    lookalike_owners.ask_owners()


@shared_task(name="accounts.tasks.delete_old_messages")
def delete_old_messages() -> None:
    """Delete old messages and notifications, expired OAuth tokens, old fingerprints and entries of ended sessions."""
    delivery.delete_old_messages()
    oauth.forget()
    device_fingerprints.delete_old_fingerprints()
    sessions.delete_ended_sessions()
