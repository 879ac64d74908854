"""Pages of rules: every refusal and every phase has its paragraph, in each language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from django.conf import settings

from engine import registry
from engine.core import Illegal
from games.presenters.rules_pages import paragraphs
from games.presenters.rules_pages.paragraphs import address_of, anchors_of_phases, rules_page
from games.requests.refusals import Refusal

GAMES = [rules.key for rules in registry.games()]
LANGUAGES = [language for language, _name in settings.LANGUAGES]
ROOT = Path(settings.BASE_DIR)

SHARED = {"engine/pyramid.py": ("forgotten-treasures", "pyramido")}
"""Files of the engine that only these games use; others are every game's."""
NEVER_TOLD = {"not_due"}
"""Refusals that only the site's own sweep meets, never a player."""
ALSO = {"condition_failed"}
"""Refusals that a plan is dropped for: made like those of pages."""


def refusals_in(tree: ast.Module) -> Iterator[str]:
    """Yield the code of each Illegal and Stale that a file makes. Raise ValueError for one that cannot be read."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for call in _calls(tree, {"Illegal", "Stale"}):
        if not call.args:
            continue
        code = call.args[0]
        if isinstance(code, ast.Constant):
            yield str(code.value)
            continue
        maker = next(function for function in functions if call in set(ast.walk(function)))
        parameters = [argument.arg for argument in maker.args.args]
        if not isinstance(code, ast.Name) or code.id not in parameters:
            raise ValueError(f"line {call.lineno}: a code that is neither a text nor a parameter")
        for made in _calls(tree, {maker.name}):
            handed = made.args[parameters.index(code.id)]
            if not isinstance(handed, ast.Constant):
                raise ValueError(f"line {made.lineno}: a code that is no text")
            yield str(handed.value)


def _calls(tree: ast.AST, names: set[str]) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            yield node


@cache
def refusals() -> dict[str, set[str]]:
    """Return, by game, the codes of all refusals of an action or of a command at the table."""
    found: dict[str, set[str]] = {key: set(ALSO) for key in GAMES}
    for folder in ("engine", "games"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
            if "Illegal(" not in text and "Stale(" not in text:
                continue
            codes = set(refusals_in(ast.parse(text))) - NEVER_TOLD
            own = [key for key in GAMES if f"/{key.replace('-', '_')}/" in name]
            for key in own or SHARED.get(name, GAMES):
                found[key] |= codes
    return found


def phases_of(key: str) -> set[str]:
    """Return the phases of a game: those in which its actions belong, and those that its files set."""
    folder = key.replace("-", "_")
    keywords = (
        node
        for path in (ROOT / "engine" / folder).glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.keyword) and node.arg == "phase"
    )
    said = {str(keyword.value.value) for keyword in keywords if isinstance(keyword.value, ast.Constant)}
    return {*import_module(f"engine.{folder}.rules")._PHASE_OF.values(), *said}


@pytest.mark.parametrize("key", GAMES)
def test_every_refusal_has_its_paragraph(key: str) -> None:
    explained = [code for one in rules_page(key, "en").paragraphs for code in one.refusals]
    assert len(explained) > 30
    assert sorted(explained) == sorted(refusals()[key]), "each once, and no other"


@pytest.mark.parametrize("key", GAMES)
def test_every_phase_has_its_paragraph(key: str) -> None:
    assert set(anchors_of_phases(key)) == phases_of(key)


@pytest.mark.parametrize("key", GAMES)
def test_paragraphs_are_the_same_in_each_language(key: str) -> None:
    english, *others = (rules_page(key, language) for language in LANGUAGES)
    anchors = [one.anchor for one in english.paragraphs]
    assert len(anchors) == len(set(anchors)) > 20
    assert all(one.title for one in english.paragraphs)
    for other in others:
        assert [(one.anchor, one.refusals, one.phases) for one in other.paragraphs] == [
            (one.anchor, one.refusals, one.phases) for one in english.paragraphs
        ]
        assert [(to.anchor, "?" in asked) for asked, to in other.questions] == [
            (to.anchor, True) for _asked, to in english.questions
        ]
        said = zip(english.paragraphs, other.paragraphs, strict=True)
        assert [one.anchor for one, same in said if one.text and one.text == same.text] == []


def test_a_code_is_found_wherever_it_is_written() -> None:
    source = """
def direct(): raise Illegal("one", "text")
def made(code, template): return Stale(code, template)
def calls(): raise made("two", "text")
"""
    assert set(refusals_in(ast.parse(source))) == {"one", "two"}
    for hidden in ('Illegal("a" + b, "text")', "Stale(code, 'text')"):
        with pytest.raises(ValueError, match="a code that is"):
            list(refusals_in(ast.parse(f"def f(a): raise {hidden}")))


def refused(game: str | None, code: str) -> Refusal:
    error = Illegal(code, "text")
    error.game = game
    return Refusal.of(error)


def test_a_refusal_knows_the_address_of_its_paragraph() -> None:
    assert address_of(refused("forgotten-treasures", "face_down")) == "/rules/forgotten-treasures/#take"
    assert address_of(refused("pyramido", "not_your_turn")) == "/rules/pyramido/#whose-turn"
    for nothing in (refused(None, "face_down"), refused("pyramido", "face_down"), refused("chess", "check")):
        assert address_of(nothing) is None


def test_a_game_without_a_page_has_no_paragraphs(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.engine.test_recipe import CountToTen

    monkeypatch.setattr(registry, "GAMES", [*registry.GAMES, CountToTen()])
    monkeypatch.setattr(paragraphs, "_rules_page", paragraphs._rules_page.__wrapped__)
    assert anchors_of_phases("count-to-ten") == {}
    assert address_of(refused("count-to-ten", "too_much")) is None
