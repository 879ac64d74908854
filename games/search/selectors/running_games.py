"""Running games that a user may watch, those of the best players first."""

from __future__ import annotations

from django.db.models import Avg, F, OuterRef, QuerySet, Subquery

from engine import registry
from engine.core import GameError
from games.record import selectors
from games.record.models import Game, Seat
from games.record.selectors import Person, user_id_of
from games.requests.refusals import Refusal
from games.seating.selectors.open_tables import shown_to
from ratings.models import Rating, RatingPool


def running_games(user: Person | None, game_key: str | None = None) -> QuerySet[Game]:
    """Return the running games that the user may find and does not play, as `games_with_seats` does; by the mean rating
    of their players in games of this kind among people, then by the latest beginning. Raise Refusal for an unknown
    game.
    """
    games = selectors.games_with_seats().filter(status=Game.Status.RUNNING)
    if game_key is not None:
        try:
            registry.get(game_key)
        except GameError as error:
            raise Refusal.of(error) from error
        games = games.filter(game_key=game_key)
    user_id = user_id_of(user)
    if user_id is not None:
        games = games.exclude(pk__in=_seats_of(user_id).values("game"))
    rated = Rating.objects.filter(
        user__seats__game=OuterRef("pk"), pool__game=OuterRef("game_key"), pool__population=RatingPool.Population.PEOPLE
    )
    mean = rated.order_by().values("pool__game").annotate(mean=Avg("value")).values("mean")
    return (
        shown_to(games, user)
        .annotate(strength=Subquery(mean))
        .order_by(F("strength").desc(nulls_last=True), F("started_ms").desc(), "-id")
    )


def plays_running_game(user: Person | None, game_key: str | None = None) -> bool:
    """Return whether the user plays a running game, which `running_games` leaves out."""
    user_id = user_id_of(user)
    if user_id is None:
        return False
    own = _seats_of(user_id).filter(game__status=Game.Status.RUNNING)
    return (own if game_key is None else own.filter(game__game_key=game_key)).exists()


def _seats_of(user_id: int) -> QuerySet[Seat]:
    return Seat.objects.filter(user_id=user_id)
