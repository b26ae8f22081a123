"""Imports point one way: core <- scene <- games <- bots, arena, lab, analysis, learning <- server, terminal, cli."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import mistvale

ROOT = Path(mistvale.__file__).parent

# The public API (the package itself) is made of the bots and what is below them.
ROOMS = {
    "core": 0,
    "scene": 1,
    "games": 2,
    "bots": 3,
    "arena": 3,
    "analysis": 3,
    "lab": 3,
    "learning": 3,
    "puzzles": 3,
    "report": 3,
    "": 3,
    "warming": 3,
    "workshop": 3,
    "server": 4,
    "terminal": 4,
    "cli": 4,
}


def name_of(file: Path, root: Path) -> str:
    """A file's module, with a trailing `.__init__` for packages, so that relative imports resolve alike."""
    return ".".join(("mistvale", *file.relative_to(root).with_suffix("").parts))


def imports(source: str, module: str) -> Iterator[str]:
    """Every module of Mistvale that a source names, wherever in it, as a dotted path."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "mistvale")
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                parts = module.split(".")[: -node.level]
                base = ".".join([*parts, *((node.module or "").split(".") if node.module else [])])
            else:
                base = node.module or ""
            if base.split(".")[0] == "mistvale":
                # `from .. import core` names a room, `from .. import open_match` the public API.
                yield from (f"{base}.{alias.name}" if base == "mistvale" else base for alias in node.names)


def room(module: str) -> str:
    """The room a module is in: its first folder, or the public API."""
    first = [*module.split(".")[1:], ""][0]
    return first if first in ROOMS else ""


def game_of(module: str) -> str | None:
    parts = module.split(".")
    return parts[2] if len(parts) > 2 and parts[1] == "games" and parts[2] != "__init__" else None


def breaches(module: str, source: str) -> list[str]:
    """What a module imports that it should not know of."""
    own = room(module)
    found = []
    for target in imports(source, module):
        other = room(target)
        upward = ROOMS[other] > ROOMS[own]
        # Beside each other: bots, arena, lab and analysis may; the server and the command line may.
        another_game = own == other == "games" and game_of(target) not in (None, game_of(module))
        if upward or another_game:
            found.append(f"{module} imports {target}")
    return found


FILES = sorted(ROOT.rglob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_imports_point_one_way(file: Path):
    assert breaches(name_of(file, ROOT), file.read_text(encoding="utf-8")) == []


def test_every_room_has_its_place():
    """A new folder or module at the top has to be given a place in the order."""
    top = {path.stem for path in ROOT.iterdir() if path.suffix == ".py"} | {
        path.name for path in ROOT.iterdir() if path.is_dir() and any(path.rglob("*.py"))
    }
    assert top - {"__init__", "__main__"} <= set(ROOMS)


def test_the_client_has_no_python():
    assert list((ROOT / "client").rglob("*.py")) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("mistvale.core.match", "from ..scene import Scene"),
        ("mistvale.core.match", "def scene():\n    from mistvale.scene import Scene"),
        ("mistvale.core.match", "import mistvale.games.misty"),
        ("mistvale.core.match", "import mistvale as mv"),
        ("mistvale.scene.text", "from ..games import misty"),
        ("mistvale.games.misty.rules", "from ...bots.playout import playout"),
        ("mistvale.games.misty.rules", "from ..valdora import rules"),
        ("mistvale.games.misty.rules", "from mistvale.games.valdora.rules import setup"),
        ("mistvale.games.misty.__init__", "from ... import open_match"),
        ("mistvale.bots.search", "from .. import server"),
        ("mistvale.bots.__init__", "from ..server import app"),
        ("mistvale.__init__", "from . import cli"),
        ("mistvale.__init__", "from .server.app import app"),
    ],
)
def test_an_import_the_wrong_way_is_found(module: str, source: str):
    assert breaches(module, source)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("mistvale.core.match", "from .game import Game\nfrom . import verbs\nimport numpy"),
        ("mistvale.scene.text", "from ..core.knowledge import View"),
        ("mistvale.games.misty.__init__", "from . import rules\nfrom ...core.game import Game"),
        ("mistvale.games.misty.scene", "from ...scene import Scene\nfrom .state import SIDE"),
        ("mistvale.arena.report", "from ..bots import Bot\nimport mistvale as mv"),
        ("mistvale.server.app", "from .. import open_match, bots\nfrom ..core import verbs"),
        ("mistvale.cli", "from .server import app\nimport mistvale as mv"),
        ("mistvale.__init__", "from .core import match\nfrom .bots import bot"),
    ],
)
def test_an_import_the_right_way_is_fine(module: str, source: str):
    assert breaches(module, source) == []
