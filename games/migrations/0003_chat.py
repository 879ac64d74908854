import django.db.models.deletion
import pyramido_site.infrastructure.public_ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_ai"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ChatLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=pyramido_site.infrastructure.public_ids.new_public_id,
                        editable=False,
                        max_length=16,
                        unique=True,
                        verbose_name="public id",
                    ),
                ),
                (
                    "room",
                    models.CharField(
                        choices=[("players", "players"), ("spectators", "spectators")],
                        max_length=10,
                        verbose_name="room",
                    ),
                ),
                ("text", models.CharField(max_length=500, verbose_name="text")),
                ("at_ms", models.BigIntegerField(verbose_name="at")),
                (
                    "hidden",
                    models.BooleanField(
                        default=False, help_text="Its text is shown to nobody any more.", verbose_name="hidden"
                    ),
                ),
                ("key", models.CharField(editable=False, max_length=64, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.game"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name": "chat line",
                "verbose_name_plural": "chat lines",
            },
        ),
        migrations.CreateModel(
            name="ChatReport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("insult", "insult or harassment"),
                            ("hate", "hatred or threats"),
                            ("spam", "advertising or spam"),
                            ("cheating", "advice to a player, or another way to cheat"),
                            ("privacy", "somebody’s private data"),
                            ("other", "something else"),
                        ],
                        max_length=10,
                        verbose_name="reason",
                    ),
                ),
                ("at_ms", models.BigIntegerField(verbose_name="at")),
                (
                    "line",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reports", to="games.chatline"
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name": "report of a chat line",
                "verbose_name_plural": "reports of chat lines",
            },
        ),
        migrations.CreateModel(
            name="PrivateNote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField(max_length=5000, verbose_name="text")),
                ("at_ms", models.BigIntegerField(verbose_name="at")),
                (
                    "game",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.game"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name": "private note",
                "verbose_name_plural": "private notes",
            },
        ),
        migrations.AddIndex(
            model_name="chatline",
            index=models.Index(fields=["game", "room", "-id"], name="games_chat_room"),
        ),
        migrations.AddConstraint(
            model_name="chatline",
            constraint=models.UniqueConstraint(fields=("game", "user", "key"), name="games_chat_key"),
        ),
        migrations.AddConstraint(
            model_name="chatreport",
            constraint=models.UniqueConstraint(fields=("line", "reporter"), name="games_report_once"),
        ),
        migrations.AddConstraint(
            model_name="privatenote",
            constraint=models.UniqueConstraint(fields=("game", "user"), name="games_note_once"),
        ),
    ]
