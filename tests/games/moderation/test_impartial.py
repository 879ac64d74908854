"""Staff cannot decide about a user with whom they share a game: every door, every action, whatever the request
names.
"""

from __future__ import annotations

import ast
import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db.models import F
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.access import tokens
from accounts.models import Sanction, User
from games.chat.services.say import say
from games.models import Appeal, Flag, Game, ModerationDecision, Report
from games.moderation.selectors import impartial, roles
from games.moderation.services import annul as annulments
from games.moderation.services import appeal as appeals
from games.moderation.services import claim_report
from games.moderation.services import confirm_provisional as confirming
from games.moderation.services import decide as decisions
from games.moderation.services import follow_flag as follow_flag
from games.moderation.services.decide import decide
from games.moderation.services.undo import undo
from games.record.services.resign import resign
from games.requests.refusals import Refusal
from games.time.clocks import DAY_MS
from pyramido_site.infrastructure.site_clock import now_ms
from tests.games import play
from tests.games.moderation.desk import fresh, refused, reported, staff
from tests.games.rated_games.test_rated import rated_game
from tests.people import forget_limits, signed_in
from tests.seats import SEAT_0
from tests.security.admin_pages import admin_pages
from tests.security.odd_values import undone

pytestmark = pytest.mark.django_db

Action = ModerationDecision.Action
REASON = "against the rules"


class Matter:
    """A senior moderator and a player about whom another moderator has made several decisions."""

    def __init__(self) -> None:
        self.by, self.other = staff(roles.SENIOR), staff(roles.SENIOR)
        self.player = play.person()
        self.rated = rated_game(self.player, play.person())
        resign(self.rated.public_id, SEAT_0)
        self.line = say(self.player, self.rated.public_id, "players", "You fool")["id"]
        self.report = reported(self.player, kind="other", text="Look.")
        self.warning = decide(self.other, Action.WARNING, self.player, REASON)
        self.note = decide(self.other, Action.NOTE, self.player, REASON)
        self.name = decide(self.other, Action.RENAME, self.player, REASON)
        self.annulled = rated_game(self.player, play.person())
        resign(self.annulled.public_id, SEAT_0)
        decide(self.other, Action.ANNUL, self.player, REASON, game=self.annulled.public_id)
        self.appeal = appeals.appeal(self.player, self.warning.public_id, "Please look again.")
        sanction = Sanction.objects.create(
            user=self.player, kind="mute", reason=REASON, at_ms=now_ms(), until_ms=now_ms() + DAY_MS, provisional=True
        )
        self.provisional = ModerationDecision.objects.create(
            action=Action.MUTE, by=self.other, user=self.player, reason=REASON, at_ms=now_ms(), sanction=sanction,
            until_ms=now_ms() + DAY_MS, data={"provisional": True, "until_ms": now_ms() + 9 * DAY_MS},
        )  # fmt: skip
        self.flag = Flag.objects.create(kind="shared", key="k", user=self.player, strength=1200, at_ms=1)

    def plainly(self, action: str) -> dict[str, Any]:
        """Return the fields that an action needs besides the player and the reason."""
        lasts = {Action.MUTE, Action.UNRATED, Action.SUSPENSION}
        needs: dict[str, Any] = {"until_ms": now_ms() + DAY_MS} if action in lasts else {}
        needs |= {"report": self.report.public_id} if action == Action.CLOSE else {}
        needs |= {"line": self.line} if action == Action.HIDE_LINE else {}
        return needs | ({"game": self.rated.public_id} if action == Action.ANNUL else {})


Verb = Callable[[Matter], Any]


def _decided(action: str, **more: Any) -> Verb:
    return lambda it: decide(it.by, action, it.player, REASON, **{**it.plainly(action), **more})


SERVICES: dict[str, Verb] = {
    **{action.value: _decided(action) for action in decisions.DECIDED},
    "warning for a report": lambda it: decide(it.by, Action.WARNING, it.player, REASON, report=it.report.public_id),
    "warning about another game": lambda it: decide(it.by, Action.WARNING, it.player, REASON, game=it.rated.public_id),
    "provisional, beside other moderators": _decided(Action.MUTE, provisional=True),
    "annul by the game": lambda it: annulments.annul(it.by, it.rated.public_id, it.player.public_id, REASON),
    "reinstate by the game": lambda it: annulments.reinstate(it.by, it.annulled.public_id, REASON),
    "undo": lambda it: undo(it.by, it.warning.public_id, REASON),
    "undo a note": lambda it: undo(it.by, it.note.public_id, REASON),
    "undo a new name": lambda it: undo(it.by, it.name.public_id, REASON),
    "grant an appeal": lambda it: appeals.decide_appeal(it.by, it.appeal.public_id, grant=True, answer=REASON),
    "reject an appeal": lambda it: appeals.decide_appeal(it.by, it.appeal.public_id, grant=False, answer=REASON),
    "confirm": lambda it: confirming.confirm(it.by, it.provisional.public_id, REASON),
    "claim": lambda it: claim_report.claim(it.by, it.report.public_id),
    "dismiss a flag": lambda it: follow_flag.set_state(it.by, it.flag.public_id, "dismissed"),
}


def _api(it: Matter, method: str, path: str, body: Any) -> None:
    _, text = tokens.make(it.by, "desk", ["mod:write"], None)
    answer = Client().generic(
        method, f"/api/v1/moderation/{path}", json.dumps(body), content_type="application/json",
        headers={"Authorization": f"Bearer {text}"},
    )  # fmt: skip
    if answer.status_code >= 400:
        raise Refusal(answer.status_code, answer.json()["code"], "%(why)s", why=answer.json()["detail"])


def _api_decides(action: str) -> Verb:
    def call(it: Matter) -> None:
        needs = it.plainly(action)
        whom = {} if "report" in needs else {"player": it.player.public_id}
        _api(it, "POST", "decisions", {"action": action, "reason": REASON, **whom, **needs})

    return call


API: dict[str, Verb] = {
    **{action.value: _api_decides(action) for action in decisions.DECIDED},
    "undo": lambda it: _api(it, "POST", f"decisions/{it.warning.public_id}/undo", {"reason": REASON}),
    "confirm": lambda it: _api(it, "POST", f"decisions/{it.provisional.public_id}/confirmation", {"reason": REASON}),
    "judge": lambda it: _api(it, "POST", f"appeals/{it.appeal.public_id}/judgement", {"grant": True, "answer": REASON}),
    "annul": lambda it: _api(
        it, "PUT", f"games/{it.rated.public_id}/annulment", {"reason": REASON, "player": it.player.public_id}
    ),
    "reinstate": lambda it: _api(it, "DELETE", f"games/{it.annulled.public_id}/annulment", {"reason": REASON}),
    "claim": lambda it: _api(it, "PUT", f"reports/{it.report.public_id}/claim", {}),
    "flag": lambda it: _api(it, "PUT", f"signals/{it.flag.public_id}/state", {"state": "dismissed"}),
}


def _desk(it: Matter, name: str, key: str, **form: str) -> None:
    """Act on a page; its refusal is in the response, or in the page it redirects to."""
    answer = signed_in(it.by).post(reverse(name, args=[key] if key else []), form, follow=True)
    if "in the last 30 days. Another moderator must decide." in answer.content.decode():
        raise Refusal(403, "partial", "said on the page")


def _desk_decides(action: str) -> Verb:
    def call(it: Matter) -> None:
        needs = it.plainly(action)
        form = {"action": action, "reason": REASON, "confirm": "on", "duration": "86400"}
        form |= {name: needs[name] for name in ("game", "line") if name in needs}
        named = ("desk_report", it.report.public_id) if "report" in needs else ("desk_player", it.player.public_id)
        _desk(it, *named, **form)

    return call


DESK: dict[str, Verb] = {
    **{action.value: _desk_decides(action) for action in decisions.DECIDED},
    "undo": lambda it: _desk(it, "desk_undo", it.warning.public_id, reason=REASON),
    "confirm": lambda it: _desk(it, "desk_confirm", it.provisional.public_id, reason=REASON),
    "judge": lambda it: _desk(it, "desk_appeals", "", appeal=it.appeal.public_id, judgement="grant", answer=REASON),
    "claim": lambda it: _desk(it, "desk_claim", it.report.public_id),
    "flag": lambda it: _desk(it, "desk_flag", it.flag.public_id, do="dismissed"),
}

DOORS: dict[str, Verb] = {
    f"{door}: {name}": verb
    for door, verbs in {"service": SERVICES, "API": API, "desk": DESK}.items()
    for name, verb in verbs.items()
}


def _state() -> list[Any]:
    """Return everything that a decision could change."""
    return [
        list(ModerationDecision.objects.order_by("pk").values_list("pk", flat=True)),
        list(Sanction.objects.order_by("pk").values_list("pk", "lifted_ms", "provisional", "until_ms")),
        list(Report.objects.order_by("pk").values_list("state", "claimed_by")),
        list(Appeal.objects.values_list("state")),
        list(Flag.objects.values_list("state")),
        list(User.objects.order_by("pk").values_list("display_name", "is_active")),
    ]


def test_a_moderator_who_shares_a_running_game_decides_nothing() -> None:
    it = Matter()
    rated_game(it.by, it.player)
    it.by = fresh(it.by)
    before = _state()
    for door, verb in DOORS.items():
        assert refused(verb, it) == (403, "partial"), door
        assert _state() == before, door


def test_thirty_days_after_the_game_has_ended_they_may() -> None:
    """The shared game was the only obstacle."""
    it = Matter()
    game = rated_game(it.by, it.player)
    resign(game.public_id, SEAT_0)
    ended = Game.objects.filter(pk=game.pk)
    ended.update(finished_ms=now_ms() - impartial.RECENT_MS + 60_000)
    it.by = fresh(it.by)
    before = _state()
    for door, verb in DOORS.items():
        assert refused(verb, it) == (403, "partial"), door
        assert _state() == before, door
    ended.update(finished_ms=F("finished_ms") - 120_000)
    for door, verb in DOORS.items():
        forget_limits()
        with undone():
            mine = copy.deepcopy(it)
            if verb is SERVICES["provisional, beside other moderators"]:
                assert refused(verb, mine) == (422, "not_provisional")
                continue
            verb(mine)
            assert _state() != before, door
        assert _state() == before, door


def test_a_player_who_left_still_shares_the_game_and_an_unstarted_table_does_not_count() -> None:
    it = Matter()
    third = play.person()
    game = rated_game(it.by, it.player, third)
    resign(game.public_id, SEAT_0)
    assert impartial.shares_game_with(it.by, [it.player.pk, third.pk, it.other.pk]) == {it.player.pk, third.pk}
    assert impartial.shares_game_with(it.other, [it.player.pk]) == set()


def test_an_annulment_concerns_all_players_of_the_game(senior: User) -> None:
    """Whichever player is named: the opponent's rating changes too."""
    it = Matter()
    opponent = it.rated.seats.exclude(user=it.player).get().user
    assert opponent is not None
    rated_game(senior, opponent)
    by = fresh(senior)
    assert refused(decide, by, "annul", it.player, REASON, game=it.rated.public_id) == (403, "partial")
    standing = ModerationDecision.objects.get(action="annul")
    other = it.annulled.seats.exclude(user=it.player).get().user
    assert other is not None
    rated_game(senior, other)
    assert refused(undo, by, standing.public_id, REASON) == (403, "partial")
    decide(by, "warning", it.player, REASON)


def test_the_administration_changes_nothing_of_moderation(administrator: User) -> None:
    request = RequestFactory().get("/")
    request.user = administrator
    for model, page in admin_pages().items():
        assert not page.has_add_permission(request) and not page.has_delete_permission(request), model
        if model is not User:  # where roles are granted
            assert not page.has_change_permission(request), model
    client = signed_in(administrator)
    made = decide(administrator, "warning", play.person(), REASON)
    for path in (f"/admin/games/moderationdecision/{made.pk}/change/", "/admin/games/moderationdecision/add/"):
        assert client.post(path, {"reason": "no"}).status_code in (302, 403)
    assert ModerationDecision.objects.get(pk=made.pk).reason == REASON and ModerationDecision.objects.count() == 1


WRITERS = {
    "ModerationDecision.objects.create": {"games/moderation/services/authority.py"},
    "authority.Cleared": set(),
    "Cleared": {"games/moderation/services/authority.py"},
    "sanctions.impose": {"games/moderation/services/measures.py"},
    "sanctions.lift": {"games/moderation/services/measures.py"},
    "sanctions.confirm": {"games/moderation/services/measures.py"},
    "annul_game.mark_game": {"games/moderation/services/measures.py"},
    "measures.take": {"games/moderation/services/decide.py"},
    "measures.take_back": {"games/moderation/services/undo.py"},
    "measures.confirm": {"games/moderation/services/confirm_provisional.py"},
    "Sanction.objects.create": {"accounts/sanctions/services.py"},
    "Annulment.objects.create": {"ratings/services/annul.py"},
}


def test_there_is_one_way_to_the_log_for_pages_api_tasks_and_commands_alike() -> None:
    """Scan the whole code for writers of the log."""
    base = Path(settings.BASE_DIR)
    found: dict[str, set[str]] = {}
    for app in ("accounts", "games", "ratings", "pyramido_site"):
        for file in (base / app).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Call):
                    found.setdefault(ast.unparse(node.func), set()).add(str(file.relative_to(base)))
    for name, files in WRITERS.items():
        assert found.get(name, set()) == files, name
    commands = [file for file in base.glob("*/management/commands/*.py") if file.name != "__init__.py"]
    assert len(commands) > 5
    for file in commands:
        text = file.read_text()
        for named in ("decide", "undo", "sanctions", "appeals", "annul", "authority"):
            assert f"import {named}" not in text, (file, named)
