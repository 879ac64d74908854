"""Forgotten Treasures with dicts and sets: a plain, slow implementation of docs/rules.md A, B and E, written from that
page alone.

In one file, to be read beside the rules from top to bottom.

It shares no code with `engine`; `test_reference.py` plays both side by side. It is one mutable game; actions, facts and
views are those of docs/formats. An action that the rules do not allow raises :class:`Refused` and changes nothing.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.engine.forgotten_treasures.reference_parts import (
    COLOURS,
    GEMS,
    JSON,
    KEEP,
    NOTHING,
    Block,
    Explorer,
    Legend,
    Placement,
    Refused,
    Space,
    Stream,
    plain,
)


class Reference:
    """A game. `facts` collects events until the reader clears it."""

    def __init__(self, components: JSON, options: JSON, seed: bytes) -> None:
        self.options = options
        self.dominoes = {
            domino["id"]: [Block(block["colour"], frozenset(block["icons"])) for block in domino["blocks"]]
            for domino in components["dominoes"]
        }
        deck = Stream(seed, "deck").shuffle(sorted(self.dominoes))
        seats = options["seats"]
        self.explorers = [Explorer(seat) for seat in range(seats)]
        self.legend = Legend(1, options["legend"], deck.pop(0)) if seats == 1 else None
        self.spaces = [Space(deck[18 * i : 18 * (i + 1)], face_up=i in (0, 2, 4)) for i in range(5)]
        self.bag_stream = Stream(seed, "bag")
        self.bag: list[str] = self.bag_stream.shuffle([gem for gem in COLOURS for _ in range(9)] + ["mythical"] * 18)
        self.discard: Counter[str] = Counter()
        self.hand: tuple[int, int] | None = None
        self.lost: list[int] = []
        self.reason: str | None = None
        self.facts: list[JSON] = []
        for space in self.spaces:
            self.replenish(space)
        starter = Stream(seed, "start").below(seats) if seats > 1 else 0
        shown = [self.view_space(space) for space in self.spaces]
        spaces = [{"space": s["space"], "domino": s.get("domino"), "gems": s["gems"]} for s in shown]
        solo = {"legend": self.legend.pile[0]} if self.legend else {}
        self.facts = [{"type": "set_up", "starter": starter, "spaces": spaces} | solo]
        self.begin_stage(1, starter)

    def tell(self, fact: str, **more: Any) -> None:
        self.facts.append({"type": fact} | more)

    def number(self, space: Space) -> int:
        return self.spaces.index(space) + 1

    def face(self, up: bool) -> list[Space]:
        return [space for space in self.spaces if space.face_up is up]

    # --- supply (docs/rules.md B2 step 2, A5) ---
    def draw(self) -> list[str]:
        """Return one gem in a list, or an empty list if there is none anywhere."""
        if not self.bag:
            self.bag = self.bag_stream.shuffle([gem for gem in GEMS for _ in range(self.discard[gem])])
            self.discard.clear()
            self.tell("recycled", gems=len(self.bag))
        return [self.bag.pop(0)] if self.bag else []

    def replenish(self, space: Space) -> None:
        if not space.gems.total():
            for _ in range(3):
                space.gems.update(self.draw())
            self.tell("drew", space=self.number(space), gems=plain(space.gems))

    def take_top(self, space: Space) -> int:
        domino = space.pile.pop(0)
        space.face_up = False
        if not space.pile:
            donor = max((s for s in self.spaces if s is not space), key=lambda s: len(s.pile))  # leftmost on a tie
            half = len(donor.pile) // 2
            assert half > 0, "a donor always exists (docs/rules.md A5)"
            donor.pile, space.pile = donor.pile[:-half], donor.pile[-half:]
            self.tell("refilled", space=self.number(space), **{"from": self.number(donor)}, dominoes=half)
        return domino

    def turn_up(self, space: Space) -> None:
        space.face_up = True
        self.tell("turned", space=self.number(space), domino=space.pile[0])

    # --- order of play (docs/rules.md A6, A7) ---
    def still_in(self) -> list[Explorer]:
        return [explorer for explorer in self.explorers if explorer.out is None]

    def begin_stage(self, stage: int, starter: int) -> None:
        self.stage = stage
        seats = len(self.explorers)
        self.order = [(starter + i) % seats for i in range(seats)]
        for explorer in self.still_in():
            explorer.complete = False
        if self.legend and self.legend.mode == "the" and self.legend.gems["mythical"] >= 7:
            self.legend_draws()
        self.next_turn(self.order)

    def after(self, seat: int) -> list[int]:
        at = self.order.index(seat) + 1
        return self.order[at:] + self.order[:at]

    def next_turn(self, seats: list[int]) -> None:
        """Pass the turn to the first of the seats that has one left in this stage; without any, score the stage."""
        self.turn: int | None = None
        for seat in seats:
            explorer = self.explorers[seat]
            if explorer.out is None and not explorer.complete:
                if explorer.placements(self.stage):
                    self.phase, self.turn = "take", seat
                    return
                self.tell("no_room", seat=seat)
                explorer.finish(self.stage)
        self.phase = "score"
        for explorer in self.still_in():
            if not explorer.has_choice(self.stage):
                explorer.submission = NOTHING
        self.score_if_all_are_in()

    def score_if_all_are_in(self) -> None:
        players = self.still_in()
        if any(explorer.submission is None for explorer in players):
            return
        told: list[JSON | None] = [None] * len(self.explorers)
        for explorer in players:
            assert explorer.submission is not None
            row, left = explorer.scored(self.stage, explorer.submission)
            self.discard += explorer.gems - left
            explorer.gems, explorer.submission = left, None
            explorer.scores.append(row)
            told[explorer.seat] = {"seat": explorer.seat} | row
        if self.legend:
            coloured, mythical = Counter(self.legend.gems), self.legend.gems["mythical"]
            del coloured["mythical"]
            points = self.stage * coloured.total() + 2 * mythical
            row = {"stage": self.stage, "coloured": coloured.total(), "mythical": mythical, "points": points}
            self.legend.scores.append(row)
            self.discard += coloured
            self.legend.gems -= coloured
            told.append({"seat": self.legend.seat} | row)
        self.tell("stage_scored", stage=self.stage, seats=told)
        if self.stage == 4:
            self.end("completed")
            return
        fewest = min(explorer.scores[-1]["points"] for explorer in players)
        tied = [explorer.seat for explorer in players if explorer.scores[-1]["points"] == fewest]
        starter = min(tied, key=self.order.index)
        self.tell("stage_begun", stage=self.stage + 1, starter=starter)
        self.begin_stage(self.stage + 1, starter)

    def end(self, reason: str) -> None:
        self.reason, self.phase, self.turn = reason, "over", None
        if self.hand:
            self.lost.append(self.hand[1])
            self.hand = None
        for explorer in self.explorers:
            explorer.submission = None

    def leave(self, seat: int) -> None:
        """docs/rules.md A7: remove the seat for good."""
        if self.reason or self.explorers[seat].out is not None:
            raise Refused
        on_turn = self.turn == seat
        self.explorers[seat].out = 1 + len(self.explorers) - len(self.still_in())
        self.explorers[seat].submission = None
        self.tell("out", seat=seat)
        if on_turn and self.phase == "reveal":
            self.turn_up(self.face(up=False)[0])
        if self.hand and self.hand[0] == seat:
            self.lost.append(self.hand[1])
            self.tell("lost", domino=self.hand[1])
            self.hand = None
        if self.legend:
            self.end("out")
        elif len(self.still_in()) == 1:
            self.end("last_explorer")
        elif on_turn:
            self.next_turn(self.after(seat))
        elif self.phase == "score":
            self.score_if_all_are_in()

    # --- actions (docs/rules.md B2, B3, B5) ---
    def to_move(self) -> list[int]:
        if self.phase == "score":
            return [explorer.seat for explorer in self.still_in() if explorer.submission is None]
        return [] if self.turn is None else [self.turn]

    def may_submit(self, seat: int) -> bool:
        explorer = self.explorers[seat]
        return self.phase == "score" and explorer.out is None and explorer.has_choice(self.stage)

    def legal(self, seat: int) -> list[JSON]:
        """Return every legal action except submissions of a scoring, which are too many."""
        if seat != self.turn:
            return []
        if self.phase == "take":
            offers = [(self.number(space), gem) for space in self.face(up=True) for gem in GEMS if space.gems[gem]]
            return [{"type": "take", "space": number, "gem": gem} for number, gem in offers]
        if self.phase == "reveal":
            return [{"type": "reveal", "space": self.number(space)} for space in self.face(up=False)]
        if self.phase == "place":
            return [{"type": "place"} | p._asdict() for p in self.explorers[seat].placements(self.stage)]
        return [{"type": "legend"}]

    def play(self, seat: int, action: JSON) -> None:
        if action["type"] == "score":
            if seat >= len(self.explorers) or not self.may_submit(seat):
                raise Refused
            self.explorers[seat].scored(self.stage, action)  # or Refused
            self.explorers[seat].submission = action
            self.score_if_all_are_in()
        elif action not in self.legal(seat):
            raise Refused
        elif action["type"] == "take":
            space, gem = self.spaces[action["space"] - 1], action["gem"]
            self.tell("took", seat=seat, space=action["space"], domino=space.pile[0], gem=gem)
            space.gems[gem] -= 1
            self.explorers[seat].gems[gem] += 1
            self.hand = (seat, self.take_top(space))
            self.replenish(space)
            self.phase = "reveal"
        elif action["type"] == "reveal":
            self.turn_up(self.spaces[action["space"] - 1])
            self.phase = "place"
        elif action["type"] == "place":
            assert self.hand is not None
            domino, placement = self.hand[1], Placement(action["x"], action["y"], action["rotation"])
            self.tell("placed", seat=seat, domino=domino, stage=self.stage, **placement._asdict())
            self.hand = None
            self.explorers[seat].place(self.stage, domino, self.dominoes[domino], placement)
            if self.legend:
                self.phase, self.turn = "legend", self.legend.seat
            else:
                self.next_turn(self.after(seat))
        else:
            self.legend_plays()
            self.next_turn([0])

    def preferences(self) -> list[str]:
        assert self.legend
        return [block.colour for block in self.dominoes[self.legend.pile[-1]] for _ in block.icons]

    def legend_draws(self) -> None:
        assert self.legend
        drawn = self.draw()
        self.legend.gems.update(drawn)
        self.tell("legend_drew", gem=drawn[0])

    def legend_plays(self) -> None:
        assert self.legend
        face_up = self.face(up=True)
        taken: list[tuple[Space, str]] = []

        def take(space: Space, gem: str) -> bool:
            if space.gems[gem]:
                space.gems[gem] -= 1
                taken.append((space, gem))
                return True
            return False

        wanted = self.preferences()
        for space in face_up:
            wanted = [gem for gem in wanted if not take(space, gem)]
        for space in face_up:
            while len(taken) < 2 and take(space, "mythical"):
                pass
        self.legend.gems.update(gem for _, gem in taken)
        last = taken[-1][0] if taken else face_up[0]
        gone = [{"space": self.number(space), "gem": gem} for space, gem in taken]
        self.tell("legend_took", gems=gone, space=self.number(last), domino=last.pile[0])
        for space in self.spaces:
            self.replenish(space)
        self.legend.pile.append(self.take_top(last))
        self.turn_up(last)
        if not taken:
            self.legend_draws()

    # --- the end (docs/rules.md B4, B5, A7) ---
    def merit(self, explorer: Explorer) -> tuple[int, ...]:
        if explorer.out is not None:
            return (0, explorer.out)
        return (1, explorer.total(), explorer.gems.total(), max((row["points"] for row in explorer.scores), default=0))

    def outcome(self) -> JSON | None:
        if not self.reason:
            return None
        scores = [explorer.total() for explorer in self.explorers]
        if self.legend:
            scores.append(self.legend.total())
            ranks = [1, 2] if self.reason == "completed" and scores[0] > scores[1] else [2, 1]
        else:
            merits = [self.merit(explorer) for explorer in self.explorers]
            ranks = [1 + sum(other > merit for other in merits) for merit in merits]
        winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
        return {"reason": self.reason, "scores": scores, "ranks": ranks, "winners": winners}

    # --- the view (docs/formats/view.md) ---
    def view(self, seat: int | None) -> JSON:
        explorer = self.explorers[seat] if seat is not None and seat < len(self.explorers) else None
        return {
            "game": "forgotten-treasures",
            "version": 1,
            "options": self.options,
            "seat": seat,
            "phase": self.phase,
            "stage": self.stage,
            "order": self.order,
            "turn": self.turn,
            "to_move": self.to_move(),
            "spaces": [self.view_space(space) for space in self.spaces],
            "bag": plain(Counter(self.bag)),
            "discard": plain(self.discard),
            "hand": {"seat": self.hand[0], "domino": self.hand[1]} if self.hand else None,
            "lost": self.lost,
            "seats": [self.view_explorer(each) for each in self.explorers] + self.view_legend(),
            "submission": explorer.submission if explorer else None,
            "decision": None if seat is None else self.decision(seat),
            "outcome": self.outcome(),
        }

    def view_space(self, space: Space) -> JSON:
        view: JSON = {"space": self.number(space), "height": len(space.pile), "face_up": space.face_up}
        view["gems"] = plain(space.gems)
        if space.face_up:
            return view | {"domino": space.pile[0]}
        back = [{"colour": block.colour, "icons": len(block.icons)} for block in self.dominoes[space.pile[0]]]
        return view | {"back": back}

    def view_explorer(self, explorer: Explorer) -> JSON:
        return {
            "seat": explorer.seat,
            "kind": "explorer",
            "out": explorer.out,
            "gems": plain(explorer.gems),
            "complete": explorer.complete,
            "box": {"columns": explorer.box[0], "rows": explorer.box[1]} if explorer.box else None,
            "dominoes": explorer.dominoes,
            "areas": explorer.areas(),
            "scores": explorer.scores,
            "total": explorer.total(),
            "submitted": explorer.submission is not None,
        }

    def view_legend(self) -> list[JSON]:
        if not self.legend:
            return []
        view: JSON = {"seat": 1, "kind": "legend", "mode": self.legend.mode, "gems": plain(self.legend.gems)}
        view |= {"pile": self.legend.pile, "preferences": self.preferences()}
        return [view | {"scores": self.legend.scores, "total": self.legend.total()}]

    def decision(self, seat: int) -> JSON | None:
        """Return the seat's decision; of a scoring, everything except `best`."""
        if self.phase == "score":
            if seat >= len(self.explorers) or not self.may_submit(seat):
                return None
            areas = self.explorers[seat].payable()
            return {"kind": "score", "areas": areas, "keep": KEEP if self.stage < 4 else None}
        if seat != self.turn:
            return None
        if self.phase == "legend":
            return {"kind": "legend"}
        placements = [list(placement) for placement in self.explorers[seat].placements(self.stage)]
        if self.phase == "take":
            open_spaces = self.face(up=True)
            offers = [{"space": self.number(s), "gems": [gem for gem in GEMS if s.gems[gem]]} for s in open_spaces]
            return {"kind": "take", "spaces": offers, "placements": placements}
        if self.phase == "reveal":
            return {"kind": "reveal", "spaces": [self.number(space) for space in self.face(up=False)]}
        assert self.hand
        return {"kind": "place", "domino": self.hand[1], "placements": placements}
