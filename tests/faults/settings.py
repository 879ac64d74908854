"""The site's settings for the stack under faults: no rate limits for one caller, since all requests come from a few
accounts, and an app that lets a test stop a process at a precise point (points.py).
"""

from pyramido_site.settings import *  # noqa: F403
from pyramido_site.settings import INSTALLED_APPS, REST_FRAMEWORK

REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] = dict.fromkeys(REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "1000000/s")
INSTALLED_APPS = [*INSTALLED_APPS, "tests.faults.points.Points"]
