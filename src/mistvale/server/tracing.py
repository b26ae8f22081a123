"""Tracing: where the time of a request, a message or a move goes, told to a collector of OpenTelemetry. Off by default.

This is the one door to it. While it is off, what stands here does nothing, and the library is not even loaded. While
it is on, a **span** is told of each piece of work: what kind of work it was, and how long it took. What else may be
said of one stands in `FACTS`, and is a number or one of a few words of ours: nothing that a guest has sent, no id, no
name, no move, no line of chat; and of an error its kind alone.
"""

from __future__ import annotations

import contextvars
import functools
import importlib.util
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from .errors import CannotServe
from .settings import Settings
from .words import message

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
    from opentelemetry.trace import Span, SpanKind

T = TypeVar("T")

SERVICE = "mistvale"
GOODBYE_SECONDS = 2.0
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"))
OTHER = "_OTHER"
PARENT = "traceparent"
# All that is ever said of a span, and how others call it.
FACTS = {
    "method": "http.request.method",
    "route": "http.route",  # as it stands in the code, with the names of its parts and not with what they are
    "status": "http.response.status_code",
    "error": "error.type",
    "kind": "mistvale.kind",  # of a message
    "game": "mistvale.game",
    "bot": "mistvale.bot",
    "way": "mistvale.way",  # by which a notice is sent
    "count": "mistvale.count",
}
Fact = str | int
# Where somebody stands in a trace, to be taken along to another thread; None while nothing is traced.
Here = Any


class Told(Protocol):
    """A piece of work that is being told of."""

    def note(self, **facts: Fact) -> None: ...


class Nothing:
    """What is told while tracing is off."""

    def __enter__(self) -> Nothing:
        return self

    def __exit__(self, *why: object) -> None:
        return None

    def note(self, **facts: Fact) -> None:
        return None


NOTHING = Nothing()


class Piece:
    """A span that goes on."""

    def __init__(self, span: Span) -> None:
        self._span = span

    def note(self, **facts: Fact) -> None:
        for name, value in facts.items():
            self._span.set_attribute(FACTS[name], value)

    def rename(self, name: str) -> None:
        self._span.update_name(name)

    def failed(self, error: BaseException) -> None:
        """Its kind alone: words repeat what somebody has sent."""
        from opentelemetry.trace import Status, StatusCode

        self.note(error=type(error).__name__)
        self._span.set_status(Status(StatusCode.ERROR))


class Tracing:
    """OpenTelemetry, as far as it is used here."""

    def __init__(self, processor: SpanProcessor, share: float = 1.0, process: str = "") -> None:
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased

        about = {"service.name": SERVICE, "service.version": version(SERVICE), "service.instance.id": process}
        self.provider: TracerProvider = TracerProvider(
            ParentBased(TraceIdRatioBased(share)), Resource.create(about), shutdown_on_exit=False
        )
        self.provider.add_span_processor(processor)
        self._tracer = self.provider.get_tracer(SERVICE)

    @contextmanager
    def span(
        self,
        name: str,
        facts: dict[str, Fact],
        parent: Context | None = None,
        causes: Sequence[Context] = (),
        kind: SpanKind | None = None,
    ) -> Iterator[Piece]:
        """A span below the one that goes on here, or below another; `causes` are what it comes from beside that."""
        from opentelemetry.trace import Link, SpanKind, get_current_span

        found = (get_current_span(each).get_span_context() for each in causes)
        links = [Link(each) for each in found if each.is_valid]
        with self._tracer.start_as_current_span(
            name,
            parent,
            kind or SpanKind.INTERNAL,
            {FACTS[fact]: value for fact, value in facts.items()},
            links,
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            piece = Piece(span)
            try:
                yield piece
            except Exception as error:
                piece.failed(error)
                raise


_on: Tracing | None = None


# ---------------------------------------------------------------- on and off


def is_installed() -> bool:
    """Whether the packages are there that this takes."""
    names = ("opentelemetry", "opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http")
    try:
        return all(importlib.util.find_spec(name) is not None for name in names)
    except ModuleNotFoundError:
        return False


def check(settings: Settings) -> None:
    """Refuse to serve with settings by which nothing could ever be traced."""
    if not settings.tracing_endpoint:
        return
    if not is_installed():
        raise CannotServe(message("serve.tracing-package"))
    parts = urlsplit(settings.tracing_endpoint)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise CannotServe(message("serve.tracing-endpoint", given=settings.tracing_endpoint))
    if settings.tracing_share > 1:
        raise CannotServe(message("serve.tracing-share", given=f"{settings.tracing_share:g}"))
    if not all("=" in each for each in settings.tracing_headers):
        raise CannotServe(message("serve.tracing-headers"))


def start(settings: Settings, process: str) -> bool:
    """Trace from now on, if the settings say so; whether they do."""
    if not settings.tracing_endpoint:
        return False
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    given = (each.partition("=") for each in settings.tracing_headers)
    headers = {name.strip(): value.strip() for name, _, value in given}
    exporter = OTLPSpanExporter(endpoint=settings.tracing_endpoint, headers=headers)
    turn_on(BatchSpanProcessor(exporter), settings.tracing_share, process)
    return True


def turn_on(processor: SpanProcessor, share: float = 1.0, process: str = "") -> None:
    global _on
    _on = Tracing(processor, share, process)


def turn_off() -> None:
    """Tell what is left, if the collector takes it soon; and nothing any more."""
    global _on
    if _on is not None:
        last = threading.Thread(target=_on.provider.shutdown, name="mistvale-trace", daemon=True)
        _on = None
        last.start()
        last.join(GOODBYE_SECONDS)


def is_on() -> bool:
    return _on is not None


# ---------------------------------------------------------------- pieces of work


def span(name: str, **facts: Fact) -> AbstractContextManager[Told]:
    """A piece of work, as a part of what goes on here."""
    return NOTHING if _on is None else _on.span(name, facts)


def root(name: str, **facts: Fact) -> AbstractContextManager[Told]:
    """A piece of work that stands for itself, however it was caused: it may last longer than its cause."""
    if _on is None:
        return NOTHING
    from opentelemetry.context import Context, get_current

    return _on.span(name, facts, Context(), [get_current()])


def here() -> Here:
    """Where one stands, for somebody who goes on with it elsewhere."""
    if _on is None:
        return None
    from opentelemetry.context import get_current

    return get_current()


def joint(name: str, callers: Sequence[Here]) -> AbstractContextManager[Told]:
    """A piece of work for several at once: a part of what the first of them does."""
    if _on is None:
        return NOTHING
    first, *others = [each for each in callers if each is not None] or [None]
    return _on.span(name, {"count": len(callers)}, first, others)


def carried(work: Callable[[], T]) -> Callable[[], T]:
    """Work that knows in another thread where it comes from."""
    return work if _on is None else functools.partial(contextvars.copy_context().run, work)


async def request(
    app: Callable[[Scope, Receive, Send], Awaitable[None]], scope: Scope, receive: Receive, send: Send, believed: bool
) -> None:
    """Answer a request, and tell of it. It is part of a trace that a proxy has begun, if that one is `believed`."""
    if _on is None:
        await app(scope, receive, send)
        return
    from opentelemetry.trace import SpanKind

    method = scope["method"] if scope["method"] in METHODS else OTHER
    parent = begun_before(scope) if believed else None
    with _on.span(method, {"method": method}, parent, kind=SpanKind.SERVER) as piece:

        async def noted(answer: Message) -> None:
            if answer["type"] == "http.response.start":
                piece.note(status=answer["status"])
            await send(answer)

        try:
            await app(scope, receive, noted)
        finally:
            route = getattr(scope.get("route"), "path", None)
            if route:
                piece.rename(f"{method} {route}")
                piece.note(route=route)


def begun_before(scope: Scope) -> Context | None:
    """The trace that a request belongs to, as its one header says (W3C); None without a good one."""
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    given = Headers(scope=scope).getlist(PARENT)
    return TraceContextTextMapPropagator().extract({PARENT: given[0]}) if len(given) == 1 else None
