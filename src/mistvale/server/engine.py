"""Databases: opening one, bringing it up to date, and keeping a second server off an SQLite file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa

from .errors import CannotServe
from .schema import HEAD
from .words import message

BUSY_MS = 5000
MIGRATIONS = Path(__file__).parent / "migrations"
# Any number will do, as long as all servers use the same one.
MIGRATION_LOCK = 0x4D495354


def open_engine(url: str) -> sa.Engine:
    """An engine whose transactions are safe on disk when they are committed."""
    if not url.startswith("sqlite"):
        return create(url, pool_pre_ping=True)
    engine = create(url, connect_args={"timeout": BUSY_MS / 1000, "check_same_thread": False})

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        # The driver would open transactions late and by itself; they are opened below instead.
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def create(url: str, **more: Any) -> sa.Engine:
    try:
        # What guests send is none of the log's business.
        return sa.create_engine(url, hide_parameters=True, **more)
    except (sa.exc.ArgumentError, ImportError, ValueError) as error:
        raise CannotServe(message("serve.database", why=error)) from error


@contextmanager
def writing(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A transaction that writes: it takes its lock at once, so it cannot fail halfway for want of it."""
    with engine.connect() as plain:
        connection = plain.execution_options(writes=True)
        with connection.begin():
            yield connection


def migrate(engine: sa.Engine) -> None:
    """Bring the tables up to date; servers that start at the same time take turns."""
    try:
        with writing(engine) as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            if revision(connection) != HEAD:
                upgrade(connection)
    except sa.exc.DBAPIError as error:
        raise CannotServe(message("serve.database", why=str(error.orig))) from error


def revision(connection: sa.Connection) -> str | None:
    """Which revision the tables of a database are of; None if there are none."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).first()
    return str(found[0]) if found else None


def upgrade(connection: sa.Connection) -> None:
    """Make the tables, or alter older ones."""
    # It takes a while to load, and most starts do not need it.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise CannotServe(message("serve.newer", why=str(error))) from error


def lock_file(path: Path) -> IO[str]:
    """Hold a file for this process alone; the system lets go of it however the process ends."""
    file = path.open("a+", encoding="utf-8")
    try:
        _lock(file)
    except OSError as error:
        file.close()
        raise CannotServe(message("serve.locked", path=path.parent)) from error
    return file


def _lock(file: IO[str]) -> None:
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
