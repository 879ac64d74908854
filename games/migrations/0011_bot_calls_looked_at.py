"""Calls know up to which event they were looked at. There were none before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0010_bots_and_exports")]

    operations = [
        migrations.AddField(
            model_name="botcall", name="seq", field=models.IntegerField(default=-1), preserve_default=False
        )
    ]
