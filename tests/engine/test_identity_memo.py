"""Values cached for parts of a state: by identity, with a limited lifetime."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from engine.identity_memo import IdentityMemo


class Part(msgspec.Struct, frozen=True):
    number: int


def test_the_same_part_has_the_same_value_and_an_equal_one_another() -> None:
    kept, part = IdentityMemo(4), Part(1)
    made = kept.of(part, "a", make=lambda: {"n": 1})
    assert kept.of(part, "a", make=dict) is made
    assert kept.of(part, "b", make=lambda: {"n": 2}) == {"n": 2}
    assert kept.of(Part(1), "a", make=lambda: {"n": 3}) == {"n": 3}


def test_the_oldest_goes_first_and_a_number_that_comes_back_is_no_part_of_before() -> None:
    kept = IdentityMemo(8)
    found: list[dict[str, Any]] = [kept.of(Part(n), make=partial(dict, n=n)) for n in range(1000)]
    assert [one["n"] for one in found] == list(range(1000))
    assert len(kept._made) == 8
