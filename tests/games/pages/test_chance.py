"""The site's statements about shuffling are true: players cannot choose shuffles, the operator could."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from engine import registry
from games.seating.services.open_table import open_table
from tests.games import play
from tests.games.seeking import seeking

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]

TRUE = {
    "en": "No player can rig the shuffle. Only the site’s operator could, so the operator is the one party you have to "
    "trust.",
    "fr": "Aucun joueur ne peut truquer le mélange. Seul l’exploitant du site le pourrait\N{NO-BREAK SPACE}: "
    "c’est à lui seul qu’il faut faire confiance.",
    "it": "Nessun giocatore può truccare la mescolata. Solo il gestore del sito potrebbe farlo: è l’unico di cui "
    "bisogna fidarsi.",
}
UNTRUE = re.compile(r"nobody can choose|no secret can be chosen|provably fair|neither could be chosen", re.IGNORECASE)
DOCUMENTS = ("README.md", "docs/architecture.md", "docs/rules.md", "docs/formats/api.md", "docs/formats/log.md")


@pytest.mark.parametrize("language", TRUE)
def test_pages_that_speak_of_the_seal_name_its_limit(visitor: Client, language: str) -> None:
    table = open_table(play.person(), "pyramido", {"seats": 2}, listed=False)
    pages = [
        "/",
        "/data/",
        f"/games/{table.public_id}/",
        f"/invite/{table.link}/",
        f"/pairing/pools/{seeking().pool.public_id}/",
        *(f"/rules/{rules.key}/" for rules in registry.games()),
    ]
    for address in pages:
        shown = html.unescape(visitor.get(address, headers={"accept-language": language}).content.decode())
        assert TRUE[language] in shown, address
        assert not UNTRUE.search(shown), address


@pytest.mark.parametrize("language", TRUE)
def test_the_panel_of_a_finished_game_names_it_too(visitor: Client, language: str) -> None:
    result = Path(settings.BASE_DIR, "games/static/games/board/table/result.js").read_text()
    assert f'"{TRUE["en"]}"' in result and not UNTRUE.search(result)
    script = visitor.get("/jsi18n/", headers={"accept-language": language}).content.decode()
    assert language == "en" or json.dumps(TRUE[language]) in script


@pytest.mark.parametrize("document", DOCUMENTS)
def test_documents_name_it(document: str) -> None:
    text = " ".join(Path(settings.BASE_DIR, document).read_text().split())
    assert TRUE["en"].partition(", so")[0] in text and not UNTRUE.search(text)
