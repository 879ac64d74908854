"""Studies of running games are by hand only, also those from files; and files on the site."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from engine import registry, table_verbs
from engine.core import JSON
from engine.export import export
from engine.newtypes import BEFORE_FIRST
from games.models import Game, Study, StudyMove
from games.people.services.purge_game import purge_game
from games.record import positions
from games.record.append import append_events
from games.record.selectors import export_of
from games.record.services.resign import resign
from games.study import selectors
from games.study.selectors import MoveNumber
from games.study.services import begin_study, change_study, share_study
from tests.games import play
from tests.games.study.studies import GAMES, all_moves, at, begun, finished, play_on, refused, table
from tests.games.study.trees import as_sent
from tests.seats import SEAT_0, SEAT_1

pytestmark = pytest.mark.django_db


# --- by hand only -----------------------------------------------------------------------------------------------------
def test_while_the_game_runs_its_study_is_by_hand_and_private() -> None:
    for key in GAMES:
        game, (ada, ben) = table(key)
        stranger = play.person()
        for user in (ada, ben, stranger):
            assert refused(begun, user, game, opponent="greedy") == (409, "by_hand_only")
            study = begun(user, game)
            assert refused(change_study.change_study, user, study.public_id, opponent="greedy") == (409, "by_hand_only")
            assert refused(share_study.share_study, user, study.public_id) == (409, "by_hand_only")
            assert selectors.study_json(study, user)["by_hand_only"]
        resign(game.public_id, SEAT_0)
        change_study.change_study(stranger, study.public_id, opponent="greedy")
        share_study.share_study(stranger, study.public_id)


def test_alone_against_the_computer_there_is_help_unless_the_game_is_rated() -> None:
    game, (ada,) = play.with_ai("greedy")
    assert begun(ada, game, 0, opponent="greedy").opponent == "greedy"
    assert refused(begun, play.person(), game, 0, opponent="greedy") == (409, "by_hand_only")
    Game.objects.filter(pk=game.pk).update(rated=True)
    assert refused(begun, ada, game, 0, opponent="greedy") == (409, "by_hand_only")


@pytest.mark.parametrize("key", GAMES)
def test_a_file_that_begins_like_a_running_game_is_by_hand_too(key: str) -> None:
    game, (ada, _) = table(key)
    file = as_sent(selectors.file_of(begun(ada, game)))
    accomplice = play.person()
    for owner in (ada, accomplice):
        study = begin_study.import_study(owner, file)
        assert study.source_id == game.pk and study.source_seq is None
        assert refused(change_study.change_study, owner, study.public_id, opponent="greedy") == (409, "by_hand_only")
    assert selectors.study_json(study, accomplice)["source"] is None
    other, _ = table(key, 6)
    theirs = as_sent(selectors.file_of(begun(ada, other)))
    assert begin_study.import_study(ada, theirs).source_id == other.pk
    purge_game(other.public_id, "a test")
    resign(game.public_id, SEAT_0)
    for document in (file, theirs):
        study = begin_study.import_study(accomplice, document)
        assert study.source_id is None
        change_study.change_study(accomplice, study.public_id, opponent="greedy")


def test_many_games_that_begin_alike_are_compared_in_few_queries(django_assert_max_num_queries: Any) -> None:
    key = "silver-gold-pyramids"
    game, (ada, _) = table(key)
    file = as_sent(selectors.file_of(begun(ada, game)))
    assert len(file["facts"]) == 2
    for moves in (2, 4, 6):
        table(key, moves)
    facts, options = file["facts"], file["options"]
    with django_assert_max_num_queries(4):
        assert selectors.running_game_like(ada, key, options, facts) == game


def ended_elsewhere(game: Game) -> JSON:
    """Return the export of a game that begins like a running one and then ends, as no player could make it."""
    at = play.position(game)
    step = table_verbs.resign(at, at.persons[0], at_ms=at.at_ms)
    return dict(as_sent(export(step.position, [*positions.good_events(play.fresh(game), BEFORE_FIRST), *step.events])))


@pytest.mark.parametrize("key", GAMES)
def test_a_game_that_begins_like_a_running_one_is_by_hand_too(key: str) -> None:
    game, (ada, _) = table(key)
    file, accomplice = ended_elsewhere(game), play.person()
    for owner in (ada, accomplice):
        study = begin_study.import_study(owner, file)
        assert study.source_id == game.pk and study.source_seq is None
        assert refused(change_study.change_study, owner, study.public_id, opponent="greedy") == (409, "by_hand_only")
        assert refused(share_study.share_study, owner, study.public_id) == (409, "by_hand_only")
    resign(game.public_id, SEAT_0)
    share_study.share_study(accomplice, study.public_id)
    assert begin_study.import_study(accomplice, file).source_id is None


def test_who_leaves_to_a_computer_player_before_the_first_move_does_not_hide_a_running_game() -> None:
    game, _ = table("pyramido", 0)
    left = play.position(game).to_move[0]
    append_events(game.public_id, left, lambda at, /, **context: table_verbs.remove(at, left, "greedy", **context))
    play.step(game, Random(1))
    study = begin_study.import_study(play.person(), ended_elsewhere(game))
    assert study.source_id == game.pk


# --- files ------------------------------------------------------------------------------------------------------------
def test_a_study_that_is_exported_and_imported_is_the_same() -> None:
    for key in GAMES:
        game, (ada, ben) = finished(key)
        study, rng, numbers = begun(ada, game), Random(5), [0]
        for _ in range(15):
            parent = rng.choice(numbers)
            if not at(study, parent).over:
                numbers.append(play_on(ada, study, parent, rng))
        change_study.note_move(ada, study.public_id, MoveNumber(numbers[1]), comment="Ça !", glyph="??")
        change_study.delete_move(ada, study.public_id, MoveNumber(numbers[-1]))
        file = as_sent(selectors.file_of(study))
        copy = begin_study.import_study(ben, file)
        assert as_sent(selectors.file_of(copy)) == file


def test_a_game_is_imported_with_its_moves_and_studied_from_any_of_them() -> None:
    for key in GAMES:
        game, (ada, _) = finished(key, 12)
        reader = play.person()
        file = as_sent(export_of(game.public_id))
        study = begin_study.import_study(reader, file)
        assert study.source is None and study.whole_game
        shown = as_sent(selectors.study_json(study, reader))
        assert (shown["title"], shown["view"]["options"]) == (registry.get(key).name, {"seats": 2})
        last = play.position(game)
        assert as_sent(at(study, study.last_number).view(SEAT_1)) == as_sent(last.view(SEAT_1))
        listed = all_moves(study)
        assert [move["parent"] for move in listed] == list(range(len(listed)))
        assert listed[-1]["action"] == {"type": "leave"} and listed[-1]["events"][-1]["kind"] == "finished"
        branch = play_on(reader, study, 3, Random(2))
        assert branch in (4, study.last_number + 1)
        exported = as_sent(selectors.file_of(study))
        copy = begin_study.import_study(ada, exported)
        assert as_sent(selectors.file_of(copy)) == exported and copy.whole_game
        change_study.change_study(ada, copy.public_id, opponent="greedy")


def test_of_a_bad_file_nothing_is_stored() -> None:
    game, (ada, _) = finished()
    study = begun(ada, game)
    play_on(ada, study, 0, Random(1))
    file = as_sent(selectors.file_of(study))
    before = (Study.objects.count(), StudyMove.objects.count())
    for change in (
        {"title": ""},
        {"comment": "x" * 401},
        {"moves": [*file["moves"], {"parent": 9, "seat": 0, "action": {}}]},
        {"moves": [{**file["moves"][0], "comment": "fuck"}]},
        {"seed": 1},
        {"more": 1},
    ):
        assert refused(begin_study.import_study, ada, {**file, **change})[0] in (400, 422)
    assert refused(begin_study.import_study, ada, [file]) == (400, "not_a_study")
    whole = as_sent(export_of(game.public_id))
    events = [{**event, "at_ms": event["at_ms"] + 1} for event in whole["events"]]
    assert refused(begin_study.import_study, ada, {**whole, "events": events}) == (400, "bad_game")
    assert refused(begin_study.import_study, ada, {**whole, "nonces": 7}) == (400, "malformed")
    assert refused(begin_study.import_study, ada, {**whole, "more": 1}) == (400, "malformed")
    assert (Study.objects.count(), StudyMove.objects.count()) == before


def test_the_page_says_what_is_wrong_with_a_file() -> None:
    game, (ada, _) = finished()
    file = as_sent(selectors.file_of(begun(ada, game)))
    client = Client()
    client.force_login(ada)

    def sent(content: bytes) -> Any:
        return client.post("/studies/import/", {"file": SimpleUploadedFile("a.json", content)})

    good = sent(json.dumps(file).encode())
    assert good.status_code == 302 and client.get(good["Location"]).status_code == 200
    whole = as_sent(export_of(game.public_id))
    good = sent(json.dumps(whole).encode())
    assert good.status_code == 302 and client.get(good["Location"]).status_code == 200
    whole["events"][2]["hash"] = "0" * 64
    wrong = sent(json.dumps(whole).encode())
    assert wrong.status_code == 400 and "events[2]" in wrong.content.decode()
    assert "Event 2 does not follow from the rules" in wrong.content.decode()
    wrong = sent(json.dumps({**file, "moves": [{"parent": 4, "seat": 0, "action": {}}]}).encode())
    assert wrong.status_code == 400 and "moves[0].parent" in wrong.content.decode()
    for content, status in ((b"{", 400), (b"", 400), (b"[" * 100, 400), (b" " * (1 << 20) + b"{}", 413)):
        assert sent(content).status_code == status
    assert client.post("/studies/import/").status_code == 400
