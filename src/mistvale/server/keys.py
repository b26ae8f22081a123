"""The keys that cookies are signed with: from a secret setting, or else from the database, where all servers find them.

A new key is known to every server for a while before the first of them signs with it, so that no server meets a
signature that it cannot check.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from mistvale.core.errors import reason

from . import schema
from .accounts import audit
from .errors import CannotServe
from .guests import KEY, KEY_BYTES, keep_private
from .settings import Settings
from .store import Store
from .words import message

log = logging.getLogger(__name__)
# How often a server looks for new keys, and how long it knows a new one before it signs with it.
LOOK_SECONDS = 15.0
BEFORE_USE = 60
DAY = 24 * 3600


@dataclass(frozen=True)
class Key:
    """One key of the database: from when on it signs, and until when it is accepted (0: no end is known)."""

    secret: bytes
    since: int
    until: int


def old_key(folder: Path) -> bytes | None:
    """The key that an older server kept with its data; None if there is none."""
    path = folder / KEY
    try:
        if not path.exists():
            return None
        keep_private(path)
        key = path.read_bytes()
    except OSError as error:
        raise CannotServe(message("serve.folder", path=folder, why=reason(error))) from error
    if len(key) < KEY_BYTES:
        raise CannotServe(message("serve.key", path=path))
    return key


def given_keys(settings: Settings) -> list[bytes]:
    """The keys of the setting, the one that signs first."""
    given = [text.encode() for text in settings.secret_keys]
    if any(len(key) < KEY_BYTES for key in given):
        raise CannotServe(message("serve.secret", least=KEY_BYTES))
    return given


def ready_keys(store: Store, settings: Settings) -> list[bytes]:
    """All keys that count when a server starts; without any, an older server's is taken over, or one is made."""
    given = given_keys(settings)
    if not given and not store.rows(sa.select(schema.keys.c.id)):
        first = old_key(settings.data_dir) or secrets.token_bytes(KEY_BYTES)
        store.submit(lambda connection: add_first(store, connection, first)).result()
    return current_keys(store, settings)


def add_first(store: Store, connection: sa.Connection, secret: bytes) -> None:
    """Keep a key, unless another process has kept one meanwhile."""
    store.lock(connection)
    if connection.execute(sa.select(schema.keys.c.id)).first() is None:
        _add(connection, secret, 0)


def _add(connection: sa.Connection, secret: bytes, since: int) -> None:
    connection.execute(
        sa.insert(schema.keys).values(id=secrets.token_hex(8), secret=secret.hex(), since=since, until=0)
    )


def current_keys(store: Store, settings: Settings) -> list[bytes]:
    """The keys that count now, the one that signs first."""
    rows = store.rows(sa.select(schema.keys))
    kept = [Key(bytes.fromhex(row.secret), row.since, row.until) for row in rows]
    return given_keys(settings) + in_order(kept, time.time())


def in_order(keys: Sequence[Key], now: float) -> list[bytes]:
    """The keys that are accepted, the one that signs first: the newest whose time has come."""
    accepted = [key for key in keys if not key.until or key.until > now]
    accepted.sort(key=lambda key: (key.since <= now, key.since), reverse=True)
    return [key.secret for key in accepted]


def rotate(store: Store, keep_days: int, who: str = "") -> None:
    """Add a key; those before it are accepted for so many days more, and cookies are signed anew as they come in."""
    now = int(time.time())
    # Where the old keys must not count any more, nobody can wait for the new one.
    since = now + BEFORE_USE if keep_days else now

    def job(connection: sa.Connection) -> None:
        table = schema.keys
        store.lock(connection)
        connection.execute(sa.delete(table).where(table.c.until > 0, table.c.until <= now))
        if keep_days:
            ends = since + keep_days * DAY
            late = sa.or_(table.c.until == 0, table.c.until > ends)
            connection.execute(sa.update(table).where(late).values(until=ends))
        else:
            connection.execute(sa.delete(table))
        _add(connection, secrets.token_bytes(KEY_BYTES), since)
        audit(connection, who, "keys-rotated", keep_days=keep_days)

    store.submit(job).result()
