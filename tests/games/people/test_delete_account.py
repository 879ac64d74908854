"""A deleted account: no longer linked to a person, while every game, log and rating stays valid."""

from __future__ import annotations

import msgspec
import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import transaction
from django.test import Client

from accounts.access import tokens
from accounts.identity.deletion import own_fields
from accounts.models import AddressDigest, Block, Fingerprint, User
from accounts.notifications import services as notify
from accounts.sanctions import address_digests
from accounts.sanctions import selectors as sanctions
from accounts.sanctions import services as sanctioning
from engine.export import read, rebuild
from games import tasks
from games.chat.services.say import say
from games.chat.services.write_note import write_note
from games.deadlines.services.vacation import begin_vacation
from games.exports import selectors as exports
from games.live import followups
from games.models import ChatLine, Game, PrivateNote
from games.people.services.delete_account import delete_account, deleted_to_clear
from games.record.services.resign import resign
from games.requests.refusals import Refusal
from games.seating.services.invite import invite
from games.seating.services.open_table import open_table
from pyramido_site.infrastructure.site_clock import now_ms
from ratings.models import RatingChange
from tests.games import play, seeking
from tests.games.rated_games.test_rated import rate_all, rated_game
from tests.people import PASSWORD, account, guest, signed_in, user_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _lost_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drop tasks that follow a commit: the sweep has to find the work."""
    monkeypatch.setattr(followups._courier, "hand_over", lambda *_arguments: None)


def _everything_of(ada: User, ben: User) -> tuple[Game, Game]:
    """Create a finished rated game, a running game, an open table, and one row of everything else that Ada can have."""
    over, running = rated_game(ada, ben), rated_game(ada, ben)
    resign(over.public_id, play.fresh(over).seats.get(user=ben).number)
    say(ada, running.public_id, "players", "I live in Lyon")
    write_note(ada, running.public_id, "mine")
    waiting = open_table(ada, "pyramido", {"seats": 2})
    invite(ada, waiting.public_id, ben)
    seeking.seeking(ada)
    begin_vacation(ada, 1)
    tokens.make(ada, "bot", ["account:read"], None)
    assert EmailAddress.objects.filter(user=ada, verified=True).exists()
    Block.objects.create(blocker=ada, blocked=play.person())
    notify.tell("table_closed", [ada.pk], subject="", key="k", data={"game": "Pyramido", "how": "expired"})
    rows = {"content_type": ContentType.objects.get_for_model(User), "object_id": str(ada.pk), "object_repr": str(ada)}
    LogEntry.objects.create(user=ben, action_flag=CHANGE, **rows)
    return over, running


def test_nothing_says_whose_it_was_and_games_logs_and_ratings_hold() -> None:
    ada, ben = account("Ada Lovelace", email="ada@example.org"), play.person()
    client = signed_in(ada)
    over, running = _everything_of(ada, ben)
    rate_all()
    before = list(RatingChange.objects.order_by("pk").values())

    delete_account(ada)
    assert client.get("/games/mine/").status_code == 302  # signed out
    assert play.fresh(running).status == Game.Status.RUNNING and deleted_to_clear(10) == [ada.pk]
    tasks.clear_all_deleted()
    tasks.clear_deleted(ada.pk)  # a repetition changes nothing
    assert not deleted_to_clear(10)

    ada.refresh_from_db()
    assert (ada.display_name, ada.email, ada.is_active) == (f"~{ada.public_id}", "", False)
    assert not ada.has_usable_password() and ada.deleted_ms is not None
    assert [
        str(field) for field in own_fields() if field.model._base_manager.filter(**{field.name: ada}).exists()
    ] == []
    line = ChatLine.objects.get(user=ada)
    assert (line.text, line.hidden) == ("", True) and not PrivateNote.objects.exists()
    assert LogEntry.objects.get().object_repr == ada.display_name
    page = Client().get(f"/players/{ada.public_id}/").content.decode()
    assert "Lovelace" not in page and "This account is closed." in page
    # Ben has won the game that ran, and his table closed.
    assert play.fresh(running).seats.get(user=ada).departure == "resigned"
    assert not Game.objects.filter(status=Game.Status.OPEN).exists()

    rate_all()
    assert list(RatingChange.objects.filter(pk__in=[row["id"] for row in before]).order_by("pk").values()) == before
    assert RatingChange.objects.count() == len(before) + 2
    call_command("rebuild_ratings")  # raises if the log does not follow from the results
    call_command("check_games")
    for game in (over, running):
        document = msgspec.json.encode(exports.exports_of([game.pk])[game.pk])
        assert rebuild(read(document)).over  # raises if anything in it is inconsistent
        assert b"Lovelace" not in document
    table = Client().get(f"/api/v1/games/{over.public_id}").json()
    assert ada.display_name in {seat["player"]["name"] for seat in table["seats"]}


def test_a_ban_stays_with_the_address_until_it_ends() -> None:
    ada = account("Ada")
    for address, verified in (("ada@example.org", True), ("somebody@example.org", False)):
        EmailAddress.objects.create(user=ada, email=address, verified=verified)
    Fingerprint.objects.create(user=ada, kind=Fingerprint.Kind.DEVICE, digest=b"m" * 32, first_ms=1, last_ms=now_ms())
    with transaction.atomic():
        ban = sanctioning.impose(ada, sanctions.Kind.BAN, "Two accounts.", None)
    other = account("Other")
    waiting = EmailAddress.objects.create(user=other, email="ada@example.org", verified=False)
    delete_account(ada)
    assert Fingerprint.objects.count() == 1
    signed_in(other).post(f"/accounts/email/confirm/{EmailConfirmationHMAC(waiting).key}/")
    assert not EmailAddress.objects.get().verified  # nor by an account that had claimed it before
    fields = {"username": "Nova", "password1": PASSWORD, "terms": "on"}
    nova = Client()
    nova.post("/accounts/signup/", {**fields, "email": "ADA@example.org"})  # the page does not reveal that it is barred
    given = EmailAddress.objects.get(user__name_key="nova")
    told = nova.post(f"/accounts/email/confirm/{EmailConfirmationHMAC(given).key}/", follow=True)
    assert "This e-mail address cannot be used here." in told.content.decode()
    assert not EmailAddress.objects.filter(verified=True).exists()
    again = Client().post("/accounts/signup/", {**fields, "username": "ADA"})
    assert "This name, or one that looks like it" in again.content.decode()
    assert not User.objects.filter(name_key="ada").exists()
    assert not address_digests.bars("somebody@example.org")

    sanctioning.lift(ban)
    ada.refresh_from_db()
    assert not ada.is_active and not address_digests.bars("ada@example.org") and not address_digests.bars("ada")


def test_an_account_without_sanctions_leaves_no_digest() -> None:
    ada = account("Ada")
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True)
    Fingerprint.objects.create(user=ada, kind=Fingerprint.Kind.DEVICE, digest=b"m" * 32, first_ms=1, last_ms=now_ms())
    delete_account(ada)
    assert not AddressDigest.objects.exists() and not Fingerprint.objects.exists()


def test_a_site_keeps_an_administrator() -> None:
    ada = account("Ada", is_superuser=True, is_staff=True)
    with pytest.raises(Refusal):
        delete_account(ada)
    account("Ben", is_superuser=True)
    delete_account(ada)
    ada.refresh_from_db()
    assert not ada.is_superuser and not ada.is_staff


def test_the_page_asks_for_the_password_and_the_name() -> None:
    ada = account("Ada Lovelace")
    client = Client()
    client.force_login(ada)
    play.solo(ada)
    again = client.get("/account/delete/")
    assert "/reauthenticate/" in again["Location"]
    page = client.post(again["Location"], {"password": PASSWORD}, follow=True)
    assert "This resigns your game in progress." in page.content.decode()
    assert client.post("/account/delete/", {"name": "Ada"}).status_code == 400
    answer = client.post("/account/delete/", {"name": "ada lovelace"}, follow=True)
    assert "Your account was deleted." in answer.content.decode()
    assert Client().post("/accounts/login/", {"login": "Ada Lovelace", "password": PASSWORD}).status_code == 200


def test_guests_and_banned_users_may_delete_their_accounts() -> None:
    client = guest()
    someone = user_of(client)
    assert someone is not None
    assert client.post("/account/delete/", {"name": someone.display_name}).status_code == 302
    ben = account("Ben")
    with transaction.atomic():
        sanctioning.impose(ben, sanctions.Kind.BAN, "Two accounts.", None)
    link = f"/account/delete/{sanctions.appeal_token(ben)}/"
    assert Client().get(link).status_code == 200
    other = guest()
    playing = user_of(other)
    assert other.post(link, {"name": "Ben"}).status_code == 302
    assert user_of(other) == playing  # another user of the same browser meanwhile
    assert Client().get(link).status_code == 404
    for user in (someone, ben):
        user.refresh_from_db()
        assert user.deleted_ms is not None
