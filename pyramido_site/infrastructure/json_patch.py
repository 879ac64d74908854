"""The difference of two JSON documents as an RFC 6902 patch.

Between two events most of a document stays the same, usually as the very same object (`engine.identity_memo`). The rest
is compared in C where possible; only differing parts are walked in Python.
"""

from __future__ import annotations

import functools
from typing import Any

import msgspec

Operation = dict[str, Any]
Known = dict[tuple[int, int, str], list[Operation]]
"""Cached differences of two parts, by their identities and path, valid while both live."""

_encode = msgspec.json.Encoder().encode
_ARRAYS = frozenset({list, tuple})
_PLAIN = frozenset({str, int, bool, type(None)})
_NOTHING = object()


def diff(old: Any, new: Any, path: str = "", known: Known | None = None) -> list[Operation]:
    """Return the operations that turn `old` into `new`, to be applied in order. Neither is changed or copied.

    Pass the same `known` when comparing several documents that share parts.
    """
    return _diff(old, new, path, {} if known is None else known)


def _diff(old: Any, new: Any, path: str, known: Known) -> list[Operation]:
    if old is new:
        return []
    was, now = type(old), type(new)
    if was is now is dict:
        walk = _diff_objects
    elif was in _ARRAYS and now in _ARRAYS:
        walk = _diff_arrays
    else:
        return [] if same(old, new) else [{"op": "replace", "path": path, "value": new}]
    key = (id(old), id(new), path)
    operations = known.get(key)
    if operations is None:
        operations = known[key] = walk(old, new, path, known)
    return operations


def same(old: Any, new: Any) -> bool:
    """Whether both are the same JSON.

    Objects with another order of keys may count as different, and so may a list and a tuple with the same items.
    """
    if old is new:
        return True
    if type(old) in _PLAIN:
        return type(old) is type(new) and bool(old == new)
    return bool(old == new) and _encode(old) == _encode(new)  # in Python True equals 1


def _diff_objects(old: dict[str, Any], new: dict[str, Any], path: str, known: Known) -> list[Operation]:
    operations: list[Operation] = []
    if not old.keys() <= new.keys():
        gone = [key for key in old if key not in new]
        operations += [{"op": "remove", "path": f"{path}/{_escape(key)}"} for key in gone]
    for key in [key for key, value in new.items() if old.get(key, _NOTHING) is not value]:
        was, value, where = old.get(key, _NOTHING), new[key], f"{path}/{_escape(key)}"
        if was is _NOTHING:
            operations.append({"op": "add", "path": where, "value": value})
        elif type(value) not in _PLAIN:
            operations += _diff(was, value, where, known)
        elif not same(was, value):
            operations.append({"op": "replace", "path": where, "value": value})
    return operations


def _diff_arrays(old: Any, new: Any, path: str, known: Known) -> list[Operation]:
    if len(old) == len(new) == 2 and type(new[0]) in _PLAIN:  # a position
        return [] if same(old, new) else [{"op": "replace", "path": path, "value": new}]
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and same(old[head], new[head]):
        head += 1
    tail = 0
    while tail < shorter - head and same(old[-1 - tail], new[-1 - tail]):
        tail += 1
    end_old, end_new = len(old) - tail, len(new) - tail
    both = min(end_old, end_new)
    operations: list[Operation] = []
    for index in range(head, both):
        operations += _diff(old[index], new[index], f"{path}/{index}", known)
    for index in range(end_old - 1, both - 1, -1):
        operations.append({"op": "remove", "path": f"{path}/{index}"})
    for index in range(both, end_new):
        where = "-" if tail == 0 else str(index)
        operations.append({"op": "add", "path": f"{path}/{where}", "value": new[index]})
    if len(operations) > len(new) + 1:
        return [{"op": "replace", "path": path, "value": new}]
    return operations


@functools.lru_cache(1024)
def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
