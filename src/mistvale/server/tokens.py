"""Tokens: how a program of a player comes in, and what it may do then.

A program is nobody's double: it has an id of its own at tables, so that it neither sees nor plays the seats of its
owner, and everybody can tell it from a person. What a token is good for stands in one list, `DOORS`, and the guard
asks it before anything else does: what is not in the list is closed to every token, whatever its scopes.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, get_args

import sqlalchemy as sa

from . import schema
from .errors import refuse
from .events import now
from .guests import hashed
from .retention import today
from .store import GOING, Store

Scope = Literal["read", "play", "host"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
# How every token begins, so that people and scanners of code know one when they see it.
MARK = "mvt_"
# How the id of a program begins; those of guests have no such sign in them.
PROGRAM_MARK = "program:"
MOST_TOKENS = 20
USUAL_DAYS = 90
MOST_DAYS = 365
DAY_SECONDS = 24 * 3600
SOCKET = "SOCKET"
EVERY = frozenset(SCOPES)
READ: frozenset[Scope] = frozenset({"read"})
PLAY: frozenset[Scope] = frozenset({"play"})
HOST: frozenset[Scope] = frozenset({"host"})

# What tokens open, by method and path, and of which scopes one is enough. Nothing here touches credentials.
DOORS: dict[tuple[str, str], frozenset[Scope]] = {
    ("GET", "/api/me"): EVERY,
    ("GET", "/api/games"): EVERY,
    ("GET", "/api/games/{game}/guide"): EVERY,
    ("GET", "/api/games/{game}/ready"): EVERY,
    ("GET", "/api/games/{game}/lessons"): EVERY,
    ("POST", "/api/games/{game}/lessons/{lesson}"): EVERY,
    ("POST", "/api/games/{game}/lessons/{lesson}/preview"): EVERY,
    ("POST", "/api/games/{game}/lessons/{lesson}/why"): EVERY,
    ("GET", "/api/puzzle"): EVERY,
    ("GET", "/api/games/{game}/puzzles"): EVERY,
    ("GET", "/api/matches"): EVERY,
    ("GET", "/api/matches/{match}"): EVERY,
    ("GET", "/api/matches/{match}/ready"): EVERY,
    ("GET", "/api/matches/{match}/box"): EVERY,
    ("GET", "/api/matches/{match}/view"): EVERY,
    ("GET", "/api/matches/{match}/scene"): EVERY,
    ("GET", "/api/matches/{match}/record"): EVERY,
    ("GET", "/api/matches/{match}/frames"): EVERY,
    (SOCKET, "/ws/{match}"): EVERY,
    ("GET", "/api/players/{handle}"): READ,
    ("GET", "/api/players/{handle}/matches"): READ,
    ("GET", "/api/players/{handle}/insights"): READ,
    ("GET", "/api/matches/{match}/analysis"): READ,
    ("GET", "/api/matches/{match}/variations"): READ,
    ("GET", "/api/join/{token}"): PLAY,
    ("GET", "/api/join/{token}/ready"): PLAY,
    ("POST", "/api/join/{token}"): PLAY,
    ("GET", "/api/matches/{match}/legal"): PLAY,
    ("GET", "/api/matches/{match}/turn"): PLAY,
    ("POST", "/api/matches/{match}/moves"): PLAY,
    ("POST", "/api/matches/{match}/undo"): PLAY,
    ("POST", "/api/matches/{match}/parts"): PLAY,
    # Whoever has a seat is asked whether it is there, and agrees: who cannot answer would lose it.
    ("POST", "/api/matches/{match}/confirm"): PLAY,
    ("POST", "/api/matches/{match}/seals"): PLAY,
    ("POST", "/api/matches/{match}/stand"): PLAY,
    ("POST", "/api/matches/{match}/back"): PLAY,
    ("POST", "/api/matches/{match}/cancel"): PLAY,
    ("POST", "/api/matches/{match}/leave"): PLAY | HOST,
    ("POST", "/api/matches"): HOST,
    ("POST", "/api/matches/{match}/rematch"): HOST,
}
# As the routes read them: a name in braces is anything without a slash.
CLOSED = {(SOCKET, "/ws/lobby")}  # who waits there, or is looked for, is a person
PATHS = [(way, re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), scopes) for (way, path), scopes in DOORS.items()]


@dataclass(frozen=True)
class Program:
    """A program, as its token lets it in."""

    id: str
    hash: str
    player: str
    guest: str
    name: str
    scopes: frozenset[Scope]
    created: str
    expires: int
    used: str

    @property
    def expired(self) -> bool:
        return self.expires <= time.time()

    def check(self, way: str, path: str) -> None:
        """Refuse what the token is not good for."""
        needed = next((scopes for known, pattern, scopes in PATHS if known == way and pattern.fullmatch(path)), None)
        if needed is None or (way, path) in CLOSED:
            raise refuse("forbidden", "token-closed")
        if not needed & self.scopes:
            raise refuse("forbidden", "token-scope", scopes=", ".join(sorted(needed)))


def is_program(guest: str | None) -> bool:
    """Whether somebody at a table is a program."""
    return guest is not None and guest.startswith(PROGRAM_MARK)


def bearer(headers: Iterable[str]) -> str | None:
    """The token of Authorization headers; None without one of ours. What others have put there is theirs."""
    for header in headers:
        scheme, _, given = header.strip().partition(" ")
        if scheme.lower() == "bearer" and given.strip().startswith(MARK):
            return given.strip()
    return None


class Tokens:
    """The tokens of all players, as the store has them. All methods block."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # ------------------------------------------------------------ looking up

    def _find(self, which: sa.ColumnElement[bool]) -> list[Program]:
        table = schema.tokens
        rows = self.store.rows(sa.select(table).where(which).order_by(table.c.created.desc(), table.c.id))
        return [program_of(row) for row in rows]

    def by_hash(self, token: str) -> Program | None:
        """The program of a token, by the token's hash, while it counts."""
        found = self._find(schema.tokens.c.hash == token)
        return found[0] if found and not found[0].expired else None

    def of(self, player: str) -> list[Program]:
        """A player's programs, also those whose tokens have expired; the newest first."""
        return self._find(schema.tokens.c.player == player)

    def of_all(self, players: Iterable[str]) -> dict[str, str]:
        """The programs of some players, by who they are at tables; each with whose it is."""
        owners = list(players)
        found = self._find(schema.tokens.c.player.in_(owners)) if owners else []
        return {each.guest: each.player for each in found}

    def known(self, guests: Iterable[str]) -> dict[str, Program]:
        """Those of some programs whose tokens have not been taken away, by who they are at tables."""
        programs = [guest for guest in guests if is_program(guest)]
        found = self._find(schema.tokens.c.guest.in_(programs)) if programs else []
        return {each.guest: each for each in found}

    def named(self, guest: str) -> str:
        """What a program is called; nothing once its token is gone."""
        found = self._find(schema.tokens.c.guest == guest) if is_program(guest) else []
        return found[0].name if found else ""

    def alive(self, hashes: list[str]) -> set[str]:
        """Those of some tokens that still count."""
        table = schema.tokens
        good = sa.select(table.c.hash).where(table.c.hash.in_(hashes), table.c.expires > time.time())
        return {row[0] for row in self.store.rows(good)}

    def gone(self, guests: Iterable[str]) -> set[str]:
        """Those of some guests that are programs and cannot come any more."""
        programs = {guest for guest in guests if is_program(guest)}
        if not programs:
            return set()
        table = schema.tokens
        good = sa.select(table.c.guest).where(table.c.guest.in_(programs), table.c.expires > time.time())
        return programs - {row[0] for row in self.store.rows(good)}

    def waited_for(self) -> list[tuple[str, str]]:
        """Seats that wait in vain: programs that cannot come any more, each with a match that is not over."""
        held, matches = schema.holders, schema.matches
        going = sa.select(held.c.guest, held.c.match).join(matches, matches.c.match == held.c.match)
        programs = held.c.guest.startswith(PROGRAM_MARK, autoescape=True)
        rows = self.store.rows(going.where(programs, matches.c.status.in_(GOING)).order_by(held.c.match))
        gone = self.gone({row.guest for row in rows})
        return [(row.guest, row.match) for row in rows if row.guest in gone]

    # ------------------------------------------------------------ changing

    def make(self, player: str, name: str, scopes: Iterable[Scope], days: int) -> str:
        """A new token for a program of a player; it is told this once."""
        table, token = schema.tokens, new_token()

        def job(connection: sa.Connection) -> str:
            mine = sa.select(sa.func.count()).select_from(table).where(table.c.player == player)
            if (connection.execute(mine).scalar() or 0) >= MOST_TOKENS:
                raise refuse("too-many", "tokens-enough", most=MOST_TOKENS)
            values: dict[str, Any] = {"id": secrets.token_hex(8), "player": player, "name": name, "created": now()}
            values |= {"guest": PROGRAM_MARK + secrets.token_urlsafe(15), "scopes": sorted(set(scopes)), "used": ""}
            connection.execute(sa.insert(table).values(**values, hash=hashed(token), expires=ends(days)))
            return token

        return self.store.submit(job).result()

    def renew(self, player: str, token_id: str, days: int) -> tuple[str, str]:
        """Another token for the same program, and the hash of the one before, which does not count any more."""
        table, token = schema.tokens, new_token()

        def job(connection: sa.Connection) -> tuple[str, str]:
            mine = sa.and_(table.c.id == token_id, table.c.player == player)
            before = connection.execute(sa.select(table.c.hash).where(mine)).scalar()
            if before is None:
                raise refuse("not-found")
            connection.execute(sa.update(table).where(mine).values(hash=hashed(token), expires=ends(days)))
            self.store.tell(connection, {"ended": [before], "guests": []})
            return token, str(before)

        return self.store.submit(job).result()

    def revoke(self, token_id: str, player: str | None = None) -> Program:
        """Take a token away, for good; whose it was."""
        return self.store.submit(lambda connection: self.take_away(connection, token_id, player)).result()

    def take_away(self, connection: sa.Connection, token_id: str, player: str | None = None) -> Program:
        table = schema.tokens
        which = table.c.id == token_id
        if player is not None:
            which = sa.and_(which, table.c.player == player)
        row = connection.execute(sa.select(table).where(which)).first()
        if row is None:
            raise refuse("not-found")
        connection.execute(sa.delete(table).where(which))
        self.store.tell(connection, {"ended": [row.hash], "guests": []})
        return program_of(row)

    def touch_soon(self, token_id: str) -> Any:
        """A token was used today."""
        table = schema.tokens
        late = sa.update(table).where(table.c.id == token_id, table.c.used < today())
        return self.store.submit(lambda connection: connection.execute(late.values(used=today())))


def new_token() -> str:
    return MARK + secrets.token_urlsafe(32)


def ends(days: int) -> int:
    return int(time.time()) + days * DAY_SECONDS


def program_of(row: sa.Row[Any]) -> Program:
    values = dict(row._mapping)
    # What an older version knew, and this one does not, opens nothing.
    given = values.pop("scopes")
    scopes = frozenset(scope for scope in SCOPES if scope in given)
    return Program(**values, scopes=scopes)
