"""Draws the plates of guides, for whoever writes them: `python tools/plates.py FOLDER [GAME …]`, by day and by night.

It says where the size in a plates.toml is not the one that a plate has; with --write it writes that.
"""

from __future__ import annotations

import argparse
import re
from importlib import resources
from pathlib import Path

import mistvale as mv
from mistvale.scene.plates import LOOKS, cutting, draw, plates

SIZE = r"(\[plates\.{name}\]\n(?:(?!\[).+\n)*?size = )\[\d+, \d+\]"


def mend(game: mv.Game, name: str, size: tuple[int, int]) -> None:
    """Write a plate's size into its file."""
    file = Path(str(resources.files(game.package) / "plates.toml"))
    text = file.read_text(encoding="utf-8")
    file.write_text(re.sub(SIZE.format(name=name), rf"\g<1>[{size[0]}, {size[1]}]", text), encoding="utf-8")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("games", nargs="*")
    asked.add_argument("--write", action="store_true")
    asked.add_argument("--lang", default="en")
    given = asked.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for game in map(mv.game, given.games or mv.games()):
        for name, plate in plates(game).items():
            right = cutting(game, plate).size
            if right != plate.size:
                print(f"{game.name}: {name} is {list(right)}, not {list(plate.size)}")
                if given.write:
                    mend(game, name, right)
            for theme, look in LOOKS.items():
                (given.folder / f"{game.name}-{name}-{theme}.svg").write_text(
                    draw(cutting(game, plate, given.lang), look), encoding="utf-8"
                )


if __name__ == "__main__":
    main()
