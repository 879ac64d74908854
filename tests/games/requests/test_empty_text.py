"""What an empty text is answered."""

import pytest

from games.requests import texts
from games.requests.refusals import Refusal


def test_an_empty_text_is_told_to_enter_some() -> None:
    with pytest.raises(Refusal) as refused:
        texts.line(" ", 10)
    assert refused.value.code == "empty"
    assert refused.value.template == "Enter some text."
