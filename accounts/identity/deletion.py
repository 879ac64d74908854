"""Deletion of an account: its row stays for the games that refer to it, stripped of all personal data.

Rows with a CASCADE foreign key to the user are deleted in every table, except those named here or by the caller. Rows
with a PROTECT foreign key (games, results, chat lines, moderators' decisions) stay and refer to a row without a name.
docs/privacy.md has the list.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import models, transaction

from accounts.identity import reserved_former_names
from accounts.sanctions import address_digests
from accounts.sanctions import selectors as sanctions
from accounts.sanctions.models import Fingerprint
from accounts.users.models import User
from pyramido_site.infrastructure.site_clock import now_ms

SIGN = "~"
"""Prefix of the names of deleted accounts, and of no other name."""

STAY = (LogEntry,)
"""Tables kept despite their CASCADE: the log of staff actions on the administration pages."""


def name_without(user: User) -> str:
    """Return the name of a deleted account, which no user can choose."""
    return f"{SIGN}{user.public_id}"


@transaction.atomic
def anonymise(user: User, *, under_eye: bool, later: Collection[type[models.Model]] = ()) -> bool:
    """Delete the account at once and irreversibly; return whether this call did it. Idempotent.

    With `under_eye` a decision or report about the account still stands, so its fingerprints are kept until they expire
    (accounts.sanctions.device_fingerprints). `later`: models whose rows the caller removes.
    """
    held = User.objects.select_for_update().get(pk=user.pk)
    if held.deleted_ms is not None:
        return False
    if sanctions.in_force(held):
        address_digests.note(held)
    reserved_former_names.rest_of_deleted(held)
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
    """Yield the foreign keys of all tables to the user with on_delete CASCADE."""
    for relation in User._meta.get_fields(include_hidden=True):
        if isinstance(relation, models.ForeignObjectRel) and relation.on_delete is models.CASCADE:
            field = relation.field
            if isinstance(field, models.ForeignKey) and not field.model._meta.auto_created:
                yield field


def _end_sessions(user: User) -> None:
    """Delete the sessions listed for the user; any other is invalid without the account's password and expires."""
    keys = UserSession.objects.filter(user=user).values("session_key")
    Session.objects.filter(session_key__in=keys).delete()
