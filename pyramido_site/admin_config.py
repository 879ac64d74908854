"""Django's administration with a site of our own in place of its default one."""

from __future__ import annotations

from django.contrib.admin import apps


class AdminConfig(apps.AdminConfig):
    default_site = "pyramido_site.admin_site.Site"
