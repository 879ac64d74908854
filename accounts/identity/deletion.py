"""An account is deleted: its row stays for the games that point at it, without anything that says whose it was.

What hangs on the row by a CASCADE goes with it, whatever table that is, unless it is named here or by the caller;
what hangs on it by a PROTECT (games, results, chat lines, what moderators decided) stays with a row that has no name.
docs/privacy.md says what that is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import models, transaction

from accounts.identity import names_taken
from accounts.sanctions import address_digests
from accounts.sanctions import services as sanctions
from accounts.sanctions.models import Fingerprint
from accounts.users.models import User
from pyramido_site.infrastructure.site_clock import now_ms

SIGN = "~"
"""What the name of a deleted account begins with, and no other."""

STAY = (LogEntry,)
"""What staff did on the administration pages is kept, whoever did it."""


def name_without(user: User) -> str:
    """What a deleted account is called: nobody can choose it."""
    return f"{SIGN}{user.public_id}"


@transaction.atomic
def anonymise(user: User, *, under_eye: bool, later: Collection[type[models.Model]] = ()) -> bool:
    """At once and for good. Whether that was done now; again, it changes nothing.

    `under_eye`: something that was decided or reported about the account still stands, so that its traces are kept for
    their time (accounts.sanctions.device_fingerprints). `later`: what the caller removes.
    """
    held = User.objects.select_for_update().get(pk=user.pk)
    if held.deleted_ms is not None:
        return False
    if sanctions.in_force(held):
        address_digests.note(held)
    names_taken.rest_of_deleted(held)
    _end_sessions(held)
    stay = {*STAY, *later, *((Fingerprint,) if under_eye else ())}
    for field in own_fields():
        if field.model not in stay:
            field.model._base_manager.filter(**{field.name: held}).delete()
    held.groups.clear()
    held.user_permissions.clear()
    held.display_name, held.email = name_without(held), ""
    held.look_alike = False
    held.set_unusable_password()
    held.is_active = held.is_staff = held.is_superuser = False
    held.last_login, held.terms_ms, held.terms_version = None, None, 0
    held.deleted_ms = now_ms()
    held.save()
    shown = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(held.pk))
    shown.update(object_repr=held.display_name)
    user.refresh_from_db()
    return True


def own_fields() -> Iterator[models.ForeignKey[User, User]]:
    """The foreign keys of all tables that lead to a user and take their row along."""
    for relation in User._meta.get_fields(include_hidden=True):
        if isinstance(relation, models.ForeignObjectRel) and relation.on_delete is models.CASCADE:
            field = relation.field
            if isinstance(field, models.ForeignKey) and not field.model._meta.auto_created:
                yield field


def _end_sessions(user: User) -> None:
    """Those that are known by their user; any other has lost its password with the account, and expires."""
    keys = UserSession.objects.filter(user=user).values("session_key")
    Session.objects.filter(session_key__in=keys).delete()
