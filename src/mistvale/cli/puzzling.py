"""`mistvale puzzles make`: looks for puzzles while bots play, and keeps them in a file."""

from __future__ import annotations

from pathlib import Path

import mistvale as mv

from ..puzzles.making import make
from ..puzzles.shelf import Puzzle, read, stands, write
from ..terminal.words import say
from .common import out, progress_bar, refuse


def make_puzzles(game: mv.Game, count: int, first: int, workers: int | None, minutes: float, file: Path) -> None:
    """Make puzzles under a bar; what the file has already is kept, if it would be made again today."""
    try:
        held = read(file.read_text("utf-8"), game.name) if file.exists() else []
        known = [each for each in held if stands(each, game) and each.is_sure]
    except (OSError, ValueError, KeyError, TypeError):
        raise refuse(say("puzzles.torn", file=file)) from None

    def keep(found: list[Puzzle]) -> None:
        new = file.with_name(file.name + ".new")
        new.write_text(write(found, game), encoding="utf-8")
        new.replace(file)  # whole, whenever somebody stops it

    with progress_bar(say("puzzles.running", game=game.title)) as bar:
        found = make(game.name, count, first, known, workers, minutes, bar, keep)
    keep(found)
    out().print(say("puzzles.kept", n=len(found), file=file), markup=False, soft_wrap=True)
    if len(found) < count:
        raise refuse(say("puzzles.fewer", count=count))
