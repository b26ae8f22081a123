"""What whoever runs a server may do beside it, from the command line: also while it serves."""

from __future__ import annotations

import getpass
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from mistvale.core.text import Message

from . import comments, doorman, keys, schema
from .accounts import Accounts, audit
from .comments import Comments
from .config import chosen_settings
from .errors import CannotServe, Refusal, refuse
from .people import People
from .ratings import Rebuilt, rebuild
from .reports import Report, Reports
from .retention import day
from .settings import Settings
from .store import Store
from .tokens import Tokens
from .words import message

MOST_LISTED = 200
RECOVER = "/recover"  # the page that takes the code behind the #


def settings_of(data: Path | None) -> Settings:
    """The settings of the server whose data lies in a folder; None: where environment and file of settings say."""
    found = chosen_settings()
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


def find_players(settings: Settings, text: str = "") -> list[Known]:
    """Players by a part of their name, or their handle; the newest first."""
    with opened(settings) as store:
        return search_players(store, text)


def search_players(store: Store, text: str = "", most: int = MOST_LISTED) -> list[Known]:
    table, guests, sessions = schema.players, schema.guests, schema.sessions
    seen = sa.select(sa.func.max(sessions.c.seen)).where(sessions.c.player == table.c.id).scalar_subquery()
    query = sa.select(table.c.handle, guests.c.name, table.c.created, seen.label("seen"))
    query = query.outerjoin(guests, guests.c.guest == table.c.id).where(table.c.gone == "")
    if text:
        like = sa.func.lower(guests.c.name).contains(text.lower(), autoescape=True)
        query = query.where(sa.or_(table.c.handle == text, like))
    rows = store.rows(query.order_by(table.c.created.desc(), table.c.handle).limit(most))
    return [Known(row.handle, row.name or "", row.created, row.seen or "") for row in rows]


def recovery_link(settings: Settings, handle: str, hours: int) -> str:
    """A link by which a player who has lost all else signs in, once; it is audited, and the player is told."""
    with opened(settings) as store:
        code = recovery_code(store, handle, hours, this_user())
    return f"{settings.address or settings.base_path}{RECOVER}#{code}"


def recovery_code(store: Store, handle: str, hours: int, who: str) -> str:
    """What stands behind the # of such a link."""
    return Accounts(store).give_link(player_of(store, handle), hours * 3600, who)


# ---------------------------------------------------------------- the door


def player_of(store: Store, handle: str) -> str:
    """The id of the player with a handle."""
    try:
        return People(store).by_handle(handle).id
    except Refusal as refusal:
        raise CannotServe(message("players.none", handle=handle)) from refusal


def ban_player(store: Store, handle: str, reason: str, days: int, who: str) -> None:
    """Let a player only look; without days, for ever."""
    if not reason.strip():
        raise CannotServe(message("ban.reason"))
    doorman.ban(store, player_of(store, handle), reason.strip(), days * 24 * 3600, who)


def unban_player(store: Store, handle: str, who: str) -> None:
    if not doorman.unban(store, player_of(store, handle), who):
        raise CannotServe(message("ban.none", handle=handle))


class Banned(NamedTuple):
    """A ban as whoever runs the server sees it in a list."""

    handle: str
    name: str
    reason: str
    until: int
    at: str


def banned(store: Store) -> list[Banned]:
    """All bans that count, the newest first."""
    table, players, guests = schema.bans, schema.players, schema.guests
    query = sa.select(players.c.handle, guests.c.name, table.c.reason, table.c.until, table.c.at)
    query = query.select_from(table).outerjoin(players, players.c.id == table.c.guest)
    query = query.outerjoin(guests, guests.c.guest == table.c.guest)
    rows = store.rows(query.where(doorman.lasting(table, int(time.time()))).order_by(table.c.at.desc(), table.c.guest))
    return [Banned(row.handle or "", row.name or "", row.reason, row.until, row.at) for row in rows]


def give_role(store: Store, handle: str, role: str, who: str) -> None:
    """Let a player look after the server on its page ("admin"), or no longer ("")."""
    player = player_of(store, handle)

    def job(connection: sa.Connection) -> None:
        connection.execute(sa.update(schema.players).where(schema.players.c.id == player).values(role=role))
        audit(connection, who, "role", player, role=role)

    store.submit(job).result()


# ---------------------------------------------------------------- tables


class Standing(NamedTuple):
    """A table as whoever runs the server sees it in a list."""

    match: str
    game: str
    status: str
    created: str
    touched: str
    names: tuple[str, ...]


def find_tables(store: Store, status: str = "", handle: str = "", most: int = MOST_LISTED) -> list[Standing]:
    """Tables of a status, or of a player; those that somebody came to last first."""
    table, holders, names = schema.matches, schema.holders, schema.names
    query = sa.select(table)
    if status:
        query = query.where(table.c.status == status)
    if handle:
        held = sa.select(holders.c.match).where(holders.c.guest == player_of(store, handle))
        query = query.where(table.c.match.in_(held))
    rows = store.rows(query.order_by(table.c.touched.desc(), table.c.created.desc()).limit(most))
    sitting: dict[str, list[str]] = {row.match: [] for row in rows}
    for row in store.rows(sa.select(names).where(names.c.match.in_(list(sitting))).order_by(names.c.seat)):
        sitting[row.match].append(row.name)
    return [
        Standing(row.match, row.game, row.status, row.created, row.touched, tuple(sitting[row.match])) for row in rows
    ]


def count_tables(store: Store, status: str) -> int:
    """How many tables stand so."""
    query = sa.select(sa.func.count()).select_from(schema.matches).where(schema.matches.c.status == status)
    return int(store.rows(query)[0][0])


# ---------------------------------------------------------------- programs


class KnownToken(NamedTuple):
    """A token as whoever runs the server sees it in a list."""

    id: str
    name: str
    player: str  # the handle
    scopes: str
    ends: str
    used: str


def find_tokens(settings: Settings, handle: str = "", most: int = MOST_LISTED) -> list[KnownToken]:
    """The tokens of all players, or of one, the newest first."""
    table, players = schema.tokens, schema.players
    query = sa.select(table, players.c.handle).join(players, players.c.id == table.c.player)
    if handle:
        query = query.where(players.c.handle == handle)
    with opened(settings) as store:
        rows = store.rows(query.order_by(table.c.created.desc(), table.c.id).limit(most))
    return [
        KnownToken(row.id, row.name, row.handle, ", ".join(row.scopes), day_of(row.expires), row.used) for row in rows
    ]


def day_of(seconds: int) -> str:
    return day(datetime.fromtimestamp(seconds, UTC))


def revoke_token(settings: Settings, token_id: str) -> str:
    """Take a token away, which is audited; what its program was called."""

    def job(connection: sa.Connection) -> str:
        gone = Tokens(store).take_away(connection, token_id)
        audit(connection, this_user(), "token-revoked", gone.player, token=token_id)
        return gone.name

    with opened(settings) as store:
        try:
            return store.submit(job).result()
        except Refusal as refusal:
            if refusal.code != "not-found":
                raise
            raise CannotServe(message("tokens.none", id=token_id)) from refusal


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


def audited(settings: Settings) -> list[Done]:
    """What was done last, the newest first."""
    with opened(settings) as store:
        return audit_of(store)


def audit_of(store: Store, most: int = MOST_LISTED) -> list[Done]:
    """The same of an open store; players by handle, while they are there."""
    table, players = schema.audit, schema.players
    query = sa.select(table, players.c.handle, players.c.gone).outerjoin(players, players.c.id == table.c.player)
    rows = store.rows(query.order_by(table.c.at.desc(), table.c.id).limit(most))
    return [Done(row.at, row.who, row.what, "" if row.gone else row.handle or "", row.data) for row in rows]


# ---------------------------------------------------------------- reports


def reported(settings: Settings, closed: bool = False) -> list[Report]:
    """Lines of chat that were reported; the oldest first."""
    with opened(settings) as store:
        return Reports(store).found(closed)


def read_report(settings: Settings, report: str) -> Report:
    """One report, with its lines; that it was read is audited."""
    with opened(settings) as store, refused_as(message("reports.none", report=report)):
        return Reports(store).look(report, this_user())


def close_report(settings: Settings, report: str, note: str) -> None:
    with opened(settings) as store, refused_as(message("reports.none", report=report)):
        Reports(store).close(report, this_user(), note)


def remove_reported(settings: Settings, report: str) -> None:
    """Take away the comment that a report is about, and close it; both are audited."""
    with opened(settings) as store:
        with refused_as(message("reports.none", report=report)):
            found = Reports(store).one(report)
        with refused_as(message("reports.no-comment", report=report)):
            if found.side != comments.SIDE:
                raise refuse("not-found", "no-comment")
            Comments(store).remove(found.match, found.number, this_user())
        Reports(store).close(report, this_user(), "")


@contextmanager
def refused_as(why: Message) -> Iterator[None]:
    """What is not there, in the words of a command."""
    try:
        yield
    except Refusal as refusal:
        raise CannotServe(why) from refusal


def this_user() -> str:
    """Who works here, as the machine knows him."""
    try:
        return getpass.getuser()
    except (ImportError, OSError, KeyError):  # where there are no Unix users, and no variable that names one
        return ""
