"""The Celery application: configured by the `CELERY_*` settings, tasks found in each app's `tasks.py`."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pyramido_site.settings")

app = Celery("pyramido")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
