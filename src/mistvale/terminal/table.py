"""A table without a screen: one person, some bots, the match between them, and what may be typed."""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from rich.text import Text

import mistvale as mv
from mistvale.core.errors import NoSuchMove
from mistvale.core.playing_on import study
from mistvale.scene import Scene, Sprite, aloud

from .words import language, message, say

ME = 0
"""The person's seat."""
ADVISER = "grandmaster"
"""Who gives hints."""
USUAL = "greedy"
"""Who sits there where nobody was named."""


class Bot(Protocol):
    """Picks a move from what its seat may know."""

    name: str

    def choose(self, seat: mv.Seat, stop: threading.Event | None = None) -> mv.Move: ...


@dataclass(frozen=True)
class Setting:
    """What a table is opened with; a rematch opens another one like it."""

    game: mv.Game
    bots: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    seed: int | str | None = None
    box: mv.Box | None = None
    name: str = ""
    ready: Callable[[str], object] = bool  # returns once a bot of that name can think

    def names(self) -> list[str]:
        """What the seats are called; bots of one kind are numbered."""
        names = [self.name or say("me")]
        for number, bot in enumerate(self.bots):
            title = self.game.words(language()).get(f"bot.{bot}", bot)
            nth = self.bots[: number + 1].count(bot)
            names.append(say("bot.again", name=title, n=nth) if self.bots.count(bot) > 1 else title)
        return names

    def open(self, rematch: int = 0) -> Table:
        """A new table."""
        bots = {seat: mv.bot(name) for seat, name in enumerate(self.bots, 1)}
        return Table(self.deal(rematch), bots, self.ready)

    def deal(self, rematch: int) -> mv.Match:
        """A new match. A rematch of one with a seed has the next one."""
        seed = self.seed + rematch if isinstance(self.seed, int) else self.seed if not rematch else None
        return mv.open_match(self.game.name, 1 + len(self.bots), seed, self.options, self.box, names=self.names())


@dataclass(frozen=True)
class GoingOn(Setting):
    """A table that goes on with what lies at another one: dealt anew from what the person knows, or as it lies."""

    record: str = ""
    step: int = 0
    as_it_lay: bool = False

    @classmethod
    def of(cls, match: mv.Match, bots: Sequence[str], as_it_lay: bool, ready: Callable[[str], object]) -> GoingOn:
        """One that goes on with a match that nobody plays, such as that of a lesson."""
        whole = study(match.called(()))
        return cls(
            match.game,
            tuple(bots),
            name=match.names[ME] or "",
            ready=ready,
            record=whole.record(),
            step=whole.steps,
            as_it_lay=as_it_lay,
        )

    def deal(self, rematch: int) -> mv.Match:
        """From there again; dealt anew it is another one each time."""
        return mv.play_on(self.record, self.step, ME, as_it_lay=self.as_it_lay, names=self.names())


def rivals(game: mv.Game, bots: Sequence[str] | None, seats: int | None) -> tuple[str, ...]:
    """Who sits with the person: as named, or greedy bots where nobody was; nobody where one is alone."""
    return seated(game, bots if bots is not None else [] if seats == 1 else [USUAL], seats)


def seated(game: mv.Game, bots: Sequence[str], seats: int | None) -> tuple[str, ...]:
    """The bot of each seat but the first: as named, the last as often as it takes to fill the table."""
    known = mv.bots()
    if not bots and seats != 1:
        raise mv.BadTable(message("bot.none", known=", ".join(known)))
    for name in bots:
        if name not in known:
            raise mv.BadTable(message("bot.unknown", name=name, known=", ".join(known)))
    count = game.check_seats(max(game.seats[0], 1 + len(bots)) if seats is None else seats) - 1
    if len(bots) > count:
        raise mv.BadTable(message("bot.many", n=count + 1, bots=len(bots)))
    return (*bots, *list(bots[-1:]) * (count - len(bots)))


@dataclass(frozen=True)
class Choice:
    """A legal move as a person reads it."""

    move: mv.Move
    label: str
    hint: str
    said: str  # the same as sentences, to be read aloud


@dataclass(frozen=True)
class Hint:
    """A move that a good bot would look at: the how manieth, the points it expects to be ahead with it, and why."""

    number: int
    move: mv.Move
    worth: float
    why: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        return say("hint.line", n=self.number, move=str(self.move), worth=self.worth)

    @property
    def said(self) -> str:
        """The move, and what speaks for it and against it."""
        return " ".join((self.line, *self.why))


def matching(typed: str, moves: Sequence[mv.Move]) -> list[mv.Move]:
    """The moves that may be meant: the very one, else those that begin so, else those with such words."""
    words = typed.lower().split()
    tidy = " ".join(words)
    for fits in (
        lambda move: move == tidy,
        lambda move: move.startswith(tidy),
        lambda move: all(word in move for word in words),
    ):
        found = [move for move in moves if fits(move)]
        if found:
            return found
    return []


class Table:
    """One match, the person's seat in it, and who decides for the others."""

    def __init__(self, match: mv.Match, bots: Mapping[int, Bot], ready: Callable[[str], object] = bool) -> None:
        self.match = match
        self.bots = dict(bots)
        self.ready = ready
        self.closed = threading.Event()  # whoever still thinks stops then

    def waiting_bot(self) -> int | None:
        """A bot's seat that is to decide."""
        return next((seat for seat in self.match.pending if seat in self.bots), None)

    def think(self, seat: int, match: mv.Match) -> mv.Move:
        """What the bot of a seat would do. `match` is a copy of its own, so that it can think in a thread."""
        self.ready(self.bots[seat].name)
        return self.bots[seat].choose(match.seat(seat), self.closed)

    def decide(self, seat: int, move: mv.Move) -> bool:
        """Play what a bot chose; False if the table has moved on and it has to think again."""
        if move not in self.match.legal(seat):
            return False
        self.match.play(seat, move)
        return True

    def legal(self) -> list[mv.Move]:
        return self.match.legal(ME)

    def choices(self, scene: Scene) -> list[Choice]:
        """The person's moves with the words and hints that the scene has for them."""
        sprites: dict[str, Sprite] = {move: s for s in scene.sprites for move in s.moves}
        more = {move: said for s in scene.sprites for move, said in aloud.choices(s)}
        buttons = {button.move: button.label for button in scene.prompt.buttons}
        made = []
        for move in self.legal():
            sprite = sprites.get(move)
            label = buttons.get(move) or (sprite.short or sprite.label if sprite else "")
            if label in move:
                label = ""
            name = aloud.name(sprite, scene.lang) if sprite else buttons.get(move, "")
            said = " ".join(filter(None, (aloud.sentence(name) if name else "", more.get(move, ""))))
            made.append(Choice(move, label, " ".join(sprite.hint.split()) if sprite else "", said))
        return made

    def read(self, typed: str) -> mv.Move:
        """The legal move that was typed: in full, as the beginning of one, or by any of its words."""
        legal = self.legal()
        found = matching(typed, legal)
        if len(found) == 1:
            return found[0]
        if found:
            raise mv.IllegalMove(message("move.several", moves=", ".join(found[:6])))
        try:
            wanted = self.match.notation.read(typed)
        except NoSuchMove as error:
            raise mv.IllegalMove(error.code, **error.values) from None
        reason = "move.over" if self.match.over else "move.not-now" if legal else "move.not-yours"
        raise mv.IllegalMove(message(reason, move=str(wanted)))

    def play(self, typed: str) -> mv.Move:
        """Make the person's move."""
        move = self.read(typed)
        self.match.play(ME, move)
        return move

    def hints(self, match: mv.Match) -> list[Hint]:
        """The moves that a good bot would look at. `match` is a copy, so that it can think in a thread."""
        self.ready(ADVISER)
        thoughts = mv.analyse(match.seat(ME), stop=self.closed, why=True)
        return [
            Hint(number, each.move, each.worth, tuple(fact.tell(match, ME, language()) for fact in each.facts))
            for number, each in enumerate(thoughts, 1)
        ]

    def can_undo(self) -> bool:
        return self.match.can_undo(ME)

    def undo(self) -> None:
        if not self.can_undo():
            raise mv.NoUndo(message("undo.none"))
        self.match.undo(ME)

    def scene(self, step: int | None = None) -> Scene:
        scene: Scene = self.match.scene(ME, language(), step)
        return scene


class Session:
    """Matches played one after another at the same kind of table, and where their records go."""

    def __init__(self, setting: Setting, save: Path | None = None, played: int = 0) -> None:
        """`played`: how many others have had their records at the same place."""
        self.setting = setting
        self.save = save
        self.played = played
        self.table = setting.open()
        self.saved: list[Path] = []

    def rematch(self) -> Table:
        """The next match."""
        self.played += 1
        self.table.closed.set()
        self.table = self.setting.open(self.played)
        return self.table

    def record(self) -> Path | None:
        """Write the record as it stands, where one is wanted; a rematch goes into its own file."""
        if self.save is None:
            return None
        number = f"-{self.played + 1}" if self.played else ""
        path = self.save.with_name(f"{self.save.stem}{number}{self.save.suffix}")
        write(path, self.table.match.record())
        if path not in self.saved:
            self.saved.append(path)
        return path


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def result_rows(match: mv.Match) -> list[tuple[str, Text, str]]:
    """Rank, name (which may look like markup) and points of each seat, the best first; no ranks before the end."""
    look: Any = match.look(None, language())
    seats = range(match.seats)
    ranks = match.ranks or (0,) * match.seats
    rows = sorted(seats, key=lambda seat: (ranks[seat], seat))
    scores = [str(points) for points in match.scores]
    if not match.over:
        scene: Scene = match.scene(None, language())
        scores = [score.figure for score in scene.scores]
    return [(f"{ranks[seat]}." if ranks[seat] else "", Text(look.name(seat)), scores[seat]) for seat in rows]
