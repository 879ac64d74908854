"""Studies on the site: beginning, playing, notes, sharing, importing, and who may do what."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import Sanction
from accounts.sanctions import services as sanctions
from engine.newtypes import SeatNumber
from games.models import Report, Study, StudyMove
from games.moderation.selectors import roles
from games.moderation.services.decide import decide
from games.moderation.services.report import file
from games.moderation.services.undo import undo
from games.people.services.delete_account import delete_account
from games.people.services.purge_game import purge_game
from games.record.services.resign import resign
from games.seating.services.open_table import open_table
from games.study import private_board, selectors
from games.study.selectors import MoveNumber
from games.study.services import begin_study, change_study, play_move, share_study
from pyramido_site.infrastructure.public_ids import PublicId
from tests.games import play
from tests.games.moderation.desk import staff
from tests.games.study.studies import BEGINNING, GAMES, all_moves, at, begun, finished, play_on, refused, table
from tests.games.study.trees import as_sent
from tests.people import signed_in
from tests.seats import SEAT_0, SEAT_1
from tests.site.infrastructure.patching import apply

pytestmark = pytest.mark.django_db


def test_a_study_begins_with_what_its_owner_could_see_and_is_played_to_the_end() -> None:
    for key in GAMES:
        game, people = table(key)
        study = begun(people[0], game)
        shown = as_sent(selectors.study_json(study, people[0]))
        assert shown["view"]["seat"] == at(study, 0).to_move[0]
        assert as_sent(at(study, 0).view(0)) == study.view
        position, rng, number = at(study, 0), Random(2), MoveNumber(0)
        while not position.over:
            seat = SeatNumber(position.to_move[0])
            action = play.random_action(position, seat, rng)
            number = play_move.play_move(people[0], study.public_id, number, seat, action)
            position = private_board.act(position, seat, action).position
        views = {0: shown["view"]}
        listed = all_moves(study)
        for move in listed:
            views[move["number"]] = apply(views[move["parent"]], move["patch"])
        assert views[number] == as_sent(at(study, number).view(0))
        assert listed[-1]["events"][-1]["kind"] == "finished"
        assert set(listed[-1]["events"][-1]["payload"]) == {"outcome"}
        assert play.fresh(game).seq == game.seq, "the game itself goes on untouched"


def test_variations_notes_and_deletions() -> None:
    game, (ada, ben) = finished()
    study, rng = begun(ada, game), Random(3)
    first = play_on(ada, study, 0, rng)
    second = play_on(ada, study, first, rng)
    other = play_on(ada, study, first, rng)
    while other == second:
        other = play_on(ada, study, first, rng)
    tree = selectors.tree_of(study)
    same = tree.moves[MoveNumber(second)]
    again = play_move.play_move(ada, study.public_id, MoveNumber(first), same.seat, same.action)
    assert again == second, "the same move is there once"
    change_study.note_move(ada, study.public_id, MoveNumber(other), comment="Better\r\n so ", glyph="!?", main=True)
    listed = {move["number"]: move for move in all_moves(study)}
    assert (listed[other]["comment"], listed[other]["glyph"]) == ("Better\n so", "!?")
    assert [move.number for move in selectors.tree_of(study).after(MoveNumber(first))] == [other, second]
    change_study.delete_move(ada, study.public_id, MoveNumber(first))
    assert all_moves(study) == [] and not StudyMove.objects.filter(study=study).exists()
    assert play_on(ada, study, 0, rng) > other, "numbers are not reused"
    for act in (change_study.delete_move, change_study.note_move):
        assert refused(act, ada, study.public_id, MoveNumber(first)) == (404, "no_such_move")
        assert refused(act, ada, study.public_id, BEGINNING) == (404, "no_such_move")
        assert refused(act, ben, study.public_id, MoveNumber(other)) == (404, "no_such_study")
    change_study.change_study(ada, study.public_id, title=" New  title ", comment="Why?")
    study.refresh_from_db()
    assert (study.title, study.comment) == ("New title", "Why?")


def test_texts_that_are_not_allowed() -> None:
    game, (ada, _) = finished()
    study = begun(ada, game)
    number = MoveNumber(play_on(ada, study, 0, Random(1)))
    change, note = change_study.change_study, change_study.note_move
    assert refused(change, ada, study.public_id, title=" ") == (422, "empty")
    assert refused(change, ada, study.public_id, title="x" * 101) == (422, "too_long")
    assert refused(change, ada, study.public_id, comment="x" * 401) == (422, "too_long")
    assert refused(note, ada, study.public_id, number, glyph="#") == (422, "unknown_glyph")
    for text in ("You fuck", "what a F.u.c.k"):
        assert refused(change, ada, study.public_id, title=text) == (422, "insult")
        assert refused(note, ada, study.public_id, number, comment=text) == (422, "insult")
    note(ada, study.public_id, number, comment="The Legend and its moderator: administrators, support, staff")


def test_what_the_rules_do_not_allow() -> None:
    game, (ada, _) = finished()
    study = begun(ada, game)
    mover = at(study, 0).to_move[0]
    act = play_move.play_move
    assert refused(act, ada, study.public_id, BEGINNING, SeatNumber(mover), {"type": "dance"})[0] == 400
    assert refused(act, ada, study.public_id, BEGINNING, SeatNumber(1 - mover), {"type": "mark", "block": 0})[0] == 422
    assert refused(act, ada, study.public_id, MoveNumber(7), SeatNumber(mover), {}) == (404, "no_such_move")
    assert refused(begun, ada, game, game.seq) == (422, "game_over")
    assert refused(begun, ada, game, 10**6) == (404, "no_such_event")
    assert begun(ada, game, None).source_seq is not None
    waiting = open_table(ada, "pyramido", {"seats": 2})
    assert refused(begun, ada, waiting, 0) == (404, "no_such_event")


def test_the_seat_of_another_is_open_once_the_game_has_ended() -> None:
    game, (ada, ben) = table("silver-gold-pyramids", 1)
    assert refused(begun, ada, game, 0, seat=SEAT_1) == (409, "still_running")
    assert begun(ada, game, 0).view["dealt"] != [] and begun(play.person(), game, 0).view["dealt"] == []
    resign(game.public_id, SEAT_1)
    assert begun(ada, game, 0, seat=SEAT_1).view == begun(ben, game, 0).view


def test_numbers_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    game, (ada, _) = finished()
    monkeypatch.setattr(begin_study, "MOST_STUDIES", 1)
    study = begun(ada, game)
    assert refused(begun, ada, game) == (409, "too_many_studies")
    monkeypatch.setattr(play_move, "MOST_MOVES", 1)
    number = play_on(ada, study, 0, Random(1))
    assert refused(play_on, ada, study, number, Random(1)) == (409, "too_many_moves")
    change_study.delete_study(ada, study.public_id)
    assert not Study.objects.exists() and not StudyMove.objects.exists()


def test_a_link_is_shared_and_withdrawn_for_good() -> None:
    game, (ada, ben) = finished()
    study = begun(ada, game)
    client = Client()
    assert refused(selectors.readable_study, study.public_id, ben) == (404, "no_such_study")
    link = share_study.share_study(ada, study.public_id).link
    assert link and share_study.share_study(ada, study.public_id).link == link
    found = selectors.readable_study(study.public_id, ben, link)
    shown = selectors.study_json(found, ben)
    assert (shown["mine"], shown["link"], shown["source"]) == (False, None, None)
    assert client.get(f"/studies/shared/{link}/").status_code == 200
    assert client.get(f"/api/v1/studies/{study.public_id}/export?link={link}").status_code == 200
    for wrong in ("x", link[:-1], ""):
        assert client.get(f"/api/v1/studies/{study.public_id}?link={wrong}").status_code in (400, 404)
    share_study.hide_study(study.public_id, hidden=True)
    assert client.get(f"/studies/shared/{link}/").status_code == 404
    share_study.hide_study(study.public_id, hidden=False)
    share_study.withdraw_link(ada, study.public_id)
    assert client.get(f"/studies/shared/{link}/").status_code == 404
    assert share_study.share_study(ada, study.public_id).link != link


def test_who_is_muted_shares_nothing_new() -> None:
    game, (ada, _) = finished()
    study, shared = begun(ada, game), begun(ada, game)
    share_study.share_study(ada, shared.public_id)
    sanctions.impose(ada, Sanction.Kind.MUTE.value, "Spam", None)
    assert refused(share_study.share_study, ada, study.public_id) == (403, "muted")
    assert refused(change_study.change_study, ada, shared.public_id, title="New") == (403, "muted")
    change_study.change_study(ada, study.public_id, title="For myself")


# --- the rest of the site ---------------------------------------------------------------------------------------------
def test_studies_are_deleted_with_their_owner_and_stay_without_their_game() -> None:
    game, (ada, ben) = finished()
    study, theirs = begun(ada, game), begun(ben, game)
    purge_game(game.public_id, "a test")
    study.refresh_from_db()
    assert study.source is None and at(study, 0).to_move
    delete_account(ada)
    assert list(Study.objects.values_list("pk", flat=True)) == [theirs.pk]


def test_own_studies_are_in_the_own_data() -> None:
    game, (ada, ben) = finished()
    study = begun(ada, game)
    begun(ben, game)
    client = Client()
    client.force_login(ada)
    lines = [json.loads(line) for line in client.get("/api/v1/account/data").getvalue().splitlines()]
    (line,) = [line for line in lines if line["kind"] == "study"]
    assert (line["id"], line["file"]) == (study.public_id, as_sent(selectors.file_of(study)))


def test_the_form_for_a_new_study() -> None:
    game, (ada, _) = table()
    client = Client()
    client.force_login(ada)
    page = client.get(f"/studies/new/?game={game.public_id}&seq=3").content.decode()
    assert "by hand" in page and 'name="opponent"' not in page
    made = client.post("/studies/new/", {"game": game.public_id, "seq": "3", "title": "Mine"})
    assert made.status_code == 302
    assert client.get(made["Location"]).status_code == 200
    helped = client.post("/studies/new/", {"game": game.public_id, "seq": "3", "title": "Mine", "opponent": "greedy"})
    assert helped.status_code == 409
    resign(game.public_id, SEAT_0)
    page = client.get(f"/studies/new/?game={game.public_id}").content.decode()
    assert 'name="opponent"' in page
    assert client.post("/studies/new/", {"game": game.public_id, "title": "The end"}).status_code == 302
    assert client.post("/studies/new/", {"game": game.public_id, "title": ""}).status_code == 422
    assert client.get("/studies/new/?game=nothing").status_code == 404
    listed = client.get("/studies/").content.decode()
    assert listed.count('class="card"') == 3
    other = Client()
    other.force_login(play.person())
    assert other.get(made["Location"]).status_code == 404
    assert Client().get(made["Location"]).status_code == 302


def test_over_rest() -> None:
    game, (ada, _) = finished()
    client = Client()
    client.force_login(ada)

    def send(method: str, path: str, body: Any = None) -> Any:
        answer = client.generic(method, f"/api/v1/studies{path}", json.dumps(body or {}), "application/json")
        return answer.json() if answer.content else answer.status_code

    made = send("POST", "", {"game": game.public_id, "seq": 4, "title": "Mine", "opponent": "random"})
    address = f"/{made['id']}"
    assert made["opponent"] == "random" and made["source"] == {"game": game.public_id, "seq": 4}
    study = Study.objects.get(public_id=made["id"])
    for _ in range(3):
        play_on(ada, study, study.last_number, Random(1))
        study.refresh_from_db()
    moves = client.get(f"/api/v1/studies{address}/moves?since=1").json()
    assert [move["number"] for move in moves["moves"]] == [2, 3] and moves["next"] is None
    assert send("PATCH", f"{address}/moves/1", {"glyph": "!!", "comment": "So"}) == 204
    assert send("PATCH", address, {"opponent": "", "title": " "})["code"] == "empty"
    assert client.get(f"/api/v1/studies{address}").json()["opponent"] == "random", "all or nothing"
    assert send("PATCH", address, {"opponent": "", "title": "Other"})["opponent"] is None
    assert send("POST", f"{address}/moves/1/opponent")["code"] == "no_opponent"
    link = send("PUT", f"{address}/link")["link"]
    assert Client().get(link).status_code == 200
    assert send("DELETE", f"{address}/link") == 204 and Client().get(link).status_code == 404
    file = client.get(f"/api/v1/studies{address}/export")
    assert file["Content-Disposition"].endswith(f'{made["id"]}.study.json"')
    assert client.get(f"/api/v1/studies{address}/export", headers={"If-None-Match": file["ETag"]}).status_code == 304
    again = send("POST", "/import", json.loads(file.getvalue()))
    assert again["title"] == "Other" and again["id"] != made["id"]
    assert send("DELETE", f"{address}/moves/2") == 204
    assert send("DELETE", address) == 204
    assert [one["id"] for one in client.get("/api/v1/studies").json()["results"]] == [again["id"]]


def test_a_study_made_twice_with_one_key_is_one() -> None:
    game, (ada, _) = finished()
    client = Client()
    client.force_login(ada)
    body = json.dumps({"game": game.public_id, "seq": 4, "title": "Mine"})
    made = [
        client.post("/api/v1/studies", body, "application/json", headers={"Idempotency-Key": "k"}).json()["id"]
        for _ in range(2)
    ]
    assert made[0] == made[1] and Study.objects.count() == 1
    file = json.dumps(selectors.file_of(Study.objects.get()))
    imported = [
        client.post("/api/v1/studies/import", file, "application/json", headers={"Idempotency-Key": "f"}).json()["id"]
        for _ in range(2)
    ]
    assert imported[0] == imported[1] != made[0] and Study.objects.count() == 2


def test_the_form_sent_twice_begins_one_study() -> None:
    game, (ada, ben) = finished()
    client = signed_in(ada)

    def opened() -> dict[str, str]:
        page = client.get(f"/studies/new/?game={game.public_id}&seq=3").content.decode()
        return dict(re.findall(r'<input[^>]* name="(game|seq|once|title)"[^>]* value="([^"]*)"', page))

    first = opened()
    assert set(first) == {"game", "seq", "once", "title"} and len(first["once"]) > 30
    empty = client.post("/studies/new/", {**first, "title": ""})
    assert empty.status_code == 422 and first["once"] in empty.content.decode(), "what was refused may be sent again"
    address = client.post("/studies/new/", first)["Location"]
    assert client.post("/studies/new/", first)["Location"] == address
    others = [{**first, "title": "Another"}, opened()]
    made = {client.post("/studies/new/", form)["Location"] for form in others}
    made.add(signed_in(ben).post("/studies/new/", first)["Location"])
    assert len(made | {address}) == 4 == Study.objects.count()


def test_a_file_sent_twice_with_one_form_is_one_study() -> None:
    game, (ada, _) = finished()
    file, client = json.dumps(as_sent(selectors.file_of(begun(ada, game)))), signed_in(ada)

    def sent(once: str, title: str) -> str:
        name, content = "study.json", file.replace("A study", title).encode()
        form = {"once": once, "file": SimpleUploadedFile(name, content, "application/json")}
        return str(client.post("/studies/import/", form)["Location"])

    forms = [re.search(r'name="once" value="([^"]+)"', client.get("/studies/").content.decode()) for _ in range(2)]
    first, second = (form[1] for form in forms if form)
    made = [sent(first, "A copy"), sent(first, "A copy"), sent(first, "Another"), sent(second, "A copy")]
    assert made[0] == made[1] and len(set(made)) == 3 == Study.objects.count() - 1


def test_the_public_id_of_another_study_is_no_way_in() -> None:
    game, (ada, ben) = finished()
    mine, theirs = begun(ada, game), begun(ben, game)
    link = share_study.share_study(ben, theirs.public_id).link
    assert refused(selectors.readable_study, mine.public_id, ben, link) == (404, "no_such_study")
    assert refused(selectors.readable_study, PublicId("nothing"), ada, link) == (404, "no_such_study")


def test_a_shared_study_is_reported_and_hidden_until_that_is_undone() -> None:
    game, (ada, ben) = finished()
    study = begun(ada, game)
    change_study.change_study(ada, study.public_id, comment="You are all dirt")
    link = share_study.share_study(ada, study.public_id).link or ""
    client = Client()
    client.force_login(ben)
    address = f"/studies/shared/{link}/report/"
    assert "A study" in client.get(address).content.decode()
    assert client.post(address, {"kind": "harassment", "text": ""}).status_code == 302
    report = Report.objects.get()
    assert (report.reported, report.study, report.about) == (ada, study.public_id, "study")
    assert report.evidence["study"]["comments"] == ["You are all dirt"]
    assert file(ben, "harassment", "study", link=link) == report, "it waits already"
    assert refused(file, ben, "name", "study", link=link) == (400, "malformed")
    assert refused(file, ben, "other", "study", link="nothing") == (404, "no_such_study")
    assert refused(file, ada, "other", "study", link=link) == (422, "oneself")
    body = json.dumps({"about": "study", "kind": "other", "link": link})
    assert client.post("/api/v1/reports", body, "application/json").json()["study"] == study.public_id
    moderator = staff(roles.SENIOR)
    made = decide(moderator, "warning", ada, "Be kind.", report=report.public_id)
    assert Client().get(f"/studies/shared/{link}/").status_code == 404
    assert selectors.study_json(Study.objects.get(), ada)["hidden"]
    copy = begin_study.import_study(ada, as_sent(selectors.file_of(study)))
    for one in (study, copy):
        assert refused(share_study.share_study, ada, one.public_id) == (403, "study_hidden")
    share_study.share_study(ada, begin_study.begin_study(ada, game.public_id, None, title="Another").public_id)
    undo(moderator, made.public_id, "It was a quotation.")
    assert Client().get(f"/studies/shared/{link}/").status_code == 200
    share_study.share_study(ada, copy.public_id)
