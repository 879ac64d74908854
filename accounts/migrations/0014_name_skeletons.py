"""How names look is stored, so that no two look the same; names that were given up rest."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0013_provisional_sanctions")]

    operations = [
        migrations.CreateModel(
            name="RestingName",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("mark", models.BinaryField(db_index=True, max_length=32)),
                ("at_ms", models.BigIntegerField(db_index=True)),
            ],
        ),
        migrations.AddField(
            "user", "look_alike", models.BooleanField(default=False, db_default=False, editable=False)
        ),
        migrations.AddField("user", "skeleton", models.CharField(editable=False, max_length=480, null=True)),
        migrations.AddField("user", "skeleton_small", models.CharField(editable=False, max_length=480, null=True)),
        *(
            migrations.AddConstraint(
                "user",
                models.UniqueConstraint(
                    fields=[field], condition=models.Q(look_alike=False), name=f"accounts_user_{field}_once"
                ),
            )
            for field in ("skeleton", "skeleton_small")
        ),
    ]
