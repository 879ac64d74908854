"""The answer to an empty text where one is needed."""

from functools import partial

import pytest

from games.requests import texts
from games.requests.refusals import Refusal


@pytest.mark.parametrize("read", [texts.line, partial(texts.note, required=True)], ids=["line", "note"])
@pytest.mark.parametrize("text", ["", " \n", "\u200b", "\u2800"])
def test_an_empty_text_is_told_to_enter_some(read, text: str) -> None:
    with pytest.raises(Refusal) as refused:
        read(text, 10)
    assert (refused.value.status, refused.value.code, refused.value.field) == (422, "empty", "text")
    assert refused.value.template == "Enter some text."


def test_a_note_may_be_empty() -> None:
    assert texts.note(" \u2800\n", 10) == ""
