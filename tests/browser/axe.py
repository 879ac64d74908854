"""What axe-core finds wrong with a page: its rules for WCAG 2.2 A and AA, its best practices, and the experimental rule
that the accessible name of a control holds what is written on it (WCAG 2.5.3).
"""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

NAME_HOLDS_TEXT = "label-content-name-mismatch"
BESIDES = (NAME_HOLDS_TEXT, "target-size")
"""Rules that axe-core leaves out unless they are asked for."""
DRAWN_TEXT = """selector => {
  const copy = document.querySelector(selector).cloneNode(true);
  for (const drawing of copy.querySelectorAll("svg[aria-hidden=true]")) drawing.remove();
  return copy.textContent.trim() === "";
}"""
"""Whether a control has no text but in a drawing: the numbers of a card or of a pyramid are no label."""


def faults(page: Page) -> list[str]:
    """Return the rules that the page breaks, each with where it does and why."""
    options = {"resultTypes": ["violations"], "rules": {name: {"enabled": True} for name in BESIDES}}
    found: list[dict[str, Any]] = Axe().run(page, options=options).response["violations"]
    return [
        f"{rule['id']} at {' '.join(map(str, node['target']))}: {_why(node)}"
        for rule in found
        for node in rule["nodes"]
        if not (rule["id"] == NAME_HOLDS_TEXT and page.evaluate(DRAWN_TEXT, node["target"][0]))
    ]


def _why(node: dict[str, Any]) -> str:
    return "; ".join(check["message"] for kind in ("any", "all", "none") for check in node[kind])
