"""Write what rules may ask of a record down for type checkers: `record.py` of each game, from its `state.py`.

python tools/records.py [--check]     writes all of them; with --check, only says which are not as they should be
"""

from __future__ import annotations

import sys
from pathlib import Path

import mistvale as mv
from mistvale.core.fields import READERS, described
from mistvale.core.game import Game

GAMES = Path(__file__).resolve().parent.parent / "src" / "mistvale" / "games"


def file_of(game: Game) -> Path:
    """Where what describes a game's records is kept."""
    return GAMES / game.name.replace("-", "_") / "record.py"


def text_of(game: Game) -> str:
    """What has to stand there."""
    return described(game.title, READERS[game.state], READERS[game.box_type], "...core")


def outdated() -> list[Game]:
    """The games whose `record.py` says something else than their `state.py`."""
    files = {folder.parent.name.replace("_", "-") for folder in GAMES.glob("*/state.py")}
    games = [mv.game(name) for name in sorted(files)]
    return [game for game in games if not file_of(game).is_file() or file_of(game).read_text("utf-8") != text_of(game)]


def main(arguments: list[str]) -> int:
    found = outdated()
    for game in found:
        print(f"{file_of(game)} is not what {game.name}'s state.py says: python tools/records.py writes it anew")
        if "--check" not in arguments:
            file_of(game).write_text(text_of(game), encoding="utf-8")
    return 1 if found and "--check" in arguments else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
