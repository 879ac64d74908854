"""The Celery application: configured by the `CELERY_*` settings, tasks found in each app's `tasks.py`."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pyramido_site.settings")


def new_app(*, current: bool) -> Celery:
    """An application with all tasks; with `current`, the one that tasks are handed to from anywhere in the process."""
    made = Celery("pyramido", set_as_current=current)
    made.config_from_object("django.conf:settings", namespace="CELERY")
    made.autodiscover_tasks()
    return made


app = new_app(current=True)
