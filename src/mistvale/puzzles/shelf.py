"""The puzzles of a game, as they lie in its folder: `puzzles.json`, written by `mistvale puzzles make`."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from importlib import resources
from typing import Any

from ..core.game import Game
from ..core.game import game as find_game
from ..core.game import games as all_games
from ..core.match import Match
from ..core.position import position
from ..core.text import words

FILE = "puzzles.json"
ROOM = "mistvale"
ONE_PERCENT = 0.01  # the least of a chance that is told
DOUBT = 3.0  # standard errors within which a figure may as well be nothing

TRIES = 4
"""How often each of the lower levels has tried a puzzle when it was made."""


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A position, the one move that is clearly best, and what it is worth more than others."""

    game: str
    position: str
    """as `match.position()` writes it"""
    seats: int
    seat: int
    best: str
    tempting: str
    """what one would take at a quick look"""
    gain: tuple[float, float]
    """points that the best move is worth more than the tempting one, and the standard error"""
    chance: tuple[float, float]
    """the same in the chance to win"""
    gap: float
    """points that it is ahead of the next best, as the check has it"""
    found: dict[str, float]
    """how often each of the lower levels finds it"""

    @property
    def id(self) -> str:
        """What it is called by: the same wherever it is made."""
        return hashlib.sha256(f"{self.position} {self.seat}".encode()).hexdigest()[:10]

    @property
    def is_sure(self) -> bool:
        """Whether the best move gains points beyond doubt, and does not beyond doubt cost some of the chance to win."""
        return beyond_doubt(self.gain) > 0 and beyond_doubt(self.chance) >= 0

    def match(self, names: Sequence[str] = ()) -> Match:
        """The table as it lies there."""
        match = position(self.position)
        match.names = tuple(names) or match.names
        return match

    def remark(self, move: str, lang: str) -> str:
        """What there is to say about a move, from what analysis has found."""
        tell = words(lang, ROOM)
        if move not in (self.best, self.tempting):
            return tell("puzzle.wrong")
        key = "puzzle.right" if move == self.best else "puzzle.tempting"
        if self.chance[0] <= ONE_PERCENT / 2:
            return tell(f"{key}.points", points=self.gain[0])
        return tell(key, points=self.gain[0], chance=self.chance[0])

    def plain(self) -> dict[str, Any]:
        return {key: value for key, value in asdict(self).items() if key != "game"}


def beyond_doubt(figure: tuple[float, float]) -> int:
    """1 if a figure with its error is more than nothing, -1 if it is less, 0 as long as it may be either."""
    mean, error = figure
    if abs(mean) <= DOUBT * error:
        return 0
    return 1 if mean > 0 else -1


def read(text: str, game: str) -> list[Puzzle]:
    """The puzzles of a file."""
    found = json.loads(text)["puzzles"]
    pairs = ("gain", "chance")
    return [Puzzle(game=game, **{**each, **{pair: tuple(each[pair]) for pair in pairs}}) for each in found]


def write(puzzles: Sequence[Puzzle], game: Game) -> str:
    """A file of them, a line for each, the easiest first."""
    ordered = sorted(puzzles, key=lambda each: (-ease(each), each.id))
    lines = ",\n".join(f"  {json.dumps(each.plain(), ensure_ascii=False)}" for each in ordered)
    return f'{{\n "rules": {game.version},\n "puzzles": [\n{lines}\n ]\n}}\n'


def ease(puzzle: Puzzle) -> float:
    """How often lower levels find it, on average."""
    return sum(puzzle.found.values()) / len(puzzle.found)


@functools.cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first; none where its folder has no such file."""
    found = find_game(game)
    file = resources.files(found.package) / FILE
    if not file.is_file():
        return ()
    return tuple(each for each in read(file.read_text("utf-8"), found.name) if stands(each, found))


def stands(puzzle: Puzzle, game: Game) -> bool:
    """Whether a puzzle is one of the rules and the box as they are: those of others have to be made anew."""
    _, name, version, box, *_ = puzzle.position.split()
    return (name, version, box) == (game.name, str(game.version), game.box().digest[:16])


def of_day(day: date) -> Puzzle | None:
    """The puzzle of a day, the same for all: each game has its turn."""
    number, games = day.toordinal(), [name for name in sorted(all_games()) if puzzles(name)]
    if not games:
        return None
    game = games[number % len(games)]
    drawn = hashlib.sha256(f"{game} {number}".encode()).digest()
    return puzzles(game)[int.from_bytes(drawn[:8]) % len(puzzles(game))]


def puzzle(game: str, id: str) -> Puzzle | None:
    """One of them, by its id."""
    return next((each for each in puzzles(game) if each.id == id), None)
