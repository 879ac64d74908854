"""The site: settings, addresses, servers. Importing it makes the Celery application the current one."""

from pyramido_site.celery import app as celery_app

__all__ = ["celery_app"]
