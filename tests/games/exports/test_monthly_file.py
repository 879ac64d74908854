"""Public files of rated games, one for each month."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.management import CommandError, call_command
from django.http import HttpResponseBase

from accounts.models import User
from accounts.notifications import preferences
from engine.__main__ import main as engine
from engine.newtypes import SeatNumber
from games import tasks
from games.exports import selectors as exports
from games.exports.services import export_month
from games.models import ModerationDecision, MonthlyExport
from games.moderation.selectors import roles
from games.moderation.services.decide import decide
from games.record.services.resign import resign
from games.seating.selectors.table_terms import read
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from games.time.clocks import DAY_MS, HOUR_MS
from pyramido_site.infrastructure.public_ids import PublicId
from ratings.models import RatingPool, ResultSeat
from tests.games import play
from tests.games.moderation.desk import staff
from tests.games.threads import at_once
from tests.games.timed import Now, per_move
from tests.people import account, signed_in, visitor
from tests.seats import SEAT_0

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    """The folder of this test's files."""
    own = {**settings.STORAGES["exports"], "OPTIONS": {"location": tmp_path / "exports"}}
    settings.STORAGES = {**settings.STORAGES, "exports": own}
    settings.VAR_DIR = tmp_path
    return tmp_path / "exports"


def rated(*people: User, **options: Any) -> PublicId:
    """Play a rated game in which all players have moved."""
    game = open_table(people[0], "pyramido", {"seats": len(people)}, agreed=read(per_move(rated=True)), **options)
    for user in people[1:]:
        sit_down(user, game.public_id)
    play.play_until(game, Random(1), lambda at: at.under_way)
    return game.public_id


def rate_all() -> None:
    for pool in RatingPool.objects.all():
        tasks.rate(pool.pk)


def a_month(now: Now) -> tuple[list[User], list[PublicId]]:
    """Ada, who is named, and Ben, who is not, have played twice in June 2026; now it is July."""
    ada, ben = people = [account("Ada Lovelace"), account("Ben Nevis")]
    preferences.change(ada.pk, {"named": True})
    games = [rated(ada, ben), rated(ben, ada)]
    for number, game in enumerate(games):
        now.ms += HOUR_MS
        resign(game, SeatNumber(number))
    rate_all()
    now.ms += 20 * DAY_MS
    return people, games


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def body(answer: HttpResponseBase) -> bytes:
    return b"".join(answer)


def test_the_beat_makes_the_file_of_a_month_that_has_ended_once(
    now: Now, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (ada, _), games = a_month(now)
    now.ms -= 15 * DAY_MS
    tasks.export_months()
    assert not MonthlyExport.objects.exists()  # the month is not over
    now.ms += 15 * DAY_MS
    tasks.export_months()
    file = folder / "pyramido-2026-06.ndjson.gz"
    row, content = MonthlyExport.objects.get(), file.read_bytes()
    assert (row.month, row.games, row.bytes) == ("2026-06", 2, len(content))
    assert row.sha256 == hashlib.sha256(content).hexdigest()
    first, second = lines(file)
    assert [first["id"], second["id"]] == games
    assert first["players"][0] == {
        "seat": 0, "name": "Ada Lovelace", "ai": None, "bot": False, "rating_before": 150_000, "rating_after": 148_000,
        "rank": 2, "score": first["players"][0]["score"],
    }  # fmt: skip
    assert [one["name"] for one in second["players"]] == [None, "Ada Lovelace"]
    assert first["pool"] == {"pace": "correspondence", "population": "people"}
    assert "Ben" not in json.dumps([first, second]) and ada.public_id not in json.dumps([first, second])
    assert engine(["verify", str(file)]) == 0 and "2 games verified, 0 faults" in capsys.readouterr().out
    preferences.change(ada.pk, {"named": False})
    tasks.export_months()
    assert file.read_bytes() == content and [path.name for path in folder.iterdir()] == [file.name]
    now.ms += 31 * DAY_MS
    tasks.export_months()
    assert list(MonthlyExport.objects.order_by("month").values_list("month", "games")) == [
        ("2026-06", 2),
        ("2026-07", 0),
    ]


def test_the_same_data_give_the_same_bytes_and_annulled_games_are_left_out(now: Now, folder: Path) -> None:
    _, games = a_month(now)
    made = export_month("2026-06")
    assert made is not None
    again = export_month("2026-06", again=True)
    assert again is not None and again.sha256 == made.sha256
    loser = ResultSeat.objects.select_related("user").filter(result__game=games[0]).latest("pk").user
    assert loser is not None
    decide(staff(roles.SENIOR), ModerationDecision.Action.ANNUL, loser, "the two are one person", game=games[0])
    rate_all()
    call_command("export_month", "2026-06", again=True)
    (line,) = lines(folder / "pyramido-2026-06.ndjson.gz")
    assert line["id"] == games[1] and line["players"][0]["rating_before"] == 150_000
    for month, said in (("2026-6", "no month"), ("2026-13", "no month"), ("2026-07", "not complete")):
        with pytest.raises(CommandError, match=said):
            call_command("export_month", month)


def test_a_game_that_is_not_rated_yet_is_waited_for(now: Now, folder: Path) -> None:
    ada, ben = account("Ada"), account("Ben")
    resign(rated(ada, ben), SEAT_0)
    now.ms += 20 * DAY_MS
    tasks.export_months()
    assert not MonthlyExport.objects.exists()
    rate_all()
    tasks.export_months()
    assert MonthlyExport.objects.get().games == 1


def test_a_killed_writer_leaves_nothing_and_concurrent_writers_leave_one_file(
    now: Now, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_month(now)

    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("games.exports.storage.os.fsync", killed)
        with pytest.raises(KeyboardInterrupt):
            export_month("2026-06")
    assert not MonthlyExport.objects.exists() and list(folder.iterdir()) == []
    at_once([partial(export_month, "2026-06")] * 3)
    row = MonthlyExport.objects.get()
    (file,) = folder.iterdir()
    assert hashlib.sha256(file.read_bytes()).hexdigest() == row.sha256


def test_reading_a_month_takes_a_number_of_queries_that_does_not_grow(
    now: Now, folder: Path, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    (ada, ben), _ = a_month(now)
    now.ms -= 20 * DAY_MS
    with django_assert_max_num_queries(7) as two:
        assert len(list(exports.lines_of("2026-06"))) == 2
    resign(rated(ada, ben), SEAT_0)
    rate_all()
    with django_assert_max_num_queries(len(two)):
        assert len(list(exports.lines_of("2026-06"))) == 3


def test_players_with_deleted_accounts_are_not_named(now: Now, folder: Path) -> None:
    (ada, ben), _ = a_month(now)
    preferences.change(ben.pk, {"named": True})
    User.objects.filter(pk=ada.pk).update(display_name=f"~{ada.public_id}")
    User.objects.filter(pk=ben.pk).update(is_active=False)
    assert {one.name for line in exports.lines_of("2026-06") for one in line.players} == {None}


def test_files_are_listed_and_served_whole_and_in_parts(now: Now, folder: Path) -> None:
    a_month(now)
    export_month("2026-06")
    content = (folder / "pyramido-2026-06.ndjson.gz").read_bytes()
    client = visitor()
    (listed,) = client.get("/api/v1/exports").json()["results"]
    assert listed.items() >= {"month": "2026-06", "games": 2, "bytes": len(content), "license": "CC0-1.0"}.items()
    url = "/api/v1/exports/2026-06"
    whole = client.get(url)
    assert body(whole) == content and whole["Content-Type"] == "application/gzip"
    assert "pyramido-2026-06.ndjson.gz" in whole["Content-Disposition"] and whole["ETag"] == f'"{listed["sha256"]}"'
    for asked, status, part in (
        ("bytes=10-19", 206, content[10:20]),
        ("bytes=10-", 206, content[10:]),
        ("bytes=-5", 206, content[-5:]),
        ("bytes=0-999999999", 200, content),
        ("bytes=9-3", 200, content),
        ("bytes=0-1,4-5", 200, content),
    ):
        answer = client.get(url, headers={"Range": asked})
        assert (answer.status_code, body(answer)) == (status, part), asked
        assert int(answer["Content-Length"]) == len(part)
    behind = client.get(url, headers={"Range": "bytes=99999999-"})
    assert (behind.status_code, behind["Content-Range"]) == (416, f"bytes */{len(content)}")
    assert client.get(url, headers={"If-None-Match": whole["ETag"]}).status_code == 304
    assert body(client.get(url, headers={"Range": "bytes=0-1", "If-Range": '"other"'})) == content
    assert client.head(url)["Content-Length"] == str(len(content))
    assert client.get("/api/v1/exports/2026-05").status_code == client.get("/api/v1/exports/soon").status_code == 404
    assert client.get("/api/v1/exports?cursor=x").status_code == 400
    page = client.get("/data/").content.decode()
    assert "June 2026" in page and listed["sha256"] in page and "CC0" in page and url in page


def test_leftovers_of_dead_processes_are_removed_from_a_storage(folder: Path) -> None:
    folder.mkdir()
    for name, age in (("a.gz.1.part", 90_000), ("a.gz.2.part", 60)):
        (folder / name).touch()
        at = (folder / name).stat().st_mtime - age
        os.utime(folder / name, (at, at))
    for text in (b"one", b"two"):
        assert exports.storage().save("a.gz", ContentFile(text)) == "a.gz"
    assert (folder / "a.gz").read_bytes() == b"two" and not (folder / "a.gz.1.part").exists()
    assert (folder / "a.gz.2.part").exists()


def test_being_named_is_chosen_in_the_settings_or_by_the_api() -> None:
    user = account("Ada")
    client = signed_in(user)

    def patch(body: object) -> Any:
        return client.patch("/api/v1/account/preferences", body, content_type="application/json")

    assert client.get("/api/v1/account/preferences").json()["named"] is False
    assert patch({"named": True}).json()["named"] is True
    assert patch({"named": "yes"}).json()["field"] == "named"
    page = client.get("/accounts/settings/privacy/").content.decode()
    assert 'name="named" checked' in page and "/api/v1/account/data" in page
    assert client.post("/accounts/settings/privacy/").status_code == 302
    assert preferences.of(user.pk).named is False
    client.post("/accounts/settings/privacy/", {"named": "on"})
    assert preferences.of(user.pk).named is True
