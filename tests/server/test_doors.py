"""The doors: what strangers send, what they learn, and what is written down about it."""

from __future__ import annotations

import logging
import socket
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from psycopg import errors as postgres_errors

from mistvale.server.engine import open_engine
from mistvale.server.errors import CannotServe
from mistvale.server.store import Store, reason_to_log

from .helpers import House, fast_settings
from .processes import Process

PERSONAL = (
    "/",
    "/match/abc",
    "/join/abc",
    "/account",
    "/device",
    "/daily",
    "/ladder",
    "/recover",
    "/player/abcabcabcabc",
    "/api/me",
    "/api/account",
    "/api/notices",
    "/api/games",
    "/api/matches",
    "/api/nonsense",
)
PUBLIC = (
    "/static/api.js",
    "/static/nonsense.js",
    "/art/misty.svg",
    "/words/en.json",
    "/docs",
    "/docs/docs.js",
    "/favicon.ico",
    "/worker.js",
    "/manifest.webmanifest",
    "/mail/confirm",
    "/unsubscribe/abc",
    "/openapi.json",
    "/health",
    "/metrics",
    "/nonsense",
)


# ---------------------------------------------------------------- what strangers learn


@pytest.mark.parametrize("path", PERSONAL)
def test_personal_answers_are_for_one_browser_alone(house: House, path: str) -> None:
    answer = house.stranger().get(path)
    assert "mistvale=" in answer.headers["set-cookie"]
    assert answer.headers["cache-control"].startswith("private, no-")


@pytest.mark.parametrize("path", PUBLIC)
def test_what_is_the_same_for_all_makes_nobody_a_guest(house: House, path: str) -> None:
    answer = house.stranger().get(path)
    assert "set-cookie" not in answer.headers
    assert "private" not in answer.headers["cache-control"]


def test_whoever_calls_by_a_wrong_name_gets_no_cookie(house: House) -> None:
    answer = house.stranger().get("/api/me", headers={"host": "evil.example"})
    assert answer.status_code == 403 and "set-cookie" not in answer.headers


# ---------------------------------------------------------------- what is written down


def test_the_log_holds_no_values(database: str, caplog: pytest.LogCaptureFixture) -> None:
    store = Store(database)
    statement = sa.text("INSERT INTO nowhere (name) VALUES (:name)")
    with pytest.raises(Exception, match="database"):
        store.submit(lambda connection: connection.execute(statement, {"name": "Wilhelmina"})).result()
    with pytest.raises(Exception, match="database"):
        store.rows(sa.select(sa.text("secret FROM nowhere WHERE name = :name")).params(name="Wilhelmina"))
    store.close()
    assert len(caplog.records) >= 2 and "Wilhelmina" not in caplog.text


def test_the_log_holds_no_rows_that_postgres_repeats() -> None:
    told = 'null value in column "x"\nDETAIL:  Failing row contains (m1, 0, Wilhelmina).'
    error = sa.exc.IntegrityError("INSERT", {}, postgres_errors.NotNullViolation(told))
    assert reason_to_log(error) == "NotNullViolation (23502)"


def test_the_log_says_which_error_of_sqlite_it_was(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'mistvale.db'}")
    with pytest.raises(sa.exc.OperationalError) as raised, store.engine.connect() as connection:
        connection.execute(sa.text("SELECT 1 FROM nowhere"))
    store.close()
    assert reason_to_log(raised.value) == "OperationalError (SQLITE_ERROR): no such table: nowhere"


def test_files_are_the_owners_alone_in_a_folder_for_all(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    tmp_path.chmod(0o755)
    with House(fast_settings(tmp_path), bare=True) as house:
        house.guest("Ann").open("me", "here")
        files = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert {"mistvale.db", "mistvale.db-wal", "mistvale.db-shm", "mistvale.lock"} <= set(files)
    assert set(files.values()) == {0o600}
    assert not caplog.records


def test_files_that_others_could_read_are_narrowed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "guests.key").write_bytes(b"k" * 32)
    with House(fast_settings(tmp_path)):
        pass
    with sqlite3.connect(tmp_path / "mistvale.db") as database:
        database.execute("DELETE FROM keys")
    for path in tmp_path.iterdir():
        path.chmod(0o644)
    with House(fast_settings(tmp_path)):
        assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}
    assert "mistvale.db" in caplog.text and "guests.key" in caplog.text


# ---------------------------------------------------------------- what comes over the wire


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A real one that is not patient."""
    started = Process(tmp_path_factory.mktemp("data"), request_seconds=1.0, connections_per_address=20)
    yield started
    started.close()


CLOSED = (ConnectionResetError, BrokenPipeError)


def call(server: Process, patience: float = 8.0) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=patience)


def answer_to(server: Process, sent: bytes, patience: float = 8.0) -> bytes:
    """All that comes back until the server closes."""
    with call(server, patience) as line:
        came = b""
        try:
            line.sendall(sent)
            while piece := line.recv(65536):
                came += piece
        except CLOSED:
            pass
        return came


def upgrade(path: str, *headers: str) -> bytes:
    lines = (f"GET {path} HTTP/1.1", "Host: localhost", "Connection: Upgrade", "Upgrade: websocket", *headers)
    return "\r\n".join((*lines, "", "")).encode()


KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
VERSION = "Sec-WebSocket-Version: 13"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        pytest.param(b"\x16\x03\x01\x02\x00\x01\x00", b"400", id="tls"),
        pytest.param(b"\x00" * 100, b"400", id="zeroes"),
        pytest.param(b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n", b"400", id="no-header"),
        pytest.param(b"GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n", b"400", id="not-ascii"),
        pytest.param(upgrade("/ws/x"), b"40", id="no-key"),
        pytest.param(upgrade("/ws/x", "Sec-WebSocket-Key: short", VERSION), b"400", id="bad-key"),
        pytest.param(upgrade("/ws/x", KEY, "Sec-WebSocket-Version: 99"), b"4", id="bad-version"),
        pytest.param(upgrade("/ws/x", KEY, VERSION, *["X: y"] * 200), b"431", id="many-headers"),
        pytest.param(upgrade("/ws/" + "x" * 9000, KEY, VERSION), b"414", id="long-path"),
    ],
)
def test_garbage_is_answered_and_closed(server: Process, sent: bytes, status: bytes) -> None:
    answer = answer_to(server, sent)
    assert answer.startswith(b"HTTP/1.1 " + status), answer[:100]
    assert server.client().get("/health").status_code == 200
    assert_quiet(server)


@pytest.mark.parametrize("piece", [b"X: y\r\n", b"y" * 1000], ids=["many", "long"])
def test_headers_end_somewhere(server: Process, piece: bytes) -> None:
    head = b"GET / HTTP/1.1\r\nHost: localhost\r\nX: "
    sent = 0
    with call(server) as line, pytest.raises(CLOSED):
        line.sendall(head)
        while sent < 64 * 2**20:
            line.sendall(piece * 100)
            sent += 100 * len(piece)
    assert sent < 16 * 2**20, "more than the buffers of the system hold"
    assert answer_to(server, head + b"y" * 40_000).startswith(b"HTTP/1.1 431")
    assert_quiet(server)


def test_trailers_end_somewhere(server: Process) -> None:
    head = b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
    with call(server) as line, pytest.raises(CLOSED):
        line.sendall(head)
        for _ in range(640):
            line.sendall(b"X: y\r\n" * 20_000)
    assert_quiet(server)


@pytest.mark.slow
@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: loc",
        b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n\r\n",
        b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{",
        upgrade("/ws/x", KEY, VERSION)[:-2],
    ],
    ids=["silent", "half a head", "kept alive", "half a body", "half a handshake"],
)
def test_who_never_finishes_is_closed(server: Process, sent: bytes) -> None:
    began = time.monotonic()
    answer_to(server, sent, patience=12.0)
    assert time.monotonic() - began < 10
    assert_quiet(server)


@pytest.mark.slow
def test_whoever_drips_is_closed_too(server: Process) -> None:
    began = time.monotonic()
    with call(server) as line, pytest.raises(CLOSED):
        while time.monotonic() - began < 10:
            line.sendall(b"\r\n")
            time.sleep(0.1)
    assert_quiet(server)


def test_a_body_that_breaks_off_is_no_mistake_of_ours(server: Process) -> None:
    with call(server) as line:
        line.sendall(b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        time.sleep(0.2)
    time.sleep(0.3)
    assert_quiet(server)


def test_a_text_that_is_no_text_is_no_mistake_of_ours(server: Process) -> None:
    with call(server) as line:
        line.sendall(upgrade("/ws/x", KEY, VERSION))
        assert line.recv(4096).startswith(b"HTTP/1.1 101")
        line.sendall(b"\x81\x82\x00\x00\x00\x00\xff\xfe")
        while line.recv(4096):
            pass
    assert_quiet(server)


def test_one_address_has_so_many_connections(server: Process) -> None:
    lines = [call(server) for _ in range(30)]
    time.sleep(0.3)
    closed = 0
    for line in lines:
        line.setblocking(False)
        try:
            closed += line.recv(1) == b""
        except BlockingIOError:
            pass
        except ConnectionResetError:
            closed += 1
        line.close()
    assert closed == 10
    time.sleep(0.3)
    assert server.client().get("/health").status_code == 200, "once the others are gone"


def test_the_places_of_sockets_are_given_back(server: Process) -> None:
    for _ in range(30):
        with call(server) as line:
            line.sendall(upgrade("/ws/x", KEY, VERSION))
            assert line.recv(4096).startswith(b"HTTP/1.1 101")
    assert server.client().get("/health").status_code == 200


def assert_quiet(server: Process) -> None:
    time.sleep(0.1)
    assert "Traceback" not in server.said and "ERROR" not in server.said and "WARNING" not in server.said


def test_our_own_mistakes_are_still_told() -> None:
    from mistvale.server.wire import strangers

    def record(text: str) -> logging.LogRecord:
        return logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, text, (), None)

    assert not strangers(record("opening handshake failed"))
    assert strangers(record("Exception in ASGI application\n"))


# ---------------------------------------------------------------- oddities


@pytest.mark.parametrize("path", ["/", "/match/abc", "/api/games", "/health", "/static/api.js", "/art/misty.svg"])
def test_who_asks_for_the_head_gets_the_head(house: House, path: str) -> None:
    """Monitors and link previews do."""
    whole, head = house.stranger().get(path), house.stranger().head(path)
    assert head.status_code == 200 and head.content == b""
    assert head.headers["content-length"] == whole.headers["content-length"]
    assert head.headers["content-type"] == whole.headers["content-type"]


def test_a_head_changes_nothing(house: House) -> None:
    assert house.stranger().head("/api/join/x").status_code == 404
    assert house.stranger().head("/api/matches/x/moves").status_code == 405


def test_one_host_is_enough(server: Process) -> None:
    """Something between us and the client may believe the other one."""
    twice = b"GET /health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    assert answer_to(server, twice).startswith(b"HTTP/1.1 403")


def test_whoever_never_reads_is_closed(server: Process) -> None:
    ask = b"GET /static/table.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 800
    came = 0
    with call(server) as line:
        line.sendall(ask)
        time.sleep(5)
        try:
            while piece := line.recv(2**20):
                came += len(piece)
        except CLOSED:
            pass
    size = len(server.client().get("/static/table.js").content)
    assert came < 700 * size
    assert_quiet(server)


def test_replays_cost_what_they_cost(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, requests_per_second=0.001, request_burst=200)) as house:
        eve = house.stranger()
        answers = [eve.get("/api/matches/x/frames").status_code for _ in range(6)]
        assert answers == [404] * 4 + [429] * 2


def test_lists_of_tables_cost_what_they_cost(tmp_path: Path) -> None:
    """Up to a hundred tables are read for one."""
    with House(fast_settings(tmp_path, requests_per_second=0.001, request_burst=100)) as house:
        eve = house.stranger()
        assert [eve.get("/api/matches").status_code for _ in range(6)] == [200] * 5 + [429]


@pytest.mark.parametrize("odd", ["postgresql+psycopg://u:pa55@h:port/n", "nonsense pa55", "foo://u:pa55@h/n"])
def test_a_database_that_cannot_be_is_refused_without_its_password(odd: str) -> None:
    with pytest.raises(CannotServe) as refused:
        open_engine(odd)
    assert "pa55" not in str(refused.value)


def test_settings_keep_their_secrets_when_printed(tmp_path: Path) -> None:
    chosen = fast_settings(tmp_path, metrics_token="s3cret", database="postgresql://u:pa55@h/n")
    assert "s3cret" not in repr(chosen) and "pa55" not in repr(chosen)
