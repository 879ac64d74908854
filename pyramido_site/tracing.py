"""Spans for OpenTelemetry: requests, frames of sockets, tasks, and their calls to the database and Redis.

Enabled by OTEL_EXPORTER_OTLP_ENDPOINT; the SDK reads that variable and its others (OTEL_SERVICE_NAME,
OTEL_TRACES_SAMPLER …) itself. A span names routes, tasks and statements without their values. A task belongs to the
trace of the request or task that sent it. Work outside of traces, such as polling, has no spans.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import Token
from typing import Any

import redis
import redis.asyncio
from celery import signals
from django.db.backends.signals import connection_created
from django.http import HttpRequest, HttpResponse
from opentelemetry import context, propagate, trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, Status, StatusCode

from accounts.connections.socket import Socket
from pyramido_site.infrastructure.loop_postgresql import PostgreSQLConnection
from pyramido_site.logs import route_of

_tracer = trace.get_tracer("pyramido")

_running: dict[str, tuple[Span, Token[Context]]] = {}
"""By task id: its span, and the token that detaches it."""


def start() -> None:
    """Start tracing, once per process; forked children continue by themselves."""
    provider = TracerProvider(resource=Resource.create({SERVICE_NAME: "pyramido"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    signals.before_task_publish.connect(_hand_over)
    signals.task_prerun.connect(_begin)
    signals.task_failure.connect(_fail)
    signals.task_postrun.connect(_end)
    connection_created.connect(_watch_database)
    _trace_loop_database()
    _trace_redis()
    _trace_sockets()


def traced(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that starts a new trace for each request: headers of
    clients do not decide which traces are sampled.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        with _tracer.start_as_current_span("request", context=Context(), kind=SpanKind.SERVER) as span:
            response = get_response(request)
            span.update_name(f"{request.method} {route_of(request)}")
            span.set_attributes(
                {
                    "http.request.method": str(request.method),
                    "http.route": route_of(request),
                    "http.response.status_code": response.status_code,
                }
            )
            if response.status_code >= 500:
                span.set_status(Status(StatusCode.ERROR))
            return response

    return middleware


# --- tasks ----------------------------------------------------------------------------------------------------------


def _hand_over(headers: dict[str, Any], **_: Any) -> None:
    propagate.inject(headers)


def _begin(task_id: str, task: Any, **_: Any) -> None:
    carried = {name: value for name in propagate.get_global_textmap().fields if (value := task.request.get(name))}
    span = _tracer.start_span(
        task.name, propagate.extract(carried), SpanKind.CONSUMER, {"messaging.message.id": task_id}
    )
    _running[task_id] = (span, context.attach(trace.set_span_in_context(span)))


def _fail(task_id: str, exception: BaseException, **_: Any) -> None:
    if task_id in _running:
        _running[task_id][0].set_status(Status(StatusCode.ERROR, type(exception).__name__))


def _end(task_id: str, **_: Any) -> None:
    if task_id in _running:
        span, token = _running.pop(task_id)
        context.detach(token)
        span.end()


# --- calls to other servers -------------------------------------------------------------------------------------------


def _within(name: str, **attributes: str) -> Any:
    """Return a span below the current one; a no-op if there is no current one."""
    if not trace.get_current_span().is_recording():
        return trace.use_span(trace.INVALID_SPAN)
    return _tracer.start_as_current_span(name, kind=SpanKind.CLIENT, attributes=attributes, record_exception=False)


def _watch_database(connection: Any, **_: Any) -> None:
    if _statement not in connection.execute_wrappers:
        connection.execute_wrappers.append(_statement)


def _statement(execute: Any, sql: Any, params: Any, many: Any, scope: dict[str, Any]) -> Any:
    """Wrap a statement in a span; its text has placeholders instead of values."""
    text = str(sql)
    with _within(
        text.split(None, 1)[0],
        **{"db.system.name": scope["connection"].vendor, "db.query.text": text},
    ):
        return execute(sql, params, many, scope)


def _trace_loop_database() -> None:
    """Trace statements that the server's loop sends to PostgreSQL itself."""
    plain = PostgreSQLConnection.fetch

    async def fetch(
        self: PostgreSQLConnection, statement: str, values: Sequence[Any]
    ) -> list[tuple[bytes | None, ...]]:
        with _within(statement.split(None, 1)[0], **{"db.system.name": "postgresql", "db.query.text": statement}):
            return await plain(self, statement, values)

    PostgreSQLConnection.fetch = fetch  # type: ignore[method-assign]


def _trace_redis() -> None:
    """Trace Redis commands by name only: keys and values are users' data."""

    def command(plain: Any) -> Any:
        def execute(self: Any, *args: Any, **options: Any) -> Any:
            with _within(str(args[0]), **{"db.system.name": "redis"}):
                return plain(self, *args, **options)

        return execute

    def command_async(plain: Any) -> Any:
        async def execute(self: Any, *args: Any, **options: Any) -> Any:
            with _within(str(args[0]), **{"db.system.name": "redis"}):
                return await plain(self, *args, **options)

        return execute

    redis.Redis.execute_command = command(redis.Redis.execute_command)  # type: ignore[method-assign]
    client = redis.asyncio.Redis
    client.execute_command = command_async(client.execute_command)  # type: ignore[method-assign]


def _trace_sockets() -> None:
    plain = Socket.dispatch

    async def dispatch(self: Socket, message: dict[str, Any]) -> None:
        if message["type"] != "websocket.receive":
            await plain(self, message)
            return
        with _tracer.start_as_current_span(f"frame of {type(self).__name__}", context=Context(), kind=SpanKind.SERVER):
            await plain(self, message)

    Socket.dispatch = dispatch  # type: ignore[method-assign]
