"""The difference of two JSON documents as an RFC 6902 patch.

Most of a document does not change from one event to the next. Whether a part has is told by its encoded bytes, which
are made and compared at the speed of C, and which know True from 1; only what differs is walked through in Python.
"""

from __future__ import annotations

from typing import Any

import msgspec

Operation = dict[str, Any]

_encode = msgspec.json.Encoder().encode


def diff(old: Any, new: Any, path: str = "") -> list[Operation]:
    """Operations that make `new` of `old`, to be applied in order. Neither document is changed or copied."""
    return [] if same(old, new) else _changes(old, new, path)


def same(old: Any, new: Any) -> bool:
    """Whether they are the same JSON. Objects whose keys come in another order may be taken for different."""
    return old is new or _encode(old) == _encode(new)


def _changes(old: Any, new: Any, path: str) -> list[Operation]:
    if isinstance(old, dict) and isinstance(new, dict):
        return _diff_objects(old, new, path)
    if isinstance(old, list | tuple) and isinstance(new, list | tuple):
        return _diff_arrays(old, new, path)
    return [{"op": "replace", "path": path, "value": new}]


def _diff_objects(old: dict[str, Any], new: dict[str, Any], path: str) -> list[Operation]:
    operations: list[Operation] = []
    for key in old:
        if key not in new:
            operations.append({"op": "remove", "path": f"{path}/{_escape(key)}"})
    for key, value in new.items():
        if key not in old:
            operations.append({"op": "add", "path": f"{path}/{_escape(key)}", "value": value})
        else:
            operations += diff(old[key], value, f"{path}/{_escape(key)}")
    return operations


def _diff_arrays(old: Any, new: Any, path: str) -> list[Operation]:
    was, now = [_encode(item) for item in old], [_encode(item) for item in new]
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and was[head] == now[head]:
        head += 1
    tail = 0
    while tail < shorter - head and was[-1 - tail] == now[-1 - tail]:
        tail += 1
    end_old, end_new = len(old) - tail, len(new) - tail
    both = min(end_old, end_new)
    operations: list[Operation] = []
    for index in range(head, both):
        if was[index] != now[index]:
            operations += _changes(old[index], new[index], f"{path}/{index}")
    for index in range(end_old - 1, both - 1, -1):
        operations.append({"op": "remove", "path": f"{path}/{index}"})
    for index in range(both, end_new):
        where = "-" if tail == 0 else str(index)
        operations.append({"op": "add", "path": f"{path}/{where}", "value": new[index]})
    if len(operations) > len(new) + 1:
        return [{"op": "replace", "path": path, "value": new}]
    return operations


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
