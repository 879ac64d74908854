"""Library internals that are overridden or called are unchanged since they were read.

A library may change its internals in any version. So each such library is pinned below its next one (pyproject.toml),
files that use internals name the version that was read in their docstring, and a changed internal fails here with a
list of what to read again.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import inspect
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import pytest

from tests.repository.tree import ROOT, tracked_texts

INSIDES: dict[tuple[str, str], dict[str, str]] = {
    ("pyramido_site/infrastructure/channel_layer.py", "channels-redis"): {
        "channels_redis.pubsub.RedisPubSubChannelLayer": "53db4ff7b570",
        "channels_redis.pubsub.RedisPubSubLoopLayer": "eb21fee33c3e",
        "channels_redis.pubsub.RedisSingleShardConnection": "2bae23cd891e",
        "channels_redis.utils._wrap_close": "3d610af16837",
    },
    ("pyramido_site/infrastructure/channel_layer.py", "redis"): {
        "redis.asyncio.connection.AbstractConnection.connect": "08c5daf33e6e",
        "redis.asyncio.connection.AbstractConnection.disconnect": "11194f01c2f6",
        "redis.asyncio.connection.AbstractConnection.is_connected": "a3b3b056f688",
        "redis.asyncio.connection.AbstractConnection.pack_commands": "6a0fb874993f",
        "redis.asyncio.connection.AbstractConnection.read_response": "c1b374bc1a30",
        "redis.asyncio.connection.AbstractConnection.send_command": "85242a927644",
        "redis.asyncio.connection.AbstractConnection.send_packed_command": "baaeabd91620",
        "redis.asyncio.connection.ConnectionPool.make_connection": "d6f95077e241",
    },
    ("pyramido_site/infrastructure/counting.py", "prometheus-client"): {
        "prometheus_client.mmap_dict": "fade3d932c19",
        "prometheus_client.multiprocess.MultiProcessCollector": "0f2c852777f6",
        "prometheus_client.values": "947b3a2d0d80",
    },
    ("pyramido_site/infrastructure/loop_postgresql.py", "psycopg"): {
        "psycopg.errors.error_from_result": "e885160cb5be",
        "psycopg.pq.abc.PGconn.consume_input": "e3c15d26856b",
        "psycopg.pq.abc.PGconn.flush": "0a50355637ab",
        "psycopg.pq.abc.PGconn.get_result": "944de0e71e44",
        "psycopg.pq.abc.PGconn.is_busy": "104e889fff09",
        "psycopg.pq.abc.PGconn.send_prepare": "cc4cb4fde8a3",
        "psycopg.pq.abc.PGconn.send_query_prepared": "5de32b296ee0",
    },
    ("pyramido_site/infrastructure/prepared_statements.py", "psycopg"): {
        "psycopg.cursor.Cursor.execute": "524570369567",
    },
    ("pyramido_site/infrastructure/prepared_statements.py", "django"): {
        "django.db.backends.base.base.BaseDatabaseWrapper.make_cursor": "d4c6483ed6b4",
        "django.db.backends.base.base.BaseDatabaseWrapper.make_debug_cursor": "e0a079e3e0ba",
    },
    ("pyramido_site/infrastructure/session_store.py", "django"): {
        "django.contrib.sessions.backends.db.SessionStore.load": "89d644d66ff7",
        "django.contrib.sessions.backends.db.SessionStore.save": "b14d9cc990fa",
        "django.contrib.sessions.backends.db.SessionStore._get_session_from_db": "775c8d22becd",
    },
    ("pyramido_site/management/commands/runserver.py", "django"): {
        "django.core.management.commands.runserver.Command.handle": "c09cb0c9993a",
        "django.core.management.commands.runserver.Command.inner_run": "c90bc27d8613",
        "django.utils.autoreload.raise_last_exception": "f5150ac323fc",
    },
    ("pyramido_site/postgresql/base.py", "django"): {
        "django.db.backends.postgresql.base.DatabaseWrapper.get_new_connection": "acc4e253c2e3",
        "django.db.backends.postgresql.base.DatabaseWrapper._configure_connection": "63b96d70ae8f",
        "django.db.backends.postgresql.base.DatabaseWrapper._close": "8e39d0e91862",
        "django.db.backends.postgresql.base.DatabaseWrapper.pool": "e5c2654fdf2d",
    },
    ("pyramido_site/postgresql/base.py", "psycopg"): {
        "psycopg.pq.abc.PGconn.ping": "0f38d84a266b",
    },
    ("pyramido_site/celery.py", "celery"): {
        "celery.app.base.Celery.now": "c7a986e7a7b1",
        "celery.app.task.Task.__call__": "7dde9f90fb88",
        "celery.beat.Scheduler.tick": "cee54aab628f",
        "celery.beat.Scheduler.populate_heap": "0953ad161651",
        "celery.beat.PersistentScheduler": "cd3c2324250a",
        "celery.fixups.django.DjangoFixup": "fb2931bba1a1",
        "celery.fixups.django.DjangoWorkerFixup": "4f428a6c9cb6",
        "celery.worker.consumer.consumer.Consumer.create_task_handler": "292c5a681f10",
        "celery.worker.consumer.consumer.Consumer.ensure_connected": "3f79cf3bb6d6",
        "celery.worker.consumer.consumer.Consumer.register_with_event_loop": "aacc1dedab42",
        "celery.worker.request.Request.maybe_expire": "098d57fe96f7",
    },
    ("pyramido_site/celery.py", "kombu"): {
        "kombu.message.Message.ack_log_error": "92c852ddae29",
        "kombu.message.Message.reject_log_error": "894bb41e9964",
    },
    ("pyramido_site/memory_broker.py", "kombu"): {
        "kombu.transport.memory.Channel": "9b7b408d5a90",
        "kombu.transport.virtual.base.Channel.basic_ack": "3b4278c757b4",
        "kombu.transport.virtual.base.Channel.basic_consume": "0fec96269493",
        "kombu.transport.virtual.base.Channel.basic_reject": "d49bbd211da7",
        "kombu.transport.virtual.base.Channel.drain_events": "33836a8c5699",
        "kombu.transport.virtual.base.Transport.drain_events": "dc55900aa0d2",
    },
    ("pyramido_site/metrics.py", "kombu"): {
        "kombu.transport.memory.Channel": "9b7b408d5a90",
    },
    ("pyramido_site/embedded.py", "celery"): {
        "celery.beat.Service": "267da9a6808c",
        "celery.worker.state.maybe_shutdown": "e15d0ed41e2c",
        "celery.worker.worker.WorkController": "a0057b77560d",
    },
    ("pyramido_site/asgi_server.py", "uvicorn"): {
        "uvicorn.server.Server.startup": "2aa1d70a244b",
        "uvicorn.server.Server.shutdown": "9b33c5056299",
    },
    ("pyramido_site/stack/web_worker.py", "gunicorn"): {
        "gunicorn.workers.gthread.ThreadWorker.accept": "f8dcead3dce5",
        "gunicorn.workers.gthread.ThreadWorker.run": "f92c7394d857",
        "gunicorn.workers.gthread.ThreadWorker.set_accept_enabled": "140150ebfd3c",
    },
    ("pyramido_site/static_server.py", "whitenoise"): {
        "whitenoise.base.WhiteNoise.__call__": "638ce86f20ce",
        "whitenoise.base.WhiteNoise.add_file_to_dictionary": "da22d41c9064",
        "whitenoise.base.WhiteNoise.get_static_file": "5a9920178967",
        "whitenoise.responders.StaticFile.get_response": "eae5fa4bd64d",
        "whitenoise.string_utils.decode_path_info": "1e412666aa7b",
    },
    ("pyramido_site/routing.py", "channels"): {
        "channels.sessions.InstanceSessionWrapper": "425465d6ccda",
        "channels.sessions.SessionMiddleware": "eabef63d6b9f",
    },
    ("accounts/connections/socket.py", "channels"): {
        "channels.consumer.AsyncConsumer.__call__": "e52238720872",
        "channels.consumer.AsyncConsumer.dispatch": "39f34e7d4fb0",
        "channels.consumer.get_handler_name": "c88c7b7d8763",
        "channels.generic.websocket.AsyncWebsocketConsumer.close": "c2f5b8bca183",
        "channels.generic.websocket.AsyncWebsocketConsumer.websocket_disconnect": "10f38aa55fd5",
    },
    ("games/realtime/stream.py", "asgiref"): {
        "asgiref.sync.SyncToAsync.__call__": "6376e33c6d3d",
        "asgiref.sync.ThreadSensitiveContext": "da8ec00f861b",
    },
    ("games/record/log_guard.py", "django"): {
        "django.db.backends.base.schema.BaseDatabaseSchemaEditor._model_indexes_sql": "aa41cf7c6f4f",
        "django.db.backends.base.schema.BaseDatabaseSchemaEditor.create_model": "8e37abbc2c97",
    },
    ("games/requests/throttles.py", "djangorestframework"): {
        "rest_framework.throttling.SimpleRateThrottle": "39a4a7d3d3c0",
    },
    ("accounts/access/reauthentication.py", "django-allauth"): {
        "allauth.account.internal.flows.reauthentication.did_recently_reauthenticate": "fb4808dcd606",
    },
    ("accounts/identity/adapter.py", "django-allauth"): {
        "allauth.account.adapter.DefaultAccountAdapter._delete_login_attempts_cached_email": "8ef85bf1a8a2",
        "allauth.account.adapter.DefaultAccountAdapter._get_login_attempts_cache_key": "58a617b43455",
        "allauth.account.adapter.DefaultAccountAdapter._rollback_login_failed_rl_usage": "5f26f968d6fb",
        "allauth.account.adapter.DefaultAccountAdapter.authenticate": "7b29ce7dcc16",
        "allauth.account.adapter.DefaultAccountAdapter.confirm_email": "5014030e8472",
        "allauth.account.adapter.DefaultAccountAdapter.get_client_ip": "a9dfa19abcc7",
        "allauth.account.adapter.DefaultAccountAdapter.new_user": "3c567accf5cf",
        "allauth.account.adapter.DefaultAccountAdapter.pre_authenticate": "2cf668171ab3",
        "allauth.account.adapter.DefaultAccountAdapter.save_user": "1951765f6bc4",
        "allauth.account.adapter.DefaultAccountAdapter.send_notification_mail": "75ff99f03d58",
        "allauth.core.internal.httpkit.clean_client_ip": "bd4a81ca3f71",
        "allauth.core.internal.ratelimit.consume": "9243619a0ac1",
    },
    ("accounts/identity/app_codes.py", "django-allauth"): {
        "allauth.core.internal.cryptokit.compare_user_code": "dedbd6f8dc1d",
        "allauth.mfa.totp.internal.auth.format_hotp_value": "2e0c49da1c4c",
        "allauth.mfa.totp.internal.auth.hotp_value": "ebeb22d06d71",
        "allauth.mfa.totp.internal.auth.yield_hotp_counters_from_time": "cdc2a14c26c0",
    },
    ("accounts/identity/closed_sign_in.py", "django-allauth"): {
        "allauth.account.adapter.DefaultAccountAdapter.login": "4e02e26418ac",
        "allauth.account.adapter.DefaultAccountAdapter.pre_login": "bb066fd4b449",
    },
    ("accounts/identity/second_factor_adapter.py", "django-allauth"): {
        "allauth.mfa.adapter.DefaultMFAAdapter._get_user_identifier": "be5eef259911",
        "allauth.mfa.adapter.DefaultMFAAdapter.generate_authenticator_name": "a4792b4e8650",
    },
    ("accounts/backend.py", "django-allauth"): {
        "allauth.account.auth_backends.AuthenticationBackend": "5c1a9f08e082",
    },
    ("accounts/pages/oauth.py", "django-allauth"): {
        "allauth.core.internal.httpkit.add_query_params": "ca4303aa21d4",
        "allauth.core.internal.httpkit.extract_basic_auth": "486a0b10504d",
        "allauth.idp.oidc.views.AuthorizationView": "3def18d07d2e",
        "allauth.idp.oidc.views.RevokeView": "902ba1987cf4",
        "allauth.idp.oidc.views.TokenView": "5d823ab5f78d",
    },
    ("accounts/pages/security.py", "django-allauth"): {
        "allauth.account.views.EmailView._action_primary": "ab88775bf1cc",
        "allauth.account.views.EmailView._action_remove": "3d08e5344431",
        "allauth.account.views.EmailView._action_send": "39a484b6f5e4",
        "allauth.account.views.EmailView._get_email_address": "f218d948b02b",
        "allauth.account.views.PasswordResetView.form_valid": "db9eab118427",
        "allauth.usersessions.internal.flows.sessions.end_sessions": "08ea79e1d57d",
    },
}
"""(our file, library) → internals it overrides, calls or relies on → the digest of the source that was read."""


def digest_of(path: str) -> str:
    return hashlib.sha256(inspect.getsource(found(path)).encode()).hexdigest()[:12]


def found(path: str) -> Any:
    """Return the module, class or function with this path."""
    parts = path.split(".")
    for end in range(len(parts), 0, -1):
        try:
            at: Any = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for name in parts[end:]:
            at = inspect.getattr_static(at, name)
        return at.fget if isinstance(at, property) else getattr(at, "__func__", at)
    raise ModuleNotFoundError(path)


def said_to_be_read(file: str) -> dict[str, str]:
    """Return library → version from the sentence `Written against …` of a file's docstring."""
    text = (ROOT / file).read_text().split('"""')[1]
    (sentence,) = re.findall(r"Written against the\s+internals of (.*?)\s+\(tests/", text, re.DOTALL)
    return dict(one.split() for one in re.split(r",\s+|\s+and\s+", sentence))


@pytest.mark.parametrize(("file", "library"), INSIDES)
def test_the_inside_is_as_it_was_read(file: str, library: str) -> None:
    changed = {path: digest_of(path) for path in INSIDES[file, library]}
    again = {path: digest for path, digest in changed.items() if INSIDES[file, library][path] != digest}
    assert not again, (
        f"{file} was written against another version than {library} {version(library)}. Read these again and compare "
        f"them with their use in the file; then put the new digests here, and the version into its docstring: {again}"
    )


@pytest.mark.parametrize(("file", "library"), INSIDES)
def test_the_file_says_which_version_was_read(file: str, library: str) -> None:
    (locked,) = re.findall(rf"^{library}(?:\[\S*\])?==(\S+)", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    assert said_to_be_read(file)[library] == locked


@pytest.mark.parametrize("library", sorted({library for _file, library in INSIDES}))
def test_a_library_with_such_insides_is_held_below_its_next_version(library: str) -> None:
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    (line,) = [one for one in asked if re.match(rf"{library}\b(?!-)", one)]
    (cap,) = re.findall(r",<(\d+\.\d+)$", line)
    first, second = version(library).split(".")[:2]
    assert cap == f"{first}.{int(second) + 1}"


OURS = ("engine", "games", "accounts", "ratings", "pyramido_site")

DOCUMENTED = {"_asdict", "_base_manager", "_db", "_default_manager", "_exit", "_fields", "_meta", "_replace"}
"""Names of the standard library and of Django that begin with an underscore, but belong to their documentation."""


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in DOCUMENTED


def attributes_of_classes(tree: ast.Module) -> Iterator[str]:
    """Yield the methods and attributes of the classes of a file, those that `self` is given included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for part in ast.walk(node):
                if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield part.name
                elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                    yield part.id
                elif isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
                    yield from [part.attr] if ast.unparse(part.value) == "self" else []


def private_names_used(tree: ast.Module) -> Iterator[str]:
    """Yield the private names that a file imports, from modules called `internal` too, and those that it reads."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module != "__future__":
            internal = "internal" in (node.module or "").split(".")
            yield from (one.name for one in node.names if internal or private(one.name))
        elif isinstance(node, ast.Attribute) and private(node.attr):
            yield node.attr


def test_no_other_file_uses_private_names_of_a_library() -> None:
    """Private attributes are foreign if no class of ours has them; those that one of ours overrides are missed."""
    trees = {path.as_posix(): ast.parse(text) for path, text in tracked_texts(".py") if path.parts[0] in OURS}
    own = {name for tree in trees.values() for name in attributes_of_classes(tree)}
    used = {file: set(private_names_used(tree)) - own for file, tree in trees.items()}
    found = {file: names for file, names in used.items() if names}
    assert not {file: names for file, names in found.items() if file not in {file for file, _library in INSIDES}}
    assert {"accounts/pages/oauth.py", "games/record/log_guard.py"} <= found.keys()


def test_a_changed_inside_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from channels_redis import pubsub

    path = "channels_redis.pubsub.RedisSingleShardConnection._ensure_redis"
    before = digest_of(path)

    def _ensure_redis(self: Any) -> None:
        self._redis = None

    monkeypatch.setattr(pubsub.RedisSingleShardConnection, "_ensure_redis", _ensure_redis)
    assert digest_of(path) != before
