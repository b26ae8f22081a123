"""docs/add-a-game.md as something to follow: what it has one write, and what it has one run."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "add-a-game.md"
EXAMPLE = ROOT / "examples" / "connect_four"
FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", flags=re.S | re.M)


@dataclass(frozen=True)
class Write:
    """A block that goes into a file, after what is there already."""

    file: str
    text: str


@dataclass(frozen=True)
class Run:
    """A command, and what it prints."""

    command: str
    prints: str


def steps() -> Iterator[Write | Run]:
    """All that the page has one do, in its order. Blocks of `sh` are for people: they install, ask or serve."""
    for kind, file, text in FENCE.findall(PAGE.read_text(encoding="utf-8")):
        if file:
            yield Write(file, text)
        elif kind == "console":
            command, _, prints = text.partition("\n")
            yield Run(command.removeprefix("$ "), prints)


def put(folder: Path, step: Write) -> None:
    """Write a block into its file; blocks of one file are two blank lines apart."""
    path = folder / step.file
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text(encoding="utf-8") + "\n\n" if path.exists() else ""
    path.write_text(before + step.text, encoding="utf-8")


def install(folder: Path) -> None:
    """What `pip install -e .` does, without a network: say beside the package what its entry points are."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    lines = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
