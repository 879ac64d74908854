"""Anything but clean JSON is refused with a sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramido_site.infrastructure import strict_json


def code_of(raw: bytes) -> str:
    with pytest.raises(strict_json.NotReadable) as caught:
        strict_json.loads(raw)
    refused = caught.value
    sentence = refused.template % refused.params
    assert sentence
    json.dumps(sentence, ensure_ascii=False).encode()
    return refused.code


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"{", b"[1,]", b"{'a': 1}", b"nul", b"\xff\xfe", b'{"a": 1} x', b"\x00", b"1e400", b"1.5", b"NaN",
        b"Infinity", b"-Infinity", b'{"a": 1, "a": 2}', b'{"a": {"b": 1, "b": 1}}',
        b"9007199254740992", b"-9007199254740992", b"1" * 5000,
        b'"\\ud800"', b'{"\\udfff": 1}', b'"\\u0000"', b"[" * 17 + b"]" * 17, b"[" * 30000,
        b'{"a":' * 9000,
    ],
)  # fmt: skip
def test_it_is_refused(raw: bytes) -> None:
    assert code_of(raw) == "malformed_json"


def test_a_large_one_is_too_large() -> None:
    assert code_of(b'"' + b"x" * strict_json.MAX_BYTES + b'"') == "too_large"


def test_a_repeated_key_after_very_many_others_is_found_at_once() -> None:
    body = ",".join([*(f'"{number}":0' for number in range(80_000)), '"79999":1'])
    with pytest.raises(strict_json.NotReadable) as caught:
        strict_json.loads(f"{{{body}}}", most=1024 * 1024)
    assert caught.value.params == {"key": '"79999"'}


@given(st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    try:
        strict_json.loads(raw)
    except strict_json.NotReadable as refusal:
        assert refusal.status == 400 and refusal.code == "malformed_json"


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text('abé\U0001d11e\n"', max_size=9),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("ab", max_size=3), inner, max_size=4),
        max_leaves=12,
    )
)
def test_clean_json_comes_back_as_it_was(value: Any) -> None:
    if _depth(value) <= strict_json.MAX_DEPTH:
        assert strict_json.loads(json.dumps(value).encode()) == value


def _depth(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_depth, inner), default=0) if isinstance(value, dict | list) else 0
