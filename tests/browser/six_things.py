"""Six things that a player sees together at every decision, without scrolling and uncovered: the own pyramid or cards,
what may be chosen, every score, whose turn it is, the own clock, and the action button. Targets have 44 px.
"""

from __future__ import annotations

from playwright.sync_api import Page

PIECES = ".own-pyramid .pyramid-field, .work-cards > .work-card, .keep-cards"
CHOICES = {
    "take": ".space.open .pile-top, .gem-choice .gem-button",
    "reveal": ".space.open .pile-top",
    "score": ".areas .payable",
    "place": ".legal-cells path, .quarry-stone.open, .hand-domino:enabled",
    "mark": ".mark-button, .work-card.active [data-lit], .work-card.aside, .tool-buttons button",
    "finish": ".pile.open, .card-row.open .card-face",
    "fill": ".card-row.open .card-face, .target.gap",
    "keep": ".keep-card",
    "replace": ".choosing .reserve-card",
}
"""What may be chosen, by kind of decision, in all games. An area's target is also its line in the list."""
NOT_TARGETS = ".areas .payable, .target"

FOUND = """([things, notTargets]) => {
  const wrong = [];
  const about = element => element.getAttribute("aria-label") || element.textContent.trim().slice(0, 40) || "";
  const named = element => `<${element.tagName} class="${element.getAttribute("class")}"> ${about(element)}`;
  const covers = (element, x, y) => {
    const hit = document.elementFromPoint(x, y);
    if (!hit || element.contains(hit) || hit.contains(element)) return null;
    return element.ownerSVGElement?.contains(hit) ? null : hit;
  };
  for (const [thing, selector, needed] of things) {
    const all = [...document.querySelectorAll(selector)].filter(one => one.getClientRects().length > 0);
    if (needed && all.length === 0) wrong.push(`${thing}: nothing matches ${selector}`);
    for (const element of all) {
      const box = element.getBoundingClientRect();
      const place = [box.left, box.top, box.right, box.bottom].map(Math.round).join(" ");
      if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) {
        wrong.push(`${thing}: outside the window at ${place}: ${named(element)}`);
        continue;
      }
      for (const across of [0.15, 0.5, 0.85]) {
        for (const down of [0.15, 0.5, 0.85]) {
          const by = covers(element, box.left + across * box.width, box.top + down * box.height);
          if (by) wrong.push(`${thing}: ${named(element)} at ${place} is covered by ${named(by)}`);
        }
      }
      const target = thing === "choices" || thing === "button";
      // a cell's path is drawn inside its cell; on a phone on its side cells may be a little smaller
      const room = !element.matches(".legal-cells path") ? 43.5 : innerHeight < 500 ? 36 : 40;
      if (target && !element.matches(notTargets) && Math.min(box.width, box.height) < room)
        wrong.push(`${thing}: ${named(element)} is only ${box.width.toFixed(1)} by ${box.height.toFixed(1)}`);
    }
  }
  if (document.documentElement.scrollHeight > innerHeight + 1) wrong.push("the page scrolls");
  if (document.documentElement.scrollWidth > innerWidth + 1) wrong.push("the page scrolls sideways");
  const bar = document.querySelector(".action-bar").getBoundingClientRect();
  const phone = innerWidth >= 360 && innerWidth < Math.min(700, innerHeight);
  if (phone && bar.height > 120.5) wrong.push(`the action bar is ${bar.height} px high`);
  return [...new Set(wrong)];
}"""


def hidden(page: Page, decision: str) -> list[str]:
    """Return what of the six things is out of sight, covered or too small while the player owes this decision; with
    `none` others are to move, and there is nothing to choose.
    """
    owes = decision != "none"
    clocked = page.locator(".chip.you [data-clock]").count() > 0
    seats = page.locator(".strip .chip").count()
    things = [
        ("mine", PIECES, True),
        *([("choices", CHOICES[decision], True), ("button", '[data-action="confirm"]', True)] if owes else ()),
        *((f"score of seat {seat}", f'.chip [data-points="{seat}"]', True) for seat in range(seats)),
        ("turn", ".chip.moving .turn-sign", True),
        ("turn", ".status-text", True),
        ("clock", ".chip.you [data-clock]", clocked),
    ]
    return [f"{decision}: {text}" for text in page.evaluate(FOUND, [things, NOT_TARGETS])]


def in_sight(page: Page, decision: str) -> None:
    wrong = hidden(page, decision)
    assert not wrong, "\n".join(wrong)
