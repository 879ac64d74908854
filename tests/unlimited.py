"""The site's settings without rate limits, for runs that send more requests than a user may."""

from pyramido_site.settings import *  # noqa: F403
from pyramido_site.settings import ACCOUNT_RATE_LIMITS, REST_FRAMEWORK

NO_LIMIT = "1000000/min"

REST_FRAMEWORK = {
    **REST_FRAMEWORK,
    "DEFAULT_THROTTLE_RATES": dict.fromkeys(REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], NO_LIMIT),
}
ACCOUNT_RATE_LIMITS = {**ACCOUNT_RATE_LIMITS, "guest": "1000000/m/ip"}
