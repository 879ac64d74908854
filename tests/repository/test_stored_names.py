"""Names that outlive a release, in databases, queues, caches and operators' files, are those of `stored_names.txt`."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterable, Iterator

from celery import current_app
from django.apps import apps
from django.conf import settings

from accounts.identity.rate_limits import LIMITS
from games.requests.rate_limits import RATES
from tests.repository.tree import ROOT, tracked_texts

LIST = ROOT / "tests" / "repository" / "stored_names.txt"
APPS = ("accounts", "games", "ratings", "pyramido_site")
METRIC_CLASSES = {"Counter", "Gauge", "Histogram", "Summary", "GaugeMetricFamily", "CounterMetricFamily"}
CAPITALS = re.compile(r"[A-Z][A-Z0-9_]+")

CHANGED = """
A stored name has changed: a change here is one line of the CHANGELOG (the table under "Changed").
Write it there, and the new name into tests/repository/stored_names.txt:
"""


def labels() -> list[str]:
    return [config.label for config in apps.get_app_configs() if config.name in APPS]


def tables() -> Iterator[str]:
    """Return each table with its columns, those of many-to-many fields included."""
    for label in APPS:
        for model in apps.get_app_config(label).get_models(include_auto_created=True):
            columns = sorted(str(field.column) for field in model._meta.local_concrete_fields)
            yield f"{model._meta.db_table} ({model._meta.label}): {', '.join(columns)}"


def permissions() -> Iterator[str]:
    for label in APPS:
        for model in apps.get_app_config(label).get_models():
            named = [str(code) for code, _name in model._meta.permissions]
            yield f"{model._meta.label_lower}: {', '.join([*model._meta.default_permissions, *named])}"


def tasks() -> list[str]:
    current_app.loader.import_default_modules()
    return [name for name in current_app.tasks if name.partition(".")[0] in APPS]


def settings_tree() -> ast.Module:
    return ast.parse((ROOT / "pyramido_site" / "settings.py").read_text())


def names_of_settings() -> set[str]:
    """Return the names that the module of settings sets, in whatever environment."""
    stored = (node for node in ast.walk(settings_tree()) if isinstance(node, ast.Name | ast.Attribute))
    names = {node.id for node in stored if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return {name for name in names if CAPITALS.fullmatch(name)}


def variables() -> set[str]:
    """Return the environment variables that the settings read or name."""
    tree = settings_tree()
    found = {name for name in re.findall(r"`(\w+)`", ast.get_docstring(tree) or "") if CAPITALS.fullmatch(name)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
            continue
        reader = ast.unparse(node.func)
        name = str(node.args[0].value)
        if reader.startswith(("environment.", "os.environ.", "private_files.")) and CAPITALS.fullmatch(name):
            found.add(name)
    return found


def metrics() -> Iterator[str]:
    """Return each metric with its labels."""
    for path, text in tracked_texts(".py"):
        if path.parts[0] not in APPS:
            continue
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            if isinstance(node.func, ast.Name) and node.func.id in METRIC_CLASSES:
                given = [
                    *node.args[2:3],
                    *(word.value for word in node.keywords if word.arg in ("labels", "labelnames")),
                ]
                found = [label for one in given if isinstance(one, ast.List) for label in ast.literal_eval(one)]
                yield f"{ast.literal_eval(node.args[0])}: {', '.join(found)}".rstrip(": ")


def cache_keys() -> Iterator[str]:
    """Return the prefixes of the keys that the site's own code caches under, and the limits that are counted there."""
    for path, text in tracked_texts(".py"):
        if path.parts[0] in APPS and "from django.core.cache import cache" in text:
            yield from re.findall(r'f"([a-z_-]+:)\{', text)
    yield from (f"throttle_{scope}_" for scope in RATES)
    yield from (f"allauth:rl:{action}" for action in {*LIMITS, *settings.ACCOUNT_RATE_LIMITS})


def current() -> str:
    """Return the list as the code has it now."""
    parts: dict[str, Iterable[str]] = {
        "app labels": labels(),
        "tables (models): columns": tables(),
        "models: permissions": permissions(),
        "tasks": tasks(),
        "queues": settings.QUEUES,
        "beat entries: tasks": (f"{name}: {entry['task']}" for name, entry in settings.CELERY_BEAT_SCHEDULE.items()),
        "settings": names_of_settings(),
        "environment variables": variables(),
        "metrics: labels": metrics(),
        "prefixes of cache keys": cache_keys(),
    }
    return "\n".join("\n".join([f"[{title}]", *sorted(names), ""]) for title, names in parts.items())


def test_stored_names_are_as_listed() -> None:
    listed, found = LIST.read_text().splitlines(), current().splitlines()
    assert listed == found, CHANGED + "\n".join(difflib.unified_diff(listed, found, "listed", "in the code", n=0))


def test_beat_entries_have_the_names_of_their_tasks() -> None:
    for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
        task = entry["task"].rpartition(".")[2].replace("_", "-")
        assert name == "-".join([task, *entry.get("args", ())])
