"""Copying a database of before the first release (commit 694b9e5) into a new one, whose tables have other names.

The migrations of the new database begin anew with an initial one for each app (and a second one in `accounts`, whose
docstring says why), so the old database cannot be migrated to it. Its rows are copied instead, in one transaction, and
the old database is only read: if anything goes wrong, it is still there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import DatabaseError, connections, models, transaction
from django.db.migrations.state import ProjectState

from accounts.identity.lookalike_owners import fill_skeletons
from accounts.models import User
from games.record.services.fill_scores import fill_scores
from ratings.models import Rating
from ratings.services.rate_batch import count_opponents

OLD = "old"
"""Alias of the connection to the old database."""
LAST = {"accounts": "0012_outbox_owner", "games": "0016_indexes", "ratings": "0001_initial"}
"""The last migration of each app that the old database has."""
ROWS = 1000

RENAMED_MODELS = {
    ("accounts", "fingerprint"): "Mark",
    ("accounts", "addressdigest"): "AddressMark",
    ("games", "checkpoint"): "Sweep",
    ("games", "storedresponse"): "KeyedAnswer",
    ("games", "conditionalmoves"): "Plan",
    ("games", "flag"): "Signal",
    ("games", "moderationdecision"): "Decision",
}
"""Models by app and name of today, with the name that they had."""
RENAMED_FIELDS = {
    ("accounts", "fingerprint"): {"digest": "mark"},
    ("accounts", "addressdigest"): {"digest": "mark"},
    ("games", "game"): {
        "game_key": "game",
        "head_hash": "head",
        "last_event_ms": "moved_ms",
        "table_state": "standing",
        "conditional_seats": "plans",
    },
    ("games", "seat"): {"departure": "left"},
    ("games", "purge"): {"head_hash": "head"},
    ("games", "pairingpool"): {"game_key": "game"},
    ("games", "seek"): {"concurrent_games": "keep", "commitments_shown": "shown"},
    ("ratings", "resultseat"): {"departure": "left"},
}
NEW_FIELDS = {
    ("accounts", "notification"): ("seq",),
    ("accounts", "preferences"): ("confirm_moves", "sounds", "vibration", "volume"),
    ("accounts", "sanction"): ("provisional", "stops_clocks"),
    ("accounts", "user"): ("look_alike", "skeleton", "skeleton_small"),
    ("games", "report"): ("study",),
    ("games", "game"): ("best_score", "lasted_ms", "private", "unrated_by_limit", "watch_delay"),
    ("games", "seat"): ("score",),
    ("ratings", "rating"): ("opponents",),
}
NEW_MODELS = {
    ("accounts", "restingname"),
    ("games", "lessonprogress"),
    ("games", "savedfilters"),
    ("games", "seekalert"),
    ("games", "study"),
    ("games", "studymove"),
}
MADE_BY_MIGRATIONS = {ContentType, Permission, Group, Group.permissions.through}
"""Models whose rows the new database has already; rows that name them are translated."""


class CannotTakeOver(Exception):
    """The two databases are not what they must be; nothing was written."""


def take_over(told: Callable[[str], object]) -> int:
    """Copy all rows from the connection `old` to the default one, and return their number.

    `told` is called with a line for each table. Raise CannotTakeOver.
    """
    _check()
    old_models = _old_models()
    copied = 0
    with transaction.atomic():
        translated = _translations(old_models)
        for model in apps.get_models(include_auto_created=True):
            name = (model._meta.app_label, model._meta.model_name or "")
            if model in MADE_BY_MIGRATIONS or name in NEW_MODELS:
                continue
            count = _copy(model, old_models[name], RENAMED_FIELDS.get(name, {}), translated)
            copied += count
            told(f"{model._meta.label}: {count}")
        fill_skeletons()
        fill_scores()
        count_opponents(Rating.objects.values_list("pk", flat=True))
        _reset_sequences()
    return copied


def _check() -> None:
    if User.objects.exists():
        raise CannotTakeOver("The new database has users already. Name one that is new and migrated.")
    try:
        with connections[OLD].cursor() as cursor:
            cursor.execute("SELECT app, max(name) FROM django_migrations GROUP BY app")
            found = dict(cursor.fetchall())
    except DatabaseError as error:
        raise CannotTakeOver(f"The old database cannot be read: {error}") from error
    wrong = {app: found.get(app) for app, last in LAST.items() if found.get(app) != last}
    if wrong:
        said = ", ".join(f"{app} {name or 'nothing'} instead of {LAST[app]}" for app, name in wrong.items())
        raise CannotTakeOver(f"The old database is not one of commit 694b9e5: its last migrations are {said}.")


def _old_models() -> dict[tuple[str, str], type[models.Model]]:
    """Models of the old database, by app and the model's name of today."""
    state = ProjectState.from_apps(apps)
    for name, fields in NEW_FIELDS.items():
        state.models[name].options |= {"constraints": [], "indexes": []}  # they may name the fields; rows need none
        for field in fields:
            state.remove_field(*name, field)
    for name, renamed in RENAMED_FIELDS.items():
        for new, old in renamed.items():
            state.rename_field(*name, new, old)
    for (app, model), old_name in RENAMED_MODELS.items():
        state.rename_model(app, model, old_name)
    for app, model in NEW_MODELS:
        state.remove_model(app, model)
    names = {(app, old.lower()): (app, model) for (app, model), old in RENAMED_MODELS.items()}
    found = state.apps.get_models(include_auto_created=True)
    by_name = ((model, (model._meta.app_label, model._meta.model_name or "")) for model in found)
    return {names.get(name, name): model for model, name in by_name}


def _translations(old_models: dict[tuple[str, str], type[models.Model]]) -> dict[type[models.Model], dict[int, int]]:
    """For groups, permissions and kinds of objects: their old primary keys, and those of today."""

    def old(app: str, model: str) -> models.QuerySet[Any]:
        return old_models[app, model]._default_manager.using(OLD)

    renamed = {(app, name.lower()): model for (app, model), name in RENAMED_MODELS.items()}
    kinds: dict[int, int] = {}
    kinds_then: dict[int, str] = {}
    kinds_now: dict[int, str] = {}
    for pk, app, model in old("contenttypes", "contenttype").values_list("pk", "app_label", "model"):
        kinds_then[pk], kinds_now[pk] = model, renamed.get((app, model), model)
        kinds[pk] = ContentType.objects.get_or_create(app_label=app, model=kinds_now[pk])[0].pk
    named = old("auth", "group").values_list("pk", "name")
    groups = {pk: Group.objects.get_or_create(name=name)[0].pk for pk, name in named}
    known = {(kind, code): pk for pk, kind, code in Permission.objects.values_list("pk", "content_type_id", "codename")}
    permissions: dict[int, int] = {}
    for pk, kind, code in old("auth", "permission").values_list("pk", "content_type_id", "codename"):
        verb, _, model = code.partition("_")
        code = f"{verb}_{kinds_now[kind]}" if model == kinds_then[kind] else code
        permissions[pk] = known[kinds[kind], code]
    return {ContentType: kinds, Group: groups, Permission: permissions}


def _copy(
    model: type[models.Model],
    old_model: type[models.Model],
    renamed: dict[str, str],
    translated: dict[type[models.Model], dict[int, int]],
) -> int:
    old_fields = {field.name for field in old_model._meta.concrete_fields}
    fields = [field for field in model._meta.concrete_fields if renamed.get(field.name, field.name) in old_fields]
    fields = [field for field in fields if not isinstance(field, models.CompositePrimaryKey)]
    rows = old_model._default_manager.using(OLD).order_by("pk")

    def values(row: models.Model) -> Iterator[tuple[str, Any]]:
        for field in fields:
            value = getattr(row, renamed.get(field.name, field.attname))
            if field.related_model in translated and value is not None:
                value = translated[field.related_model].get(value)
            yield field.attname, value

    copied = 0
    every = (dict(values(row)) for row in rows.iterator(ROWS))
    while some := [model(**one) for one in islice(every, ROWS)]:
        copied += len(model._base_manager.bulk_create(some))
    return copied


def _reset_sequences() -> None:
    connection = transaction.get_connection()
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), apps.get_models(include_auto_created=True)):
            cursor.execute(statement)
