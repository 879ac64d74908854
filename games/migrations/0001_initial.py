import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

import pyramido_site.infrastructure.public_ids
from games.record.log_guard import CreatePartitionedModel, LOG
from pyramido_site.infrastructure.append_only import AppendOnly


class Migration(migrations.Migration):
    initial = True

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Game",
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
                ("game", models.CharField(max_length=32, verbose_name="game")),
                ("rules_version", models.PositiveSmallIntegerField(verbose_name="rules version")),
                ("options", models.JSONField(default=dict, verbose_name="options")),
                ("commitment", models.CharField(max_length=64, verbose_name="commitment")),
                ("opened_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="opened")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "waiting for players"),
                            ("running", "running"),
                            ("finished", "finished"),
                            ("aborted", "closed before the start"),
                        ],
                        default="open",
                        max_length=8,
                        verbose_name="status",
                    ),
                ),
                ("seq", models.IntegerField(null=True, verbose_name="last event")),
                ("head", models.BinaryField(max_length=32, null=True, verbose_name="hash of the last event")),
                ("to_move", models.PositiveIntegerField(default=0, verbose_name="seats to move, as bits")),
                (
                    "automatic_due",
                    models.BooleanField(default=False, verbose_name="a seat that plays by itself is to move"),
                ),
                (
                    "take_back_seat",
                    models.PositiveSmallIntegerField(null=True, verbose_name="seat that may take back"),
                ),
                ("outcome", models.JSONField(null=True, verbose_name="outcome")),
                ("started_ms", models.BigIntegerField(null=True, verbose_name="started")),
                ("moved_ms", models.BigIntegerField(null=True, verbose_name="last event at")),
                ("finished_ms", models.BigIntegerField(null=True, verbose_name="finished")),
            ],
            options={
                "verbose_name": "game",
                "verbose_name_plural": "games",
                "indexes": [
                    models.Index(fields=["status", "-opened_at", "-id"], name="games_game_listed"),
                    models.Index(fields=["moved_ms"], condition=Q(automatic_due=True), name="games_game_automatic"),
                    models.Index(
                        fields=["game", "-finished_ms"], condition=Q(status="finished"), name="games_game_finished"
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(status__in=("open", "aborted"), seq__isnull=True)
                        | Q(status__in=("running", "finished"), seq__isnull=False),
                        name="games_game_log_matches_status",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(verbose_name="seat")),
                ("kind", models.CharField(max_length=16, verbose_name="kind")),
                ("rank", models.PositiveSmallIntegerField(null=True, verbose_name="final rank")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.game"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "seat",
                "verbose_name_plural": "seats",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=["game", "number"], name="games_seat_number"),
                    models.UniqueConstraint(fields=["game", "user"], name="games_seat_user"),
                ],
            },
        ),
        migrations.CreateModel(
            name="GameSecret",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="secret_part",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("secret", models.BinaryField(max_length=32)),
                ("nonces", models.JSONField(default=dict, editable=False)),
            ],
            options={"verbose_name": "secret", "verbose_name_plural": "secrets"},
        ),
        migrations.CreateModel(
            name="Purge",
            fields=[
                ("game_id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("public_id", models.CharField(max_length=16)),
                ("reason", models.CharField(max_length=200)),
                ("events", models.IntegerField()),
                ("head", models.BinaryField(max_length=32, null=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={"verbose_name": "removed game", "verbose_name_plural": "removed games"},
        ),
        CreatePartitionedModel(
            name="Event",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "seq", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                ("seq", models.IntegerField()),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("kind", models.CharField(max_length=16)),
                ("payload", models.JSONField()),
                ("at_ms", models.BigIntegerField()),
                ("hash", models.BinaryField(max_length=32)),
                ("key", models.CharField(max_length=64, null=True)),
                ("digest", models.BinaryField(max_length=32, null=True)),
                ("written", models.PositiveSmallIntegerField(null=True)),
            ],
            options={
                "verbose_name": "event",
                "verbose_name_plural": "events",
                "constraints": [
                    models.UniqueConstraint(fields=["game", "seat", "key"], name="games_event_key"),
                ],
            },
        ),
        AppendOnly(LOG),
    ]
