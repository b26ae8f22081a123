"""Those who watch a table: through whose eyes, and what each of them is still to be sent."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mistvale.core.text import DEFAULT

from . import commands
from .chat import may_read
from .daily import is_secret
from .errors import refuse
from .frames import News, Reader, Viewer
from .tables import Table

if TYPE_CHECKING:
    from .live import Live


def sees(table: Table, guest: str, viewer: Viewer) -> bool:
    """Whether a guest may look through a seat's eyes: they are its holder's alone until the match is over."""
    return viewer is None or table.status == "over" or viewer in table.held_by(guest)


def check_eyes(table: Table, guest: str, viewer: Viewer) -> None:
    if is_secret(table.terms) and not table.held_by(guest):
        raise refuse("forbidden", "daily-secret")
    if viewer is None:
        return
    commands.check_seat(table, viewer)
    if not sees(table, guest, viewer):
        raise refuse("not-your-seat", seat=viewer)


@dataclass(frozen=True)
class Letter:
    """A text on its way, the eyes it is meant for, and what is said instead once they are somebody else's."""

    text: str
    eyes: Viewer = None
    otherwise: str | None = None
    # Of a line of chat: which side has said it.
    side: str | None = None


class Watcher:
    """One connection: who it is, through whose eyes it looks, what it reads, and what it is still to be sent."""

    def __init__(self, guest: str, most: int, most_text: int = 8 * 1024 * 1024) -> None:
        self.guest = guest
        self.viewer: Viewer = None
        self.lang = DEFAULT  # the language that it reads
        self.patches = False  # whether it makes a picture of the one before and what has changed
        self.version: int | None = None  # the picture that it holds then
        self.live: Live | None = None
        self.unsent: asyncio.Queue[Letter | None] = asyncio.Queue()
        self.most = most
        self.most_text = most_text
        self.waiting = 0  # characters
        self.cut_off = False

    @property
    def reader(self) -> Reader:
        return Reader(self.viewer, self.lang)

    def send(self, text: str, eyes: Viewer = None, otherwise: str | None = None, side: str | None = None) -> None:
        if self.cut_off:
            return
        self.waiting += len(text)
        self.cut_off = self.unsent.qsize() >= self.most or self.waiting > self.most_text
        self.unsent.put_nowait(None if self.cut_off else Letter(text, eyes, otherwise, side))

    def cut(self) -> None:
        """Let it connect again, and get the table whole."""
        if not self.cut_off:
            self.cut_off = True
            self.unsent.put_nowait(None)

    def show(self, news: News) -> None:
        """What is new for the eyes it looks through."""
        self.send(news.text(self.patches, self.version), news.reader.viewer)
        self.version = news.version

    async def next(self) -> str | None:
        """What to send next; None when the watcher is too far behind."""
        while (letter := await self.unsent.get()) is not None:
            self.waiting -= len(letter.text)
            text = await self.opened(letter)
            if text is not None:
                return text
        return None

    async def opened(self, letter: Letter) -> str | None:
        """What may be read of a letter at this moment: its seat may have gone to somebody else while it waited."""
        if letter.eyes is None and letter.side is None:
            return letter.text
        assert self.live is not None
        await self.live.caught_up.wait()
        if letter.side is not None:
            return letter.text if may_read(self.live.table, self.guest, letter.side) else None
        return letter.text if sees(self.live.table, self.guest, letter.eyes) else letter.otherwise
