"""Names from before get their skeletons. Of two that look the same both stay; the later one's owner is asked."""

from django.db import migrations

from accounts.users.names import looks

BATCH = 500


def fill(apps, schema_editor):
    User = apps.get_model("accounts", "User")
    shown, small = (set(User.objects.filter(look_alike=False).exclude(**{field: None}).values_list(field, flat=True))
                    for field in ("skeleton", "skeleton_small"))
    last = 0
    while users := list(User.objects.filter(pk__gt=last, skeleton=None).order_by("pk")[:BATCH]):
        for user in users:
            user.skeleton, user.skeleton_small = looks(user.display_name)
            user.look_alike = user.skeleton in shown or user.skeleton_small in small
            shown.add(user.skeleton)
            small.add(user.skeleton_small)
        User.objects.bulk_update(users, ["skeleton", "skeleton_small", "look_alike"])
        last = users[-1].pk


class Migration(migrations.Migration):
    dependencies = [("accounts", "0014_name_skeletons")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
