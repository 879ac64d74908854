"""Every state of every page is accessible in each language and each theme, as far as axe-core can tell."""

from __future__ import annotations

import pytest

from tests.browser.axe import faults
from tests.browser.page_states import STATES, places
from tests.browser.player import NewContext
from tests.browser.scenes import DESK
from tests.live import LiveSite

LANGUAGES = ("en-GB", "fr-FR", "it-IT")
THEMES = ("light", "dark")


@pytest.mark.sampled(one_of=48)
@pytest.mark.slow(60)
@pytest.mark.timeout(300)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("reader", STATES)
def test_every_state(
    new_context: NewContext, live_site: LiveSite, wrong: list[str], reader: str, theme: str, language: str
) -> None:
    look = {"viewport": DESK, "color_scheme": theme, "reduced_motion": "reduce"}
    page = new_context(locale=language, bypass_csp=True, **look).new_page()
    seen = set()
    for state in STATES[reader](page, places(live_site)):
        seen.add(state)
        wrong += [f"{state}: {fault}" for fault in faults(page)]
    assert seen and page.evaluate("document.documentElement.lang") == language[:2]


def test_faults_are_seen(new_context: NewContext) -> None:
    page = new_context(viewport=DESK).new_page()
    page.set_content(
        """<html lang="en"><title>A page</title><main><h1>Faults</h1><p style="color: #888; background: #fff">faint</p>
        <button aria-label="Change the password">Edit</button><button aria-label="Edit the name">Edit</button>
        <button aria-label="Enlarge the card"><svg aria-hidden="true"><text>27</text></svg></button></main>"""
    )
    assert [fault.partition(" at ")[0] for fault in faults(page)] == ["color-contrast", "label-content-name-mismatch"]
