"""`python -m engine bench`: a benchmark of the engine, compared with python-chess in the same run; prints JSON lines.

Method: every measurement is cut into small chunks, the chunks of all measurements take turns, and each figure is its
best chunk in CPU time, so that other load on the machine affects all of them alike. Only ratios within one run are
comparable.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from engine import registry, replay
from engine.core import JSON, Rules
from engine.simulate import random_game

ROUNDS = 15
GAMES = 12
LISTED = 500
"""The most legal actions to list of one decision; secret submissions can have very many."""

Chunk = Callable[[], int]


def tables() -> Iterator[tuple[Rules[Any, Any], JSON]]:
    """Yield every game with two seats and, where there is one, its first solo game."""
    for rules in registry.games():
        kinds = [kind.options for kind in rules.table_kinds()]
        for seats in (2, 1):
            first = next((options for options in kinds if options["seats"] == seats), None)
            if first is not None:
                yield rules, first


def measure(chunks: dict[str, Chunk], rounds: int = ROUNDS) -> dict[str, float]:
    """Return operations per second of each chunk (a callable that returns how many it did), the best of `rounds`."""
    best = dict.fromkeys(chunks, 0.0)
    for _ in range(rounds):
        for name, chunk in chunks.items():
            begun = time.process_time()
            done = chunk()
            best[name] = max(best[name], done / (time.process_time() - begun))
    return best


def playout_chunk(rules: Rules[Any, Any], options: JSON) -> Chunk:
    """Random playouts, from the deal to the end of the game: list the legal actions, choose, check and apply.

    - Pyramido: every decision is chosen from the list of all legal actions.
    - Forgotten Treasures: likewise, except the secret scorings, which are drawn area by area as there can be very many.
    - Silver & Gold: the cards to keep and the replacement cards are chosen from the list of all legal actions. A mark
      (docs/rules.md D3) is chosen from all legal first marks, then each extra cell for a red cross from the cells that
      may be marked. Neither these lists nor the effects of marks are cached.

    Every action is checked by `apply`, as a player's is; python-chess's `push` applies without checking.
    """
    rng = random.Random(1)
    seeds = [rng.randbytes(32) for _ in range(GAMES)]

    def chunk() -> int:
        decisions = 0
        for seed in seeds:
            state = rules.start(options, seed)
            while seats := rules.to_move(state):
                action = rules.random_action(state, seats[0], rng)
                state = rules.apply(state, seats[0], action)
                decisions += 1
        return decisions

    return chunk


def replay_chunk(rules: Rules[Any, Any], options: JSON, form: str) -> Chunk:
    """Validated replay of recorded games: each action is read from text or JSON objects and checked by the rules."""
    read = rules.action_from_text if form == "text" else rules.action_from_json
    write: Any = rules.action_to_text if form == "text" else rules.action_to_json
    rng = random.Random(2)
    games: list[tuple[bytes, list[tuple[int, Any]]]] = []
    for _ in range(GAMES):
        seed, moves = rng.randbytes(32), []
        state = rules.start(options, seed)
        while seats := rules.to_move(state):
            action = rules.random_action(state, seats[0], rng)
            moves.append((seats[0], write(action)))
            state = rules.apply(state, seats[0], action)
        games.append((seed, moves))

    def chunk() -> int:
        for seed, moves in games:
            state = rules.start(options, seed)
            for seat, move in moves:
                state = rules.apply(state, seat, read(move))
        return sum(len(moves) for _, moves in games)

    return chunk


def fold_chunk(rules: Rules[Any, Any], options: JSON) -> Chunk:
    """Folding a stored log, as a server does on a cache miss."""
    position, events = random_game(rules.key, options, random.Random(3))

    def chunk() -> int:
        for _ in range(GAMES):
            replay.fold(events, position.secret, position.nonces)
        return GAMES * len(events)

    return chunk


def states(rules: Rules[Any, Any], options: JSON) -> list[Any]:
    """The states of one random game in which a decision is owed."""
    rng = random.Random(4)
    state = rules.start(options, rng.randbytes(32))
    out = []
    while seats := rules.to_move(state):
        out.append(state)
        state = rules.apply(state, seats[0], rules.random_action(state, seats[0], rng))
    return out


def listing_chunks(rules: Rules[Any, Any], options: JSON) -> dict[str, Chunk]:
    """Lists of legal actions: whole lists for decisions to place a domino, and single actions for all decisions."""
    some = states(rules, options)
    placing = [s for s in some if rules.view(s, rules.to_move(s)[0])["decision"]["kind"] == "place"]

    def lists() -> int:
        for state in placing:
            rules.legal_actions(state, rules.to_move(state)[0])
        return len(placing)

    def actions() -> int:
        return sum(1 for state in some for _ in islice(rules.legal_actions(state, rules.to_move(state)[0]), LISTED))

    return {**({"legal placement lists": lists} if placing else {}), "legal actions listed": actions}


def view_chunk(rules: Rules[Any, Any], options: JSON) -> Chunk:
    """Views of the seat that is to move."""
    some = states(rules, options)[::4]

    def chunk() -> int:
        for state in some:
            rules.view(state, rules.to_move(state)[0])
        return len(some)

    return chunk


def chess_chunks() -> dict[str, Chunk]:
    """Random playouts and validated replay, measured with python-chess; empty if it is not installed (it is in the
    development extra).
    """
    try:
        import chess
    except ImportError:
        return {}
    rng = random.Random(5)
    plies = 120

    def playout() -> int:
        board = chess.Board()
        done = 0
        while done < plies and (moves := list(board.legal_moves)):
            board.push(rng.choice(moves))
            done += 1
        return done

    recorded: list[list[str]] = []
    for _ in range(4):
        board = chess.Board()
        while len(board.move_stack) < plies and (moves := list(board.legal_moves)):
            board.push(rng.choice(moves))
        recorded.append([move.uci() for move in board.move_stack])

    def uci() -> int:
        for game in recorded:
            board = chess.Board()
            for move in game:
                board.push_uci(move)
        return sum(map(len, recorded))

    return {"python-chess random playout": playout, "python-chess validated UCI replay": uci}


def main() -> int:
    """Run the benchmark and print its figures."""
    chess = chess_chunks()
    print(json.dumps({"method": " ".join((__doc__ or "").split("Method: ")[1].split()), "rounds": ROUNDS}))
    if not chess:
        print(json.dumps({"left_out": "python-chess is not installed (development extra), so there are no ratios"}))
    for rules, options in tables():
        chunks = {
            "random playout": playout_chunk(rules, options),
            "validated replay from text": replay_chunk(rules, options, "text"),
            "validated replay from JSON": replay_chunk(rules, options, "json"),
            "log fold": fold_chunk(rules, options),
            **listing_chunks(rules, options),
            "views": view_chunk(rules, options),
            **chess,
        }
        best = measure(chunks)
        for name, rate in best.items():
            line: JSON = {"game": rules.key, "options": options, "figure": name, "per_second": round(rate)}
            if name == "views":
                line["microseconds"] = round(1e6 / rate, 1)
                sizes = [len(json.dumps(rules.view(s, 0), separators=(",", ":"))) for s in states(rules, options)]
                line |= {"bytes_mean": sum(sizes) // len(sizes), "bytes_max": max(sizes)}
            print(json.dumps(line))
        if chess:
            for title, name, other, aim in (
                ("validated replay", "validated replay from text", "python-chess validated UCI replay", 1),
                ("random playout", "random playout", "python-chess random playout", 2),
            ):
                ratio = round(best[name] / best[other], 2)
                print(
                    json.dumps(
                        {
                            "game": rules.key,
                            "options": options,
                            "ratio_to_python_chess": title,
                            "ratio": ratio,
                            "aim": aim,
                            "met": ratio >= aim,
                        }
                    ),
                    flush=True,
                )
    return 0
