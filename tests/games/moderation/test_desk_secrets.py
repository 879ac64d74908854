"""The desk does not reveal what a running game hides: twin tables (tests.games.twins) in which a seat submitted
different things look the same to a moderator and to an administrator, byte for byte, on every page and in every
response.
"""

from __future__ import annotations

from random import Random

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from engine import registry
from games.models import Event, Game, Report
from games.moderation.selectors import roles
from games.moderation.services import evidence
from games.record import positions
from games.record.services.submit_action import submit_action
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms
from tests.games import play
from tests.games.moderation.desk import staff
from tests.games.secret_phases import Case, Opening, has_automatic, opening, options_of, phase_of, secret_moments
from tests.games.timed import Now
from tests.games.twins import Cast, Twin, whole_answer, without_clocks
from tests.people import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

SEATS = 3


def a_secret_phase_of(game: str) -> Opening | None:
    """Return an opening, or None for a game whose submissions are all public at once."""
    options = options_of(registry.get(game), SEATS)
    assert options is not None
    at = next((position for position, _ in secret_moments(game, options, Random("desk"))), None)
    return None if at is None else opening(Case(game, phase_of(at), SEATS, automatic=has_automatic(at)))


class _Undone(Exception):
    """Rolls a savepoint back."""


def looked(cast: Cast, start: Opening, choice: object, desk: dict[str, Client]) -> dict[tuple[str, str], str]:
    """Return all that the desk shows of a game in which `choice` was just submitted, and of its players."""
    seen = {}
    try:
        with transaction.atomic():
            twin = Twin(cast, start)
            twin.lay()
            submit_action(cast.public_id, start.seat, start.position.seq, choice)
            report = _report(cast, start)
            assert play.position(cast.public_id).to_move, "the phase goes on"
            for name, client in desk.items():
                for path in _paths(report, cast.people[start.seat]):
                    answer = client.get(path, headers={"X-Request-ID": "of-both-twins"})
                    assert answer.status_code == 200, (path, answer.status_code)
                    seen[name, path] = without_clocks(whole_answer(answer))
            hidden = {bytes(hashed).hex() for hashed in Event.objects.values_list("hash", flat=True)}
            raise _Undone
    except _Undone:
        positions.cache.clear()
    assert not [value for value in hidden if any(value in text for text in seen.values())]
    return seen


def _report(cast: Cast, start: Opening) -> Report:
    game = Game.objects.prefetch_related("seats__user").get(public_id=cast.public_id)
    reported = cast.people[start.seat]
    return Report.objects.create(
        public_id=PublicId("of-a-twin"), kind="stalling", about="game", reporter=cast.passer_by, reported=reported,
        game=cast.public_id, at_ms=now_ms(), evidence=evidence.of(cast.passer_by, reported, game, None),
    )  # fmt: skip


def _paths(report: Report, player: User) -> list[str]:
    lists = ("desk", "desk_log", "desk_appeals", "desk_flags", "api_mod_reports", "api_mod_log", "api_mod_flags")
    ones = [reverse(name, args=[report.public_id]) for name in ("desk_report", "api_mod_report")]
    people = [reverse(name, args=[player.public_id]) for name in ("desk_player", "api_mod_player")]
    return [*map(reverse, lists), *ones, *people, f"/api/v1/games/{report.game}/view", f"/games/{report.game}/"]


def test_the_desk_shows_nothing_that_a_running_game_hides(now: Now) -> None:
    starts = [start for rules in registry.games() if (start := a_secret_phase_of(rules.key)) is not None]
    assert starts
    cast = Cast(SEATS)
    people = {"moderator": staff(roles.MODERATOR), "administrator": staff(roles.ADMINISTRATOR), "root": cast.staff}
    desk = {name: signed_in(user) for name, user in people.items()}
    for client in desk.values():
        client.get("/")  # each has its cookies from now on
    for start in starts:
        now.ms = start.position.at_ms + 60_000
        first, second = (looked(cast, start, choice, desk) for choice in (start.choices[0], start.choices[-1]))
        for where, text in first.items():
            assert text == second[where], f"{start.position.rules.key}: {where} reveals the submission"
