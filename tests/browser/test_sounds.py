"""Sound and vibration of the boards: each event has one sound; nothing before the first gesture or while muted."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.player import NewContext, open_solo

VOICES = "/static/games/board/sound/voices.js"
HINT_MS = 40_000
OWED = '.board[data-sending="nothing"]:has(.status-text[data-yours="true"])'

RECORD = """
window.started = [];
window.vibrations = [];
const create = BaseAudioContext.prototype.createOscillator;
BaseAudioContext.prototype.createOscillator = function () {
  const source = create.call(this);
  const set = source.frequency.setValueAtTime;
  source.frequency.setValueAtTime = function (pitch, at) {
    window.started.push(pitch);
    return set.call(this, pitch, at);
  };
  return source;
};
const burst = BaseAudioContext.prototype.createBufferSource;
BaseAudioContext.prototype.createBufferSource = function () {
  window.started.push(0);
  return burst.call(this);
};
navigator.vibrate = (pattern) => window.vibrations.push(pattern) > 0;
"""
"""Keeps the pitch of each tone, and 0 for each burst of noise, in the order in which they are made."""

HEARD = """async (address) => {
  const { VOICES } = await import(address);
  const voices = Object.entries(VOICES).map(([name, parts]) => [name, parts.map(({ pitch = 0 }) => pitch)]);
  voices.sort(([, one], [, other]) => other.length - one.length);
  const heard = [];
  for (let at = 0; at < window.started.length; ) {
    const found = voices.find(([, pitches]) => pitches.every((pitch, place) => window.started[at + place] === pitch));
    if (!found) throw new Error(`no sound begins with ${window.started.slice(at)}`);
    heard.push(found[0]);
    at += found[1].length;
  }
  return heard;
}"""

RENDER = """async (address) => {
  const { VOICES, lengthOf, play } = await import(address);
  const rendered = {};
  for (const name of Object.keys(VOICES)) {
    const samples = [];
    for (let time = 0; time < 2; time += 1) {
      const context = new OfflineAudioContext(1, 2 * 44100, 44100);
      play(context, name, 1, 0);
      samples.push((await context.startRendering()).getChannelData(0));
    }
    const [first, second] = samples;
    const last = first.findLastIndex((value) => Math.abs(value) > 0.001);
    rendered[name] = {
      same: first.every((value, at) => Math.abs(value - second[at]) < 1e-5),
      loudest: first.reduce((most, value) => Math.max(most, Math.abs(value)), 0),
      lasts: last / 44100,
      length: lengthOf(name),
    };
  }
  return rendered;
}"""


def heard(page: Page) -> list[str]:
    """Return the names of the sounds so far."""
    names: list[str] = page.evaluate(HEARD, VOICES)
    return names


def recorded(context: BrowserContext) -> Page:
    context.add_init_script(RECORD)
    return context.new_page()


def move(page: Page) -> None:
    """Make the move that a hint lays out, and wait for one's next turn."""
    board = page.locator(OWED)
    board.wait_for(timeout=HINT_MS)
    seq = board.get_attribute("data-seq")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint-note")).to_have_attribute("data-hint", "there", timeout=HINT_MS)
    page.locator('[data-action="confirm"]').click()
    expect(page.locator(".board")).not_to_have_attribute("data-seq", str(seq))
    board.wait_for(timeout=HINT_MS)


@pytest.mark.slow(30)
@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("forgotten-treasures", {"stone", "gem", "turn"}),
        ("pyramido", {"stone", "gem", "turn"}),
        ("silver-gold-pyramids", {"card", "turn"}),
    ],
)
def test_moves_and_turns_are_heard(new_context: NewContext, game: str, expected: set[str]) -> None:
    page = recorded(new_context(reduced_motion="reduce"))
    page.goto(f"/rules/{game}/")
    page.locator(f'form[data-game="{game}"]').get_by_role("button", name="against Nebu").click()
    page.locator(OWED).wait_for(timeout=HINT_MS)
    assert page.evaluate("[window.started, window.vibrations]") == [[], []]
    for _ in range(12):
        move(page)
        if expected <= set(heard(page)):
            break
    assert expected <= set(heard(page)) <= {*expected, "gem", "card", "stage"}
    assert page.evaluate("window.vibrations.length") > 0


@pytest.mark.slow(20)
def test_mute_is_kept_for_guests_and_silences_everything(new_context: NewContext) -> None:
    page = recorded(new_context(reduced_motion="reduce"))
    open_solo(page)
    with page.expect_response("**/api/v1/account/preferences") as answered:
        page.get_by_role("button", name="Turn sound off").click()
    assert answered.value.json()["sounds"] is False
    for again in range(2):
        expect(page.get_by_role("button", name="Turn sound on")).to_be_visible()
        move(page)
        assert page.evaluate("[window.started, window.vibrations]") == [[], []], again
        page.reload()
    page.get_by_role("button", name="Turn sound on").click()
    move(page)
    assert heard(page)


def test_a_visitor_mutes_this_browser(new_context: NewContext) -> None:
    host = new_context().new_page()
    open_solo(host)
    page = new_context().new_page()
    page.goto(host.url)
    page.get_by_role("button", name="Turn sound off").click()
    page.reload()
    expect(page.get_by_role("button", name="Turn sound on")).to_be_visible()


def test_sounds_are_the_same_each_time_short_and_not_distorted(page: Page) -> None:
    page.goto("/")
    rendered: dict[str, Any] = page.evaluate(RENDER, VOICES)
    assert set(rendered) == {"stone", "card", "gem", "turn", "low", "stage", "win", "end"}
    for name, sound in rendered.items():
        assert sound["same"], name
        assert 0.05 < sound["loudest"] < 1, (name, sound)
        assert sound["lasts"] <= sound["length"] + 0.01, (name, sound)
