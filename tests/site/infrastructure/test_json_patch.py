"""A patch turns the old document into the new one, and contains no more than necessary."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramido_site.infrastructure.json_patch import diff
from tests.site.infrastructure.patching import apply

scalars = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "a/b", "~", "é"])
documents = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(["a", "b", "a/b", "~c", ""]), inner),
    max_leaves=20,
)


@given(documents, documents)
def test_the_patch_makes_the_new_of_the_old(old: Any, new: Any) -> None:
    before = json.dumps([old, new])
    assert json.dumps(apply(old, diff(old, new)), sort_keys=True) == json.dumps(new, sort_keys=True)
    assert json.dumps([old, new]) == before


@given(documents)
def test_nothing_new_is_an_empty_patch(document: Any) -> None:
    assert diff(document, json.loads(json.dumps(document))) == []


@given(st.lists(documents, max_size=5), documents)
def test_appending_is_one_operation(old: list[Any], more: Any) -> None:
    assert diff(old, [*old, more]) == [{"op": "add", "path": "/-", "value": more}]


@pytest.mark.parametrize(
    ("old", "new", "patch"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, [{"op": "replace", "path": "/b", "value": 3}]),
        ({"a": 1}, {"a": True}, [{"op": "replace", "path": "/a", "value": True}]),
        ({"a": 1}, {}, [{"op": "remove", "path": "/a"}]),
        ([1, 2, 3], [1, 9, 3], [{"op": "replace", "path": "/1", "value": 9}]),
        ([1, 2, 3], [1, 3], [{"op": "remove", "path": "/1"}]),
        ([1, 3], [1, 2, 3], [{"op": "add", "path": "/1", "value": 2}]),
        ([[1, 2], [3, 4]], [[1, 2], [5, 6]], [{"op": "replace", "path": "/1", "value": [5, 6]}]),
        ([{"x": [1]}, 2], [{"x": [1, 5]}, 2], [{"op": "add", "path": "/0/x/-", "value": 5}]),
        ({"a/b": {"~": 1}}, {"a/b": {"~": 2}}, [{"op": "replace", "path": "/a~1b/~0", "value": 2}]),
    ],
)
def test_the_patch_is_small(old: Any, new: Any, patch: Any) -> None:
    assert diff(old, new) == patch
