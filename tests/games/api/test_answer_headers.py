"""What every answer of the API says in its headers: the limits, and the pages of a list."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from django.core.cache import caches
from django.test import Client

from accounts.access import scopes, tokens
from accounts.models import User
from games.api.http import answer_headers
from games.api.people import Catalogue
from games.requests import throttles
from games.requests.rate_limits import RATES
from pyramido_site.infrastructure import paging
from pyramido_site.infrastructure.breaker import Breaker
from tests.games import play
from tests.people import forget_limits, signed_in

pytestmark = pytest.mark.django_db

API = "/api/v1"
POLICY = re.compile(r'"(\w+)";q=(\d+);w=(\d+)')
REST = re.compile(r'"(\w+)";r=(\d+);t=(\d+)')


@pytest.fixture(autouse=True)
def own_limits() -> None:
    forget_limits()


def members(pattern: re.Pattern[str], header: str) -> dict[str, tuple[int, int]]:
    """Return the list of a header by name, each with its two numbers; all of it must match."""
    found = [pattern.fullmatch(member) for member in header.split(", ")]
    return {match[1]: (int(match[2]), int(match[3])) for match in found if match is not None} if all(found) else {}


def rest(answer: Any) -> dict[str, tuple[int, int]]:
    return members(REST, answer.headers["RateLimit"])


def policy(answer: Any) -> dict[str, tuple[int, int]]:
    return members(POLICY, answer.headers["RateLimit-Policy"])


def bearer(user: User, *granted: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {tokens.make(user, 'program', list(granted), None)[1]}"}


def posted(client: Client, path: str, body: Any = None, **headers: str) -> Any:
    return client.post(f"{API}{path}", body or {}, content_type="application/json", headers=headers)


def nothing_new(user: User) -> Any:
    address = f"{API}/games/{play.table(2)[0].public_id}"
    return Client().get(address, headers={"If-None-Match": Client().get(address).headers["ETag"]})


def the_same_document(user: User) -> Any:
    address = f"{API}/openapi.json"
    return Client().get(address, headers={"If-None-Match": Client().get(address).headers["ETag"]})


def failing(user: User) -> Any:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError

    with patch.object(Catalogue, "get", fail):
        return Client(raise_request_exception=False).get(f"{API}/catalogue")


ANSWERS: dict[str, tuple[int, Callable[[User], Any]]] = {
    "a list": (200, lambda user: Client().get(f"{API}/games")),
    "made": (201, lambda user: posted(signed_in(user), "/games", {"game": play.GAME, "options": {"seats": 2}})),
    "without a body": (204, lambda user: signed_in(user).delete(f"{API}/seek-alerts/any")),
    "nothing new": (304, nothing_new),
    "an unknown parameter": (400, lambda user: Client().get(f"{API}/games?colour=red")),
    "a text that cannot be stored": (400, lambda user: Client().get(f"{API}/games?game=%00")),
    "a body that cannot be read": (400, lambda user: posted(signed_in(user), "/games", [])),
    "another host": (400, lambda user: Client().get(f"{API}/games", headers={"Host": "evil.example"})),
    "not signed in": (401, lambda user: posted(Client(), "/games")),
    "an unknown token": (401, lambda user: Client().get(f"{API}/account", headers={"Authorization": "Bearer no"})),
    "another scope": (403, lambda user: posted(Client(), "/games", **bearer(user, scopes.GAMES_READ))),
    "not from a page": (403, lambda user: posted(strict(user), "/games")),
    "no such game": (404, lambda user: Client().get(f"{API}/games/nothing")),
    "no such address": (404, lambda user: Client().get(f"{API}/nothing/here")),
    "another method": (405, lambda user: signed_in(user).delete(f"{API}/games")),
    "another media type": (415, lambda user: signed_in(user).post(f"{API}/games", {"game": play.GAME})),
    "against the rules": (
        422,
        lambda user: posted(signed_in(user), "/games", {"game": play.GAME, "ai": ["greedy"] * 9}),
    ),
    "a fault": (500, failing),
    "the document": (200, lambda user: Client().get(f"{API}/openapi.json")),
    "the same document": (304, the_same_document),
}


def strict(user: User) -> Client:
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    return client


@pytest.mark.parametrize("named", ANSWERS)
def test_every_answer_tells_the_limits_and_what_is_left(named: str) -> None:
    status, ask = ANSWERS[named]
    answer = ask(play.person())
    assert answer.status_code == status, answer.content
    limits = policy(answer)
    assert limits and limits.keys() == rest(answer).keys()
    for name, (left, seconds) in rest(answer).items():
        quota, window_s = limits[name]
        assert RATES[name] == f"{quota}/{'hour' if window_s == 3600 else 'min'}"
        assert 0 <= left <= quota and 0 < seconds <= window_s


def test_an_account_has_one_limit_for_its_session_and_all_its_tokens_and_an_address_its_own() -> None:
    anna, bert = play.person(), play.person()
    lefts = [
        rest(caller.get(f"{API}/games", headers=headers))["read"][0]
        for caller, headers in (
            (signed_in(anna), {}),
            (Client(), bearer(anna, scopes.GAMES_READ)),
            (Client(), bearer(anna, scopes.GAMES_READ, scopes.GAMES_PLAY)),
            (signed_in(bert), {}),
            (Client(), {}),
            (Client(REMOTE_ADDR="198.51.100.7"), {}),
            (Client(), {}),
        )
    ]
    assert lefts == [1199, 1198, 1197, 1199, 1199, 1199, 1198]


def test_what_is_refused_before_its_operation_does_not_count() -> None:
    anna = play.person()
    for _ in range(3):
        assert rest(posted(Client(), "/games"))["write"] == (300, 60)
        assert rest(posted(Client(), "/games", **bearer(anna, scopes.GAMES_READ)))["write"] == (300, 60)
        assert rest(Client().get(f"{API}/nothing/here"))["read"] == (1200, 60)
    assert rest(posted(signed_in(anna), "/games"))["write"][0] == 299, "read, and then found malformed"
    assert rest(posted(Client(), "/games", **bearer(anna, scopes.GAMES_READ)))["write"][0] == 299, "as it stands"


def test_each_limit_that_counts_a_request_is_named() -> None:
    anna, _ = people = play.person(), play.person()
    opened = posted(signed_in(anna), "/games", {"game": play.GAME, "options": {"seats": 2}})
    assert policy(opened) == {"write": (300, 60), "open": (60, 3600)}
    assert {name: left for name, (left, _) in rest(opened).items()} == {"write": 299, "open": 59}
    User.objects.filter(pk=people[1].pk).update(is_guest=True)
    game, (host, guest) = play.table(2)
    User.objects.filter(pk=guest.pk).update(is_guest=True)
    for user, quotas in ((host, (20, 200)), (guest, (10, 100))):
        said = posted(signed_in(user), f"/games/{game.public_id}/chat", {"room": "players", "text": "Hello"})
        assert policy(said) == {"write": (300, 60), "say": (quotas[0], 60), "say_hour": (quotas[1], 3600)}


def test_over_the_limit_the_headers_and_the_problem_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttles.ReadThrottle, "rate", "3/min", raising=False)
    answers = [Client().get(f"{API}/games") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert [rest(answer)["read"][0] for answer in answers] == [2, 1, 0, 0, 0]
    for answer in answers[3:]:
        problem, (_, seconds) = answer.json(), rest(answer)["read"]
        assert problem["limit"] == "read" and policy(answer) == {"read": (3, 60)}
        assert int(answer.headers["Retry-After"]) == seconds == -(-problem["retry_after_ms"] // 1000)


def test_no_request_that_is_counted_takes_a_further_trip_to_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    anna = signed_in(play.person())
    trips: list[str] = []
    for name in ("get", "set"):
        monkeypatch.setattr(caches["default"], name, noting(getattr(caches["default"], name), name, trips))
    for ask, taken in (
        (lambda: anna.get(f"{API}/games"), ["get", "set"]),
        (lambda: posted(Client(), "/games"), ["get"]),
        (lambda: Client().get("/games/"), []),
    ):
        del trips[:]
        ask()
        assert trips == taken


def noting(call: Callable[..., Any], name: str, trips: list[str]) -> Callable[..., Any]:
    def noted(*arguments: Any, **named: Any) -> Any:
        trips.append(name)
        return call(*arguments, **named)

    return noted


def test_without_the_cache_nothing_counts_and_the_headers_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    breaker = Breaker("the cache of this test", rest_s=60)
    breaker.failed(OSError())
    monkeypatch.setattr(throttles, "breaker", breaker)
    for answer in (Client().get(f"{API}/games"), Client().get(f"{API}/nothing/here")):
        assert (policy(answer), rest(answer)) == ({"read": (1200, 60)}, {"read": (1200, 60)})


# --- pages of lists ---------------------------------------------------------------------------------------------------
def links_of(answer: Any) -> dict[str, str]:
    return {
        relation: address
        for address, relation in re.findall(r'<([^<>]+)>; rel="(\w+)"', answer.headers.get("Link", ""))
    }


def test_the_pages_of_a_list_are_linked_by_absolute_addresses_in_the_header_and_in_the_body() -> None:
    anna = play.person()
    for _ in range(5):
        posted(signed_in(anna), "/games", {"game": play.GAME, "options": {"seats": 2}})
    address, seen, relations = f"{API}/games?limit=2&status=open", [], []
    while address:
        answer = Client().get(address)
        page, links = answer.json(), links_of(answer)
        assert links == {
            name: page[field] for name, field in (("next", "next"), ("prev", "previous")) if page[field] is not None
        }
        assert all(link.startswith("http://testserver/api/v1/games?") for link in links.values())
        seen += [table["id"] for table in page["results"]]
        relations.append(set(links))
        address = links.get("next", "")
    assert len(seen) == len(set(seen)) == 5 and relations == [{"next"}, {"next", "prev"}, {"prev"}]


def test_logs_are_linked_by_absolute_addresses_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.record.selectors.EVENTS_AT_ONCE", 1)
    game, _ = play.table(2)
    play.play_to_the_end(game)
    answer = Client().get(f"{API}/games/{game.public_id}/events")
    assert links_of(answer) == {"next": answer.json()["next"]}
    assert answer.json()["next"].startswith(f"http://testserver{API}/games/{game.public_id}/events?since=")


def test_a_long_address_is_in_the_body_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_headers, "LONGEST_LINK", 20)
    monkeypatch.setattr(paging, "USUAL", 1)
    for _ in range(2):
        posted(signed_in(play.person()), "/games", {"game": play.GAME, "options": {"seats": 2}})
    answer = Client().get(f"{API}/games?limit=1")
    assert answer.json()["next"] is not None and "Link" not in answer.headers
