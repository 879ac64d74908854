"""Sending, in the background. Nothing asks for these tasks but the beat: what is due is found by its time."""

from __future__ import annotations

import threading

from celery import shared_task

from accounts.access import oauth
from accounts.identity import names_taken, sessions
from accounts.notifications import delivery
from accounts.notifications.delivery_channels import CHANNELS
from accounts.sanctions import device_fingerprints

# One round of each channel at a time in a process: a mail server that hangs takes no second thread.
_rounds = {channel: threading.Lock() for channel in CHANNELS}


@shared_task(name="accounts.tasks.deliver")
def deliver(channel: str) -> None:
    """Send what is due by this channel."""
    if _rounds[channel].acquire(blocking=False):
        try:
            delivery.deliver(channel)
        finally:
            _rounds[channel].release()


@shared_task(name="accounts.tasks.ask_for_names")
def ask_for_names() -> None:
    """Ask those whose name looks like an older one to choose another; nobody is asked twice within 90 days."""
    names_taken.ask_owners()


@shared_task(name="accounts.tasks.delete_old_messages")
def delete_old_messages() -> None:
    """Remove what was sent or read long ago, and what OAuth 2 has no use for any more."""
    delivery.delete_old_messages()
    oauth.forget()
    device_fingerprints.delete_old_fingerprints()
    sessions.delete_ended_sessions()
