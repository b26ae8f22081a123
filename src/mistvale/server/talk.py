"""Talk: what is said at live tables, to whom it goes, and what the other processes have heard."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from . import chat, commands
from .accounts import Accounts
from .chat import Chat, may_read, side_of, who_is
from .errors import Refusal, refuse
from .kinds import Phrase, Side
from .limits import Asker, Buckets, Shares
from .messages import ChatNews
from .models.chat import ChatLine, ChatPage
from .people import People
from .words import former, say

if TYPE_CHECKING:
    from .hub import Hub
    from .live import Live
    from .tables import Answer, Table

log = logging.getLogger(__name__)
# Until then a player is as new as a guest.
NEW_SECONDS = 24 * 3600
# So often chat may be switched at a table.
MOST_SWITCHES = 40


def switch(guest: str, on: bool, message: str | None) -> commands.Command:
    """Let people chat at a table, or not: its host says so."""

    def command(table: Table) -> commands.Plan | Answer:
        event = commands.draft(table, "chat", guest, message, data={"on": on})
        if (answer := commands.answered(table, event)) is not None:
            return answer
        if table.host != guest:
            raise refuse("forbidden")
        commands.check_not_frozen(table)
        if table.chat == on:
            return {"step": table.step}
        if table.switches >= MOST_SWITCHES:
            # A table takes only so many events: a host must not use up what the others need for their moves.
            raise refuse("not-possible", "wishes-enough")
        return commands.plan(table, event)

    return command


class Talk:
    """One for each process."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.chat = Chat(hub.store)
        self.people = People(hub.store)
        settings = hub.settings
        pace = settings.lines_per_minute / 60
        self._shares = Shares(pace, settings.line_burst, settings.guests_per_address) if pace else None

    def pools(self) -> Iterator[tuple[str, Buckets]]:
        return self._shares.pools("lines") if self._shares else iter(())

    # ------------------------------------------------------------ saying

    async def say(self, live: Live, asker: Asker, message: str | None, text: str, phrase: Phrase | None) -> int:
        """Say something at a table; it is on the disk when this returns. The step at which the table stood."""
        line, guest = chat.said(text, phrase), asker.guest
        async with live.still() as table:
            self.check(table)
            side, seats = side_of(table, guest), table.held_by(guest)
            public, step = table.terms.door == "public", table.step
        if line and public and await self.is_new(guest):
            raise refuse("forbidden", "phrases-only")
        self.check_pace(asker)
        seat = seats[0] if seats else None
        add = self.chat.add
        row, new = await self.hub.change(add, live.table.id, side, guest, seat, message, phrase or "", line)
        if new:
            try:
                await self.spread(live, row)
            except Refusal as refusal:
                # It is said, and whoever asks again reads it.
                log.info("a line at %s was not told: %s", live.table.id, refusal)
        return step

    def check_pace(self, asker: Asker) -> None:
        """Refuse one who has said more than a fair share."""
        if self._shares and not self._shares.take(asker):
            raise refuse("too-many")

    def check(self, table: Table) -> None:
        """Refuse where nobody chats."""
        if not self.is_on(table):
            raise refuse("forbidden", "chat-off")

    def is_on(self, table: Table) -> bool:
        return bool(self.hub.settings.chat) and table.chat

    async def is_new(self, guest: str) -> bool:
        """Whether somebody has no account, or one since less than a day."""
        try:
            player = await self.hub.read(Accounts(self.hub.store).player, guest)
        except Refusal as refusal:
            if refusal.code != "no-player":
                raise
            return True
        made = datetime.strptime(player.created, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
        return time.time() - made.timestamp() < NEW_SECONDS

    # ------------------------------------------------------------ telling

    async def spread(self, live: Live, row: sa.Row[Any]) -> None:
        """Show a line to all at this process who may read it."""
        watchers = [each for each in live.watchers if may_read(live.table, each.guest, row.side)]
        others = {each.guest for each in watchers}
        if not others:
            return
        parted = await self.hub.read(self.people.parted, row.guest, others)
        names = await self.hub.read(self.chat.names, [row.guest])
        texts: dict[tuple[bool, str], str] = {}
        for watcher in watchers:
            if watcher.guest in parted or watcher not in live.watchers:
                continue
            kind = watcher.guest == row.guest, watcher.lang
            if kind not in texts:
                texts[kind] = ChatNews(lines=[told(live.table, row, names, watcher.guest, watcher.lang)]).encoded()
            # Who sits down while it waits in the queue must not read what those who look on say.
            watcher.send(texts[kind], side=row.side)

    async def heard(self, live: Live, side: str, number: int) -> None:
        """Another process says that there is a line."""
        row = await self.hub.read(self.chat.line, live.table.id, side, number)
        if row is not None:
            await self.spread(live, row)

    def missed(self, lives: Collection[Live]) -> None:
        """The line to the other processes was down: let everybody ask again."""
        for live in lives:
            live.tell_all(ChatNews(lines=[], missed=True))

    # ------------------------------------------------------------ reading

    async def page(self, live: Live, guest: str, side: Side, before: int | None, most: int, lang: str) -> ChatPage:
        """A part of what was said, as far as somebody may read it."""
        rows = await self.hub.read(self.chat.lines, live.table.id, side, before, most)
        authors = {row.guest for row in rows}
        parted = await self.hub.read(self.people.parted, guest, authors)
        names = await self.hub.read(self.chat.names, authors)
        async with live.still() as table:
            if not may_read(table, guest, side):
                raise refuse("forbidden", "chat-apart")
            public, on = table.terms.door == "public", self.is_on(table)
            lines = [told(table, row, names, guest, lang) for row in rows if row.guest not in parted]
            sides = chat.readable(table, guest)
        more = bool(rows) and rows[0].number > 0
        only = public and await self.is_new(guest)
        return ChatPage(
            lines=lines,
            before=rows[0].number if more else None,
            side=side,
            sides=list(sides),
            on=on,
            phrases_only=only,
        )


def told(table: Table, row: sa.Row[Any], names: dict[str, tuple[str, str | None]], reader: str, lang: str) -> ChatLine:
    """A line as somebody reads it."""
    name, handle = names.get(row.guest, ("", None))
    if row.seat is not None and table.seats[row.seat].guest == row.guest:
        name = table.seats[row.seat].name
    elif not name:
        name = say("chat.watcher", lang) if row.seat is None else former(lang)
    return ChatLine(
        side=row.side,
        number=row.number,
        seat=row.seat,
        name=name,
        who=who_is(table.id, row.guest),
        player=handle,
        mine=row.guest == reader,
        at=row.at,
        text=row.text,
        phrase=row.phrase or None,
    )
