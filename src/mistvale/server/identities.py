"""Identities, as the store has them: who a player is at a provider, and the journeys by which one proves it.

A **journey** leads from the account page to a provider and back. It belongs to the browser that began it (its session,
or its guest), happens once, and ends after some minutes. What came of it stays with it until the page asks.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal

import sqlalchemy as sa

from . import schema
from .errors import refuse
from .events import now
from .guests import hashed
from .openid import Question
from .retention import today
from .store import Store

Purpose = Literal["sign-in", "link", "verify"]
# How a journey stands: begun; somebody is back; it is proved who; or what was in the way (see error.openid-…).
BEGUN, BACK, PROVED = "", "back", "proved"
JOURNEY_SECONDS = 600
MOST_IDENTITIES = 10


@dataclass(frozen=True)
class Identity:
    """Who a player is at a provider; the id is a hash of issuer and subject."""

    id: str
    player: str
    issuer: str
    created: str
    used: str


@dataclass(frozen=True)
class Journey:
    id: str
    holder: str
    provider: str
    purpose: Purpose
    nonce: str
    verifier: str
    begun: int
    expires: int
    outcome: str
    issuer: str
    identity: str
    fresh: bool


def add(connection: sa.Connection, player: str, identity: str, issuer: str) -> None:
    """Let a player be known by an identity; one is nobody else's too."""
    table = schema.identities
    owner = connection.execute(sa.select(table.c.player).where(table.c.id == identity)).scalar()
    if owner == player:
        return
    if owner is not None:
        raise refuse("not-possible", "openid-known")
    mine = sa.select(sa.func.count()).select_from(table).where(table.c.player == player)
    if (connection.execute(mine).scalar() or 0) >= MOST_IDENTITIES:
        raise refuse("not-possible", "openid-enough", most=MOST_IDENTITIES)
    values = {"id": identity, "player": player, "issuer": issuer, "created": now(), "used": today()}
    connection.execute(sa.insert(table).values(values))


class Identities:
    """All methods block; those that change something are one transaction each."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, player: str) -> list[Identity]:
        table = schema.identities
        rows = self.store.rows(sa.select(table).where(table.c.player == player).order_by(table.c.created, table.c.id))
        return [Identity(**row._mapping) for row in rows]

    def owner(self, identity: str) -> str | None:
        """The player that is known by an identity."""
        table = schema.identities
        rows = self.store.rows(sa.select(table.c.player).where(table.c.id == identity))
        return str(rows[0][0]) if rows else None

    def add(self, player: str, identity: str, issuer: str) -> None:
        self.store.submit(lambda connection: add(connection, player, identity, issuer)).result()

    def used(self, identity: str) -> None:
        table = schema.identities
        change = sa.update(table).where(table.c.id == identity, table.c.used < today()).values(used=today())
        self.store.submit(lambda connection: connection.execute(change)).result()

    # ------------------------------------------------------------ journeys

    def begin(self, question: Question, holder: str, provider: str, purpose: Purpose) -> None:
        table, moment = schema.journeys, int(time.time())
        values = {"id": hashed(question.state), "holder": holder, "provider": provider, "purpose": purpose}
        values |= {"nonce": question.nonce, "verifier": question.verifier}
        empty = {"outcome": BEGUN, "issuer": "", "identity": "", "fresh": False}

        def job(connection: sa.Connection) -> None:
            connection.execute(sa.delete(table).where(table.c.expires <= moment))
            # Of one browser only the newest journey of a kind counts.
            connection.execute(sa.delete(table).where(table.c.holder == holder, table.c.purpose == purpose))
            ends = {"begun": moment, "expires": moment + JOURNEY_SECONDS}
            connection.execute(sa.insert(table).values(**values, **empty, **ends))

        self.store.submit(job).result()

    def come_back(self, state: str, holder: str) -> Journey | None:
        """The journey that ends with this state, for whoever began it, and once; None if there is no such."""
        table = schema.journeys
        same = sa.and_(
            table.c.id == hashed(state),
            table.c.holder == holder,
            table.c.outcome == BEGUN,
            table.c.expires > time.time(),
        )
        found = self.store.rows(sa.select(table).where(same))
        if not found:
            return None
        # Of two who come with it at once, one has it; and it is good for nothing else any more.
        taken = sa.update(table).where(same).values(outcome=BACK, verifier="", nonce="")
        if not self.store.submit(lambda connection: connection.execute(taken).rowcount).result():
            return None
        return Journey(**found[0]._mapping)

    def arrive(self, journey: Journey, outcome: str, issuer: str = "", identity: str = "", fresh: bool = False) -> None:
        """Note what came of a journey."""
        table = schema.journeys
        change = sa.update(table).where(table.c.id == journey.id, table.c.outcome == BACK)
        values = {"outcome": outcome, "issuer": issuer, "identity": identity, "fresh": fresh}
        self.store.submit(lambda connection: connection.execute(change.values(values))).result()

    def arrived(self, holder: str, purpose: Purpose) -> Journey | None:
        """The journey that a browser has come back from."""
        table = schema.journeys
        own = sa.and_(table.c.holder == holder, table.c.purpose == purpose, table.c.expires > time.time())
        rows = self.store.rows(sa.select(table).where(own, table.c.outcome.not_in((BEGUN, BACK))))
        return Journey(**rows[0]._mapping) if rows else None

    def end(self, journey: Journey) -> bool:
        """Let a journey be over; whether it was not before."""
        table = schema.journeys
        gone = sa.delete(table).where(table.c.id == journey.id)
        return bool(self.store.submit(lambda connection: connection.execute(gone).rowcount).result())
