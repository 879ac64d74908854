"""What the search in the pages of rules finds (games/presenters/rules_pages/search.py), for the browser's search."""

from __future__ import annotations

import json
import os
from typing import Any

import django

TREASURES, PYRAMIDO, CARDS = "forgotten-treasures", "pyramido", "silver-gold-pyramids"

CASES: dict[str, list[tuple[str, str | None, str | None]]] = {
    "en": [
        ("may I turn a placed domino?", TREASURES, "place"),
        ("What if nobody can take a gem?", TREASURES, "replenish"),
        ("can I rotate", PYRAMIDO, "place"),
        ("rotating shapes", CARDS, "what-to-mark"),
        ("does the Legend win ties", None, "legend-win"),
        ("two markers", PYRAMIDO, "resurface"),
        ("when am I out", None, "no-room"),
        ("undo", CARDS, "taking-back"),
        ("taking back", TREASURES, "taking-back"),
        ("MYTHICAL", None, "costs"),
        ("half a block off", TREASURES, "first-stage"),
        ("bag empty", TREASURES, "replenish"),
        ("skulls", None, "skull"),
        ("red cross no cell left", CARDS, "crosses"),
        ("scoring an area again", PYRAMIDO, "several-stages"),
        ("covered icons count?", TREASURES, "scoring"),
        ("pile runs out", PYRAMIDO, "piles"),
        ("who begins the next stage", TREASURES, "next-stage"),
        ("resurf", None, "resurface"),
        ("colour", TREASURES, "first-stage"),
        ("may I castle my king?", None, None),
        ("zzz", None, None),
        ("?!", None, None),
        ("", None, None),
        ("bag " * 20 + "skulls", None, "replenish"),
    ],
    "fr": [
        ("puis-je déplacer un domino placé ?", TREASURES, "place"),
        ("tourner", PYRAMIDO, "place"),
        ("deplacer un marqueur", PYRAMIDO, "mark"),
        ("EGALITE contre la legende", TREASURES, "legend-win"),
        ("gemmes mythiques", None, "costs"),
        ("crâne", None, "skull"),
        ("croix rouges sur l’autre pyramide", CARDS, "crosses"),
        ("plus de domino ne rentre", TREASURES, "no-room"),
        ("roquer avec le roi", None, None),
    ],
    "it": [
        ("posso spostare una tessera posizionata?", TREASURES, "place"),
        ("girare le tessere", PYRAMIDO, "place"),
        ("segnalini senza icona", PYRAMIDO, "mark"),
        ("parita contro la leggenda", TREASURES, "legend-win"),
        ("gemme mitiche", None, "costs"),
        ("teschio", None, "skull"),
        ("sacchetto vuoto", TREASURES, "replenish"),
        ("torre e alfiere", None, None),
    ],
}
"""By language: a question, the game that it is about (None: any), and the anchor of the best answer (None: none)."""


def samples() -> dict[str, Any]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pyramido_site.settings")
    django.setup()
    from games.presenters.rules_pages import search

    return {
        "indexes": {language: json.loads(search.index(language)[0]) for language in CASES},
        "asked": [
            {
                "language": language,
                "question": question,
                "only": only,
                "found": [
                    [one.title, one.paragraph.address, one.excerpt] for one in search.find(question, language, only)
                ],
            }
            for language, cases in CASES.items()
            for question, only, _ in cases
        ],
    }
