"""RFC 8785 for integers, strings, lists, objects."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import canonical

keys = st.text(st.characters(max_codepoint=127), max_size=6)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(keys, inner),
    max_leaves=10,
)


@given(values)
def test_it_is_sorted_compact_json(value: object) -> None:
    encoded = canonical.encode(value)
    assert json.loads(encoded) == value
    if all(ch not in encoded for ch in (b"\\u", b"\x7f")):
        assert encoded.decode() == json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def test_examples_of_the_rfc() -> None:
    assert canonical.encode({"b": 1, "a": [True, None, -5]}) == b'{"a":[true,null,-5],"b":1}'
    assert canonical.encode('\u20ac$\u000f\u000aA\'B"\\\\"/') == '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'.encode()


@pytest.mark.parametrize("value", [2**53 - 1, 1 - 2**53, 0, True, {"\x7f": ()}])
def test_the_largest_numbers_and_keys_are_allowed(value: object) -> None:
    assert json.loads(canonical.encode(value)) == (value if not isinstance(value, dict) else {"\x7f": []})


@pytest.mark.parametrize(
    "value",
    [1.0, 2**53, -(2**53), 2**60, -(2**60), {"a": 2**53}, [float("nan")], {"é": 1}, {"\x80": 1}, b"a", [{"a": 0.5}]],
)
def test_unsupported_values_are_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        canonical.encode(value)
    assert not canonical.alike(value, value)


def test_a_refusal_names_the_value() -> None:
    for value, said in (
        ({"good": 1, "é": 1}, "the key 'é' is not ASCII"),
        ([2**53], "9007199254740992 is too large to be exact in JSON"),
        ([0.5], "0.5 is not an integer"),
    ):
        with pytest.raises(ValueError, match=re.escape(said)):
            canonical.encode(value)


def nested(depth: int, kind: str) -> Any:
    """Return so many lists, tuples or objects in one another."""
    value: Any = 1
    for _ in range(depth):
        value = {"list": [value], "tuple": (value,), "object": {"a": value}}[kind]
    return value


@pytest.mark.parametrize("kind", ["list", "tuple", "object"])
def test_sixty_four_deep_is_the_deepest(kind: str) -> None:
    assert canonical.encode(nested(64, kind))
    with pytest.raises(ValueError, match="more than 64 levels deep"):
        canonical.encode(nested(65, kind))
    if kind != "tuple":  # which JSON never is when it is read
        canonical.check_depth(nested(64, kind))
        with pytest.raises(ValueError, match="more than 64 levels deep"):
            canonical.check_depth(nested(65, kind))


def test_alike_is_the_same_canonical_json() -> None:
    assert canonical.alike({"a": 1, "b": [2]}, {"b": (2,), "a": 1})
    for one, other in (({"a": 1}, {"a": True}), ({"a": 1}, {"a": 2}), ([], {}), ("a", "b"), (None, False)):
        assert not canonical.alike(one, other) and not canonical.alike(other, one)
    assert not canonical.alike({"a": 1}, {"a": 0.5})


def test_the_chain_is_sha256_of_the_previous_hash_and_the_event() -> None:
    body = {"seq": 0, "kind": "start"}
    first = hashlib.sha256(bytes(32) + b'{"kind":"start","seq":0}').hexdigest()
    assert canonical.chain("0" * 64, body) == canonical.chain(canonical.GENESIS, body) == first
    assert canonical.chain(first, {}) == hashlib.sha256(bytes.fromhex(first) + b"{}").hexdigest()
