"""RFC 8785 for integers, strings, lists, objects."""

from __future__ import annotations

import json

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


@pytest.mark.parametrize("value", [1.0, {"a": 2**53}, [float("nan")], {"é": 1}])
def test_unsupported_values_are_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        canonical.encode(value)
