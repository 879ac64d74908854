"""Addresses that accounts have given become rows that can be confirmed. None of them counts as confirmed."""

from django.db import migrations


def make_rows(apps, schema_editor):
    User = apps.get_model("accounts", "User")
    EmailAddress = apps.get_model("account", "EmailAddress")
    known = set(EmailAddress.objects.values_list("user_id", "email"))
    have_primary = set(EmailAddress.objects.filter(primary=True).values_list("user_id", flat=True))
    given = User.objects.exclude(email="").filter(is_guest=False, deleted_ms=None).values_list("pk", "email")
    EmailAddress.objects.bulk_create(
        [
            EmailAddress(user_id=pk, email=email.lower(), primary=pk not in have_primary, verified=False)
            for pk, email in given.iterator()
            if (pk, email.lower()) not in known
        ],
        batch_size=500,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0009_letters"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]

    operations = [migrations.RunPython(make_rows, migrations.RunPython.noop, elidable=True)]
