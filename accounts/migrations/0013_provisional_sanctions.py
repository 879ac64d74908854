from __future__ import annotations

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("accounts", "0012_outbox_owner")]

    operations = [
        migrations.AddField(
            "sanction",
            "provisional",
            models.BooleanField(db_default=False, default=False, verbose_name="provisional"),
        ),
        migrations.AddField("sanction", "stops_clocks", models.BooleanField(db_default=False, default=False)),
        migrations.AddIndex(
            "sanction", models.Index(fields=["user"], condition=Q(stops_clocks=True), name="accounts_sanction_clocks")
        ),
    ]
