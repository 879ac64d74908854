"""Django's administration with our own site in place of the default one."""

from __future__ import annotations

from django.contrib.admin import apps


class AdminConfig(apps.SimpleAdminConfig):
    """The administration, with our site as its default. The site loads its pages when they are needed."""

    default_site = "pyramido_site.admin_site.Site"
