"""`python -m engine`: play, verify and show games, and measure players and the engine, from the command line."""

from __future__ import annotations

import argparse
import io
import random
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from engine import bench, registry, simulate, verify
from engine.ai import ladder, think
from engine.ai.minds import MINDS
from engine.core import JSON, GameError
from engine.export import BadExport, export, read, upto
from engine.position import LogError


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit status: 0; 1 if an export does not verify; 2 if a file or option is
    unusable.
    """
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    play = commands.add_parser("play", help="play a game of random legal actions and write its export")
    play.add_argument("--game", required=True, choices=[rules.key for rules in registry.games()])
    play.add_argument("--seats", type=int, default=2)
    play.add_argument("--legend", choices=["a", "the"], help="with --seats 1: which Legend (default: a)")
    play.add_argument("--seed", type=int, help="makes the game repeatable (default: drawn)")
    play.add_argument("--out", type=Path, help="the file to write (default: standard output)")
    verify_ = commands.add_parser("verify", help="rebuild ended games from their exports and check everything")
    verify_.add_argument("file", help="an export, or many of them, one per line; also gzipped; -: standard input")
    show = commands.add_parser("show", help="print the table of a game as text")
    show.add_argument("file", type=Path)
    show.add_argument("--at", type=int, metavar="SEQ", help="as it was after this event (default: the last)")
    ladder_ = commands.add_parser("ladder", help="measure how strong players are; prints a table and a line of JSON")
    ladder_.add_argument("--game", required=True, choices=list(MINDS))
    ladder_.add_argument("--seats", type=int, default=2)
    ladder_.add_argument("--legend", choices=["a", "the"], help="with --seats 1: which Legend (default: a)")
    ladder_.add_argument("--players", required=True, help="two or more, weakest first: random,greedy,search:300ms …")
    ladder_.add_argument("--games", type=_positive(int), default=200, help="games of each pair (default: 200)")
    ladder_.add_argument(
        "--seed", default="ladder", help="any text; the same seed makes the same shuffles (default: ladder)"
    )
    ladder_.add_argument(
        "--processes", type=_positive(int), default=ladder.cores(), help="(default: one for each core)"
    )
    ladder_.add_argument(
        "--stop-at",
        type=_positive(float),
        metavar="ELO",
        help="stop a pair as soon as a sequential test shows that one of the two is stronger by at least ELO points",
    )
    commands.add_parser("think", help="choose actions for requests on standard input, one JSON object per line")
    commands.add_parser("bench", help="measure the engine and compare it with python-chess; prints JSON lines")
    args = parser.parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # for terminals that cannot show every character
    if args.command == "bench":
        return bench.main()
    if args.command == "think":
        return think.main()
    try:
        return {"play": _play, "verify": _verify, "show": _show, "ladder": _ladder}[args.command](args)
    except (OSError, BadExport, GameError) as error:
        print(f"engine: {verify.printable(str(error))}", file=sys.stderr)
        return 2
    except LogError as error:
        print(f"engine: the log is invalid at {verify.printable(str(error))}", file=sys.stderr)
        return 1


def _positive(kind: Callable[[str], float]) -> Callable[[str], float]:
    """Return an argparse type for numbers above 0."""

    def read_number(text: str) -> float:
        number = kind(text)
        if not 0 < number < float("inf"):
            raise argparse.ArgumentTypeError(f"{text} is not above 0")
        return number

    return read_number


def _options(args: argparse.Namespace) -> JSON:
    return {"seats": args.seats} | ({"legend": args.legend} if args.legend else {})


def _play(args: argparse.Namespace) -> int:
    options = _options(args)
    seed = random.SystemRandom().getrandbits(64) if args.seed is None else args.seed
    position, events = simulate.random_game(args.game, options, random.Random(seed))
    document = msgspec.json.encode(export(position, events))
    if args.out is None:
        sys.stdout.buffer.write(document + b"\n")
    else:
        args.out.write_bytes(document + b"\n")
        assert position.outcome is not None
        print(f"{args.out}: {len(events)} events, scores {list(position.outcome.scores)}")
    return 0


def _verify(args: argparse.Namespace) -> int:
    return verify.main(args.file)


def _show(args: argparse.Namespace) -> int:
    position = upto(read(args.file.read_bytes()), args.at)
    print(f"after event {position.seq}")
    print(position.rules.show(position.state))
    return 0


def _ladder(args: argparse.Namespace) -> int:
    checked = registry.get(args.game).options_from_json(_options(args))
    return ladder.main(
        args.game,
        checked,
        args.players.split(","),
        args.games,
        processes=args.processes,
        seed=args.seed,
        stop_at=args.stop_at,
    )


if __name__ == "__main__":
    sys.exit(main())
