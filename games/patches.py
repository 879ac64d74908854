"""The difference of two JSON documents as an RFC 6902 patch."""

from __future__ import annotations

from typing import Any

Operation = dict[str, Any]


def diff(old: Any, new: Any, path: str = "") -> list[Operation]:
    """Operations that make `new` of `old`, to be applied in order. Neither document is changed or copied."""
    if isinstance(old, dict) and isinstance(new, dict):
        return _diff_objects(old, new, path)
    if isinstance(old, list | tuple) and isinstance(new, list | tuple):
        return _diff_arrays(old, new, path)
    if type(old) is type(new) and old == new:
        return []
    return [{"op": "replace", "path": path, "value": new}]


def _diff_objects(old: dict[str, Any], new: dict[str, Any], path: str) -> list[Operation]:
    operations: list[Operation] = []
    for key in old:
        if key not in new:
            operations.append({"op": "remove", "path": f"{path}/{_escape(key)}"})
    for key, value in new.items():
        if key not in old:
            operations.append({"op": "add", "path": f"{path}/{_escape(key)}", "value": value})
        elif old[key] is not value:
            operations += diff(old[key], value, f"{path}/{_escape(key)}")
    return operations


def _diff_arrays(old: Any, new: Any, path: str) -> list[Operation]:
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
        operations += diff(old[index], new[index], f"{path}/{index}")
    for index in range(end_old - 1, both - 1, -1):
        operations.append({"op": "remove", "path": f"{path}/{index}"})
    for index in range(both, end_new):
        where = "-" if tail == 0 else str(index)
        operations.append({"op": "add", "path": f"{path}/{where}", "value": new[index]})
    if len(operations) > len(new) + 1:
        return [{"op": "replace", "path": path, "value": new}]
    return operations


def same(old: Any, new: Any) -> bool:
    """Equal as JSON: unlike Python's ==, True is not 1."""
    if old is new:
        return True
    if isinstance(old, dict) and isinstance(new, dict):
        return old.keys() == new.keys() and all(same(value, new[key]) for key, value in old.items())
    if isinstance(old, list | tuple) and isinstance(new, list | tuple):
        return len(old) == len(new) and all(map(same, old, new))
    return type(old) is type(new) and bool(old == new)


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
