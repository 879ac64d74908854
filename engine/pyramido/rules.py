"""Pyramido (2023) as `engine.core.Rules`: 2–4 architects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from engine.chance import Stream
from engine.core import JSON, Illegal, Outcome, TableKind, gettext_noop
from engine.dominoes import content
from engine.pyramido import (
    actions,
    console,
    json_shapes,
    leaving,
    legal,
    markers_and_resurfacing,
    points_by_source,
    turns,
    views,
)
from engine.pyramido.actions import COLOURS, Action, Fill, Mark, Place, Replenish, Resurface
from engine.pyramido.ai import imagination
from engine.pyramido.state import (
    ALL_MARKERS,
    CARD_OF,
    DOMINOES,
    PILE_HEIGHTS,
    QUARRY,
    Architect,
    Marked,
    Resurfaced,
    State,
    card_block,
)
from engine.refusals import check_still_playing, not_your_turn, wrong_phase
from engine.tables_by_seats import by_seats, options_by_seats
from engine.turn_order import order_from


class Pyramido:
    """The rules in docs/rules.md A and C."""

    key = "pyramido"
    version = 1
    name = gettext_noop("Pyramido")
    about = gettext_noop("Choose from the quarry, mark areas, and let Mino double the one with the fewest icons.")
    component_file = content("pyramido_dominoes")
    components_sha256 = DOMINOES.sha256
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
        """An `architect` on every seat."""
        seats: int = options["seats"]
        return ("architect",) * seats

    def start(self, options: Mapping[str, Any], seed: bytes, facts: list[JSON] | None = None) -> State:
        """Set up the game (docs/rules.md C1)."""
        n: int = options["seats"]
        deck, _ = Stream(seed, "deck").shuffle(DOMINOES.ids)
        quarry, deck = deck[: len(QUARRY)], deck[len(QUARRY) :]
        piles = []
        for height in PILE_HEIGHTS:
            piles.append(deck[:height])
            deck = deck[height:]
        starter, _ = Stream(seed, "start").below(n)
        if facts is not None:
            tops = [pile[0] for pile in piles]
            facts.append({"type": "set_up", "starter": starter, "quarry": list(quarry), "tops": tops})
        return State("place", 1, order_from(starter, n), starter, quarry, tuple(piles), (Architect(),) * n)

    def to_move(self, state: State) -> tuple[int, ...]:
        """The seat whose turn it is."""
        return () if state.mover is None else (state.mover,)

    def apply(self, state: State, seat: int, action: Action, facts: list[JSON] | None = None) -> State:
        """Return the state after the action. Raise Illegal if it is another seat's turn, another phase, or against the
        rules.
        """
        if seat != state.mover:
            raise not_your_turn(seat, self.to_move(state), state.phase)
        if _PHASE_OF[type(action)] != state.phase:
            raise wrong_phase(actions.to_text(action), state.phase)
        if isinstance(action, Place):
            return self._place(state, seat, action, facts)
        if isinstance(action, Mark):
            return self._mark(state, seat, action.block, facts)
        if isinstance(action, Resurface):
            return self._resurface(state, seat, action, facts)
        if isinstance(action, Replenish):
            return self._replenish(state, seat, action, facts)
        return self._fill(state, seat, action, facts)

    def _place(self, state: State, seat: int, action: Place, facts: list[JSON] | None) -> State:
        space = action.quarry - 1
        architect = state.architects[seat]
        domino = state.quarry[space]
        pyramid = architect.pyramid.place(domino, action.x, action.y, action.rotation)
        if facts is not None:
            fact = {"type": "placed", "seat": seat, "space": action.quarry, "domino": domino, "stage": state.stage}
            facts.append({**fact, "x": action.x, "y": action.y, "rotation": action.rotation})
        architect = Architect(
            pyramid,
            architect.markers,
            architect.marked,
            architect.cards,
            architect.resurfaced,
            False,
            architect.scores,
        )
        state = replace(
            state,
            phase="finish",
            quarry=(*state.quarry[:space], 0, *state.quarry[space + 1 :]),
            architects=turns.with_architect(state, seat, architect),
            space=space,
            may_resurface=bool(architect.cards),
        )
        blocks = markers_and_resurfacing.markable(architect)
        if len(blocks) == 2:
            return replace(state, phase="mark")
        return self._mark(state, seat, blocks[0], facts) if blocks else state

    def _mark(self, state: State, seat: int, block: int, facts: list[JSON] | None) -> State:
        architect = state.architects[seat]
        placed = architect.pyramid.placed[-1]
        colour = DOMINOES.faces[placed.domino][block].colour
        marked = _with_marker(architect, seat, colour, placed.cells[block], facts)
        return replace(state, phase="finish", architects=turns.with_architect(state, seat, marked))

    def _resurface(self, state: State, seat: int, action: Resurface, facts: list[JSON] | None) -> State:
        architect = state.architects[seat]
        colour = COLOURS.index(action.colour)
        if not state.may_resurface:
            raise Illegal("one_card_a_turn", gettext_noop("You can lay only one resurfacing card per turn."))
        _need_card(architect, colour, "colour")
        if action.block not in markers_and_resurfacing.resurfaceable(state):
            raise Illegal(
                "block_is_marked",
                gettext_noop("Block %(block)s of the new domino has a marker. Choose an unmarked block for the card."),
                field="block",
                block=action.block,
            )
        where = architect.pyramid.placed[-1].cells[action.block]
        architect = _with_card(architect, state.stage, colour, where, action.rotation, fill=False)
        if facts is not None:
            fact = {"type": "resurfaced", "seat": seat, "colour": action.colour, "stage": state.stage}
            facts.append({**fact, "x": where[0], "y": where[1], "rotation": action.rotation})
        if architect.markers >> colour & 1:
            architect = _with_marker(architect, seat, colour, where, facts)
        return replace(state, may_resurface=False, architects=turns.with_architect(state, seat, architect))

    def _replenish(self, state: State, seat: int, action: Replenish, facts: list[JSON] | None) -> State:
        space = state.space
        assert space is not None
        if action.pile - 1 not in (space, space + 1):
            raise Illegal(
                "pile_not_behind",
                gettext_noop("Quarry space %(space)s is refilled from pile %(left)s or %(right)s, not %(pile)s."),
                field="pile",
                pile=action.pile,
                space=space + 1,
                left=space + 1,
                right=space + 2,
            )
        return turns.end_turn(turns.replenish(state, action.pile - 1, facts), seat, facts)

    def _fill(self, state: State, seat: int, action: Fill, facts: list[JSON] | None) -> State:
        architect = state.architects[seat]
        for index, laid in enumerate(action.cards):
            colour = COLOURS.index(laid.colour)
            _need_card(architect, colour, f"cards[{index}].colour")
            if (laid.x, laid.y) not in architect.pyramid.empty_cells():
                raise Illegal(
                    "cell_not_empty",
                    gettext_noop("Cell (%(x)s, %(y)s) is not an empty cell of stage %(stage)s."),
                    field=f"cards[{index}]",
                    x=laid.x,
                    y=laid.y,
                    stage=state.stage,
                )
            architect = _with_card(architect, state.stage, colour, (laid.x, laid.y), laid.rotation, fill=True)
        if facts is not None:
            cards = [actions.laid_to_json(laid) for laid in action.cards]
            facts.append({"type": "filled", "seat": seat, "stage": state.stage, "cards": cards})
        filled = replace(state, architects=turns.with_architect(state, seat, architect))
        return turns.end_turn(filled, seat, facts)

    def drop_out(self, state: State, seat: int, facts: list[JSON] | None = None) -> State:
        """Return the state after the architect has left. Raise Illegal for a seat that is not playing."""
        check_still_playing(seat, state.playing, state.outcome is not None)
        return leaving.drop_out(state, seat, facts)

    def out(self, state: State) -> tuple[int, ...]:
        """The architects who are out, ascending."""
        return tuple(seat for seat, one in enumerate(state.architects) if one.out is not None)

    def turn(self, state: State, seat: int) -> int:
        """The number of turns played and stages scored by the seat, so that it rises when the seat's next turn
        begins.
        """
        architect = state.architects[seat]
        in_the_middle = 1 if state.mover == seat and state.phase in ("mark", "finish") else 0
        return len(architect.pyramid.placed) + len(architect.scores) - in_the_middle

    def submissions(self, state: State) -> None:
        """Always None: the game has no secret phase."""

    def revealed(self, state: State) -> int:
        """Always 0: the game has no secret phase."""
        return 0

    def revocable(self, state: State, seat: int, action: Action) -> bool:
        """Whether the action is any but replenishing, which reveals a domino (docs/rules.md C2)."""
        return not isinstance(action, Replenish)

    def view(self, state: State, seat: int | None) -> JSON:
        """Return the seat's view (docs/formats/view.md)."""
        base: JSON = {"game": self.key, "version": self.version, "options": {"seats": len(state.architects)}}
        return views.view(state, seat, base)

    def outcome(self, state: State) -> Outcome | None:
        """The outcome; None while the game goes on."""
        return state.outcome

    def check(self, state: State) -> None:
        """Check that no component is lost and no pile is empty. Raise AssertionError on failure."""
        assert state.phase in (*_PHASE_OF.values(), "over"), "there is no such phase"
        assert state.all_dominoes() == list(DOMINOES.ids), "a domino was lost or made"
        assert all(state.piles), "a pile is empty (docs/rules.md A5)"
        assert sorted(state.order) == list(range(len(state.architects))), "the turn order has each seat once"
        assert all(state.quarry) == (state.space is None), "a quarry space is empty only within a turn"
        for architect in state.architects:
            laid = [CARD_OF[r.colour] for r in architect.resurfaced]
            assert sorted([*architect.cards, *laid]) == [0, 1, 2], "a card was lost or made"
            marks = sum(1 << m.colour for m in architect.marked)
            assert marks | architect.markers == ALL_MARKERS, "a marker was lost"
            assert not marks & architect.markers, "a marker was made"


_PHASE_OF = {Place: "place", Mark: "mark", Resurface: "finish", Replenish: "finish", Fill: "fill"}


def _need_card(architect: Architect, colour: int, field: str) -> None:
    """Raise Illegal if the architect has no card with a side of this colour."""
    if CARD_OF[colour] not in architect.cards:
        raise Illegal(
            "no_such_card",
            gettext_noop("You have no card left with a side of that colour."),
            field=field,
        )


def _with_card(
    architect: Architect, stage: int, colour: int, where: tuple[int, int], rotation: int, *, fill: bool
) -> Architect:
    x, y = where
    return replace(
        architect,
        pyramid=architect.pyramid.cover(x, y, card_block(colour, rotation)),
        cards=tuple(card for card in architect.cards if card != CARD_OF[colour]),
        resurfaced=(*architect.resurfaced, Resurfaced(colour, stage, x, y, rotation, fill)),
    )


def _with_marker(
    architect: Architect, seat: int, colour: int, where: tuple[int, int], facts: list[JSON] | None
) -> Architect:
    x, y = where
    if facts is not None:
        facts.append({"type": "marked", "seat": seat, "colour": COLOURS[colour], "x": x, "y": y})
    return replace(
        architect, markers=architect.markers & ~(1 << colour), marked=(*architect.marked, Marked(colour, x, y))
    )
