"""Worlds of games that are really played by the engine's rules, in blocks of players who meet one another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any

from engine import registry
from engine.ai import players
from engine.ai.minds import MINDS
from engine.newtypes import SeatNumber, Seq
from games.fair_play.detectors import engine_likeness, gifts, stalling, thought
from games.fair_play.detectors.decisions import Taken
from tests.tools.fair_play_worlds import Outcome

TWO = "silver-gold-pyramids"
"""The two-player game, for likeness and stalling; it is cheap to simulate."""
ROUNDS = 6
LENGTH = 76
"""Approximate number of decisions in such a game."""
PROGRAM = "search:150"
"""The AI that planted programs use; the check compares with another, weaker search."""
EXPERT = "search:12"
"""The strength of one honest player in a hundred: nearly that of a program."""

THREE = "pyramido"
"""The three-player game, for gifts; the quarry is visible to all players."""
THREE_ROUNDS = 2
DECISIONS = 100
"""Decisions played in a three-player game, about half of it."""


@dataclass
class Person:
    """A simulated player. `noise` is the error in judging plans, in points; `plans` whether whole turns are planned or
    single decisions weighed.

    `times`: the median, the spread, and the effect of lost positions, all as logarithms.
    """

    number: int
    noise: float
    plans: bool
    rating: int
    times: tuple[float, float, float]
    program: str = ""
    stalls: bool = False

    @classmethod
    def drawn(cls, number: int, rng: Random) -> Person:
        noise, plans = abs(rng.gauss(0, 3)), rng.random() < 0.5
        rating = round(1750 - 90 * noise + rng.gauss(0, 60))
        times = (rng.gauss(9.0, 0.5), rng.uniform(0.6, 1.1), rng.gauss(0, 0.35))
        if rng.random() < 0.01:
            return cls(number, noise, plans, round(1950 + rng.gauss(0, 60)), times, EXPERT)
        return cls(number, noise, plans, rating, times)

    def choose(self, rules: Any, state: Any, seat: int, rng: Random) -> Any:
        mind = MINDS[rules.key]
        if self.program:
            return players.get(self.program).choose(rules.view(state, seat), rng)
        if self.plans:
            candidates = [(points, plan[0]) for points, plan in mind.candidate_turns(state, seat)]
        else:
            candidates = mind.candidate_actions(state, seat)
        return max(candidates, key=lambda one: one[0] + rng.gauss(0, self.noise))[1]

    def think_ms(self, lost: bool, rng: Random) -> int:
        middle, spread, when_lost = self.times
        slow = rng.uniform(5, 15) if lost and self.stalls and rng.random() < 0.75 else 1.0
        return round(slow * exp(rng.gauss(middle + (when_lost if lost else 0.0), spread)))


@dataclass
class Played:
    name: str
    seats: list[int]
    taken: list[Taken]
    won: dict[int, bool]


def play_two(one: Person, two: Person, name: str) -> tuple[Played, dict[int, list[stalling.TimedDecision]]]:
    rules, mind, rng = registry.get(TWO), MINDS[TWO], Random(name)
    state = rules.start(rules.options_from_json({"seats": 2}), rng.randbytes(32))
    pair, found, seq = (one, two), [], 0
    times: dict[int, list[stalling.TimedDecision]] = defaultdict(list)
    while seats := rules.to_move(state):
        seat = seats[0]
        person = pair[seat]
        action = person.choose(rules, state, seat, rng)
        seq += 1
        own, other = mind.expected_points(state, seat), mind.expected_points(state, 1 - seat)
        lost = stalling.is_lost(own, other, seq / LENGTH)
        times[person.number].append(stalling.TimedDecision(lost, person.think_ms(lost, rng), name))
        found.append(Taken(Seq(seq), SeatNumber(seat), state, action, None, min(1.0, seq / LENGTH)))
        state = rules.apply(state, seat, action)
    outcome = rules.outcome(state)
    assert outcome is not None
    won = {person.number: seat in outcome.winners for seat, person in enumerate(pair)}
    return Played(name, [one.number, two.number], found, won), times


def two_block(block: int, honest: int, programs: int, stallers: int, seed: int) -> dict[str, Outcome]:
    """Let every player play ROUNDS games against others of the block; then run both checks on all of them."""
    rng = Random(f"two {seed} {block}")
    start = block * 1000
    people = [Person.drawn(start + number, rng) for number in range(honest + programs + stallers)]
    for person in people[honest : honest + programs]:
        person.program, person.rating = PROGRAM, rng.randrange(1500, 2000)
    for person in people[honest + programs :]:
        person.stalls, person.noise, person.program = True, person.noise + 1, ""
    games: dict[int, list[Played]] = defaultdict(list)
    times: dict[int, list[stalling.TimedDecision]] = defaultdict(list)
    for turn in range(ROUNDS):
        order = sorted(people, key=lambda person: person.rating + rng.gauss(0, 150))
        for number in range(0, len(order) - 1, 2):
            played, took = play_two(order[number], order[number + 1], f"{seed}.{block}.{turn}.{number}")
            for user in played.seats:
                games[user].append(played)
                times[user] += took[user]
    engine = Outcome(honest, programs)
    stalled = Outcome(honest, stallers)
    engine.judged |= {person.number for person in people[:honest]}
    for person in people:
        user = person.number
        planted = person.program == PROGRAM
        if not person.stalls:
            engine.add([_likeness(person, games[user])], {user} if planted else set())
        if not planted:
            stalled.add([stalling.detect(user, times[user])], {user} if person.stalls else set())
    return {engine_likeness.KIND: engine, stalling.KIND: stalled}


def _likeness(person: Person, games: list[Played]) -> Any:
    won = sum(played.won[person.number] for played in games)
    if not engine_likeness.is_looked_at(len(games), won):
        return None
    decisions = [
        (played.name, one) for played in games for one in played.taken if played.seats[one.seat] == person.number
    ]
    return thought.likeness(person.number, person.rating, registry.get(TWO), decisions)


def three_group(group: int, planted: bool, seed: int, rounds: int = THREE_ROUNDS) -> tuple[Outcome, list[gifts.Costly]]:
    """Let three players play several games together; if `planted`, the first helps the second. Return also the costly
    choices of the honest players, each with its rank for one opponent.
    """
    rng = Random(f"three {seed} {group}")
    numbers = [group * 1000 + n for n in range(3)]
    people = [Person(number, rng.uniform(2, 5), False, 1500, (0, 0, 0)) for number in numbers]
    guilty = {numbers[0], numbers[1]} if planted else set()
    outcome = Outcome(1 if planted else 3, 2 if planted else 0)
    choices: dict[int, list[gifts.Costly]] = defaultdict(list)
    rules, mind = registry.get(THREE), MINDS[THREE]
    for turn in range(rounds):
        name = f"{seed}.{group}.{turn}"
        order = rng.sample(range(3), 3)  # seat → person
        state = rules.start(rules.options_from_json({"seats": 3}), rng.randbytes(32))
        for seq in range(1, DECISIONS + 1):
            seats = rules.to_move(state)
            if not seats:
                break
            seat = seats[0]
            person = people[order[seat]]
            candidates = mind.candidate_actions(state, seat)
            action = max(candidates, key=lambda one: one[0] + rng.gauss(0, person.noise))[1]
            if planted and person is people[0] and rng.random() < 0.5:
                action = _gift(rules, state, seat, order.index(1), candidates, rng) or action
            users = {other: numbers[order[other]] for other in range(3) if other != seat}
            one = Taken(Seq(seq), SeatNumber(seat), state, action, None, seq / DECISIONS)
            found = thought.costly(rules, one, users, name, candidates, _by_quarry())
            if found is not None:
                choices[person.number].append(found)
            state = rules.apply(state, seat, action)
    for user in numbers:
        outcome.add(gifts.detect(user, choices[user]), guilty)
    honest = [choice for user in numbers if user not in guilty for choice in choices[user]]
    return outcome, honest


def _by_quarry() -> Callable[[Any, Any, int], float]:
    """Return `thought.expected_points` after each choice of one decision in THREE: for an opponent only the quarry
    changes.
    """
    known: dict[tuple[int, tuple[int, ...]], float] = {}

    def expected(rules: Any, state: Any, seat: int) -> float:
        key = seat, state.quarry
        if key not in known:
            known[key] = thought.expected_points(rules, state, seat)
        return known[key]

    return expected


def _gift(rules: Any, state: Any, seat: int, friend: int, candidates: list[tuple[float, Any]], rng: Random) -> Any:
    """Return the choice that helps the friend most, of those that cost 2 to 9 points."""
    best = max(points for points, _ in candidates)
    dear = [action for points, action in candidates if 2 <= best - points <= 9]
    some = rng.sample(dear, min(6, len(dear)))
    if not some:
        return None
    return max(some, key=lambda action: thought.expected_points(rules, rules.apply(state, seat, action), friend))


def drawn_world(choices: list[gifts.Costly], honest: int, seed: int) -> Outcome:
    """Simulate honest players who each have met the same two opponents in many games: their costly choices are drawn
    from those of the honest players before, with the two opponents in random order.
    """
    rng = Random(f"drawn {seed}")
    outcome = Outcome(honest, 0, judged=set(range(honest)))
    for user in range(honest):
        drawn = []
        for number in range(rng.randrange(gifts.CHOICES, 40)):
            choice = rng.choice(choices)
            places = list(choice.places.values())
            rng.shuffle(places)
            drawn.append(gifts.Costly(str(number // 4), Seq(number), choice.cost, {-1: places[0], -2: places[1]}))
        outcome.add(gifts.detect(user, drawn), set())
    outcome.judged &= set(range(honest))
    outcome.alarms &= set(range(honest))
    return outcome
