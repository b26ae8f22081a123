"""What players are to each other, as the store has it: who follows, blocks and invites whom, and who may see what."""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection, Iterable
from typing import Any, Literal, NamedTuple

import sqlalchemy as sa

from . import outbox, schema
from .errors import refuse, too_many
from .events import Notice, now
from .models.profiles import Privacy
from .store import Collision, Store

MOST_FOLLOWED = 500
MOST_BLOCKED = 500
MOST_INVITATIONS = 50  # that one host has out, or one player has got
MOST_FROM_ONE = 5  # of those that a player has got: no stranger keeps all others from inviting
INVITATIONS_WAIT = 60.0
# Who was at a table so lately counts as playing; it is written down no more often than this.
PLAYING_SECONDS = 300
NOTED_SECONDS = 60
Tie = Literal["follows", "blocks"]
MOST = {"follows": MOST_FOLLOWED, "blocks": MOST_BLOCKED}


class Player(NamedTuple):
    """A player as others may know it."""

    id: str
    handle: str
    name: str
    created: str
    privacy: Privacy
    active: int
    role: str

    @property
    def is_playing(self) -> bool:
        return time.time() - self.active < PLAYING_SECONDS


def privacy_of(settings: dict[str, Any]) -> Privacy:
    return Privacy(**settings.get("privacy", {}))


class People:
    """All methods block."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # ------------------------------------------------------------ finding

    def _players(self, which: sa.ColumnElement[bool]) -> list[Player]:
        table, guests = schema.players, schema.guests
        query = sa.select(table, guests.c.name).outerjoin(guests, guests.c.guest == table.c.id)
        rows = self.store.rows(query.where(which, table.c.gone == "").order_by(guests.c.name, table.c.handle))
        return [
            Player(row.id, row.handle, row.name or "", row.created, privacy_of(row.settings), row.active, row.role)
            for row in rows
        ]

    def by_handle(self, handle: str) -> Player:
        found = self._players(schema.players.c.handle == handle)
        if not found:
            raise refuse("not-found", "no-such-player")
        return found[0]

    def by_id(self, player: str) -> Player:
        found = self._players(schema.players.c.id == player)
        if not found:
            raise refuse("no-player")
        return found[0]

    def with_ids(self, players: Collection[str]) -> dict[str, Player]:
        return {each.id: each for each in self._players(schema.players.c.id.in_(list(players)))}

    # ------------------------------------------------------------ ties

    def tied(self, tie: Tie, player: str) -> list[Player]:
        """Whom a player follows, or blocks."""
        table = schema.metadata.tables[tie]
        return self._players(schema.players.c.id.in_(sa.select(table.c.other).where(table.c.player == player)))

    def followers(self, player: str) -> list[Player]:
        table = schema.follows
        return self._players(schema.players.c.id.in_(sa.select(table.c.player).where(table.c.other == player)))

    def has(self, tie: Tie, player: str, other: str) -> bool:
        table = schema.metadata.tables[tie]
        return bool(self.store.rows(sa.select(table).where(table.c.player == player, table.c.other == other)))

    def are_friends(self, one: str, other: str) -> bool:
        """Friends follow each other."""
        return self.has("follows", one, other) and self.has("follows", other, one)

    def blocked(self, one: str, others: Iterable[str]) -> bool:
        """Whether somebody wants to have nothing to do with one of some others, or one of them with it."""
        table, them = schema.blocks, [other for other in others if other and other != one]
        between = sa.or_(
            sa.and_(table.c.player == one, table.c.other.in_(them)),
            sa.and_(table.c.other == one, table.c.player.in_(them)),
        )
        return bool(them) and bool(self.store.rows(sa.select(table).where(between).limit(1)))

    def parted(self, one: str, others: Iterable[str]) -> set[str]:
        """Those of some others with whom there is a block, whoever of the two has set it."""
        table, them = schema.blocks, [other for other in others if other and other != one]
        to = sa.select(table.c.other).where(table.c.player == one, table.c.other.in_(them))
        fro = sa.select(table.c.player).where(table.c.other == one, table.c.player.in_(them))
        return {row[0] for row in self.store.rows(to.union(fro))} if them else set()  # type: ignore[arg-type]

    def tie(self, tie: Tie, player: str, other: str) -> None:
        table = schema.metadata.tables[tie]

        def job(connection: sa.Connection) -> None:
            mine = sa.select(sa.func.count()).select_from(table).where(table.c.player == player)
            if (connection.execute(mine).scalar() or 0) >= MOST[tie]:
                raise refuse("not-possible", "ties-enough", most=MOST[tie])
            connection.execute(sa.insert(table).values(player=player, other=other))
            if tie == "blocks":
                self._part(connection, player, other)

        try:
            self.store.submit(job).result()
        except Collision:
            return  # it was so before

    @staticmethod
    def _part(connection: sa.Connection, one: str, other: str) -> None:
        """Whoever blocks somebody follows and invites it no more, and the other way round."""
        for table, left, right in (
            (schema.follows, schema.follows.c.player, schema.follows.c.other),
            (schema.invitations, schema.invitations.c.host, schema.invitations.c.player),
        ):
            both = sa.or_(sa.and_(left == one, right == other), sa.and_(left == other, right == one))
            connection.execute(sa.delete(table).where(both))

    def untie(self, tie: Tie, player: str, other: str) -> None:
        table = schema.metadata.tables[tie]
        gone = sa.delete(table).where(table.c.player == player, table.c.other == other)
        self.store.submit(lambda connection: connection.execute(gone)).result()

    # ------------------------------------------------------------ who may see what

    def set_privacy(self, player: str, privacy: Privacy) -> None:
        table = schema.players

        def job(connection: sa.Connection) -> None:
            mine = sa.select(table.c.settings).where(table.c.id == player).with_for_update()
            settings = connection.execute(mine).scalar() or {}
            change = sa.update(table).where(table.c.id == player)
            connection.execute(change.values(settings={**settings, "privacy": privacy.model_dump()}))

        self.store.submit(job).result()

    def may(self, viewer: str, player: Player, allowed: str) -> bool:
        """Whether somebody is among those that a player allows something: all, friends or nobody."""
        if viewer == player.id:
            return True
        if allowed == "nobody" or self.blocked(viewer, [player.id]):
            return False
        return allowed == "all" or self.are_friends(viewer, player.id)

    def visible(self, viewer: str, players: Collection[str]) -> dict[str, Player]:
        """Those of some players whose profile somebody may see; asked once for all of them."""
        blocks, follows = schema.blocks, schema.follows
        apart = self.store.rows(sa.select(blocks).where(sa.or_(blocks.c.player == viewer, blocks.c.other == viewer)))
        to = {row.other for row in self.store.rows(sa.select(follows.c.other).where(follows.c.player == viewer))}
        fro = {row.player for row in self.store.rows(sa.select(follows.c.player).where(follows.c.other == viewer))}
        blocked = {row.player for row in apart} | {row.other for row in apart}

        def may_see(player: Player) -> bool:
            allowed = {"all": True, "friends": player.id in to & fro, "nobody": False}[player.privacy.profile]
            return player.id == viewer or (allowed and player.id not in blocked)

        return {each: player for each, player in self.with_ids(players).items() if may_see(player)}

    def check_profile(self, viewer: str, player: Player) -> None:
        if viewer != player.id and self.blocked(viewer, [player.id]):
            raise refuse("not-found", "no-such-player")
        if not self.may(viewer, player, player.privacy.profile):
            raise refuse("forbidden", "private")

    def saw_soon(self, player: str) -> Any:
        """A player is at a table."""
        change = sa.update(schema.players).where(schema.players.c.id == player).values(active=int(time.time()))
        return self.store.submit(lambda connection: connection.execute(change))

    # ------------------------------------------------------------ invitations

    def invite(self, host: str, player: str, match: str, seat: int) -> str:
        """Ask a player to take a seat."""
        table, given = schema.invitations, secrets.token_hex(8)

        def job(connection: sa.Connection) -> str:
            same = sa.and_(table.c.match == match, table.c.seat == seat, table.c.player == player)
            connection.execute(sa.delete(table).where(same))
            self._forget_late(connection, sa.or_(table.c.host == host, table.c.player == player))
            self._check_invitations(connection, table.c.host == host)
            self._check_invitations(connection, table.c.player == player)
            both = sa.and_(table.c.host == host, table.c.player == player)
            self._check_invitations(connection, both, most=MOST_FROM_ONE)
            values = {"id": given, "match": match, "seat": seat, "host": host, "player": player, "at": now()}
            connection.execute(sa.insert(table).values(values))
            game = sa.select(schema.matches.c.game).where(schema.matches.c.match == match)
            told = Notice(given, player, "invitation", match, connection.execute(game).scalar() or "")
            outbox.post(connection, [told])
            return given

        return self.store.submit(job).result()

    def check_invitations(self, host: str, players: Collection[str]) -> None:
        """Refuse a host one invitation too many, or to ask somebody who has too many."""
        table = schema.invitations
        with self.store.reading() as connection:
            self._check_invitations(connection, table.c.host == host, len(players))
            for player in players:
                self._check_invitations(connection, table.c.player == player)

    @staticmethod
    def _check_invitations(
        connection: sa.Connection, which: sa.ColumnElement[bool], new: int = 1, most: int | None = None
    ) -> None:
        most = MOST_INVITATIONS if most is None else most
        count = sa.select(sa.func.count()).select_from(schema.invitations).where(which)
        if (connection.execute(count).scalar() or 0) + new > most:
            raise too_many(INVITATIONS_WAIT, "invitations-enough", most=most)

    @staticmethod
    def _forget_late(connection: sa.Connection, which: sa.ColumnElement[bool]) -> None:
        """Forget invitations to tables that have begun, or are gone: nobody may have looked at them since."""
        table, matches = schema.invitations, schema.matches
        waits = sa.select(matches.c.match).where(matches.c.status.in_(("waiting", "confirming", "sealing")))
        connection.execute(sa.delete(table).where(which, table.c.match.not_in(waits)))

    def is_open(self, invitation: str) -> bool:
        """Whether an invitation still stands."""
        return bool(self.store.rows(sa.select(schema.invitations).where(schema.invitations.c.id == invitation)))

    def invitations(self, player: str) -> list[sa.Row[Any]]:
        """The seats that a player was asked to take, the newest first."""
        table = schema.invitations
        return self.store.rows(sa.select(table).where(table.c.player == player).order_by(table.c.at.desc(), table.c.id))

    def between(self, one: str, other: str) -> list[sa.Row[Any]]:
        """The invitations that two have made each other."""
        table = schema.invitations
        to = sa.and_(table.c.host == one, table.c.player == other)
        fro = sa.and_(table.c.host == other, table.c.player == one)
        return self.store.rows(sa.select(table).where(sa.or_(to, fro)))

    def to_table(self, match: str) -> list[sa.Row[Any]]:
        """Who was asked to a table, the oldest first."""
        table = schema.invitations
        return self.store.rows(sa.select(table).where(table.c.match == match).order_by(table.c.at, table.c.id))

    def invitation(self, invitation: str) -> sa.Row[Any]:
        rows = self.store.rows(sa.select(schema.invitations).where(schema.invitations.c.id == invitation))
        if not rows:
            raise refuse("not-found")
        return rows[0]

    def drop_old(self, invitations: Collection[str]) -> None:
        """Forget invitations that are answered, or taken back, or whose seats are taken."""
        table = schema.invitations
        gone = sa.delete(table).where(table.c.id.in_(list(invitations)))
        self.store.submit(lambda connection: connection.execute(gone)).result()
