"""Flags from finished games, device fingerprints and chat lines: raised once, again after a loss, and never a
sanction.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from accounts.models import Fingerprint, Sanction, User
from accounts.sanctions import device_fingerprints
from engine.ai import points_lost
from games import tasks
from games.computer.services.thinking import NotWanted, analysis_pool
from games.fair_play import selectors as reading
from games.fair_play.detectors import engine_likeness, stalling, thought
from games.fair_play.detectors.finding import Finding
from games.fair_play.detectors.replayed import Question
from games.fair_play.replayed_games import ReplayedGames
from games.fair_play.services import notice_flags as fair_play
from games.fair_play.services.raise_flag import QUIET_MS, raise_flag
from games.models import ChatLine, Checkpoint, Flag, Game
from games.record.services.resign import resign
from games.seating.selectors.table_terms import read
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from games.time.clocks import DAY_MS, MINUTE_MS
from ratings.models import RatingPool
from tests import sampling
from tests.games import play
from tests.games.timed import Now, per_move
from tests.ratings.results import finish

pytestmark = pytest.mark.django_db

KEY = "silver-gold-pyramids"


def rate_all() -> None:
    for pool in RatingPool.objects.all():
        tasks.rate(pool.pk)


def ended(one: User, two: User, *, resigns: User | None = None) -> Game:
    """Play a rated live game of two to its end."""
    game = open_table(one, KEY, {"seats": 2}, agreed=read(per_move(10 * MINUTE_MS, rated=True)))
    sit_down(two, game.public_id)
    if resigns is None:
        play.play_until(game, Random(3), lambda at: at.over)
    else:
        play.play_until(game, Random(3), lambda at: at.under_way)
        resign(game.public_id, play.fresh(game).seats.get(user=resigns).number)
    rate_all()
    return play.fresh(game)


def same_device(*users: User, at_ms: int) -> None:
    for user in users:
        for kind in ("device", "network"):
            Fingerprint.objects.create(
                user=user,
                kind=kind,
                digest=device_fingerprints.digest_of(kind, "theirs"),
                first_ms=at_ms,
                last_ms=at_ms,
            )


def flags() -> dict[str, Flag]:
    return {flag.kind: flag for flag in Flag.objects.all()}


def test_two_accounts_of_one_person_are_noticed_after_their_game(now: Now) -> None:
    main, second, third = (play.person() for _ in range(3))
    same_device(main, second, at_ms=now.ms)
    for number in range(14):  # the second account loses only to main, and main wins only against it
        for place, pair in enumerate(((main, second), (third, main), (second, third))):
            finish(f"{number}.{place}", *pair, key=KEY, at_ms=now.ms - 2 * DAY_MS + 3 * number + place)
    game = ended(main, second, resigns=second)
    assert game.rated and fair_play.notice_flags() == 0, "the game has only just ended"
    now.ms += 2 * MINUTE_MS
    tasks.raise_flags()
    found = flags()
    assert set(found) == {"shared", "one_sided"}
    assert {found["shared"].user_id, found["shared"].other_id} == {main.pk, second.pk}
    assert found["shared"].evidence["meetings"] == 15 and found["shared"].evidence["devices"] == 1
    assert (found["one_sided"].user_id, found["one_sided"].other_id) == (main.pk, second.pk)
    assert found["one_sided"].evidence["half_points"] == 30 and found["one_sided"].strength >= 1000
    assert not Sanction.objects.exists() and User.objects.filter(is_active=True).count() == 3

    def stored() -> list[tuple[object, ...]]:
        return list(Flag.objects.order_by("pk").values_list("key", "strength", "evidence", "state"))

    before = stored()
    assert fair_play.notice_flags() == 0
    Checkpoint.objects.filter(name=fair_play.GAMES).update(at_ms=now.ms - DAY_MS)  # the previous round was lost
    assert fair_play.notice_flags() == 1
    assert stored() == before


@sampling.NEEDED_BY_NO_GAME
def test_whole_games_are_played_over_again_and_running_ones_are_not(now: Now) -> None:
    ada, ben = play.person(), play.person()
    games = [ended(ada, ben) for _ in range(2)]
    running = open_table(ada, KEY, {"seats": 2}, agreed=read(per_move(10 * MINUTE_MS, rated=True)))
    sit_down(ben, running.public_id)
    play.play_until(running, Random(1), lambda at: at.under_way)
    now.ms += 2 * MINUTE_MS
    found = reading.ended(now.ms - DAY_MS, now.ms, 1)
    assert len({public_id for _, public_id in found}) == 2, "all from one instant"
    assert {row.game for row in reading.rated([public_id for _, public_id in found])} == {g.public_id for g in games}
    again = ReplayedGames(KEY, now.ms)
    stalled = [again.stalling(user.pk) for user in (ada, ben)]
    again_stalled = [ReplayedGames(KEY, now.ms).stalling(user.pk) for user in (ada, ben)]
    assert stalled == again_stalled and not any(one and one.shown for one in stalled)
    assert running.public_id not in again._read and len(again._read) == 2
    assert again.gifts(ada.pk, ben.pk) is None
    assert fair_play.notice_flags() == 2
    assert not Flag.objects.exists()


def test_games_are_looked_at_in_a_process_of_their_own(now: Now, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben = play.person(), play.person()
    game = ended(ada, ben)
    for detector, name, value in ((engine_likeness, "WON", 0.0), (engine_likeness, "GAMES", 1), (stalling, "GAMES", 1)):
        monkeypatch.setattr(detector, name, value)
    monkeypatch.setattr(stalling, "detect", lambda *_: pytest.fail("this process has looked"))
    monkeypatch.setattr(thought, "likeness", lambda *_: pytest.fail("this process has looked"))
    asked = []
    ask = analysis_pool.ask

    def seen(question: Question, seconds: float, wanted: Callable[[], bool]) -> Any:
        asked.append((question.kind, question.user, [one.game for one in question.games]))
        return ask(question, seconds, wanted)

    def stopped(*_: object) -> None:
        raise NotWanted

    now.ms += 2 * MINUTE_MS
    monkeypatch.setattr(analysis_pool, "ask", stopped)
    assert fair_play.notice_flags() == 0, "the site shuts down: a later round does it again"
    monkeypatch.setattr(analysis_pool, "ask", seen)
    assert fair_play.notice_flags() == 1
    assert asked == [(kind, user.pk, [game.public_id]) for user in (ada, ben) for kind in ("engine", "stalling")]

    monkeypatch.delitem(points_lost.FITTED, KEY)
    assert ReplayedGames(KEY, now.ms).likeness(ada.pk) is None and len(asked) == 4, "the usual style is unknown"


def test_only_lines_that_others_could_read_count(now: Now) -> None:
    rude, other = play.person(), play.person()
    alone = open_table(rude, KEY, {"seats": 2})
    shared = open_table(rude, KEY, {"seats": 2})
    sit_down(other, shared.public_id)
    for game in (alone, shared):
        for number in range(4):
            ChatLine.objects.create(
                game=play.fresh(game), room="players", user=rude, text="you stupid moron!", at_ms=now.ms + number
            )
    assert len(reading.lines_of(rude.pk, now.ms)) == 4
    tasks.raise_flags_daily()
    found = flags()
    assert set(found) == {"abuse"} and found["abuse"].user == rude
    assert found["abuse"].evidence["words"] == {"stupid": 4, "moron": 4}
    assert all(game == shared.public_id for game, _line in found["abuse"].evidence["which"])
    assert not fair_play.notice_daily(), "once a day"


def test_a_dismissed_flag_stays_dismissed_until_there_is_new_evidence(now: Now) -> None:
    user = play.person()
    weak, strong = (Finding("stalling", user.pk, None, strength, {"times": strength}) for strength in (999, 1500))
    assert raise_flag(weak, now.ms) is None
    first = raise_flag(strong, now.ms)
    later = raise_flag(Finding("stalling", user.pk, None, 2000, {"times": 2}), now.ms + DAY_MS)
    assert first is not None and later == first and Flag.objects.get().strength == 2000
    Flag.objects.update(state=Flag.State.DISMISSED, seen_ms=now.ms + DAY_MS)
    assert raise_flag(strong, now.ms + QUIET_MS) is None
    again = raise_flag(strong, now.ms + QUIET_MS + DAY_MS)
    assert again is not None and again != first and Flag.objects.count() == 2
