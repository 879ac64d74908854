"""Rate limits of signing in: django-allauth's (settings.ACCOUNT_RATE_LIMITS) and ours beside them.

`ip` is the caller's address or network, `key` the subject that is counted. Limits ending in `_known` are for a device
on which the account was signed in before (accounts.sanctions.device_fingerprints): no other caller can use them up.
"""

from __future__ import annotations

from typing import Final

LIMITS: Final[dict[str, str | None]] = {
    "login": None,  # replaced by `sign_in` and `wrong_password`, which know the device (accounts.identity.adapter)
    "sign_in": "30/m/ip",
    "sign_in_known": "30/m/key",
    "wrong_password": "10/m/ip,5/300s/key",
    "wrong_password_known": "30/h/key",
    "login_failed": "5/300s/key",  # codes of second factors
    "reset_password": "20/m/ip",
    "reset_letter": "5/h/key",
    "reset_letter_known": "5/h/key",
    "oauth": "120/m/ip",
}
