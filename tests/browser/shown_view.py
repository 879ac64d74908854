"""What a board shows, read from its drawings, and what it has to show of a view: each piece's place, turn and colours,
gems, markers, cards and marked cells, points, and whose turn it is. For spectators and replays.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

JSON = dict[str, Any]

BLOCK = '.stage > [fill^="url(#face-"]'
"""A block of a pyramid."""

READ = """() => {
  const board = document.querySelector(".board");
  const all = (root, selector) => [...root.querySelectorAll(selector)];
  const at = (one, name) => Number(one.getAttribute(name));
  const number = one => Number(one.textContent.replace("−", "-"));
  const named = one => one.getAttribute("href").replace(/^#[a-z]+-(desert-)?/, "");
  const face = one => /#face-(?:desert-)?(\\w+)/.exec(one.getAttribute("fill"))[1];
  const seats = (selector, read) =>
    Object.fromEntries(all(board, selector).map(one => [/\\d+$/.exec(one.dataset.anchor)[0], read(one)]));

  // the face of a block or card begins near its upper left corner; the setting of an icon is a disc
  const begin = one => one.getAttribute("d").match(/-?[\\d.]+/g).map(Number);
  const stones = (root, lift = 0) => all(root, 'path[fill^="url(#face-"]').filter(one => !one.closest("[data-tile]"))
    .map(one => [face(one), ...begin(one)])
    .map(([colour, x, y]) => [colour, 50 * Math.floor(x / 50), 50 * Math.floor((y + lift) / 50) - lift]);
  // an icon lies in a corner of its block, whose upper left corner is given
  const icons = (root, left, top) => all(root, 'path[fill="url(#socket)"]').map(begin)
    .map(([x, y, r]) => [x + r - left, y - top])
    .filter(([x, y]) => x > 0 && x < 100 && y > 0 && y < 100)
    .map(([x, y]) => (y < 50 ? "t" : "b") + (x < 50 ? "l" : "r")).sort().join("+");
  const blocks = one => {
    const stage = Number(/stage-(\\d)/.exec(one.getAttribute("class"))[1]);
    const cell = from => (from / 50 - stage + 1) / 2;
    return stones(one, 9 * stage).map(([colour, left, top]) => {
      const place = [stage, cell(left), cell(top + 9 * stage)].join(" ");
      const card = one.querySelector(`[data-tile="${place}"] [fill^="url(#face-"]`); // it covers its block
      return [place, card ? face(card) : colour, icons(one, left, top)].join(" ");
    });
  };
  const domino = root => stones(root).map(([colour, left, top]) => `${colour} ${icons(root, left, top)}`);
  const jewel = one => /marker-(\\w+)/.exec(one.querySelector(".marker").getAttribute("class"))[1];
  // a marker begins with its shadow, which lies at its foot
  const foot = one => {
    const [x, y, r] = begin(one.querySelector("path"));
    return [x + (r * 42) / 58 - 25, y - (r * 50) / 58 - 25].map(Math.round);
  };
  const back = root => all(root, '[fill^="url(#carving-"]').map((one, half) => {
    const gems = all(root, 'use[href^="#gem-"]').filter(gem => Math.floor((at(gem, "x") + 15) / 100) === half);
    return `${/carving-(\\w+)/.exec(one.getAttribute("fill"))[1]} ${gems.length}`;
  });
  const card = one => [
    number(one.querySelector(".card-number")),
    // the floors of all marked cells are one path, each of which begins near its upper left corner
    all(one, ".trodden > path:first-child").flatMap(floor => floor.getAttribute("d").match(/M\\d+ \\d+/g)).map(from => {
      const [x, y] = from.slice(1).split(" ").map(corner => Math.floor(corner / 100));
      return "abcde"[x] + (y + 1);
    }).sort(),
  ];
  const main = document.querySelector(".chip.main").dataset.seat;
  const explorer = (cards, finished, sheet) =>
    ({ cards: cards.map(card), finished: finished.sort((a, b) => a - b), sheet });
  const count = selector => all(board, selector).length;
  const explorers = Object.fromEntries(all(board, ".other[data-other]").map(one => [one.dataset.other, explorer(
    all(one, ".other-cards .card-drawing"),
    all(one, ".finished-cards li").map(each => parseInt(each.textContent)),
    all(one, ".finds > span").map(number),
  )]));
  if (board.querySelector(".score-card")) explorers[main] = explorer(
    all(board, ".work-card .card-drawing"),
    all(board, "[data-explored]").map(each => Number(each.dataset.explored)),
    [
      count(".score-card .gem-pair > .spot:first-child.full"), count(".score-card .gem-pair > .spot:last-child.full"),
      count(".score-card .torch-place .full"), count(".score-card .skull-place .full"),
    ],
  );
  const holder = one => one.closest(".other") ?? board.querySelector(".tray");
  return {
    seq: Number(board.dataset.seq),
    main: Number(main),
    phase: board.dataset.phase,
    points: all(board, ".chip [data-points]").map(number),
    moving: all(board, ".chip.moving").map(one => Number(one.dataset.seat)),
    pyramids: seats('[data-anchor^="pyramid-"]', one => all(one, ".stage").flatMap(blocks).sort()),
    standing: seats('[data-anchor^="pyramid-"]', one => Object.fromEntries(all(one, ".standing").map(
      marker => [marker.dataset.marker, foot(marker)],
    ))),
    gems: seats('[data-anchor^="gems-"]', one => Object.fromEntries(
      all(one, ".held").map(gem => [named(gem.querySelector("use")), number(gem.querySelector(".tally"))]),
    )),
    hands: seats('.other-hand', domino),
    spaces: all(board, ".space").map(one => ({
      height: number(one.querySelector(".height")),
      domino: one.matches(".face-up") ? domino(one.querySelector(".pile-top")) : back(one),
      gems: all(one, ".space-gems use").map(named).sort(),
    })),
    markers: seats('[data-anchor^="pyramid-"]', one =>
      all(holder(one), ":is(.marker-row, .small-markers) .here").map(jewel).sort()),
    sides: seats('[data-anchor^="pyramid-"]', one => all(holder(one), '.card-side [fill*="#face-"]').map(face).sort()),
    quarry: all(board, '[data-anchor^="quarry-"]').map(domino),
    piles: all(board, '.pile').map(one => [number(one.querySelector(".height")), ...domino(one)]),
    explorers,
    table: all(board, ".sgp-totals tbody tr").map(row => all(row, "td").map(number)),
    reserve: all(board, "[data-reserve]").map(one => Number(one.dataset.reserve)).filter(one => one > 0),
    deck: Number(board.querySelector(".deck-count")?.textContent ?? 0),
    step: Number(/step (\\d+)/.exec(board.querySelector(".rounds")?.getAttribute("aria-label") ?? "")?.[1] ?? 0),
    left: count(".shape-card.left"),
    sent: all(board, ".chip").filter(one => one.querySelector(".sent-sign")).map(one => Number(one.dataset.seat)),
  };
}"""
"""Read the board; seats are keys as text, and blocks are `STAGE X Y COLOUR CORNERS`."""

WALK = f"""async () => {{
  const read = {READ};
  const board = () => document.querySelector(".board");
  const found = [read()];
  while (board().hasAttribute("data-replay")) {{
    const {{ seq }} = board().dataset;
    board().querySelector('.replay-button[data-replay="forward"]').click();
    while (board().dataset.seq === seq) await new Promise(done => setTimeout(done));
    found.push(read());
  }}
  return found;
}}"""
"""Read all moments of a replay from the one that is shown on."""

CORNERS = ("tl", "tr", "br", "bl")
SECOND = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}
UNIT, LIFT, MARKER = 50, 9, 7
"""In units of the drawings: a quadrant, the height of a stage, and how far a marker rises above its quadrant."""


@cache
def faces(game: str) -> dict[int, list[tuple[str, list[str]]]]:
    """Return each domino's blocks: colour and icons' corners."""
    data = Path(__file__).resolve().parents[2] / "engine" / "data" / f"{game.replace('-', '_')}_dominoes.json"
    return {
        one["id"]: [(block["colour"], block["icons"]) for block in one["blocks"]]
        for one in json.loads(data.read_text())["dominoes"]
    }


def turned(icons: list[str], rotation: int) -> str:
    return "+".join(sorted(CORNERS[(CORNERS.index(corner) + rotation // 90) % 4] for corner in icons))


def face(game: str, domino: int | None) -> list[str]:
    return [] if domino is None else [f"{colour} {turned(icons, 0)}" for colour, icons in faces(game)[domino]]


def blocks(game: str, seat: JSON) -> list[str]:
    """Return the blocks of a pyramid as they lie, with cards on them."""
    found = {}
    for one in seat["dominoes"]:
        dx, dy = SECOND[one["rotation"]]
        for half, (colour, icons) in enumerate(faces(game)[one["domino"]]):
            cell = (one["stage"], one["x"] + half * dx, one["y"] + half * dy)
            found[cell] = f"{colour} {turned(icons, one['rotation'])}"
    for one in seat.get("resurfaced", []):
        found[one["stage"], one["x"], one["y"]] = f"{one['colour']} {turned(['tl'], one['rotation'])}"
    return sorted(f"{stage} {x} {y} {what}" for (stage, x, y), what in found.items())


def check(shown: JSON, view: JSON) -> None:
    """Check that what `READ` has returned is all of the view. The past leaves out the domino in the middle's hand."""
    about = f"event {shown['seq']}"
    seats = view["seats"]
    wanted = {
        "phase": view["phase"],
        "points": [seat["total"] for seat in seats],
        "moving": view["to_move"],
        **{"forgotten-treasures": _treasures, "pyramido": _desert, "silver-gold-pyramids": _expedition}[view["game"]](
            view, shown["main"]
        ),
    }
    assert {name: shown[name] for name in wanted} == wanted, about
    if view["game"] == "pyramido":
        for seat in seats:
            _check_markers(shown["standing"][str(seat["seat"])], seat, view["stage"], about)


def _treasures(view: JSON, main: int) -> JSON:
    game, hand, over = view["game"], view["hand"], view["phase"] == "over"
    return {
        "pyramids": {str(seat["seat"]): blocks(game, seat) for seat in view["seats"]},
        "gems": {
            str(seat["seat"]): {gem: count for gem, count in seat["gems"].items() if count}
            for seat in view["seats"]
            if not (over and seat["seat"] == main)
        },
        "hands": {str(hand["seat"]): face(game, hand["domino"])} if hand and hand["seat"] != main else {},
        "spaces": [
            {
                "height": space["height"],
                "domino": face(game, space["domino"])
                if space["face_up"]
                else [f"{block['colour']} {block['icons']}" for block in space["back"]],
                "gems": sorted(gem for gem, count in space["gems"].items() for _ in range(count)),
            }
            for space in view["spaces"]
        ],
    }


def _desert(view: JSON, main: int) -> JSON:
    game = view["game"]
    return {
        "pyramids": {str(seat["seat"]): blocks(game, seat) for seat in view["seats"]},
        "markers": {str(seat["seat"]): sorted(seat["markers"]) for seat in view["seats"]},
        "sides": {str(seat["seat"]): sorted(side for card in seat["cards"] for side in card) for seat in view["seats"]},
        "quarry": [face(game, space["domino"]) for space in view["quarry"]],
        "piles": [[pile["height"], *face(game, pile["domino"])] for pile in view["piles"]],
    }


def _check_markers(standing: JSON, seat: JSON, stage: int, about: str) -> None:
    """Check that each marker stands in a quadrant of its block."""
    assert set(standing) == {mark["colour"] for mark in seat["marked"]}, about
    for mark in seat["marked"]:
        x, y = standing[mark["colour"]]
        column, row = x / UNIT - (stage - 1), (y + MARKER + LIFT * stage) / UNIT - (stage - 1)
        assert (column // 2, row // 2) == (mark["x"], mark["y"]), f"{about}: {mark}"


def _expedition(view: JSON, main: int) -> JSON:
    begun, playing = view["phase"] != "keep", view["phase"] not in ("keep", "over")
    sources = ("finished", "pyramids", "gems", "torches", "skulls")
    return {
        "explorers": {
            str(seat["seat"]): {
                "cards": [[card["number"], sorted(card["marked"])] for card in seat["cards"]],
                "finished": sorted(card["number"] for card in seat["finished"]),
                "sheet": [
                    seat["sheet"]["red_gems"],
                    seat["sheet"]["green_gems"],
                    len(seat["sheet"]["torches"]),
                    seat["sheet"]["skulls"],
                ],
            }
            for seat in view["seats"]
        },
        "table": [[seat["points"][source] for source in sources] + [seat["total"]] for seat in view["seats"]],
        "reserve": view["reserve"] if begun else [],
        "deck": view["deck"] if begun else 0,
        "step": view["step"] if playing else 0,
        "left": len(view["shapes_left"]) if playing else 0,
        "sent": [seat["seat"] for seat in view["seats"] if seat["submitted"]] if view["phase"] != "over" else [],
    }
