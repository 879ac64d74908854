"""The site's settings with the app of migrations that come and go, for `manage.py migrate` alone."""

from tests.faults.settings import *  # noqa: F403
from tests.faults.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.faults.migrating.Migrating"]
