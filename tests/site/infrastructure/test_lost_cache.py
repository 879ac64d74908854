"""Rate limits are counted in a cache that may be down: then no request is refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache, caches

from pyramido_site import cache as cache_module
from pyramido_site.infrastructure.breaker import Breaker
from tests.people import PASSWORD, account, user_of, visitor
from tests.servers import free_port


@pytest.fixture
def lost_cache(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a Redis cache at an address without a server."""
    monkeypatch.setattr(cache_module, "breaker", Breaker("the cache of this test"))
    settings.CACHES = {
        "default": {
            "BACKEND": "pyramido_site.cache.FailOpenCache",
            "LOCATION": f"redis://127.0.0.1:{free_port()}/0",
            "OPTIONS": {"socket_connect_timeout": 0.3},
        }
    }


@pytest.mark.usefixtures("lost_cache")
def test_it_is_empty_and_forgets() -> None:
    assert isinstance(caches["default"], cache_module.FailOpenCache)
    cache.set("one", 1)
    assert cache.get("one") is None
    assert cache.get("one", "nothing") == "nothing"
    assert cache.add("one", 1) is True
    assert cache.delete("one") is False


@pytest.mark.django_db
@pytest.mark.usefixtures("lost_cache")
def test_people_come_in_all_the_same() -> None:
    user = account("Anna")
    client = visitor()
    assert client.post("/accounts/login/", {"login": "Anna", "password": "wrong"}).status_code == 200
    assert client.post("/accounts/login/", {"login": "Anna", "password": PASSWORD}).status_code == 302
    assert user_of(client) == user
    assert visitor().post("/accounts/guest/").status_code == 302
