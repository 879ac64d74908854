"""Roles and their permissions, the guard of the moderators' log, and reports of chat lines as reports like others."""

from django.db import migrations

from games.moderation.log_guard import DECISIONS
from pyramido_site.infrastructure.append_only import AppendOnly

PERMISSIONS = {
    "moderate": "May work at the moderators' desk",
    "moderate_senior": "May suspend, ban, rename and annul, and undo others' decisions",
    "give_roles": "May make moderators",
}
GROUPS = {"Moderators": 1, "Senior moderators": 2, "Administrators": 3}
KINDS = {"insult": "harassment", "hate": "harassment", "privacy": "harassment", "cheating": "collusion"}


def make_groups(apps, schema_editor):
    """Permissions are otherwise made after all migrations, which would be too late for the groups that have them."""
    Group, Permission = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    content_type, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="games", model="report"
    )
    made = [
        Permission.objects.get_or_create(codename=codename, content_type=content_type, defaults={"name": name})[0]
        for codename, name in PERMISSIONS.items()
    ]
    for name, count in GROUPS.items():
        group, _ = Group.objects.get_or_create(name=name)
        group.permissions.add(*made[:count])


def remove_groups(apps, schema_editor):
    apps.get_model("auth", "Group").objects.filter(name__in=GROUPS).delete()


def move_reports(apps, schema_editor):
    Report = apps.get_model("games", "Report")
    olds = apps.get_model("games", "ChatReport").objects.select_related("line__game").order_by("pk")
    for old in olds.iterator(500):
        Report.objects.create(
            kind=KINDS.get(old.reason, "other"),
            about="line",
            reporter_id=old.reporter_id,
            reported_id=old.line.user_id,
            game=old.line.game.public_id,
            line=old.line.public_id,
            evidence={"said": old.reason},
            at_ms=old.at_ms,
        )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_moderation"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="report",
            options={
                "permissions": [
                    ("moderate", "May work at the moderators' desk"),
                    ("moderate_senior", "May suspend, ban, rename and annul, and undo others' decisions"),
                    ("give_roles", "May make moderators"),
                ],
                "verbose_name": "report",
                "verbose_name_plural": "reports",
            },
        ),
        migrations.RunPython(make_groups, remove_groups),
        migrations.RunPython(move_reports, migrations.RunPython.noop),
        migrations.DeleteModel(name="ChatReport"),
        AppendOnly(DECISIONS),
    ]
