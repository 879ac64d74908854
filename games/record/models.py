"""A table, its seats and its log.

The log (`Event`) is the truth: rows are only ever added, event 0 by `games.record.write.start_log` and all others by
`games.record.append`, and the database refuses any other change. Unless noted otherwise, all other columns that
describe a started game are projections of its log (`games.record.projections`); `manage.py check_games` compares them
with it.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.newtypes import SeatNumber, Seq
from games.requests.models import KEY_LENGTH
from pyramido_site.infrastructure.public_ids import PublicId, new_public_id


class Game(models.Model):
    """One table. Until its game starts it has no events and `seq` is null; times derived from the log are Unix
    milliseconds.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for players")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        ABORTED = "aborted", _("closed without a result")

    public_id: models.CharField[PublicId, PublicId] = models.CharField(
        _("public id"), max_length=16, unique=True, default=new_public_id, editable=False
    )
    game_key = models.CharField(_("game"), max_length=32)
    rules_version = models.PositiveSmallIntegerField(_("rules version"))
    options = models.JSONField(_("options"), default=dict)
    commitment = models.CharField(_("commitment"), max_length=64)
    opened_at = models.DateTimeField(_("opened"), default=timezone.now)
    substitute = models.CharField(_("substitute for players who leave"), max_length=32, blank=True, default="")
    """The level (`engine.ai.levels`) of the AI that takes over from players who leave; "": their seats are out."""
    terms = models.JSONField(_("terms"), default=dict)
    """What the table agreed on beside the rules (`games.time.terms.Terms`). Event 0 stores them as `table`, and a
    position has them as `Position.terms`. In services, a variable `agreed` is these terms decoded.
    """
    rated = models.BooleanField(_("rated"), default=False)
    unrated_by_limit = models.BooleanField(_("unrated: its players met too often"), default=False)
    """Unrated because two of its players had started too many rated games together
    (`games.seating.services.make_unrated_at_limit`).
    """
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """The user who opened the table; null if its players were paired."""
    listed = models.BooleanField(_("shown among the open tables"), default=True)
    private = models.BooleanField(_("found only by its players"), default=False)
    """Whether the table was not listed when its host opened it. Then only its players find the game in lists, even
    after its end. Visitors who have its address may watch.
    """
    watch_delay = models.PositiveSmallIntegerField(_("watchers’ delay, in moves"), default=0)
    """0: watchers see each move at once. Only a running game is delayed (`tables.Entry.seen_by`)."""
    link = models.CharField(max_length=32, unique=True, null=True, editable=False)
    """The secret part of the table's address. A user who has it may sit down even if the table is not listed."""
    expires_ms = models.BigIntegerField(_("closes unless started by"), null=True)
    pool = models.ForeignKey(
        "games.PairingPool", on_delete=models.PROTECT, null=True, blank=True, related_name="games", db_index=False
    )
    """The pool in which the players were paired."""
    rematch_of = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematches", db_index=False
    )

    # Projections of the log.
    status = models.CharField(_("status"), max_length=8, choices=Status.choices, default=Status.OPEN)
    seq: models.IntegerField[Seq | None, Seq | None] = models.IntegerField(_("last event"), null=True)
    head_hash = models.BinaryField(_("hash of the last event"), max_length=32, null=True)
    to_move = models.PositiveIntegerField(_("seats to move, as bits"), default=0)
    automatic_due = models.BooleanField(_("the computer or the Legend is to move"), default=False)
    """Whether the Legend (`projections.legend_seats`) or an AI (`projections.ai_seats`) is to move."""
    take_back_seat: models.PositiveSmallIntegerField[SeatNumber | None, SeatNumber | None] = (
        models.PositiveSmallIntegerField(_("seat that may take back"), null=True)
    )
    outcome = models.JSONField(_("outcome"), null=True)
    best_score = models.IntegerField(_("best score"), null=True)
    """The highest score of the outcome."""
    started_ms = models.BigIntegerField(_("started"), null=True)
    last_event_ms = models.BigIntegerField(_("last event at"), null=True)
    finished_ms = models.BigIntegerField(_("finished"), null=True)
    lasted_ms = models.GeneratedField(
        expression=F("finished_ms") - F("started_ms"), output_field=models.BigIntegerField(null=True), db_persist=True
    )
    """Not derived from the log, but by the database: the time from the beginning to the end."""
    deadline_ms = models.BigIntegerField(_("next deadline"), null=True)
    """When the sweep has to look at the game: a clock runs out, or a pause or a silence has lasted too long."""
    table_state = models.JSONField(_("table state"), null=True)
    """`games.time.timing.table_state`: clocks, pause, vacations, open requests."""
    told_seq: models.IntegerField[Seq, Seq] = models.IntegerField(_("players notified up to event"), default=-1)
    """Not derived from the log: players have been notified of what happened up to this event."""
    warned_ms = models.BigIntegerField(_("warned of deadline"), null=True)
    """Not derived from the log: the `deadline_ms` that the late players have already been warned of."""
    conditional_seats = models.PositiveIntegerField(_("seats with conditional moves that wait, as bits"), default=0)
    """Not derived from the log. Each write of events returns it."""

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes = [
            models.Index(fields=["status", "-opened_at", "-id"], name="games_game_listed"),
            models.Index(fields=["-opened_at", "-id"], name="games_game_newest"),
            models.Index(fields=["last_event_ms"], condition=Q(automatic_due=True), name="games_game_automatic"),
            models.Index(fields=["last_event_ms"], condition=Q(conditional_seats__gt=0), name="games_game_conditional"),
            models.Index(
                fields=["game_key", "-finished_ms"], condition=Q(status="finished"), name="games_game_finished"
            ),
            models.Index(
                fields=["-finished_ms", "-id", "game_key", "seq", "lasted_ms", "best_score"],
                condition=Q(status="finished"),
                name="games_game_searched",
            ),
            models.Index(fields=["deadline_ms"], condition=Q(deadline_ms__isnull=False), name="games_game_deadline"),
            models.Index(fields=["last_event_ms"], condition=Q(told_seq__lt=F("seq")), name="games_game_untold"),
            models.Index(fields=["expires_ms"], condition=Q(status="open"), name="games_game_expires"),
            models.Index(fields=["pool", "started_ms"], condition=Q(pool__isnull=False), name="games_game_paired"),
            models.Index(
                fields=["game_key", "started_ms"], condition=Q(started_ms__isnull=False), name="games_game_begun"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["rematch_of"], condition=~Q(status="aborted"), name="games_game_one_rematch"
            ),
            models.CheckConstraint(
                name="games_game_log_matches_status",
                condition=Q(status="open", seq__isnull=True)
                | Q(status="aborted")
                | Q(status__in=("running", "finished"), seq__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_key} {self.public_id}"

    @property
    def seats_to_move(self) -> tuple[SeatNumber, ...]:
        """The seats to move, in order."""
        return tuple(SeatNumber(seat) for seat in range(self.to_move.bit_length()) if self.to_move >> seat & 1)


class Seat(models.Model):
    """A seat at a table. `user` is null while the seat is free, and always for a seat that the server or an AI plays
    from the start; if an AI has taken the seat over, `user` is still the player who left.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number: models.PositiveSmallIntegerField[SeatNumber, SeatNumber] = models.PositiveSmallIntegerField(_("seat"))
    kind = models.CharField(_("kind"), max_length=16)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="seats"
    )
    ai = models.CharField(_("AI"), max_length=32, blank=True, default="")
    """The level of the AI that plays the seat, or "". A projection of the log once the game has started."""
    rank = models.PositiveSmallIntegerField(_("final rank"), null=True)
    """A projection of the log: the seat's rank in the outcome, from 1."""
    score = models.IntegerField(_("score"), null=True)
    """A projection of the log: the seat's score in the outcome."""
    departure = models.CharField(_("departure"), max_length=10, blank=True, default="")
    """A projection of the log: how the player left the game, `resigned`, `timed_out` or `removed`; "" if not at all."""

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["number"]
        indexes = [
            models.Index(fields=["game"], condition=~Q(ai=""), name="games_seat_ai"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="games_seat_number"),
            models.UniqueConstraint(fields=["game", "user"], name="games_seat_user"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


class GameSecret(models.Model):
    """What must stay hidden until the game ends. Only the writer and the loader of a log read this table."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="secret_part")
    secret = models.BinaryField(max_length=32, editable=False)
    nonces = models.JSONField(default=dict, editable=False)
    """Seat number (as text) → 64 hex digits, for seats whose player sent a nonce."""

    class Meta:
        verbose_name = _("secret")
        verbose_name_plural = _("secrets")


class Event(models.Model):
    """One event of a game's log (docs/formats/log.md).

    The first event of a command also holds the command's idempotency key, the digest of its content and the number of
    events it wrote, so that a repeated command gets the same result.
    """

    pk = models.CompositePrimaryKey("game_id", "seq")
    game = models.ForeignKey(Game, on_delete=models.DO_NOTHING, related_name="+", db_index=False)
    seq: models.IntegerField[Seq, Seq] = models.IntegerField()
    seat: models.PositiveSmallIntegerField[SeatNumber | None, SeatNumber | None] = models.PositiveSmallIntegerField(
        null=True
    )
    kind = models.CharField(max_length=16)
    payload = models.JSONField()
    at_ms = models.BigIntegerField()
    hash = models.BinaryField(max_length=32)
    key = models.CharField(max_length=KEY_LENGTH, null=True)
    digest = models.BinaryField(max_length=32, null=True)
    written = models.PositiveSmallIntegerField(null=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        constraints = [
            models.UniqueConstraint(fields=["game", "seat", "key"], name="games_event_key"),
        ]


class Purge(models.Model):
    """The record of a game that was removed as a whole. The database lets events be deleted only with such a record."""

    game_id = models.BigIntegerField(primary_key=True)
    public_id: models.CharField[PublicId, PublicId] = models.CharField(max_length=16)
    reason = models.CharField(max_length=200)
    events = models.IntegerField()
    head_hash = models.BinaryField(max_length=32, null=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("removed game")
        verbose_name_plural = _("removed games")


class Checkpoint(models.Model):
    """The time up to which a periodic task has done its work: the sweep of the deadlines, where a long gap is an outage
    (`games.deadlines.services.heartbeat`), or a search for flags (`games.fair_play.services.notice_flags`).
    """

    name = models.CharField(max_length=16, primary_key=True)
    at_ms = models.BigIntegerField()

    def __str__(self) -> str:
        return self.name


class Invitation(models.Model):
    """A seat that is held for an invited user. It is a model of this room because a table's JSON names who is invited;
    `games.seating` writes it.
    """

    class State(models.TextChoices):
        PENDING = "pending", _("waiting for an answer")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    class Reason(models.TextChoices):
        NO_TIME = "no_time", _("I have no time")
        LATER = "later", _("not now, maybe later")
        TOO_FAST = "too_fast", _("I would like more time to think")
        TOO_SLOW = "too_slow", _("I would like a faster game")
        RATED = "rated", _("I would rather play unrated")
        UNRATED = "unrated", _("I would rather play rated")
        OTHER_GAME = "other_game", _("I would rather play another game")
        NO = "no", _("no, thank you")

    public_id: models.CharField[PublicId, PublicId] = models.CharField(
        _("public id"), max_length=16, unique=True, default=new_public_id, editable=False
    )
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="invitations")
    seat: models.PositiveSmallIntegerField[SeatNumber, SeatNumber] = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.PENDING)
    reason = models.CharField(_("reason"), max_length=10, choices=Reason.choices, blank=True, default="")
    at_ms = models.BigIntegerField(_("at"))
    answered_ms = models.BigIntegerField(_("answered"), null=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], condition=Q(state="pending"), name="games_seat_held"),
            models.UniqueConstraint(fields=["game", "user"], condition=Q(state="pending"), name="games_invited_once"),
        ]
        indexes = [models.Index(fields=["user"], condition=Q(state="pending"), name="games_invitation_open")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.seat}"
