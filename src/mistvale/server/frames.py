"""Frames: what watchers are shown of a change, each with the eyes of the seat it watches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import mistvale as mv
from mistvale.core.keeping import Stock
from mistvale.core.text import DEFAULT
from mistvale.scene.picture import Picture, encode, kept_one

from .messages import Frames
from .tables import Change, Table
from .words import former, say

Frame = dict[str, Any]
# The seat whose eyes one looks through; None: a spectator's.
Viewer = int | None


class Reader(NamedTuple):
    """Those who are shown the same: they look through the same eyes, and read the same language."""

    viewer: Viewer
    lang: str = DEFAULT


def caption(match: mv.Match, viewer: Viewer, step: int, lang: str) -> Frame:
    """A frame without its picture: what happened at a step."""
    taken = match.step(step)
    text = match.tell(viewer, step, lang) if step else ""
    move = taken.move is not None
    seat = taken.seat if move else None
    last = step == match.steps
    return {
        "step": step,
        "kind": "start" if step == 0 else "move" if move else "beat",
        "beat": taken.beat,
        "seat": seat,
        "text": text,
        "sound": sound(match, viewer, step, text),
        "can_undo": last and viewer is not None and match.can_undo(viewer),
    }


@dataclass(frozen=True)
class Shot:
    """A frame: what happened, and the table after it."""

    caption: Frame
    picture: Picture

    def whole(self) -> str:
        """The frame with its scene."""
        return f'{encode(self.caption)[:-1]},"scene":{self.picture.text}}}'

    def since(self, before: Picture) -> str:
        """The frame with what makes its scene of the one before."""
        patch = f'"patch":{self.picture.patch(before)},"digest":"{self.picture.digest}"'
        return f"{encode(self.caption)[:-1]},{patch}}}"


def reel(shots: list[Shot], before: Picture | None, patches: bool) -> str:
    """Frames as text: with whole scenes, or with patches wherever the scene before is known."""
    texts = []
    for shot in shots:
        texts.append(shot.since(before) if patches and before else shot.whole())
        before = shot.picture
    return f"[{','.join(texts)}]"


class Drawing:
    """The table as some readers see it, drawn step after step: what stays as it is, is not drawn again."""

    def __init__(self, reader: Reader, beside: Iterable[Stock] = ()) -> None:
        self._reader = reader
        self.stock = Stock(kept_one, beside)
        self.picture: Picture | None = None

    def shot(self, match: mv.Match, step: int) -> Shot:
        """The frame of a step."""
        viewer, lang = self._reader
        self.picture = Picture(match.scene(viewer, lang, step, self.stock), self.picture)
        return Shot(caption(match, viewer, step, lang), self.picture)


def sound(match: mv.Match, viewer: Viewer, step: int, text: str) -> str | None:
    """What a step sounds like; a move that the viewer may not see makes no sound."""
    taken = match.step(step)
    if step and step == match.steps and match.over:
        return "win"
    if taken.beat is not None:
        return taken.beat if text else None
    if taken.move is None:
        return None
    # What kind of move a rival made may be a secret of its own.
    return str(taken.move).partition(" ")[0] if taken.seat == viewer else "card" if text else None


@dataclass
class News:
    """What is new for those who are shown the same."""

    reader: Reader
    shots: list[Shot]
    step: int
    whole: bool
    base: int | None  # the version that patches are made for
    version: int  # the version that they lead to
    before: Picture | None
    texts: dict[tuple[bool, bool], str] = field(default_factory=dict)

    def text(self, patches: bool, version: int | None) -> str:
        """The message for somebody who takes patches, or not, and holds a version of the picture, or none."""
        known = patches and version is not None and version == self.base
        if (patches, known) not in self.texts:
            self.texts[patches, known] = self._written(patches, known)
        return self.texts[patches, known]

    def _written(self, patches: bool, known: bool) -> str:
        frames = reel(self.shots, self.before if known else None, patches)
        message = Frames(seat=self.reader.viewer, step=self.step, whole=self.whole)
        if patches:
            message.base, message.version = self.base if known else None, self.version
        return message.encoded(frames=frames)


@dataclass
class Shown:
    """What some readers were shown last."""

    picture: Picture | str  # only its digest while the table rests
    can_undo: bool
    version: int

    @property
    def drawn(self) -> Picture:
        """The picture, of a table that does not rest."""
        assert isinstance(self.picture, Picture)
        return self.picture

    @property
    def digest(self) -> str:
        return self.picture if isinstance(self.picture, str) else self.picture.digest


@dataclass
class Gallery:
    """What each kind of reader was shown last, so that nobody is shown a change that it cannot see."""

    shown: dict[Reader, Shown] = field(default_factory=dict)
    drawings: dict[Reader, Drawing] = field(default_factory=dict)
    stocks: list[Stock] = field(default_factory=list)  # of all drawings
    # Of each reader's own: a number that all share would tell one how often others were shown something.
    versions: defaultdict[Reader, int] = field(default_factory=lambda: defaultdict(int))
    resting: bool = False

    def rest(self) -> None:
        """Nothing has happened for a while: let go of all that can be drawn again."""
        for shown in self.shown.values():
            shown.picture = shown.digest
        self.drawings.clear()
        self.stocks.clear()
        self.resting = True

    def wake(self, match: mv.Match) -> None:
        """Draw again what was shown last. What looks otherwise by now, as after a name has changed, nobody holds."""
        if self.resting:
            for reader, shown in self.shown.items():
                picture = self._shot(match, reader, match.steps).picture
                self.versions[reader] += picture.digest != shown.digest
                shown.picture, shown.version = picture, self.versions[reader]
            self.resting = False

    def forget(self, readers: set[Reader]) -> None:
        """What nobody looks at need not be remembered: only these look on."""
        self.shown = {reader: shown for reader, shown in self.shown.items() if reader in readers}
        self.drawings = {reader: drawing for reader, drawing in self.drawings.items() if reader in readers}
        self.stocks[:] = [drawing.stock for drawing in self.drawings.values()]

    def whole(self, table: Table, reader: Reader, first: int | None = None) -> News:
        """The table from step `first` on (or as it stands), in place of all that was shown before."""
        match = table.match
        assert match is not None
        self.wake(match)
        start = match.steps if first is None else first
        shots = [self._shot(match, reader, step) for step in range(start, match.steps + 1)]
        self._show(reader, shots[-1])
        return News(reader, shots, table.step, True, None, self.versions[reader], None)

    def change(self, table: Table, reader: Reader, change: Change) -> News | None:
        """What a change adds for these readers; None if they see nothing of it."""
        return self.changes(table, [reader], change)[reader]

    def changes(self, table: Table, readers: Collection[Reader], change: Change) -> dict[Reader, News | None]:
        """What a change adds for several kinds of readers."""
        match = table.match
        if match is None:
            return dict.fromkeys(readers)
        if change.started:
            return {reader: self.whole(table, reader, 0) for reader in readers}
        if change.event.kind == "undo":
            return {reader: self._news(table, reader, [self._undone(table, reader, change)]) for reader in readers}
        firsts = {reader: first_to_show(match, reader.viewer, change.before, change.after) for reader in readers}
        shots: dict[Reader, list[Shot]] = {reader: [] for reader in readers}
        # Step by step for all of them: what was drawn of a step for one is taken over for others.
        for step in range(min(firsts.values()), change.after + 1):
            for reader, first in firsts.items():
                if first <= step:
                    shots[reader].append(self._shot(match, reader, step))
        return {reader: self._news(table, reader, shots[reader]) for reader in readers}

    def _news(self, table: Table, reader: Reader, shots: list[Shot]) -> News | None:
        """Those of the frames that show something new; None if none does."""
        before = self.shown.get(reader)
        news = [shot for shot in shots if self._show(reader, shot)]
        if not news:
            return None
        base, picture = (before.version, before.drawn) if before else (None, None)
        return News(reader, news, table.step, False, base, self.versions[reader], picture)

    def _show(self, reader: Reader, shot: Shot) -> bool:
        """Remember what is shown now; whether that is anything new."""
        known = self.shown.get(reader)
        other = known is None or not known.drawn.is_like(shot.picture)
        undo = shot.caption["can_undo"]
        if not other and known and known.can_undo == undo and not shot.caption["text"]:
            return False
        # The number stays where the picture does: whoever holds it holds this one.
        self.versions[reader] += other
        self.shown[reader] = Shown(shot.picture, undo, self.versions[reader])
        return True

    def _shot(self, match: mv.Match, reader: Reader, step: int) -> Shot:
        """The table at a step."""
        if reader not in self.drawings:
            self.drawings[reader] = Drawing(reader, self.stocks)
            self.stocks.append(self.drawings[reader].stock)
        return self.drawings[reader].shot(match, step)

    def _undone(self, table: Table, reader: Reader, change: Change) -> Shot:
        match, seat = table.match, change.event.seat
        assert match is not None and seat is not None
        mine = reader.viewer == seat
        shot = self._shot(match, reader, match.steps)
        told = {
            "kind": "undo",
            "beat": None,
            "seat": seat,
            "text": say("frame.undo", reader.lang, name=table.seats[seat].name or former(reader.lang)) if mine else "",
            "sound": "card" if mine else None,
        }
        return Shot(shot.caption | told, shot.picture)


def first_to_show(match: mv.Match, viewer: Viewer, before: int, after: int) -> int:
    """The first step that a change from `before` to `after` lets a viewer see.

    When an epoch ends, those who only looked on are shown how it went, step by step.
    """
    epoch = match.step(before).epoch_start
    if match.step(after).epoch_start == epoch or any(match.step(n).seat == viewer for n in range(epoch + 1, after + 1)):
        return before + 1
    # Beats before the first move were everybody's already.
    return next(n for n in range(epoch + 1, before + 2) if n > before or match.step(n).move is not None)
