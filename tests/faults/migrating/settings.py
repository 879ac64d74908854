"""The site's settings with the app of reversible migrations, used only by `manage.py migrate`."""

from tests.faults.settings import *  # noqa: F403
from tests.faults.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.faults.migrating.Migrating"]
