"""Channels: where notices go beside the page. A browser (Web Push), a mail address, or a web address of one's own.

Whatever is given as an address is an attacker's until it is shown otherwise: browsers are reached through services
that the host has listed, mail goes only to who has confirmed it, and web addresses are looked at again when they are
called (`outside.py`).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from . import schema
from .errors import refuse
from .guests import hashed
from .kinds import Way
from .notices import KINDS
from .outbox import CONFIRM_SECONDS, ask_to_confirm, remove, seconds
from .store import Store

MOST = {"push": 10, "mail": 1, "hook": 3}
# Accounts that may wait for the same mail address to be confirmed: nobody floods a stranger.
MOST_ASKING = 3
ID_BYTES = 16


def token(channel: str, secret: str, purpose: str) -> str:
    """What a link in a mail carries: it names the channel, and can be made with its secret alone."""
    mark = hmac.new(secret.encode(), purpose.encode(), hashlib.sha256).hexdigest()[:32]
    return f"{channel}-{mark}"


class Channels:
    """All methods block."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, guest: str) -> list[sa.Row[Any]]:
        table = schema.channels
        return self.store.rows(sa.select(table).where(table.c.guest == guest).order_by(table.c.made, table.c.id))

    def by_id(self, channel: str) -> sa.Row[Any] | None:
        rows = self.store.rows(sa.select(schema.channels).where(schema.channels.c.id == channel))
        return rows[0] if rows else None

    # ------------------------------------------------------------ adding

    def add_push(self, guest: str, endpoint: str, keys: dict[str, str], **more: str) -> str:
        """A browser. Whosever it was before, it is this guest's from now on."""

        def job(connection: sa.Connection) -> str:
            table = schema.channels
            same = sa.and_(table.c.way == "push", table.c.place == hashed(endpoint))
            # What waits for another guest is nothing for this one.
            remove(connection, sa.and_(same, table.c.guest != guest))
            return self._put(connection, guest, "push", endpoint, keys=keys, **more)

        return self.store.submit(job).result()

    def add_mail(self, guest: str, address: str, lang: str) -> str:
        """A mail address in place of the one before. Nothing goes there until its owner has said so."""

        def job(connection: sa.Connection) -> str:
            table, asked = schema.channels, schema.channels.c.state == "asked"
            remove(connection, sa.and_(asked, table.c.made < seconds() - CONFIRM_SECONDS))
            same = sa.and_(table.c.place == hashed(address), asked, table.c.guest != guest)
            if _count(connection, same) >= MOST_ASKING:
                raise refuse("too-many", "mail-enough")
            remove(connection, sa.and_(table.c.guest == guest, table.c.way == "mail", asked))
            kinds = self._kinds(connection, guest, "mail")
            made = self._insert(
                connection, guest, "mail", address, kinds=kinds, lang=lang, state="asked", most=MOST["mail"] + 1
            )
            ask_to_confirm(connection, made)
            return made

        return self.store.submit(job).result()

    def add_hook(self, guest: str, url: str, lang: str, form: str) -> str:
        """A web address; what signs the calls from now on is shown this once."""
        secret = secrets.token_hex(32)
        more: dict[str, Any] = {"secret": secret, "lang": lang, "keys": {"form": form}, "state": "on", "failures": 0}
        self.store.submit(lambda connection: self._put(connection, guest, "hook", url, **more)).result()
        return secret

    def _put(self, connection: sa.Connection, guest: str, way: Way, address: str, **more: Any) -> str:
        """Add an address, or change what is known of it: somebody has one once, with all that waits to be sent."""
        table = schema.channels
        self.store.lock(connection)
        mine = sa.and_(table.c.guest == guest, table.c.way == way, table.c.place == hashed(address))
        known = connection.execute(sa.select(table.c.id).where(mine).order_by(table.c.made).limit(1)).scalar()
        if known is None:
            return self._insert(connection, guest, way, address, kinds=self._kinds(connection, guest, way), **more)
        connection.execute(sa.update(table).where(table.c.id == known).values(more))
        remove(connection, sa.and_(mine, table.c.id != known))  # from when it could be added twice
        return str(known)

    def _insert(self, connection: sa.Connection, guest: str, way: Way, address: str, **more: Any) -> str:
        table = schema.channels
        most = more.pop("most", MOST[way])
        if _count(connection, sa.and_(table.c.guest == guest, table.c.way == way)) >= most:
            raise refuse("not-possible", "channels-enough", most=MOST[way])
        usual = {"keys": {}, "lang": "en", "device": "", "session": "", "state": "on", "secret": secrets.token_hex(32)}
        values = {"id": secrets.token_hex(ID_BYTES), "guest": guest, "way": way, "address": address}
        counts = {"place": hashed(address), "failures": 0, "made": seconds(), "sent": 0}
        connection.execute(sa.insert(table).values({**usual, **values, **counts, **more}))
        return values["id"]

    @staticmethod
    def _kinds(connection: sa.Connection, guest: str, way: Way) -> list[str]:
        """What is told that way already, or else everything."""
        table = schema.channels
        mine = sa.select(table.c.kinds).where(table.c.guest == guest, table.c.way == way)
        known = connection.execute(mine.order_by(table.c.made.desc()).limit(1)).scalar()
        return list(KINDS) if known is None else list(known)

    # ------------------------------------------------------------ changing

    def switch(self, guest: str, way: Way, kinds: Collection[str], lang: str) -> None:
        """What is told that way, and in which language."""
        table = schema.channels
        change = sa.update(table).where(table.c.guest == guest, table.c.way == way)
        chosen = [kind for kind in KINDS if kind in kinds]
        self.store.submit(lambda connection: connection.execute(change.values(kinds=chosen, lang=lang))).result()

    def turn_on(self, guest: str, channel: str) -> None:
        """Try a web address again that failed too often."""
        table = schema.channels
        mine = sa.and_(table.c.guest == guest, table.c.id == channel, table.c.state == "off")
        change = sa.update(table).where(mine).values(state="on", failures=0)
        if not self.store.submit(lambda connection: connection.execute(change).rowcount).result():
            raise refuse("not-found")

    def drop(self, guest: str, channel: str) -> None:
        table = schema.channels
        mine = sa.and_(table.c.guest == guest, table.c.id == channel)
        if not self.store.submit(lambda connection: remove(connection, mine)).result():
            raise refuse("not-found")

    # ------------------------------------------------------------ links in mails

    def _meant(self, given: str, purpose: str) -> sa.Row[Any] | None:
        """The channel that a link is about, if it is one of ours."""
        channel = self.by_id(given.partition("-")[0])
        if channel is None or channel.way != "mail":
            return None
        return channel if hmac.compare_digest(token(channel.id, channel.secret, purpose), given) else None

    def confirm(self, given: str) -> bool:
        """The owner of a mail address says that it is one's own; whether the link was good."""
        channel = self._meant(given, "confirm")
        if channel is None or (channel.state == "asked" and channel.made < seconds() - CONFIRM_SECONDS):
            return False
        if channel.state == "on":
            return True  # pressed twice

        def job(connection: sa.Connection) -> bool:
            table = schema.channels
            asked = sa.and_(table.c.id == channel.id, table.c.state == "asked")
            if not connection.execute(sa.update(table).where(asked).values(state="on")).rowcount:
                return False
            older = sa.and_(table.c.guest == channel.guest, table.c.way == "mail", table.c.id != channel.id)
            remove(connection, older)
            return True

        return self.store.submit(job).result()

    def unsubscribe(self, given: str) -> bool:
        """No more mail there, whoever asks for it; whether the link was good."""
        channel = self._meant(given, "unsubscribe")
        if channel is None:
            return False
        self.store.submit(lambda connection: remove(connection, schema.channels.c.id == channel.id)).result()
        return True


def hand_on(connection: sa.Connection, guest: str, player: str, session: str) -> None:
    """A guest signed in, or became a player: its browser is the player's, as long as that session lasts."""
    table = schema.channels
    change = sa.update(table).where(table.c.guest == guest, table.c.session == "")
    connection.execute(change.values(guest=player, session=session))


def end_with(connection: sa.Connection, sessions: Collection[str]) -> None:
    """Whoever is signed out at a browser is told nothing there any more."""
    remove(connection, schema.channels.c.session.in_(list(sessions)))


def _count(connection: sa.Connection, which: sa.ColumnElement[bool]) -> int:
    table = schema.channels
    return int(connection.execute(sa.select(sa.func.count()).select_from(table).where(which)).scalar() or 0)
