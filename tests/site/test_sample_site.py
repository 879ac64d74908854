"""The sample site: its people can sign in, and there is a game in every phase and with every ending."""

from __future__ import annotations

from collections import Counter, defaultdict
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.access.callers import caller_of_token
from accounts.models import Block, Notification, Outbox, Token, User
from engine import registry
from games.chat.models import ChatLine
from games.models import Appeal, Event, Game, Invitation, ModerationDecision, Report, Seat, Seek, Vacation
from games.moderation.selectors import roles
from games.record.checking import faults
from pyramido_site.infrastructure.site_clock import machine_ms, now_ms
from ratings.models import Result
from tests import sampling
from tests.games import play
from tests.people import account

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow(60),
    pytest.mark.timeout(1200),
    pytest.mark.sqlite,  # as `make dev` has it
]

PHASES = {
    "forgotten-treasures": {"take", "reveal", "place", "score"},
    "pyramido": {"place", "mark", "finish", "fill"},
    "silver-gold-pyramids": {"keep", "mark", "replace"},
}
PASSWORD = "lantern-Moth-47"


@pytest.fixture(autouse=True)
def _on_this_computer_alone(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1"]


@sampling.NEEDED_BY_NO_GAME
def test_people_games_in_every_phase_and_with_every_ending() -> None:
    out = StringIO()
    call_command("make_sample_site", "--seed", "3", "--password", PASSWORD, stdout=out)
    check_people(out.getvalue())
    check_running()
    check_ended()
    check_around()
    assert abs(now_ms() - machine_ms()) < 2000, "the site has its own clock again"


def check_people(said: str) -> None:
    people = {user.display_name: user for user in User.objects.all()}
    assert len(people) == 16 and all(user.check_password(PASSWORD) for user in people.values())
    ranks = {name: roles.rank(people[name]) for name in ("Ada", "Milo", "Nils", "Sofia")}
    assert ranks == {"Ada": 0, "Milo": roles.MODERATOR, "Nils": roles.SENIOR, "Sofia": roles.ADMINISTRATOR}
    assert people["Sofia"].is_staff and people["Robo"].is_bot and PASSWORD in said
    shown = [word for word in said.split() if word.startswith("pyr_")]
    callers = [caller_of_token(text) for text in shown]
    assert [caller.user.display_name for caller in callers if caller is not None] == ["Ada", "Robo"]
    assert Token.objects.count() == 2


def check_running() -> None:
    mine = Seat.objects.filter(user__display_name="Ada", game__status=Game.Status.RUNNING).select_related("game")
    phases: defaultdict[str, set[str]] = defaultdict(set)
    turns: defaultdict[str, set[bool]] = defaultdict(set)
    for seat in mine:
        phases[seat.game.game_key].add(play.position(seat.game).view(None)["phase"])
        turns[seat.game.game_key].add(seat.number in seat.game.seats_to_move)
    assert phases == PHASES and set(PHASES) == {rules.key for rules in registry.games()}
    assert all(whose == {True, False} for whose in turns.values())
    running = [seat.game for seat in mine]
    assert any(play.position(game).paused_ms for game in running)
    assert any(play.position(game).asked for game in running)
    assert any(play.position(game).away for game in running) and Vacation.objects.count() == 1
    left_ms = [game.deadline_ms - machine_ms() for game in running if game.deadline_ms is not None]
    assert 0 < min(left_ms) < 20 * 60_000, "one is nearly out of time"
    assert {2, 3, 4} <= {game.seats.count() for game in running}
    assert mine.filter(game__seats__ai="greedy").exists() and mine.filter(game__seats__user__is_bot=True).exists()


def check_ended() -> None:
    for rules in registry.games():
        games = Game.objects.filter(game_key=rules.key)
        ended = games.filter(status=Game.Status.FINISHED)
        assert ended.filter(seats__rank=1, seats__departure="").exists()
        assert {"resigned", "timed_out"} <= set(Seat.objects.filter(game__in=ended).values_list("departure", flat=True))
        assert Seat.objects.filter(game__in=ended, user__isnull=False).exclude(ai="").exists(), "played on for"
        aborts = Event.objects.filter(game__in=games, kind="aborted").values_list("payload", flat=True)
        assert Counter(payload.get("late") is True for payload in aborts) == {True: 1, False: 1}
        results = Result.objects.filter(game__in=games.values("public_id"))
        assert results.count() == 6 and not results.filter(rating_seq=None).exists()
        assert games.filter(status=Game.Status.OPEN, listed=True).count() >= 1
    assert not [game.public_id for game in Game.objects.exclude(seq=None) if faults(game)]
    spread = [at for at in Game.objects.values_list("finished_ms", flat=True) if at is not None]
    assert max(spread) <= machine_ms() and max(spread) - min(spread) > 20 * 24 * 3600 * 1000


def check_around() -> None:
    assert Seek.objects.filter(state=Seek.State.WAITING).count() == 3
    pending = Invitation.objects.filter(state=Invitation.State.PENDING)
    assert pending.filter(user__display_name="Ada").count() >= 2 and pending.filter(by__display_name="Ada").exists()
    assert pending.filter(game__rematch_of__isnull=False).exists()
    assert set(ChatLine.objects.values_list("room", flat=True)) == {"players", "spectators"}
    assert Counter(Report.objects.values_list("state", flat=True)) == {"open": 2, "claimed": 1, "upheld": 1}
    assert (
        ModerationDecision.objects.filter(action="warning").count()
        == Appeal.objects.count()
        == Block.objects.count()
        == 1
    )
    kinds = set(Notification.objects.filter(user__display_name="Ada").values_list("kind", flat=True))
    assert {"your_turn", "game_finished", "invitation", "request", "chat"} <= kinds
    assert not Outbox.objects.exists(), "nothing is left to be sent"


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({}, "There are accounts in this database"),
        ({"HTTPS": True}, "HTTPS is 1"),
        ({"ALLOWED_HOSTS": ["play.example.org"]}, "more than this computer"),
    ],
)
def test_where_others_are_no_sample_site_is_made(settings: Any, changed: dict[str, Any], sentence: str) -> None:
    account("Somebody")
    for name, value in changed.items():
        setattr(settings, name, value)
    with pytest.raises(CommandError, match=sentence):
        call_command("make_sample_site", stdout=StringIO())
    assert User.objects.count() == 1


def test_names_that_are_taken_are_said() -> None:
    account("ada")
    with pytest.raises(CommandError, match="are taken: ada"):
        call_command("make_sample_site", "--beside-others", stdout=StringIO())
    assert User.objects.count() == 1
