"""Forgotten Treasures as `engine.core.Rules`: 1–4 explorers, and the Legend in solo games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from engine.chance import Stream
from engine.core import JSON, Illegal, Malformed, Outcome, TableKind, gettext_noop
from engine.dominoes import content
from engine.forgotten_treasures import (
    actions,
    console,
    gems,
    json_shapes,
    leaving,
    legal,
    legend,
    points_by_source,
    scoring,
    stages,
    supply,
    views,
)
from engine.forgotten_treasures.actions import Action, Legend, Place, Reveal, Score, Take
from engine.forgotten_treasures.ai import imagination
from engine.forgotten_treasures.legend import A_LEGEND, THE_LEGEND
from engine.forgotten_treasures.state import DOMINOES, SPACES, Explorer, State
from engine.piles import take_top
from engine.refusals import check_still_playing, not_your_turn, wrong_phase
from engine.tables_by_seats import by_seats
from engine.turn_order import order_from
from engine.wire import read_options

_FACE_UP = (True, False, True, False, True)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`seats` explorers; with one, `legend` is the mode of its opponent: "a" or "the" (docs/rules.md B5)."""

    seats: Literal[1, 2, 3, 4] = 2
    legend: Literal["a", "the"] | None = None


class ForgottenTreasures:
    """The rules in docs/rules.md A and B."""

    key = "forgotten-treasures"
    version = 1
    name = gettext_noop("Pyramido: Forgotten Treasures")
    about = gettext_noop("Gather gems, lay domino upon domino four stages high, and pay for the areas you score.")
    component_file = content("forgotten_treasures_dominoes")
    components_sha256 = DOMINOES.sha256
    json_shapes = json_shapes

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
        """Both solo modes, then tables for 2 to 4."""
        solo: JSON = {"seats": 1, "legend": "a"}
        return (
            TableKind(
                solo,
                gettext_noop("Become a Legend"),
                gettext_noop("Alone: score more points than the Legend, who collects gems while you build."),
                rival=A_LEGEND,
            ),
            TableKind(
                {**solo, "legend": "the"},
                gettext_noop("Become THE Legend"),
                gettext_noop("Alone against a harder Legend. Win, and you reign until another player does."),
                needs=solo,
                title=gettext_noop("the reigning Legend"),
                rival=THE_LEGEND,
            ),
            *by_seats(2, 3, 4),
        )

    def options_from_json(self, raw: object) -> JSON:
        """Return the options; solo games default to Legend "a". Raise Malformed if they are invalid."""
        options = read_options(raw, Options)
        if options.seats == 1:
            return {"seats": 1, "legend": options.legend or "a"}
        if options.legend is not None:
            raise Malformed(
                "legend_needs_one_seat",
                gettext_noop("The Legend plays against a single explorer, not %(seats)s."),
                field="legend",
                seats=options.seats,
            )
        return {"seats": options.seats}

    def seat_kinds(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """One `explorer` per person, and in solo games `legend`."""
        kinds = ("explorer",) * options["seats"]
        return (*kinds, "legend") if options["seats"] == 1 else kinds

    def start(self, options: Mapping[str, Any], seed: bytes, facts: list[JSON] | None = None) -> State:
        """Set up the game (docs/rules.md B1)."""
        n: int = options["seats"]
        piles, spaces, bag, solo = supply.set_up(options.get("legend"), seed)
        starter = 0 if solo else Stream(seed, "start").below(n)[0]
        order = order_from(starter, n)
        if facts is not None:
            shown: JSON = {
                "type": "set_up",
                "starter": starter,
                "spaces": [
                    {
                        "space": s + 1,
                        "domino": piles[s][0] if _FACE_UP[s] else None,
                        "gems": gems.to_json(spaces[s]),
                    }
                    for s in SPACES
                ],
            }
            if solo:
                shown["legend"] = solo.pile[0]
            facts.append(shown)
        return State(
            phase="take",
            stage=1,
            order=order,
            mover=starter,
            piles=piles,
            face_up=_FACE_UP,
            spaces=spaces,
            bag=bag.gems,
            stream=bag.stream,
            discard=0,
            hand=0,
            explorers=(Explorer(),) * n,
            legend=solo,
        )

    def to_move(self, state: State) -> tuple[int, ...]:
        """The seat whose turn it is, or all seats that owe a submission."""
        if state.mover is not None:
            return (state.mover,)
        if state.submissions is not None:
            return tuple(seat for seat in state.playing if state.submissions[seat] is None)
        return ()

    def apply(self, state: State, seat: int, action: Action, facts: list[JSON] | None = None) -> State:
        """Return the state after the action. Raise Illegal if it is another seat's turn, another phase, or against the
        rules.
        """
        if isinstance(action, Score):
            return self._score(state, seat, action, facts)
        if seat != state.mover and seat not in self.to_move(state):
            raise not_your_turn(seat, self.to_move(state), state.phase)
        if _PHASE_OF[type(action)] != state.phase:
            raise wrong_phase(actions.to_text(action), state.phase)
        if isinstance(action, Take):
            return self._take(state, action, facts)
        if isinstance(action, Reveal):
            return self._reveal(state, action, facts)
        if isinstance(action, Place):
            return self._place(state, seat, action, facts)
        return stages.end_turn(legend.take_turn(state, facts), seat, facts)

    def _take(self, state: State, action: Take, facts: list[JSON] | None) -> State:
        space = action.space - 1
        gem = gems.NUMBER_OF[action.gem]
        if not state.face_up[space]:
            raise Illegal(
                "face_down",
                gettext_noop("The domino in space %(space)s is face down. Face up: %(open)s."),
                field="space",
                space=action.space,
                open=", ".join(str(s + 1) for s in SPACES if state.face_up[s]),
            )
        there = state.spaces[space]
        if not gems.count(there, gem):
            raise Illegal(
                "no_such_gem",
                gettext_noop("Space %(space)s has no %(gem)s gem; it has %(gems)s."),
                field="gem",
                space=action.space,
                gem=action.gem,
                gems=", ".join(gems.KINDS[kind] for kind in gems.kinds(there)),
            )
        seat = state.mover
        assert seat is not None
        domino = state.piles[space][0]
        if facts is not None:
            facts.append({"type": "took", "seat": seat, "space": action.space, "domino": domino, "gem": action.gem})
        explorer = state.explorers[seat]
        explorer = Explorer(explorer.pyramid, explorer.gems + gems.ONE[gem], explorer.scores)
        piles = take_top(state.piles, space, facts, "space")
        spaces = (*state.spaces[:space], there - gems.ONE[gem], *state.spaces[space + 1 :])
        changed = {}
        if not spaces[space]:
            bag = supply.Bag.of(state, facts)
            spaces = bag.replenish(spaces, space)
            changed = {"bag": bag.gems, "stream": bag.stream, "discard": bag.discard}
        return replace(
            state,
            phase="reveal",
            piles=piles,
            face_up=(*state.face_up[:space], False, *state.face_up[space + 1 :]),
            spaces=spaces,
            hand=domino,
            explorers=stages.with_explorer(state, seat, explorer),
            **changed,
        )

    def _reveal(self, state: State, action: Reveal, facts: list[JSON] | None) -> State:
        space = action.space - 1
        if state.face_up[space]:
            raise Illegal(
                "face_up",
                gettext_noop("The domino in space %(space)s is already face up. Face down: %(closed)s."),
                field="space",
                space=action.space,
                closed=", ".join(str(s + 1) for s in SPACES if not state.face_up[s]),
            )
        if facts is not None:
            facts.append({"type": "turned", "space": action.space, "domino": state.piles[space][0]})
        return replace(state, phase="place", face_up=(*state.face_up[:space], True, *state.face_up[space + 1 :]))

    def _place(self, state: State, seat: int, action: Place, facts: list[JSON] | None) -> State:
        explorer = state.explorers[seat]
        pyramid = explorer.pyramid.place(state.hand, action.x, action.y, action.rotation)
        if facts is not None:
            facts.append(
                {
                    "type": "placed",
                    "seat": seat,
                    "domino": state.hand,
                    "stage": state.stage,
                    "x": action.x,
                    "y": action.y,
                    "rotation": action.rotation,
                }
            )
        explorer = Explorer(pyramid, explorer.gems, explorer.scores)
        if pyramid.full:
            explorer = stages.complete(explorer)
        placed = replace(state, hand=0, explorers=stages.with_explorer(state, seat, explorer))
        return stages.end_turn(placed, seat, facts)

    def _score(self, state: State, seat: int, action: Score, facts: list[JSON] | None) -> State:
        if state.submissions is None and seat == state.mover:
            raise wrong_phase(actions.to_text(action), state.phase)
        if state.submissions is None or not self._may_submit(state, seat):
            raise not_your_turn(seat, self.to_move(state), state.phase)
        submission = scoring.submit(state.explorers[seat], state.stage, action)
        submissions = (*state.submissions[:seat], submission, *state.submissions[seat + 1 :])
        return stages.score_if_all_in(replace(state, submissions=submissions), facts)

    def _may_submit(self, state: State, seat: int) -> bool:
        return seat in state.playing and scoring.has_choice(state.explorers[seat], state.stage)

    def drop_out(self, state: State, seat: int, facts: list[JSON] | None = None) -> State:
        """Return the state after the explorer has left. Raise Illegal for a seat that is not playing."""
        check_still_playing(seat, state.playing, state.outcome is not None)
        return leaving.drop_out(state, seat, facts)

    def out(self, state: State) -> tuple[int, ...]:
        """The explorers who are out, ascending."""
        return tuple(seat for seat, one in enumerate(state.explorers) if one.out is not None)

    def turn(self, state: State, seat: int) -> int:
        """The number of dominoes placed and stages scored by the seat; always 0 for the Legend."""
        if seat == state.legend_seat:
            return 0
        explorer = state.explorers[seat]
        return len(explorer.pyramid.placed) + len(explorer.scores)

    def submissions(self, state: State) -> tuple[Score | None, ...] | None:
        """The scorings submitted so far in the scoring phase; None in any other."""
        if state.submissions is None:
            return None
        return tuple(None if s is None else s.score for s in state.submissions)

    def revealed(self, state: State) -> int:
        """The number of stages scored so far."""
        rows = [len(e.scores) for e in state.explorers]
        return max(rows)

    def revocable(self, state: State, seat: int, action: Action) -> bool:
        """Whether the action is a placement. In a solo game always false, as the Legend's turn follows at once
        (docs/rules.md B2).
        """
        return isinstance(action, Place) and state.legend is None

    def view(self, state: State, seat: int | None) -> JSON:
        """Return the seat's view (docs/formats/view.md)."""
        return views.view(state, seat, {"game": self.key, "version": self.version}, self.to_move(state))

    def outcome(self, state: State) -> Outcome | None:
        """The outcome; None while the game goes on."""
        return state.outcome

    def check(self, state: State) -> None:
        """Check that no component is lost and no pile or space is empty. Raise AssertionError on failure."""
        assert state.phase in (*_PHASE_OF.values(), "score", "over"), "there is no such phase"
        assert state.all_gems() == gems.FULL_BAG, "a gem was lost or made"
        assert state.all_dominoes() == list(DOMINOES.ids), "a domino was lost or made"
        assert all(state.piles), "a pile is empty (docs/rules.md A5)"
        assert sorted(state.order) == list(range(len(state.explorers))), "the turn order has each seat once"
        assert all(state.spaces), "a space has no gem, though the bag and the discard never run out together"
        if state.phase in ("take", "legend"):
            assert sum(state.face_up) == 3, "three dominoes are face up between turns (docs/rules.md B2)"


_PHASE_OF = {Take: "take", Reveal: "reveal", Place: "place", Legend: "legend"}
