"""Writes docs/play/GAME.md from the guides of the games, with their pictures drawn: `python tools/guides.py [--check]`.

A picture follows from what stands in the game's folder. The digest of that is kept beside the pictures, so that a test
finds out at once whether they are as the game is; with --check nothing is written, and what is old is told.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import re
import sys
from importlib import resources
from pathlib import Path

import mistvale as mv
from mistvale.scene import guide, plates
from mistvale.scene.plates import cutting, draw
from mistvale.scene.svg import DAY

ROOT = Path(__file__).resolve().parent.parent
PLAY = ROOT / "docs" / "play"
PICTURES = PLAY / "pictures"
DIGESTS = PICTURES / "digests.json"
DRAWN_FROM = ("guide.md", "plates.toml", "box.toml", "art.svg", "scene.py", "scene")
DRAWN_BY = ("plates.py", "svg.py", "layout.py", "model.py")
TOP = """\
*For whoever wants to play {title}: how it goes, and what was settled where the rulebook is silent.*
*At the table the same stands behind **?**, open at what is asked just then.*

"""
END = """
---

To play it: `mistvale serve --open`, then **Play** on its card. **Learn** beside it: a path of {lessons} short lessons.
In a terminal: `mistvale play {name}`. How strong the bots are: [strength](../strength.md).
"""


def files(folder: Path, names: tuple[str, ...]) -> list[Path]:
    """These files, and all within folders of these names."""
    found = [folder / name for name in names if (folder / name).exists()]
    within = [sorted(each.rglob("*.py")) if each.is_dir() else [each] for each in found]
    return [file for each in within for file in each]


def folder_of(game: mv.Game) -> Path:
    return Path(str(resources.files(game.package)))


def digest(game: mv.Game) -> str:
    """Of all that the pictures of a game follow from, with the version of its rules."""
    found = hashlib.sha256(f"{game.name} {game.version}\n".encode())
    for file in (*files(folder_of(game), DRAWN_FROM), *files(Path(plates.__file__).parent, DRAWN_BY)):
        found.update(f"{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return found.hexdigest()[:16]


def page(game: mv.Game) -> str:
    """A guide as a page that can be read anywhere: anchors go, plates are pictures, figures are numbers."""
    text = guide.ANCHOR.sub("", guide.told(game.guide()))
    text = guide.PLATE.sub(rf"![\1](pictures/{game.name}-\2.svg)", text)
    text = re.sub(r"^# .*\n", f"# {game.title}\n", text, count=1)
    heading, _, rest = text.partition("\n\n")
    lessons = (folder_of(game) / "lessons.toml").read_text(encoding="utf-8").count("[[lessons]]")
    end = END.format(name=game.name, lessons=lessons)
    return f"{heading}\n\n{TOP.format(title=game.title)}{rest.rstrip()}\n{end}"


@functools.cache
def kept() -> dict[str, str]:
    found: dict[str, str] = json.loads(DIGESTS.read_text(encoding="utf-8")) if DIGESTS.exists() else {}
    return found


def old() -> list[str]:
    """What is not as the games are, in words."""
    found = []
    for game in map(mv.game, mv.games()):
        file = PLAY / f"{game.name}.md"
        if not file.exists() or file.read_text(encoding="utf-8") != page(game):
            found.append(f"{file.name} is not what the guide of {game.title} says")
        if kept().get(game.name) != digest(game):
            found.append(f"pictures of {game.title} are older than what they are drawn from")
        found += [
            f"{name} of {game.title} was not drawn"
            for name in plates.plates(game)
            if not (PICTURES / f"{game.name}-{name}.svg").exists()
        ]
    return found


def write() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    for file in PICTURES.glob("*.svg"):
        file.unlink()
    for game in map(mv.game, mv.games()):
        (PLAY / f"{game.name}.md").write_text(page(game), encoding="utf-8")
        for name, plate in plates.plates(game).items():
            (PICTURES / f"{game.name}-{name}.svg").write_text(draw(cutting(game, plate), DAY), encoding="utf-8")
    digests = {name: digest(mv.game(name)) for name in mv.games()}
    DIGESTS.write_text(json.dumps(digests, indent=1) + "\n", encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--check", action="store_true")
    if not asked.parse_args(arguments).check:
        write()
        return 0
    for each in (found := old()):
        print(each, file=sys.stderr)
    if found:
        print("python tools/guides.py writes them anew", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
