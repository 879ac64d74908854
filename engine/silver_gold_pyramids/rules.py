"""Silver & Gold: Pyramids as `engine.core.Rules`: 2–4 explorers, who play simultaneously."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.chance import Stream
from engine.core import JSON, Illegal, Outcome, TableKind, gettext_noop
from engine.dominoes import content
from engine.refusals import check_still_playing, not_your_turn, wrong_phase
from engine.silver_gold_pyramids import (
    actions,
    console,
    json_shapes,
    leaving,
    legal,
    marking,
    points_by_source,
    replacing,
    steps,
    views,
)
from engine.silver_gold_pyramids.actions import Action, Keep, Mark, Pass, Replace, Submission
from engine.silver_gold_pyramids.ai import imagination
from engine.silver_gold_pyramids.state import DEALT, DECK, Explorer, State, tell
from engine.tables_by_seats import by_seats, options_by_seats


class SilverGoldPyramids:
    """The rules in docs/rules.md D."""

    key = "silver-gold-pyramids"
    version = 1
    name = gettext_noop("Silver & Gold: Pyramids")
    about = gettext_noop("All players mark the same shape at once: reach the tomb, dodge skulls, pick up gems.")
    component_file = content("silver_gold_pyramids_cards")
    components_sha256 = DECK.sha256
    json_shapes = json_shapes

    options_from_json = staticmethod(options_by_seats)
    action_from_json = staticmethod(actions.from_json)
    action_to_json = staticmethod(actions.to_json)
    action_from_text = staticmethod(actions.from_text)
    action_to_text = staticmethod(actions.to_text)
    legal_actions = staticmethod(legal.legal_actions)
    random_action = staticmethod(legal.random_action)
    imagine = staticmethod(imagination.imagine)
    next_turn = staticmethod(imagination.next_turn)
    points = staticmethod(points_by_source.points)
    show = staticmethod(console.show)

    def table_kinds(self) -> tuple[TableKind, ...]:
        """Tables for 2 to 4."""
        return by_seats(2, 3, 4)

    def seat_kinds(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """An `explorer` on every seat."""
        seats: int = options["seats"]
        return ("explorer",) * seats

    def start(self, options: Mapping[str, Any], seed: bytes, facts: list[JSON] | None = None) -> State:
        """Set up the game (docs/rules.md D2)."""
        n: int = options["seats"]
        deck, stream = Stream(seed, "deck").shuffle(DECK.numbers)
        explorers = tuple(Explorer(dealt=deck[DEALT * seat : DEALT * (seat + 1)]) for seat in range(n))
        tell(facts, "dealt", cards=DEALT)
        return State(
            phase="keep",
            explorers=explorers,
            deck=deck[DEALT * n :],
            deck_stream=stream,
            expedition=(),
            expedition_stream=Stream(seed, "expedition"),
            submissions=(None,) * n,
        )

    def to_move(self, state: State) -> tuple[int, ...]:
        """All seats that owe a submission, or the seat that is to replace cards."""
        if state.submissions is not None:
            return steps.owing(state.submissions, state.explorers)
        return (state.replacing[0][0],) if state.replacing else ()

    def apply(self, state: State, seat: int, action: Action, facts: list[JSON] | None = None) -> State:
        """Return the state after the action. Raise Illegal if it is another seat's turn, another phase, or against the
        rules.
        """
        if not legal.may_submit(state, seat) and seat not in self.to_move(state):
            raise not_your_turn(seat, self.to_move(state), state.phase)
        if _PHASE_OF.get(type(action)) != state.phase:
            raise wrong_phase(actions.to_text(action), state.phase)
        if isinstance(action, Replace):
            _check_replacement(state, action)
            return steps.go_on(replacing.take(state, seat, action, facts), facts)
        assert not isinstance(action, Pass)
        if isinstance(action, Keep):
            _check_kept(state.explorers[seat], action)
        elif isinstance(action, Mark):
            marking.check(state.explorers[seat], state.expedition[0], state.round, action)
        return steps.go_on(steps.with_submission(state, seat, action), facts)

    def drop_out(self, state: State, seat: int, facts: list[JSON] | None = None) -> State:
        """Return the state after the explorer has left. Raise Illegal for a seat that is not playing."""
        check_still_playing(seat, state.playing, state.outcome is not None)
        return leaving.drop_out(state, seat, facts)

    def out(self, state: State) -> tuple[int, ...]:
        """The explorers who are out, ascending."""
        return tuple(seat for seat, one in enumerate(state.explorers) if one.out is not None)

    def turn(self, state: State, seat: int) -> int:
        """A number that is the same for all seats: it rises with each marking and each replacing."""
        return 0 if state.phase == "keep" else 1 + 2 * state.step + (1 if state.phase == "replace" else 0)

    def submissions(self, state: State) -> tuple[Submission | None, ...] | None:
        """The keeps or marks submitted so far in a secret phase; None in any other."""
        return state.submissions

    def revealed(self, state: State) -> int:
        """The number of secret phases revealed so far."""
        return state.revealed

    def revocable(self, state: State, seat: int, action: Action) -> bool:
        """Always false: a player who changes their mind about a submission sends another one, and the choice of a new
        card (`Replace`) is final (docs/rules.md D3.4).
        """
        return False

    def view(self, state: State, seat: int | None) -> JSON:
        """Return the seat's view (docs/formats/view.md)."""
        base: JSON = {"game": self.key, "version": self.version, "options": {"seats": len(state.explorers)}}
        return views.view(state, seat, base, self.to_move(state))

    def outcome(self, state: State) -> Outcome | None:
        """The outcome; None while the game goes on."""
        return state.outcome

    def check(self, state: State) -> None:
        """Check that no card is lost and no wall is marked. Raise AssertionError on failure."""
        assert state.phase in (*_PHASE_OF.values(), "over"), "there is no such phase"
        assert state.all_cards() == list(DECK.numbers), "a card was lost or made"
        for explorer in state.explorers:
            assert len(explorer.cards) <= 2, "a player has at most two cards"
            for card in explorer.cards:
                assert not card.marked & ~DECK[card.number].free, "a wall is marked"


_PHASE_OF: dict[type[Action], str] = {Keep: "keep", Mark: "mark", Replace: "replace"}


def _check_kept(explorer: Explorer, action: Keep) -> None:
    """Raise Illegal unless these are two different cards of the explorer."""
    first, second = action.cards
    for number in action.cards:
        if number not in explorer.dealt:
            raise Illegal(
                "not_your_card",
                gettext_noop("Pyramid %(card)s is not one of yours (%(mine)s)."),
                field="cards",
                card=number,
                mine=", ".join(map(str, explorer.dealt)),
            )
    if first == second:
        raise Illegal(
            "same_card_twice",
            gettext_noop("Keep two different pyramids, not pyramid %(card)s twice."),
            field="cards",
            card=first,
        )


def _check_replacement(state: State, action: Replace) -> None:
    """Raise Illegal unless the card is available."""
    if action.card and action.card not in state.reserve:
        raise Illegal(
            "not_in_reserve",
            gettext_noop("Card %(card)s is not in the reserve, which has %(reserve)s."),
            field="card",
            card=action.card,
            reserve=", ".join(map(str, state.reserve)),
        )
    if not action.card and not state.deck:
        raise Illegal("deck_empty", gettext_noop("The deck is empty; choose from the reserve."), field="card")
