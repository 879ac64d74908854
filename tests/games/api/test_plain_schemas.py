"""The documents have no shape that generators of clients trip over, and are made for any game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from msgspec import UNSET, Struct, UnsetType

from engine import registry
from games.api.document import asyncapi, schema
from games.api.document.game_schemas import finish
from games.api.document.json_schemas import per_game
from games.api.document.json_schemas.components import with_schemas
from games.api.document.json_schemas.plain_schemas import nullable, plain
from tests.conformity import strict
from tests.engine.test_recipe import CountToTen

FORMATS = Path(__file__).resolve().parents[3] / "docs" / "formats"
ANY_OBJECT = {"data", "evidence", "actions", "is", "value", "Empty", "Nothing"}
"""Fields (and components) that may hold any object or value, or none."""
BY_A_FIELD_THAT_IS_REQUIRED = {
    ("ReadKeys", "ReadSubject", "ReadAll"),
}
"""Bodies of requests that are told apart by the field that only one of them needs."""


TELLS_APART = {"discriminator", "x-discriminator"}


def schemas_in(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Yield each object of a document, without its examples, and where it is."""
    if isinstance(value, dict):
        yield path, value
        for name, one in value.items():
            if name not in ("examples", "mapping"):
                yield from schemas_in(one, (*path, name))
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from schemas_in(one, (*path, str(number)))


def names(choice: list[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(one.get("$ref", "").removeprefix(per_game.REF) for one in choice)


def scalar(one: dict[str, Any]) -> bool:
    return one.get("type") in ("string", "integer", "boolean", "number")


def check(path: tuple[str, ...], one: dict[str, Any]) -> None:
    where = "/".join(path)
    assert one.get("items") is not False and "prefixItems" not in one, where
    if path[-1:] != ("properties",):
        assert ("default" not in one and not isinstance(one.get("title"), str)) or path == ("info",), where
    if isinstance(one.get("enum"), list):
        assert "type" in one and all(isinstance(value, str | int) for value in one["enum"]), where
    for word in ("anyOf", "oneOf"):
        choice = [kind for kind in one.get(word, ()) if kind != {"type": "null"}]
        if len(choice) > 1 and not one.keys() & TELLS_APART:
            assert names(choice) in BY_A_FIELD_THAT_IS_REQUIRED or all(map(scalar, choice)), where
    if one.get("type") == "object" and not one.get("properties") and "additionalProperties" not in one:
        assert ANY_OBJECT & set(path), where


@pytest.mark.parametrize("name", ["openapi.json", "asyncapi.json"])
def test_generators_find_nothing_to_trip_over(name: str) -> None:
    document = json.loads((FORMATS / name).read_bytes())
    found = list(schemas_in(document))
    assert len(found) > 1000
    for path, one in found:
        check(path, one)


@pytest.mark.parametrize("name", ["openapi.json", "asyncapi.json"])
def test_names_are_words_and_no_object_holds_one_with_its_name(name: str) -> None:
    """A client in Python calls an object of a schema, and what it reads from it, by their names in small letters."""
    for called, one in json.loads((FORMATS / name).read_bytes())["components"]["schemas"].items():
        assert re.fullmatch("[A-Za-z0-9]+", called)
        small = re.sub("(?<!^)(?=[A-Z])", "_", called).lower()
        assert scalar(one.get("properties", {}).get(small, {"type": "string"})), called


@pytest.mark.parametrize("name", ["openapi.json", "asyncapi.json"])
def test_every_choice_names_a_field_that_each_of_them_has(name: str) -> None:
    document = json.loads((FORMATS / name).read_bytes())
    components = document["components"]["schemas"]
    checked = 0
    for path, one in schemas_in(document):
        told = one.get("discriminator") or one.get("x-discriminator")
        if told is None:
            continue
        assert {ref.removeprefix(per_game.REF) for ref in told["mapping"].values()} == set(names(one["oneOf"])), path
        for value, ref in told["mapping"].items():
            chosen = components[ref.removeprefix(per_game.REF)]
            for kind in [components[inner] for inner in names(chosen.get("oneOf", ()))] or [chosen]:
                assert kind["properties"][told["propertyName"]]["enum"] == [value], (path, value)
                checked += 1
    assert checked > 150


def test_all_that_is_referred_to_is_there_and_all_that_is_there_is_referred_to() -> None:
    for document in (schema.document(), asyncapi.document()):
        components = document["components"]["schemas"]
        assert set(per_game.refs_in(document)) <= components.keys()
        used = set(per_game.refs_in({**document, "components": {**document["components"], "schemas": {}}}))
        while more := {ref for name in used for ref in per_game.refs_in(components[name])} - used:
            used |= more
        assert components.keys() - used == set()


def test_the_sockets_are_documented_and_committed() -> None:
    assert (FORMATS / "asyncapi.json").read_bytes() == asyncapi.document_bytes(), "run make schema"


class Body(Struct, forbid_unknown_fields=True):
    """A body."""

    pair: tuple[int, int]
    many: list[int] = []
    word: str = "none"
    there: bool = False
    either: int | None = None
    unsaid: int | UnsetType = UNSET


def test_what_may_be_left_out_may_be_null_and_has_no_default() -> None:
    components: dict[str, Any] = {}
    with_schemas(Body, components)
    body = components["Body"]
    assert body["required"] == ["pair"]
    number, null = {"type": "integer"}, {"type": "null"}
    assert body["properties"] == {
        "pair": {"type": "array", "items": number, "minItems": 2, "maxItems": 2},
        "many": {"anyOf": [{"type": "array", "items": number}, null]},
        "word": {"anyOf": [{"type": "string"}, null], "description": "Without it: none."},
        "there": {"anyOf": [{"type": "boolean"}, null], "description": "Without it: false."},
        "either": {"anyOf": [number, null]},
        "unsaid": number,
    }


def test_schemas_become_plain() -> None:
    assert plain({"enum": [1, 2], "title": "Two"}) == {"type": "integer", "enum": [1, 2]}
    assert plain({"enum": ["a", None]}) == {"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "null"}]}
    assert plain({"type": "string", "$ref": "#/x"}) == {"$ref": "#/x"}
    assert nullable({"type": "string", "description": "A."}) == {
        "description": "A.", "anyOf": [{"type": "string"}, {"type": "null"}],
    }  # fmt: skip
    assert nullable({}) == {}
    with pytest.raises(ValueError, match="several types"):
        plain({"items": False, "prefixItems": [{"type": "string"}, {"type": "integer"}]})


def test_a_shape_with_something_of_a_game_needs_to_say_which() -> None:
    one: dict[str, Any] = {"type": "object", "properties": {"action": {"$ref": f"{per_game.REF}Action"}}}
    with pytest.raises(per_game.NoGame, match="Homeless"):
        finish({"Homeless": one}, [{"$ref": f"{per_game.REF}Homeless"}])
    schemas: dict[str, Any] = {"Act": {**one, "properties": {**one["properties"], "game": per_game.GAME_KEYS[1]}}}
    finish(schemas, [{"$ref": f"{per_game.REF}Act"}])
    assert schemas["Act"]["discriminator"]["propertyName"] == "game"
    assert schemas["PyramidoAct"]["properties"]["action"] == {"$ref": f"{per_game.REF}PyramidoAction"}


def test_another_game_is_in_the_documents_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    before = schema.document()["components"]["schemas"]
    monkeypatch.setattr(registry, "GAMES", [*registry.GAMES, CountToTen()])
    after = strict(schema.document())
    components = after["components"]["schemas"]
    for name, old in before.items():
        if "oneOf" not in old and name not in ("GameKey", "KnownGame", "Options", "ChosenOptions"):
            assert components[name].get("properties", {}).keys() == old.get("properties", {}).keys(), name
    act = jsonschema_rs.validator_for({"$ref": f"{per_game.REF}Act", "components": after["components"]})
    assert act.is_valid({"game": "count-to-ten", "expected_seq": 3, "action": {"type": "add", "number": 2}})
    assert not act.is_valid({"game": "pyramido", "expected_seq": 3, "action": {"type": "add", "number": 2}})
