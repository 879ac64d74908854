"""A short run of Schemathesis on the running server; `make schemathesis` is the long one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests import sampling
from tests.live import LiveSite, new_site
from tests.tools import api_fuzz

pytestmark = pytest.mark.slow(30)

LIMITS = ("--seed", "1", "--generation-deterministic")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    site = new_site(tmp_path_factory.mktemp("fuzz") / "var", DJANGO_SETTINGS_MODULE="tests.unlimited")
    site.start()
    try:
        yield site
    finally:
        site.end()


@pytest.fixture(scope="module")
def world(site: LiveSite) -> api_fuzz.World:
    return api_fuzz.build(site)


@sampling.NEEDED_BY_NO_GAME
@pytest.mark.parametrize(
    "way",
    ["with a token for everything", "one request after the other", "with a token for reading", "without a token"],
)
def test_requests_made_from_the_document_are_answered_as_it_says(
    site: LiveSite, world: api_fuzz.World, way: str
) -> None:
    token, phases, examples = {
        "with a token for everything": (world.full, "examples,fuzzing", 2 if sampling.tier() == sampling.WHOLE else 1),
        "one request after the other": (world.full, "stateful", 15),
        "with a token for reading": (world.reading, "fuzzing", 1),
        "without a token": (None, "fuzzing", 1),
    }[way]
    done = api_fuzz.run(site, world, token, phases, "--max-examples", str(examples), *LIMITS)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}\n{site.output()}"
    assert "No issues found" in done.stdout
