"""The site's settings without rate limits: in a benchmark all requests come from one caller."""

from pyramido_site.settings import *  # noqa: F403
from pyramido_site.settings import INSTALLED_APPS, REST_FRAMEWORK

INSTALLED_APPS = [*INSTALLED_APPS, "tests.tools.bench_actions.apps.Unlimited"]
REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] = dict.fromkeys(REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "1000000/s")
CONNECTIONS_PER_ACCOUNT = CONNECTIONS_PER_ADDRESS = 100_000
