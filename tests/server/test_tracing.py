"""Traces tell where time goes, and nothing that anybody has sent; while they are off they cost nothing."""

from __future__ import annotations

import ast
import re
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from mistvale.server import tracing
from mistvale.server.errors import CannotServe
from mistvale.server.events import Notice
from mistvale.server.run import settled
from mistvale.server.settings import Settings

from .helpers import PATIENCE, House, fast_settings
from .programs import new_token, player
from .test_config import found
from .test_notices import posted, subscribed
from .test_rated_tables import end, rated_table

T = TypeVar("T")

SMALL: dict[str, Any] = {"options": {"window": "small"}, "seed": 7}
TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = f"00-{TRACE}-b7ad6b7169203331-01"
PROXY = "10.1.2.3"


class Piece(NamedTuple):
    """A span, as a test looks at it: what lies below it stands in the order of its beginning."""

    name: str
    facts: dict[str, Any]
    below: list[Any]
    span: ReadableSpan


class Told:
    """All that was told."""

    def __init__(self) -> None:
        self.memory = InMemorySpanExporter()

    def spans(self) -> list[ReadableSpan]:
        return sorted(self.memory.get_finished_spans(), key=lambda span: span.start_time or 0)

    def trees(self, name: str) -> list[Piece]:
        """The spans of a name, each with all that is a part of it."""
        return [self._tree(span) for span in self.spans() if span.name == name]

    def _tree(self, span: ReadableSpan) -> Piece:
        own = span.context.span_id if span.context else 0
        below = [self._tree(each) for each in self.spans() if each.parent and each.parent.span_id == own]
        return Piece(span.name, dict(span.attributes or {}), below, span)


def names(piece: Piece) -> Any:
    return (piece.name, [names(each) for each in piece.below]) if piece.below else piece.name


def eventually(look: Callable[[], T]) -> T:
    """What is told by somebody who waits for nobody."""
    end = time.monotonic() + PATIENCE
    while not (seen := look()):
        assert time.monotonic() < end, "it was never told"
        time.sleep(0.002)
    return seen


@pytest.fixture
def told() -> Iterator[Told]:
    """Tracing is on."""
    heard = Told()
    tracing.turn_on(SimpleSpanProcessor(heard.memory))
    yield heard
    tracing.turn_off()


def test_a_move_over_rest_is_a_request_with_its_transaction(told: Told, house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here", **SMALL)["match"]
    told.memory.clear()
    ann.move(match, 0, ann.legal(match, 0)[0])
    [moved] = told.trees("POST /api/matches/{match}/moves")
    assert names(moved) == ("POST /api/matches/{match}/moves", ["store.transaction"])
    assert moved.facts == {
        "http.request.method": "POST",
        "http.route": "/api/matches/{match}/moves",
        "http.response.status_code": 200,
    }
    assert moved.below[0].facts == {"mistvale.count": 1}
    assert moved.span.parent is None
    assert {span.name for span in told.spans()} >= {"GET /api/matches/{match}/legal"}


def test_a_move_over_a_socket_is_a_message_with_its_transaction(told: Told, house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here", **SMALL)["match"]
    with ann.at(match, 0) as line:
        line.until("frames")
        told.memory.clear()
        line.ask(type="move", id="m", seat=0, move=ann.legal(match, 0)[0])
        [moved] = eventually(lambda: told.trees("socket.message"))
        assert names(moved) == ("socket.message", ["store.transaction"])
        assert moved.facts == {"mistvale.kind": "move"}
        told.memory.clear()
        line.ask(type="<sesame>", id="n")
        assert eventually(lambda: told.trees("socket.message"))[0].facts == {"mistvale.kind": "unknown"}


def test_a_bot_that_answers_is_a_trace_of_its_own_that_names_its_cause(told: Told, house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "bot:random", **SMALL)["match"]
    # Both pick at once: what the bot picks by itself is over before somebody gives it a cause.
    eventually(lambda: told.trees("bot.turn"))
    told.memory.clear()
    ann.move(match, 0, ann.legal(match, 0)[0])
    [moved] = told.trees("POST /api/matches/{match}/moves")
    assert moved.span.context
    cause = moved.span.context.trace_id

    def answers() -> list[Piece]:
        return [each for each in told.trees("bot.turn") if cause in {link.context.trace_id for link in each.span.links}]

    turn = eventually(answers)[0]
    assert turn.span.parent is None and turn.facts == {"mistvale.game": "misty"}
    thought = turn.below[0]
    assert (thought.name, thought.facts) == ("bot.think", {"mistvale.game": "misty", "mistvale.bot": "random"})


def test_ratings_are_a_part_of_the_transaction_that_ends_a_match(told: Told, house: House) -> None:
    ann, bob = player(house, "Ann"), player(house, "Bob")
    bob.client.headers["user-agent"] = "another browser"
    match = rated_table(ann, bob)
    told.memory.clear()
    end(house, match, ann, bob)
    [ended] = [each for each in told.trees("store.transaction") if each.below]
    assert names(ended) == ("store.transaction", ["ratings.settle"])
    assert ended.below[0].facts == {"mistvale.game": "misty", "mistvale.count": 2}


def test_the_keeper_and_the_postman_tell_of_their_work(told: Told, house: House) -> None:
    ann = house.guest("Ann")
    hub = house.app.state.hub
    match = ann.open("me", "here", **SMALL)["match"]
    told.memory.clear()
    house.call(hub.keeper.settle, match)
    house.call(hub.keeper.beat_now)
    assert told.trees("keeper.settle")
    assert names(told.trees("keeper.beat")[-1]) == ("keeper.beat", ["store.transaction"])
    # A service that the host does not believe in: it is not called, and that is work, too.
    subscribed(hub.store, ann.id, "push", address="https://sesame.example/")
    posted(hub.store, Notice("n", ann.id, "result", match, "misty"))
    house.call(hub.postman.round)
    sent = [each for piece in told.trees("outbox.round") for each in piece.below if each.name == "outbox.send"]
    assert [each.facts for each in sent] == [{"mistvale.way": "push", "mistvale.count": 1, "error.type": "Gone"}]


def test_a_trace_that_a_proxy_has_begun_goes_on_and_that_of_others_does_not(tmp_path: Path, told: Told) -> None:
    with House(fast_settings(tmp_path, trusted_proxies=("10.1.0.0/16",))) as house:
        for address, header, goes_on in (
            (PROXY, [PARENT], True),
            ("198.51.100.1", [PARENT], False),
            (PROXY, ["00-zz-zz-01"], False),
            (PROXY, [PARENT, PARENT.replace("0af", "1af")], False),
            (PROXY, [], False),
        ):
            told.memory.clear()
            headers = [("traceparent", each) for each in header]
            house.stranger(address).get("/api/me", headers=headers)
            [asked] = told.trees("GET /api/me")
            assert asked.span.context
            assert (f"{asked.span.context.trace_id:032x}" == TRACE) == goes_on, (address, header)
            assert (asked.span.parent is not None) == goes_on


def test_a_proxy_that_traces_nothing_is_followed(tmp_path: Path, told: Told) -> None:
    with House(fast_settings(tmp_path, trusted_proxies=(PROXY,))) as house:
        told.memory.clear()
        house.stranger(PROXY).get("/api/me", headers={"traceparent": PARENT[:-1] + "0"})
        assert told.trees("GET /api/me") == []


def test_no_span_holds_anything_that_somebody_sent(told: Told, house: House) -> None:
    """A search over all that was told, after everything that has secrets in it."""
    ann = player(house, "Annabella")
    token = new_token(ann)
    cookie = dict(ann.client.cookies)["mistvale"]
    opened = ann.open("me", "friend", name="Annabella", **SMALL)
    match, link = opened["match"], opened["seats"][1]["link"]
    bob = house.guest("Robertino")
    bob.join(link, "Robertino")
    codes = ann.post("/api/account/codes", {})["codes"]
    with bob.at(match, 1) as line:
        line.until("frames")
        line.ask(type="say", id="sesame-id", text="Open sesame")
        line.ask(type="move", id="sesame-move", seat=1, move="sesame move")
    moves = ann.legal(match, 0)
    ann.move(match, 0, moves[0])
    bob.client.get("/sesame/path?x=sesame-query", headers={"user-agent": "sesame agent"})
    bob.client.post("/api/sign-in/code", json={"code": "sesame-code"})
    bob.client.request("SESAME", "/api/me")
    house.stranger("192.0.2.77").get("/api/me", headers={"authorization": f"Bearer {token}"})
    ann.delete("/api/account")
    everything = " ".join(
        str((span.name, dict(span.attributes or {}), span.events, span.status.description, span.resource.attributes))
        for span in told.spans()
    )
    assert len(told.spans()) > 20 and "/api/join/{token}" in everything
    secrets = [token, cookie, link.rpartition("/")[2], match, *codes, ann.id, bob.id, moves[0], "192.0.2.77"]
    for secret in (*secrets, "Annabella", "Robertino", "sesame", "SESAME", "testclient"):
        assert secret.lower() not in everything.lower(), secret


def test_a_mistake_is_told_by_its_kind_alone(told: Told, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = house.guest()

    def fail(*_: Any) -> None:
        raise KeyError("sesame")

    monkeypatch.setattr(house.app.state.hub.store, "name", fail)
    assert ann.client.get("/api/me").status_code == 500
    [failed] = told.trees("GET /api/me")[-1:]
    assert failed.facts["error.type"] == "KeyError" and failed.span.status.status_code == StatusCode.ERROR
    assert "sesame" not in failed.span.to_json()


def test_only_what_is_listed_can_be_said(told: Told) -> None:
    with pytest.raises(KeyError), tracing.span("x", guest="Ann"):
        pass


def test_nobody_else_tells_of_requests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Frameworks and whoever embeds the server may have tracing of their own, which repeats paths and errors."""
    heard = Told()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(heard.memory))
    monkeypatch.setattr("opentelemetry.trace._TRACER_PROVIDER", provider)
    with House(fast_settings(tmp_path)) as house:
        house.guest()
    assert heard.spans() == []


# ---------------------------------------------------------------- off, and how it is turned on


def test_while_it_is_off_nothing_is_made_and_nothing_is_loaded() -> None:
    def work() -> None: ...

    assert tracing.span("a", count=1) is tracing.root("b") is tracing.joint("c", [None]) is tracing.NOTHING
    assert tracing.carried(work) is work and tracing.here() is None and not tracing.is_on()
    for path in Path(str(tracing.__file__)).parent.glob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                assert not re.search(r"opentelemetry|authlib|joserfc|httpx", ast.unparse(node)), path


def test_traces_go_where_the_settings_say(tmp_path: Path) -> None:
    got: list[tuple[str, str | None, bytes]] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            got.append((self.path, self.headers["authorization"], body))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Collector) as collector:
        threading.Thread(target=collector.serve_forever, daemon=True).start()
        endpoint = f"http://127.0.0.1:{collector.server_port}/v1/traces"
        settings = {"tracing_endpoint": endpoint, "tracing_headers": ("authorization=Bearer x",)}
        with House(fast_settings(tmp_path, **settings)) as house:
            house.guest()
            assert tracing.is_on()
        collector.shutdown()
    assert not tracing.is_on(), "the server is gone, and with it what it told"
    assert {(path, key) for path, key, _ in got} == {("/v1/traces", "Bearer x")}
    assert b"GET /api/me" in b"".join(body for _, _, body in got)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"tracing_endpoint": "collector:4318"}, "collector:4318"),
        ({"tracing_endpoint": "ftp://collector"}, "ftp://collector"),
        ({"tracing_share": 1.5}, "1.5"),
        ({"tracing_headers": ("sesame",)}, "no value"),
    ],
)
def test_settings_that_cannot_be_are_found_and_refused(tmp_path: Path, given: dict[str, Any], said: str) -> None:
    whole = {"tracing_endpoint": "http://127.0.0.1:4318/v1/traces", **given}
    assert said in found(tmp_path, **whole)[True]
    with pytest.raises(CannotServe) as refused:
        settled(Settings(**whole), None, None, ())
    assert "sesame" not in str(refused.value)


def test_without_its_packages_a_server_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracing, "is_installed", lambda: False)
    assert "mistvale[tracing]" in found(tmp_path, tracing_endpoint="http://127.0.0.1:4318/v1/traces")[True]
    assert not found(tmp_path)[True]
