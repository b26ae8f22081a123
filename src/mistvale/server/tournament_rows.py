"""The rows of tournaments that change with something else, in its transaction: a match that ends, a player who goes,
what is swept."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import sqlalchemy as sa

from . import schema
from .events import Result
from .retention import days_ago, today

if TYPE_CHECKING:
    from .retention import Stay

# The tournament is looked after at once.
AT_ONCE = 1
GOING = ("open", "running")


def lock(connection: sa.Connection, tournament: str) -> sa.Row[tuple[object, ...]] | None:
    """The row of a tournament, which nobody else changes until this transaction is over."""
    table = schema.tournaments
    return connection.execute(sa.select(table).where(table.c.id == tournament).with_for_update()).first()


def changed(connection: sa.Connection, tournament: str, **values: object) -> None:
    """Change a tournament, and note that it is another one now."""
    table = schema.tournaments
    change = sa.update(table).where(table.c.id == tournament)
    connection.execute(change.values(version=table.c.version + 1, touched=today(), **values))


# ---------------------------------------------------------------- boards


def settle(connection: sa.Connection, results: Sequence[Result]) -> None:
    """Note how a match of a tournament ended; with the last of a round the next one is due."""
    table, match = schema.boards, results[0].match
    here = connection.execute(sa.select(table.c.tournament).where(table.c.match == match).limit(1)).scalar()
    if here is None:
        return
    # Of two matches that end at once, the second finds that it is the last.
    lock(connection, here)
    rows = list(connection.execute(sa.select(table).where(table.c.match == match).order_by(table.c.seat)))
    if any(row.place for row in rows):
        return
    ended = {result.seat: result for result in results}
    # Whoever was not there when it began has a bot's result beside it, which is not its own.
    hows = {row.seat: row.how or (ended[row.seat].how if ended[row.seat].guest else "absent") for row in rows}
    keys = {seat: (how == "absent", ended[seat].standing) for seat, how in hows.items()}
    for row in rows:
        place = 1 + sum(key < keys[row.seat] for key in keys.values())
        same = sa.and_(table.c.match == match, table.c.seat == row.seat)
        connection.execute(sa.update(table).where(same).values(place=place, how=hows[row.seat]))
    round_over(connection, here)


def round_over(connection: sa.Connection, tournament: str) -> None:
    """Note that something changed at the boards; and if nothing of the round goes on, that the next is due."""
    table = schema.boards
    going = sa.select(table.c.seat).where(table.c.tournament == tournament, table.c.place == 0).limit(1)
    if connection.execute(going).first() is None:
        changed(connection, tournament, due=AT_ONCE)
    else:
        changed(connection, tournament)


def mark_absent(connection: sa.Connection, match: str, players: Collection[str], closed: bool) -> bool:
    """Note who was not there when a match was to begin; `closed`: it is not played, and those who were have won it.

    Says whether that was news.
    """
    table = schema.boards
    here = connection.execute(sa.select(table.c.tournament).where(table.c.match == match).limit(1)).scalar()
    if here is None or lock(connection, here) is None:
        return False
    rows = list(connection.execute(sa.select(table).where(table.c.match == match)))
    news = False
    for row in rows:
        how = "absent" if row.player in players or row.how == "absent" else "walkover" if closed else ""
        place = (len(rows) if how == "absent" else 1) if closed else row.place
        if row.place or (how, place) == (row.how, row.place):
            continue
        same = sa.and_(table.c.match == match, table.c.seat == row.seat)
        connection.execute(sa.update(table).where(same).values(how=how, place=place))
        news = True
    if news:
        round_over(connection, here)
    return news


# ---------------------------------------------------------------- who goes, and what


def forget(connection: sa.Connection, player: str) -> None:
    """A player is gone: what it was to play it has lost, and what it has opened and nobody began is called off.

    The id stays, so that the standings of the others are what they were.
    """
    table, entries = schema.tournaments, schema.entries
    own = sa.select(table.c.id).where(table.c.organiser == player, table.c.status == "open")
    for each in list(connection.execute(own).scalars()):
        changed(connection, each, status="ended", due=0, origin="")
    connection.execute(sa.update(table).where(table.c.organiser == player).values(origin=""))
    mine = sa.select(entries.c.tournament, table.c.status).join(table, table.c.id == entries.c.tournament)
    for row in list(connection.execute(mine.where(entries.c.player == player, table.c.status.in_(GOING)))):
        same = sa.and_(entries.c.tournament == row.tournament, entries.c.player == player)
        if row.status == "open":
            connection.execute(sa.delete(entries).where(same))
        else:
            connection.execute(sa.update(entries).where(same, entries.c.away == "").values(away="left"))
        changed(connection, row.tournament)


def sweep(connection: sa.Connection, stay: Stay) -> None:
    """Take tournaments away that nobody came back to; those that are over stay as long as matches do."""
    table = schema.tournaments
    days = {"open": stay.waiting, "running": stay.playing, "over": stay.over, "ended": stay.over}
    late = [sa.and_(table.c.status == status, table.c.touched < days_ago(n)) for status, n in days.items() if n]
    if not late:
        return
    gone = list(connection.execute(sa.select(table.c.id).where(sa.or_(*late))).scalars())
    for each, column in ((schema.boards, "tournament"), (schema.entries, "tournament"), (table, "id")):
        connection.execute(sa.delete(each).where(each.c[column].in_(gone)))
