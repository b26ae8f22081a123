"""Backups: a copy of the data that a server can be started on, made also while one runs.

A plain copy of an SQLite file leaves out what is still in its write-ahead log. The copy is made beside its
place and gets its name only when it is whole.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from mistvale.core.errors import MistvaleError, reason

from .guests import KEY, OWNER_ALONE, keep_private
from .settings import DATABASE, Settings
from .words import message

SQLITE = "sqlite:///"
PAGES_AT_ONCE = 256
Progress = Callable[[int, int], None]


class CannotBackUp(MistvaleError):
    """There is no backup; the message says why."""


def back_up(
    settings: Settings, target: Path, force: bool = False, progress: Progress = lambda done, total: None
) -> None:
    """Copy the database of a server into a new folder, and an older server's key with it.

    `force` lets it take an older backup's place.
    """
    database, key = sources(settings)
    for folder in {database.parent, settings.data_dir}:
        check_target(folder, target, force)
    try:
        with beside(target) as fresh:
            copy_database(database, fresh / DATABASE, progress)
            if key.is_file():
                copy_key(key, fresh / KEY)
            take_place(fresh, target)
    except (sqlite3.Error, OSError) as error:
        raise CannotBackUp(message("backup.failed", path=target, why=reason(error))) from error


def sources(settings: Settings) -> tuple[Path, Path]:
    """The files of a server: its database, and the key beside it that an older one has."""
    key = settings.data_dir / KEY
    if not settings.database_url.startswith(SQLITE):
        raise CannotBackUp(message("backup.elsewhere"))
    database = Path(settings.database_url.removeprefix(SQLITE))
    if not database.is_file():
        raise CannotBackUp(message("backup.no-tables", path=settings.data_dir))
    return database, key


def check_target(data: Path, target: Path, force: bool) -> None:
    here, there = data.resolve(), target.resolve()
    if here == there or here in there.parents or there in here.parents:
        raise CannotBackUp(message("backup.itself", path=target))
    if not target.exists() or (target.is_dir() and not any(target.iterdir())):
        return
    if not target.is_dir() or {path.name for path in target.iterdir()} - {DATABASE, KEY}:
        raise CannotBackUp(message("backup.other", path=target))
    if not force:
        raise CannotBackUp(message("backup.exists", path=target))


@contextmanager
def beside(target: Path) -> Iterator[Path]:
    """A new folder next to the target; gone, if anything goes wrong."""
    made = [path for path in target.absolute().parents if not path.exists()]
    fresh = target.with_name(f"{target.name}.{secrets.token_hex(4)}")
    try:
        fresh.mkdir(OWNER_ALONE, parents=True)
        yield fresh
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        for folder in made:
            with suppress(OSError):
                folder.rmdir()
        raise


def copy_database(source: Path, target: Path, progress: Progress) -> None:
    keep_private(target, make=True)
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)) as read,
        closing(sqlite3.connect(target, isolation_level=None)) as written,
    ):
        # One moment of the store: without it every move at a table would make the copy start again.
        read.execute("BEGIN")
        counted = counts(read)
        read.backup(
            written, pages=PAGES_AT_ONCE, progress=lambda _, left, total: progress(total - left, total), sleep=0
        )
        found = written.execute("PRAGMA integrity_check").fetchone()[0]
        if found != "ok" or counts(written) != counted:
            raise CannotBackUp(message("backup.damaged", path=source, why=found))
    sync(target)


def counts(database: sqlite3.Connection) -> dict[str, int]:
    tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    return {name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for (name,) in tables}


def copy_key(source: Path, target: Path) -> None:
    keep_private(target, make=True)
    target.write_bytes(source.read_bytes())
    sync(target)


def take_place(fresh: Path, target: Path) -> None:
    """Give the copy its name; an older backup goes once the new one is there."""
    old = fresh.with_name(f"{fresh.name}.old") if target.exists() else None
    if old:
        target.rename(old)
    try:
        fresh.rename(target)
    except OSError:
        if old:
            old.rename(target)
        raise
    sync(target.absolute().parent)
    if old:
        shutil.rmtree(old)


def sync(path: Path) -> None:
    """Have it on disk; not every system can do so with a folder."""
    with suppress(PermissionError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
