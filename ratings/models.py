"""Ratings: results of finished games, the append-only log of rating changes, and current ratings.

`Result`, `ResultSeat` and `Annulment` are inputs, `RatingChange` is the log computed from them; the database refuses to
change or remove their rows (`ratings.log_guard`). `Rating` is a projection of the log. As the log follows from the
results, `manage.py rebuild_ratings` can recompute both and compare. Ratings are hundredths of a point, expectations and
scores millionths, times milliseconds (docs/ratings.md).
"""

from __future__ import annotations

import dataclasses

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from pyramido_site.infrastructure.public_ids import PublicId
from ratings import elo
from ratings.rating_update import Standing

REMOVED = "removed"
"""The `ResultSeat.departure` of a seat that is compared with no other, as the site removed its person."""


class RatingPool(models.Model):
    """A pool of comparable ratings: of one game, at one pace, among people or with bots."""

    class Pace(models.TextChoices):
        LIVE = "live", _("live")
        CORRESPONDENCE = "correspondence", _("correspondence")

    class Population(models.TextChoices):
        PEOPLE = "people", _("people")
        BOTS = "bots", _("people and bots")

    game = models.CharField(_("game"), max_length=32)
    pace = models.CharField(_("pace"), max_length=14, choices=Pace.choices)
    population = models.CharField(_("population"), max_length=6, choices=Population.choices)
    next_seq = models.BigIntegerField(_("number of the next result"), default=1)
    folded_seq = models.BigIntegerField(_("rated up to result"), default=0)
    """The `rating_seq` up to which the log follows from the results. An annulment sets it back."""
    refolding = models.ForeignKey("Annulment", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    """The cause of the present refolding, until it is complete."""

    class Meta:
        verbose_name = _("rating pool")
        verbose_name_plural = _("rating pools")
        constraints = [models.UniqueConstraint(fields=["game", "pace", "population"], name="ratings_pool_once")]

    def __str__(self) -> str:
        return f"{self.game} {self.pace} {self.population}"


class Result(models.Model):
    """How a rated game ended. `rating_seq` is its place in the order in which the pool's results are folded."""

    game: models.CharField[PublicId, PublicId] = models.CharField(_("game’s public id"), max_length=16, unique=True)
    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="results", db_index=False)
    started_ms = models.BigIntegerField(_("started"))
    finished_ms = models.BigIntegerField(_("finished"))
    rating_seq = models.BigIntegerField(_("number"), null=True)
    """Set once, when the result is first folded."""
    annulled = models.BooleanField(_("annulled"), default=False)
    """As its last annulment says."""

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints = [models.UniqueConstraint(fields=["pool", "rating_seq"], name="ratings_result_order")]
        indexes = [
            models.Index(
                fields=["pool", "finished_ms", "id"], condition=Q(rating_seq=None), name="ratings_result_waiting"
            )
        ]

    def __str__(self) -> str:
        return self.game


class ResultSeat(models.Model):
    """The participant on a seat of a rated game, with the result: a user, or an AI level without a user."""

    result = models.ForeignKey(Result, on_delete=models.PROTECT, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="rated_seats")
    ai = models.CharField(_("AI"), max_length=32, blank=True, default="")
    rank = models.PositiveSmallIntegerField(_("final rank"))
    departure = models.CharField(_("departure"), max_length=10, blank=True, default="")
    """`resigned`, `timed_out`, `removed` (by the site: the seat is compared with no other) or ""."""
    score = models.IntegerField(_("points"), null=True)

    class Meta:
        verbose_name = _("seat in a result")
        verbose_name_plural = _("seats in results")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["result", "number"], name="ratings_seat_number"),
            models.UniqueConstraint(fields=["result", "user"], name="ratings_seat_user"),
            models.CheckConstraint(
                name="ratings_seat_somebody", condition=Q(user=None) & ~Q(ai="") | Q(user__isnull=False, ai="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.result_id} {self.number}"


class _Stands(models.Model):
    """The columns of a `Standing` except its value; see there for their meaning."""

    games = models.PositiveIntegerField(_("games"), default=0)
    wins = models.PositiveIntegerField(_("won"), default=0)
    draws = models.PositiveIntegerField(_("drawn"), default=0)
    streak = models.IntegerField(_("streak"), default=0)
    best_streak = models.PositiveIntegerField(_("longest streak of wins"), default=0)
    peak = models.IntegerField(_("peak"), null=True)
    peak_ms = models.BigIntegerField(_("peak reached"), null=True)
    last_ms = models.BigIntegerField(_("last game"), null=True)

    class Meta:
        abstract = True

    @property
    def losses(self) -> int:
        """Games that were neither won nor drawn."""
        return self.games - self.wins - self.draws

    @property
    def is_provisional(self) -> bool:
        """Whether the rating is provisional."""
        return elo.is_provisional(self.games)


STANDS = tuple(field.name for field in dataclasses.fields(Standing) if field.name != "value")


class Rating(_Stands):
    """A participant's current rating in a pool, after all games that have been folded: a projection of the log."""

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="ratings", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="ratings"
    )
    ai = models.CharField(_("AI"), max_length=32, blank=True, default="")
    value = models.IntegerField(_("rating"), default=elo.START)
    last_seq = models.BigIntegerField(_("number of the last result"), default=0)
    """Number of the participant's last folded result, even if annulled."""
    opponents = models.PositiveIntegerField(db_default=0, default=0)
    """Number of a user's different opponents in results that count (`ratings.opponent_count`); 0 for an AI level."""

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [
            models.UniqueConstraint(fields=["pool", "user"], name="ratings_rating_user"),
            models.UniqueConstraint(fields=["pool", "ai"], condition=~Q(ai=""), name="ratings_rating_ai"),
            models.CheckConstraint(
                name="ratings_rating_somebody", condition=Q(user=None) & ~Q(ai="") | Q(user__isnull=False, ai="")
            ),
        ]
        indexes = [
            models.Index(
                fields=["pool", "-value", "id"],
                condition=Q(games__gte=elo.PROVISIONAL_GAMES),
                name="ratings_rating_board",
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id or self.ai}: {self.value}"

    @property
    def standing(self) -> Standing:
        """The columns of this row as a `Standing`; may be set."""
        return Standing(value=self.value, **{name: getattr(self, name) for name in STANDS})

    @standing.setter
    def standing(self, standing: Standing) -> None:
        """Set the columns from a `Standing`."""
        self.value = standing.value
        for name in STANDS:
            setattr(self, name, getattr(standing, name))


class Annulment(models.Model):
    """The decision that a result no longer counts, or counts again. Append-only; a result's last one applies."""

    class Kind(models.TextChoices):
        ANNULLED = "annulled", _("annulled")
        REINSTATED = "reinstated", _("reinstated")

    result = models.ForeignKey(Result, on_delete=models.PROTECT, related_name="annulments")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    reason = models.CharField(_("reason"), max_length=500)
    at_ms = models.BigIntegerField(_("at"))

    class Meta:
        verbose_name = _("annulment")
        verbose_name_plural = _("annulments")

    def __str__(self) -> str:
        return f"{self.result_id} {self.kind}"


class ChangeQuerySet(models.QuerySet["RatingChange"]):
    """Queries of the log of rating changes."""

    def current(self) -> ChangeQuerySet:
        """Only the highest revision of each seat."""
        later = RatingChange.objects.filter(seat=OuterRef("seat"), revision__gt=OuterRef("revision"))
        return self.filter(~Exists(later))


class RatingChange(_Stands):
    """One entry of the log: the effect of a result on the rating of a seat's participant. Append-only.

    If refolding leads to a different entry, it is appended as a further revision of the same seat; the highest revision
    applies. Each row can be verified on its own: after = before + `elo.change(k, score, expectation)`, and k = 0 if
    the result is annulled. The inherited columns are the participant's standing after it.
    """

    class Cause(models.TextChoices):
        RESULT = "result", _("the game")
        ANNULMENT = "annulment", _("the game was annulled")
        REINSTATEMENT = "reinstatement", _("the game was reinstated")
        REFOLD = "refold", _("an earlier game was annulled or reinstated")

    seat = models.ForeignKey(ResultSeat, on_delete=models.PROTECT, related_name="changes", db_index=False)
    revision = models.PositiveIntegerField(_("revision"))
    rating = models.ForeignKey(Rating, on_delete=models.PROTECT, related_name="changes", db_index=False)
    rating_seq = models.BigIntegerField(_("number of the result"))
    before = models.IntegerField(_("before"))
    after = models.IntegerField(_("after"))
    expectation = models.IntegerField(_("expected"))
    """Mean over the other seats, in millionths."""
    score = models.IntegerField(_("scored"))
    """Mean over the other seats, in millionths."""
    k = models.PositiveSmallIntegerField(_("K"))
    cause = models.CharField(_("cause"), max_length=13, choices=Cause.choices)
    annulment = models.ForeignKey(Annulment, on_delete=models.PROTECT, null=True, related_name="changes")
    """The cause of this revision; null for the first one, and for repairs by a rebuild."""
    at_ms = models.BigIntegerField(_("at"))

    objects = ChangeQuerySet.as_manager()

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        constraints = [models.UniqueConstraint(fields=["seat", "revision"], name="ratings_change_revision")]
        indexes = [models.Index(fields=["rating", "rating_seq", "seat", "revision"], name="ratings_change_history")]

    def __str__(self) -> str:
        return f"{self.before} → {self.after}"

    @property
    def moved(self) -> int:
        """The change in hundredths."""
        return self.after - self.before

    @property
    def games_before(self) -> int:
        """The number of games before this result."""
        return self.games - (self.k > 0)

    @property
    def standing(self) -> Standing:
        """The participant's standing after this result."""
        return Standing(value=self.after, **{name: getattr(self, name) for name in STANDS})


class Snapshot(models.Model):
    """A line of a pool's leaderboard at the end of a month (UTC)."""

    pool = models.ForeignKey(RatingPool, on_delete=models.PROTECT, related_name="snapshots", db_index=False)
    month = models.CharField(_("month"), max_length=7)
    """For example 2026-11."""
    place = models.PositiveIntegerField(_("place"))
    rating = models.ForeignKey(Rating, on_delete=models.PROTECT, related_name="snapshots")
    value = models.IntegerField(_("rating"))
    games = models.PositiveIntegerField(_("games"))

    class Meta:
        verbose_name = _("past leaderboard entry")
        verbose_name_plural = _("past leaderboard entries")
        constraints = [models.UniqueConstraint(fields=["pool", "month", "rating"], name="ratings_snapshot_once")]
        indexes = [models.Index(fields=["pool", "month", "place"], name="ratings_snapshot_board")]

    def __str__(self) -> str:
        return f"{self.month} {self.place}"
