"""Worlds of numbers: device fingerprints, results, and words."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random

from games.fair_play.detectors import abuse, one_sided
from games.fair_play.detectors import shared_device_or_network as shared
from games.fair_play.detectors.one_sided import Meeting
from ratings import elo
from tests.tools.fair_play_worlds import Outcome

Fingerprints = dict[int, set[shared.Trace]]


def shared_world(honest: int, planted: int, seed: int) -> Outcome:
    """Simulate households, schools and carriers whose people meet in rated games; planted are pairs of accounts of one
    person.

    A twentieth of the honest players live with another player, a twentieth of those share a device, a third of those
    play one another. A quarter of the planted pairs hide the device, a tenth the network.
    """
    rng = Random(f"shared {seed}")
    outcome = Outcome(honest, 2 * planted)
    fingerprints: Fingerprints = defaultdict(set)
    games: dict[int, int] = {}
    meet: Counter[tuple[int, int]] = Counter()

    def fingerprint(kind: str, name: str) -> shared.Trace:
        return kind, name.encode()

    for user in range(honest):
        games[user] = 5 + int(rng.expovariate(1 / 40))
        fingerprints[user] |= {fingerprint("device", f"d{user}"), fingerprint("network", f"n{user}")}
        if rng.random() < 0.6:
            fingerprints[user].add(fingerprint("network", f"carrier {int(rng.paretovariate(1)) % (honest // 15)}"))
        if rng.random() < 0.2:
            fingerprints[user].add(fingerprint("network", f"school {rng.randrange(max(1, honest // 60))}"))
            if rng.random() < 0.2:
                fingerprints[user].add(fingerprint("device", f"school computer {rng.randrange(max(1, honest // 10))}"))
        for _ in range(2):  # a regular opponent
            other = rng.randrange(honest)
            if other != user:
                meet[min(user, other), max(user, other)] += rng.randrange(1, 9)
    for user in range(0, honest // 20, 2):
        fingerprints[user + 1].add(fingerprint("network", f"n{user}"))
        if rng.random() < 0.05:
            fingerprints[user + 1].add(fingerprint("device", f"d{user}"))
        if rng.random() < 0.33:
            meet[user, user + 1] += 1 + int(rng.expovariate(1 / 6))
    guilty = set()
    for number in range(planted):
        one, two = honest + 2 * number, honest + 2 * number + 1
        guilty |= {one, two}
        hides = rng.random()
        fingerprints[one] |= {fingerprint("device", f"d{one}"), fingerprint("network", f"n{one}")}
        fingerprints[two] |= {fingerprint("device", f"d{one if hides > 0.25 else two}")}
        fingerprints[two] |= {fingerprint("network", f"n{one if hides < 0.9 else two}")}
        games[one], games[two] = rng.randrange(20, 80), rng.randrange(6, 26)
        meet[one, two] = rng.randrange(3, 16)
    accounts = Counter(one for owned in fingerprints.values() for one in owned)
    outcome.judged |= set(range(honest))
    for (one, two), meetings in meet.items():
        played = (max(games[one], meetings), max(games[two], meetings))
        common = sorted(fingerprints[one] & fingerprints[two])
        outcome.add([shared.detect((one, two), common, accounts, meetings, played)], guilty)
    return outcome


def one_sided_world(honest: int, planted: int, seed: int, games: int = 40) -> Outcome:
    """Simulate Elo as the site counts it. A fifth of the players have a friend with whom they play a third of their
    games, however unequal in strength; some resign early and often. Planted are pairs of accounts of which one loses on
    purpose.
    """
    rng = Random(f"one-sided {seed}")
    outcome = Outcome(honest, 2 * planted)
    people = honest + 2 * planted
    skill = [rng.gauss(1500, 220) * elo.POINT for _ in range(people)]
    quits = [rng.betavariate(1, 15) for _ in range(people)]
    rating, played = [elo.START] * people, [0] * people
    friend = {user: rng.randrange(honest) for user in range(honest) if rng.random() < 0.2}
    guilty = set(range(honest, people))
    between: dict[tuple[int, int], list[Meeting]] = defaultdict(list)

    def play(one: int, two: int, thrown: bool = False) -> None:
        chance = 0.95 if thrown else elo.expectation(round(skill[one]), round(skill[two])) / elo.ONE
        won = rng.random() < chance
        loser = two if won else one
        early = rng.random() < (0.5 if thrown and won else quits[loser])
        settled = not (elo.is_provisional(played[one]) or elo.is_provisional(played[two]))
        before = rating[one], rating[two]
        for me, other, points in ((0, 1, 2 * won), (1, 0, 2 * (not won))):
            pair = (one, two)
            meeting = Meeting(before[me], before[other], settled, points, early and points == 2)
            between[pair[me], pair[other]].append(meeting)
            moved = elo.change(
                elo.k_factor(played[pair[me]]), points * elo.ONE // 2, elo.expectation(before[me], before[other])
            )
            rating[pair[me]] += moved
        played[one] += 1
        played[two] += 1

    for _ in range(games):
        order = sorted(range(people), key=lambda user: rating[user] + rng.gauss(0, 8000))
        waiting = set(order)
        for at, user in enumerate(order):
            if user not in waiting:
                continue
            mate = friend.get(user)
            if mate is not None and mate in waiting and mate != user and rng.random() < 0.33:
                other = mate
            else:
                near = [one for one in order[at + 1 : at + 4] if one in waiting]
                if not near:
                    continue
                other = near[0]
            waiting -= {user, other}
            play(user, other)
        for number in range(planted):
            if rng.random() < 0.3:
                play(honest + 2 * number, honest + 2 * number + 1, thrown=True)
    outcome.judged |= set(range(honest))
    for (winner, loser), meetings in between.items():
        outcome.add([one_sided.detect(winner, loser, meetings)], guilty)
    return outcome


SAID = (
    "good luck have fun", "nice move", "bien joué", "bella mossa", "thanks for the game", "merci pour la partie",
    "one moment please", "un attimo", "à toi", "tocca a te", "I should have taken the ruby", "che sfortuna", "oh no",
    "revanche ?", "rematch?", "the stage is full", "deux points de plus", "ci vediamo domani", "gg", "bonne nuit",
    "grazie mille", "you were lucky with that pile", "the cone of a pyramid", "con calma", "quel assemblage", "classic",
    "la classe", "I passed the exam", "Scunthorpe", "Penistone", "je suis bête", "bravissimo", "assassin's tomb",
)  # fmt: skip
RUDE = ("shit", "merde", "damn, lost again", "cazzo", "putain", "crap pile", "what the fuck", "oh merda")
ABUSE = (
    "you {} cheat again", "{}", "tu es un {}", "sei uno {}", "{} go away", "{} !!!", "learn to play {}",
)  # fmt: skip


def _hidden(word: str, rng: Random) -> str:
    match rng.randrange(6):
        case 0:
            return word.translate(str.maketrans("oieas", "01345"))
        case 1:
            return " ".join(word)
        case 2:
            return word.upper()
        case 3:
            return "".join(letter * rng.randrange(1, 4) for letter in word)
        case 4:
            return f"{word[0]}*{word[2:]}"  # not found: the star stands for a letter
        case _:
            return word


def abuse_world(honest: int, planted: int, seed: int) -> Outcome:
    """Simulate forty chat lines of each player; one player in thirty is often rude. Abusers insult in every fifth line,
    mostly disguised.
    """
    rng = Random(f"abuse {seed}")
    outcome = Outcome(honest, planted, judged=set(range(honest)))
    insults = sorted(word for word, weight in abuse.word_list().items() if weight >= 3)
    guilty = set(range(honest, honest + planted))
    for user in range(honest + planted):
        rude = 0.06 if rng.random() < 1 / 30 else 0.008
        lines = []
        for number in range(rng.randrange(20, 60)):
            text = rng.choice(SAID)
            if user in guilty and rng.random() < 0.2:
                text = rng.choice(ABUSE).format(_hidden(rng.choice(insults), rng))
            elif rng.random() < rude:
                text = rng.choice(RUDE)
            elif rng.random() < 0.0005:
                text = rng.choice(ABUSE).format(rng.choice(insults))
            lines.append(abuse.SaidLine(str(number), "g", text))
        outcome.add([abuse.detect(user, lines)], guilty)
    return outcome
