"""Names that look the same count as one name."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client

from accounts import tasks
from accounts.identity import lookalike_owners, name_availability
from accounts.models import Notification, User
from accounts.users.lookalike_names import prototypes, skeleton
from accounts.users.names import looks, name_key
from tests.people import PASSWORD, account, guest, signed_in, visitor

pytestmark = pytest.mark.django_db

TAKEN = "This name, or one that looks like it, is taken or was in use within the last year."
PAGE = "/accounts/settings/name/"


def sign_up(name: str, client: Client | None = None) -> str:
    """Return the error for the name, or "" if it is accepted."""
    client = client or visitor()
    answer = client.post("/accounts/signup/", {"username": name, "password1": PASSWORD, "terms": "on"})
    return "" if answer.status_code == 302 else str(answer.context["form"].errors["username"][0])


def from_before(name: str, **fields: Any) -> User:
    """Create an account whose name dates from before there were skeletons."""
    user = User(display_name=name, name_key=name_key(name), **fields)
    User.objects.bulk_create([user])
    return user


def fill() -> None:
    User.objects.update(skeleton=None, skeleton_small=None, look_alike=False)
    lookalike_owners.fill_skeletons()


def test_the_table_is_unicodes() -> None:
    """UTS 39: the number of its entries, and some of them, in each direction."""
    found = prototypes()
    assert len(found) == 6565
    assert [found[ord(sign)] for sign in "0I1mіΑ"] == ["O", "l", "l", "rn", "i", "A"]
    assert ord("l") not in found and ord("O") not in found
    assert skeleton("pаypаl") == skeleton("paypal") and skeleton("ǉeto") == skeleton("ljeto")
    assert skeleton("é") == skeleton("e\u0301") != skeleton("e")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("victim", "vіctim"), ("Victim", "VІCTIM"), ("victim", "Vıctim"), ("Ivan", "lvan"), ("Alice", "AIice"),
        ("Oliver", "0liver"), ("Marnie", "Mamie"), ("HANNA", "НANNA"), ("Paul", "Раul"), ("Anna", "Аnna"),
        ("O'Neill", "O’Neill"), ("Ana", "Αna"),
    ],
)  # fmt: skip
def test_names_that_look_the_same_are_one(one: str, other: str) -> None:
    for first, second in ((one, other), (other, one)):
        User.objects.all().delete()
        user = account(first)
        assert sign_up(second) == TAKEN
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.create_user(second)
        with pytest.raises(ValidationError):
            User.objects.create_superuser(second)
        assert not name_availability.rename(account("Somebody"), second)
        assert name_availability.is_free(second, user)


@pytest.mark.parametrize(("one", "other"), [("Karl", "Kari"), ("Maria", "Marla"), ("Emile", "Émile"), ("Jo", "Joe")])
def test_names_that_look_different_are_two(one: str, other: str) -> None:
    account(one)
    assert set(looks(one)).isdisjoint(looks(other)) and sign_up(other) == ""


def test_names_that_look_the_same_already_stay_and_the_later_owner_is_asked() -> None:
    first, later, guest_of, gone = (from_before(name) for name in ("Victim", "Vіctim", "Vıctim", "Vісtim"))
    User.objects.filter(pk=guest_of.pk).update(is_guest=True)
    User.objects.filter(pk=gone.pk).update(is_active=False, deleted_ms=1)
    other = account("Other")
    for _ in range(2):  # repeating it changes nothing
        fill()
        for user in (first, later, other):
            user.refresh_from_db()
        assert [user.look_alike for user in (first, later, other)] == [False, True, False]
        assert other.skeleton and later.skeleton == first.skeleton
    later.set_password(PASSWORD)
    later.save()  # its own name is no error
    for _ in range(2):
        tasks.ask_for_names()
    told = Notification.objects.get()
    assert (told.user_id, told.kind, told.data) == (later.pk, "account", {"what": "look_alike", "name": "Vіctim"})

    client = signed_in(later)
    listed = client.get("/notifications/").content.decode()
    assert "looks too much like another player’s" in listed
    assert client.post("/notifications/read/").status_code in (302, 405)
    for page in ("/", "/accounts/settings/"):
        assert PAGE in client.get(page).content.decode()
        assert PAGE not in signed_in(first).get(page).content.decode()
    assert "Vіctim" in client.get(PAGE).content.decode()
    assert signed_in(first).get(PAGE).status_code == 404
    assert guest().get(PAGE)["Location"] == "/accounts/signup/"
    assert visitor().get(PAGE)["Location"].startswith("/accounts/login/")


def test_another_name_is_chosen_once_and_the_old_one_rests() -> None:
    from_before("Victim")
    later = from_before("Vіctim")
    fill()
    client = signed_in(later)
    for name, why in (("Other", TAKEN), ("O", "2 to 30"), ("<b>", "must begin with"), ("admin", "cannot be used")):
        if name == "Other":
            account(name)
        refused = client.post(PAGE, {"name": name})
        assert refused.status_code == 400 and why in refused.content.decode()
    done = client.post(PAGE, {"name": "  Ada   Nova "}, follow=True)
    assert "Your name is now Ada Nova." in done.content.decode()
    later.refresh_from_db()
    assert (later.display_name, later.look_alike) == ("Ada Nova", False)
    assert client.get(PAGE).status_code == 404 and client.post(PAGE, {"name": "Yet Another"}).status_code == 404
    assert sign_up("ada nоva") == TAKEN


def test_accounts_without_a_skeleton_get_one() -> None:
    account("Victim")
    made = from_before("Vіctim")
    fresh = from_before("Fresh")
    lookalike_owners.ask_owners()
    made.refresh_from_db()
    fresh.refresh_from_db()
    assert (made.look_alike, fresh.look_alike) == (True, False) and made.skeleton and fresh.skeleton_small
