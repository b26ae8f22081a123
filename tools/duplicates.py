"""Find what games repeat: blocks of eight equal lines that stand in two game folders.

python tools/duplicates.py [FOLDER]     prints each, and ends with 1 if there is any

What two games share belongs into `core/` or `scene/`. What is no code does not count: blank lines, imports, bare
brackets, and lists of names, such as the verbs in `__all__` and the parts of a `Game`.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

GAMES = Path(__file__).resolve().parent.parent / "src" / "mistvale" / "games"
BLOCK = 8
NO_CODE = re.compile(r"""[()\[\]{},:]*|"\w+",|\w+=[\w.]+,|# -+ .*""")

Place = tuple[Path, int]


def lines(file: Path) -> list[tuple[int, str]]:
    """The lines of a file that say something, each with its number."""
    text = file.read_text(encoding="utf-8")
    imported = {
        number
        for node in ast.walk(ast.parse(text))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    numbered = ((number, line.strip()) for number, line in enumerate(text.splitlines(), 1))
    return [(number, line) for number, line in numbered if number not in imported and not NO_CODE.fullmatch(line)]


def blocks(file: Path) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every eight lines of a file that follow each other, and where they begin."""
    said = lines(file)
    for first in range(len(said) - BLOCK + 1):
        part = said[first : first + BLOCK]
        yield tuple(line for _, line in part), part[0][0]


def repeated(folder: Path) -> list[list[Place]]:
    """The places of each block that stands in two games; of blocks that run into each other, the first."""
    found: defaultdict[tuple[str, ...], list[Place]] = defaultdict(list)
    for file in sorted(folder.glob("*/**/*.py")):
        for block, line in blocks(file):
            found[block].append((file, line))
    several = [places for places in found.values() if len({game(folder, file) for file, _ in places}) > 1]
    told: list[list[Place]] = []
    for places in sorted(several):
        if not told or not all(follows(one, other) for one, other in zip(told[-1], places, strict=False)):
            told.append(places)
        else:
            told[-1] = [*places]
    return told


def game(folder: Path, file: Path) -> str:
    return file.relative_to(folder).parts[0]


def follows(one: Place, other: Place) -> bool:
    return one[0] == other[0] and 0 <= other[1] - one[1] < BLOCK


def main(folder: Path) -> int:
    found = repeated(folder)
    for places in found:
        print("the same eight lines: " + ", ".join(f"{file.relative_to(folder)}:{line}" for file, line in places))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
