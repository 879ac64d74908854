"""Names: unique regardless of case and script."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import translation

from accounts.models import User
from accounts.users.names import guest_name, name_key, normalise, validate_display_name


@pytest.mark.parametrize("name", ["Anna", "Émile", "Jo O'Neill", "x2", "漢字", "Marie-Ève 3", "J. R.", "a_b"])
def test_names_that_may_be(name: str) -> None:
    validate_display_name(name)
    assert normalise(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "", "a", "x" * 31, "anna@example.org", "-anna", "anna-", "<b>anna", "a\u202eb", "~abc", "a/b",
        "Anna\u3164", "An\u115fna", "\uffa0\u1160",  # invisible letters
    ],
)  # fmt: skip
def test_names_that_may_not_be(name: str) -> None:
    with pytest.raises(ValidationError):
        validate_display_name(normalise(name))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "ANNA"), ("Émile", "éMILE"), ("Straße", "STRASSE"), ("Ａnna", "anna"), (" Jo  Li ", "jo li")],
)
def test_names_that_are_the_same(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.django_db
def test_the_database_keeps_names_apart() -> None:
    User.objects.create_user("Émile")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("ÉMILE")
    assert User.objects.get_by_natural_key("éMILE").display_name == "Émile"


@pytest.mark.django_db
def test_a_new_name_takes_its_key_along() -> None:
    user = User.objects.create_user("Anna")
    user.display_name = "Berta"
    user.save(update_fields=["display_name"])
    assert User.objects.get_by_natural_key("BERTA") == user


@pytest.mark.django_db
def test_public_ids_are_opaque() -> None:
    ids = {User.objects.create_user(f"Player {n}").public_id for n in range(5)}
    assert len(ids) == 5
    assert all(len(public_id) == 12 for public_id in ids)


@pytest.mark.parametrize(("language", "begins"), [("en", "Explorer-"), ("fr", "Explorateur-"), ("it", "Esploratore-")])
def test_guest_names_speak_the_visitors_language(language: str, begins: str) -> None:
    with translation.override(language):
        name = guest_name()
    assert name.startswith(begins)
    assert name.removeprefix(begins).isdecimal()
    validate_display_name(name)
