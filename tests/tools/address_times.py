"""Test whether response times reveal that an address has an account: `make address-times`.

At each form, an address that another account has confirmed and one without an account are tried in pairs, ROUNDS times
each, in random order. Passwords are hashed at the lowest cost, so that no difference hides behind the hash; HASHES=real
uses the site's own hasher. A rank test (Mann-Whitney, two-sided, with ties) compares the times. By chance alone it
finds a difference at one form in a hundred, so a form that shows one is measured again with new addresses. The exit
status is 1 if the second measurement shows a difference too.

The site runs in this process, on a new SQLite database. tests/accounts/identity/test_same_answers.py checks that both
cases run the same queries.
"""

from __future__ import annotations

import gc
import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

ROUNDS = int(os.environ.get("ROUNDS") or 300)
LEVEL = 0.01
OWN = "own-Password-of-1852"

_numbers = count()


def rank_test(ones: Sequence[float], others: Sequence[float]) -> float:
    """Return the p-value: the probability of a rank difference at least this large if both samples have one
    distribution.
    """
    every = sorted((value, which) for which, values in enumerate((ones, others)) for value in values)
    size, ranks, ties, at = len(every), 0.0, 0, 0
    while at < size:
        end = at
        while end < size and every[end][0] == every[at][0]:
            end += 1
        ranks += (at + 1 + end) / 2 * sum(which == 0 for _value, which in every[at:end])
        ties += (end - at) ** 3 - (end - at)
        at = end
    n, m = len(ones), len(others)
    spread = (n * m / 12 * (size + 1 - ties / (size * (size - 1)))) ** 0.5
    if spread == 0:
        return 1.0
    off = abs(ranks - n * (n + 1) / 2 - n * m / 2)
    return 2 * (1 - statistics.NormalDist().cdf(max(0.0, off - 0.5) / spread))


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="pyramido-times-") as folder:
        os.environ.update(VAR_DIR=folder, DATABASE_URL="", REDIS_URL="", TERMS_VERSION="0")
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.unlimited"
        import django

        django.setup()
        from django.conf import settings
        from django.core.management import call_command
        from django.test.utils import setup_test_environment

        setup_test_environment()
        call_command("migrate", verbosity=0)
        from allauth.account import app_settings

        settings.ACCOUNT_RATE_LIMITS = {
            name: re.sub(r"\d+/", "1000000/", limits or "", count=1)
            for name, limits in app_settings.RATE_LIMITS.items()
        }
        if os.environ.get("HASHES") != "real":
            settings.PASSWORD_HASHERS = ["tests.hashers.QuickArgon2"]
        return _measure()


def _measure() -> int:
    found = 0
    print(f"{ROUNDS} requests each | with an account, median ms | without | p")
    doors = (sign_up, sign_in, sign_in_with_ones_own, ask_for_a_password, change_the_address)
    for door in (door for door in doors if os.environ.get("DOOR", door.__name__) == door.__name__):
        for look in (1, 2):
            with_one, without = _times(door)
            chance = rank_test(with_one, without)
            medians = (f"{statistics.median(times) * 1000:.2f}" for times in (with_one, without))
            again = "" if look == 1 else " (once more)"
            print(f"{door.__name__.replace('_', ' ')}{again} | {' | '.join(medians)} | {chance:.3f}", flush=True)
            if chance >= LEVEL:
                break
        else:
            found += 1
    return int(found > 0)


def _times(door: Callable[[str], Callable[[], Any]]) -> tuple[list[float], list[float]]:
    """Return the response times (s) for addresses with an account, and for those without."""
    times: tuple[list[float], list[float]] = ([], [])
    for turn in range(-10, ROUNDS):  # the first rounds fill the caches
        tries = [(0, _address(confirmed=True)), (1, _address(confirmed=False))]
        ready = [(which, door(address)) for which, address in tries]
        random.shuffle(ready)
        for which, ask in ready:
            gc.collect(0)
            gc.disable()
            begin = time.perf_counter()
            ask()
            took = time.perf_counter() - begin
            gc.enable()
            if turn >= 0:
                times[which].append(took)
    return times


def _address(*, confirmed: bool) -> str:
    """Return a new address; either way an account is made before it, so that the database grows alike."""
    from allauth.account.models import EmailAddress

    from accounts.models import User

    number = next(_numbers)
    address = f"somebody.{number:06}@example.org"
    user = User(display_name=f"Somebody {number:06}", password=_stored_password())
    user.save()
    EmailAddress.objects.create(user=user, email=address if confirmed else f"x{address}", verified=True, primary=True)
    return address


def _stored_password(kept: list[str] = []) -> str:  # noqa: B006 - made once
    from django.contrib.auth.hashers import make_password

    if not kept:
        kept.append(make_password("the-Password-of-1851"))
    return kept[0]


def _post(path: str, form: dict[str, str], client: Any = None) -> Callable[[], Any]:
    from django.test import Client

    asking = client or Client()
    return lambda: asking.post(path, form)


def sign_up(address: str) -> Callable[[], Any]:
    return _post("/accounts/signup/", {"username": f"New {next(_numbers):06}", "password1": OWN, "email": address})


def sign_in(address: str) -> Callable[[], Any]:
    return _post("/accounts/login/", {"login": address, "password": "wrong"})


def sign_in_with_ones_own(address: str) -> Callable[[], Any]:
    """Sign in with the password of the caller's own account, which has claimed the address but not confirmed it."""
    sign_up(address)()
    return _post("/accounts/login/", {"login": address, "password": OWN})


def ask_for_a_password(address: str) -> Callable[[], Any]:
    return _post("/accounts/password/reset/", {"email": address})


def change_the_address(address: str) -> Callable[[], Any]:
    from django.test import Client

    from accounts.models import User

    user = User(display_name=f"Own {next(_numbers):06}", password=_stored_password())
    user.save()
    client = Client()
    client.force_login(user)
    client.post("/accounts/reauthenticate/", {"password": "the-Password-of-1851"})
    return _post("/accounts/email/", {"email": address, "action_add": "on"}, client)


if __name__ == "__main__":
    sys.exit(main())
