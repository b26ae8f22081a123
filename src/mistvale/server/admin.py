"""What whoever runs a server may do beside it, from the command line: also while it serves."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from . import keys, schema
from .accounts import Accounts, audit
from .errors import CannotServe, Refusal
from .people import People
from .ratings import Rebuilt, rebuild
from .settings import Settings, of_environment
from .store import Store
from .words import message

MOST_LISTED = 200
RECOVER = "/recover"  # the page that takes the code behind the #


def settings_of(data: Path | None) -> Settings:
    """The settings of the server whose data lies in a folder; None: where the environment says."""
    found = of_environment()
    return replace(found, data_dir=data) if data else found


@contextmanager
def opened(settings: Settings) -> Iterator[Store]:
    """The store of a server, which may be running."""
    url = settings.database_url
    if url.startswith("sqlite:///") and not Path(url.removeprefix("sqlite:///")).is_file():
        raise CannotServe(message("backup.no-tables", path=settings.data_dir))
    store = Store(url, alone=False)
    try:
        yield store
    finally:
        store.close()


def rotate_keys(settings: Settings, keep_days: int) -> None:
    """Let cookies be signed with a new key."""
    if settings.secret_keys:
        raise CannotServe(message("keys.setting"))
    with opened(settings) as store:
        keys.ready_keys(store, settings)
        keys.rotate(store, keep_days, this_user())


# ---------------------------------------------------------------- players


class Known(NamedTuple):
    """A player as whoever runs the server sees it in a list."""

    handle: str
    name: str
    created: str
    seen: str


def find_players(settings: Settings, text: str = "", most: int = MOST_LISTED) -> list[Known]:
    """Players by a part of their name, or their handle; the newest first."""
    table, guests, sessions = schema.players, schema.guests, schema.sessions
    seen = sa.select(sa.func.max(sessions.c.seen)).where(sessions.c.player == table.c.id).scalar_subquery()
    query = sa.select(table.c.handle, guests.c.name, table.c.created, seen.label("seen"))
    query = query.outerjoin(guests, guests.c.guest == table.c.id).where(table.c.gone == "")
    if text:
        like = sa.func.lower(guests.c.name).contains(text.lower(), autoescape=True)
        query = query.where(sa.or_(table.c.handle == text, like))
    with opened(settings) as store:
        rows = store.rows(query.order_by(table.c.created.desc(), table.c.handle).limit(most))
    return [Known(row.handle, row.name or "", row.created, row.seen or "") for row in rows]


def recovery_link(settings: Settings, handle: str, hours: int) -> str:
    """A link by which a player who has lost all else signs in, once; it is audited, and the player is told."""
    with opened(settings) as store:
        try:
            player = People(store).by_handle(handle)
        except Refusal as refusal:
            raise CannotServe(message("players.none", handle=handle)) from refusal
        code = Accounts(store).give_link(player.id, hours * 3600, this_user())
    return f"{address(settings)}{RECOVER}#{code}"


def address(settings: Settings) -> str:
    """Where players reach the server, as far as its settings say it."""
    if not settings.origin and settings.friends_url:
        return settings.friends_url.rstrip("/")  # with the base path, as its host has typed it
    return (settings.origin or "").rstrip("/") + settings.base_path


# ---------------------------------------------------------------- ratings


def rebuild_ratings(settings: Settings, progress: Callable[[int, int], None]) -> Rebuilt:
    """Make all ratings again from the ladder."""
    with opened(settings) as store:
        rebuilt = rebuild(store, progress)
        same = rebuilt.before == rebuilt.after

        def note(connection: sa.Connection) -> None:
            audit(connection, this_user(), "ratings-rebuilt", matches=rebuilt.matches, same=same)

        store.submit(note).result()
    return rebuilt


# ---------------------------------------------------------------- what was done


class Done(NamedTuple):
    """One line of the audit."""

    at: str
    who: str
    what: str
    player: str
    data: dict[str, Any]


def audited(settings: Settings, most: int = MOST_LISTED) -> list[Done]:
    """What was done last, the newest first; players by handle, while they are there."""
    table, players = schema.audit, schema.players
    query = sa.select(table, players.c.handle, players.c.gone).outerjoin(players, players.c.id == table.c.player)
    with opened(settings) as store:
        rows = store.rows(query.order_by(table.c.at.desc(), table.c.id).limit(most))
    return [Done(row.at, row.who, row.what, "" if row.gone else row.handle or "", row.data) for row in rows]


def this_user() -> str:
    """Who works here, as the machine knows him."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""
