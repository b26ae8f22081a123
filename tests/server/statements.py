"""Statements that are put together once for all databases of this process.

An engine keeps what it has put together, and nearly every test has a server with an engine of its own: to put the same
statements together again took longer than most tests, and left more behind to be collected than all else.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

Key = tuple[Any, ...]


class Kept(dict[Key, Any]):
    """Compiled statements, whichever engine they were compiled for: all of one kind of database speak alike."""

    def get(self, key: Key, default: Any = None) -> Any:
        return super().get(of_a_kind(key), default)

    def __setitem__(self, key: Key, compiled: Any) -> None:
        super().__setitem__(of_a_kind(key), compiled)


def of_a_kind(key: Key) -> Key:
    """SQLAlchemy keeps a statement under the dialect of one engine first, and then under what it says."""
    dialect, *what = key
    return (dialect.name, dialect.driver, *what)


KEPT = Kept()


@sa.event.listens_for(sa.Engine, "engine_connect")
def share(connection: sa.Connection) -> None:
    connection.execution_options(compiled_cache=KEPT)
