"""What the command line's tests share: running it, playing by a script, records to look at."""

from __future__ import annotations

import json
import random
from pathlib import Path

from typer.testing import CliRunner, Result

import mistvale as mv
from mistvale.cli import app


def run(*arguments: object, stdin: str = "") -> Result:
    """The command line with these arguments. Any other exception would be a traceback to the user."""
    result = CliRunner().invoke(app, [str(a) for a in arguments], input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def played(seed: int = 3, moves: int | None = None, **table: object) -> mv.Match:
    """A match of Misty at the small window, played at random to its end or for so many moves."""
    match = mv.open_match("misty", seed=seed, options={"window": "small"}, **table)  # type: ignore[arg-type]
    dice = random.Random(seed)
    while not match.over and (moves is None or moves > 0):
        seat = dice.choice(match.pending)
        match.play(seat, dice.choice(match.legal(seat)))
        moves = None if moves is None else moves - 1
    return match


def kept(folder: Path, match: mv.Match) -> Path:
    """The record of a match in a file."""
    path = folder / "match.json"
    path.write_text(match.record(), encoding="utf-8")
    return path


def altered(path: Path, **changes: object) -> None:
    """Change fields of a record without mending its checksum."""
    record = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(record | changes), encoding="utf-8")
