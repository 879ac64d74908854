"""Active sanctions of an account, and their duration."""

from __future__ import annotations

import pytest
from django.core import signing

from accounts.models import Sanction, User
from accounts.sanctions import selectors as sanctions
from accounts.sanctions import services as sanctioning
from accounts.sanctions.selectors import Kind
from pyramido_site.infrastructure import site_clock

DAY_MS = 24 * 3600 * 1000
START = 1_800_000_000_000

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock():
    held = [START]
    site_clock.use(lambda: held[0])

    yield held
    site_clock.use(site_clock.machine_ms)


@pytest.fixture
def ada(clock):
    return User.objects.create_user("Ada", password="pw")


def active(user):
    return User.objects.get(pk=user.pk).is_active


def test_a_suspension_closes_the_account_until_its_end_was_carried_out(ada, clock):
    made = sanctioning.impose(ada, Kind.SUSPENSION, "Insults.", START + DAY_MS)
    assert not active(ada)
    closed = sanctions.why_closed(ada)
    assert closed is not None and closed.sanction == made
    assert sanctions.user_of_appeal_token(sanctions.appeal_token(ada)) == ada
    assert not sanctioning.end_if_over(made) and not sanctions.over().exists()

    clock[0] = START + DAY_MS
    token = sanctions.appeal_token(ada)
    assert [sanctions.state(one) for one in sanctions.of_user(ada)] == [sanctions.ENDED]
    assert sanctions.in_force(ada) == []
    assert not active(ada)
    (found,) = sanctions.over()
    assert sanctioning.end_if_over(found)
    assert not sanctioning.end_if_over(Sanction.objects.get()), "it ends once"
    assert active(ada)
    assert sanctions.user_of_appeal_token(token) is None


def test_lifting_one_leaves_the_account_closed_while_another_holds_or_after_it_was_deleted(ada, clock):
    suspension = sanctioning.impose(ada, Kind.SUSPENSION, "Insults.", START + DAY_MS)
    ban = sanctioning.impose(ada, Kind.BAN, "Threats.", None)
    closed = sanctions.why_closed(ada)
    assert closed is not None and closed.sanction == ban, "the longest sanction is reported"
    sanctioning.lift(ban)
    assert not active(ada)
    assert sanctions.state(ban) == sanctions.LIFTED
    User.objects.filter(pk=ada.pk).update(deleted_ms=START)
    sanctioning.lift(suspension)
    assert not active(ada)


def test_mutes_and_warnings_hold_with_the_account_open(ada, clock):
    sanctioning.impose(ada, Kind.MUTE, "Flood.", START + DAY_MS)
    sanctioning.impose(ada, Kind.UNRATED, "Gifts.", None)
    warning = sanctioning.impose(ada, Kind.WARNING, "Be kind.", None)
    assert active(ada)
    assert sanctions.is_muted(ada) and sanctions.of_kind(ada, "unrated")
    assert sanctions.of_kind(ada, "warning") == warning
    other = User.objects.create_user("Bea")
    assert not sanctioning.acknowledge(other, warning.public_id), "the sanction belongs to another user"
    assert sanctioning.acknowledge(ada, warning.public_id)
    assert sanctions.of_kind(ada, "warning") is None
    clock[0] = START + DAY_MS
    assert not sanctions.is_muted(ada) and sanctions.of_kind(ada, "unrated")


def test_the_signed_link_is_the_persons_own_and_grows_old(ada, clock):
    sanctioning.impose(ada, Kind.BAN, "Threats.", None)
    token = sanctions.appeal_token(ada)
    assert sanctions.user_of_appeal_token(token[:-1] + ("a" if token[-1] != "a" else "b")) is None
    assert sanctions.user_of_appeal_token(signing.Signer().sign(token)) is None
    clock[0] += sanctions.LINK_KEPT_MS + 1
    assert sanctions.user_of_appeal_token(token) is None
