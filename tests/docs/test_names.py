"""What pages for developers name is there: rules, functions, classes and files of ours."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "mistvale"
PAGES = [
    ROOT / "CONTRIBUTING.md",
    *(ROOT / "docs" / f"{name}.md" for name in ("add-a-game", "architecture", "glossary", "scenes", "writing-rules")),
]
CODE = {".py", ".js", ".toml"}


def quoted(page: Path) -> Iterator[str]:
    """All that stands between single backticks."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)
    return (each for each in re.findall(r"`([^`]+)`", text))


@functools.cache
def words_in(folder: Path) -> frozenset[str]:
    """Every word of the code in a folder, and the names of its files."""
    files = [file for file in folder.rglob("*") if file.suffix in CODE]
    texts = (file.read_text(encoding="utf-8") for file in files)
    return frozenset(word for text in texts for word in re.findall(r"\w+", text)) | {file.stem for file in files}


def names(text: str) -> Iterator[str]:
    """The parts of something quoted that only code is called: `Match.run_beats`, `why_not_map(s, seat)`."""
    if name := re.fullmatch(r"([A-Za-z_][\w.]*)(\(.*\))?", text):
        yield from (part for part in name[1].split(".") if re.search(r"\w_\w|[a-z][A-Z]", part))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_name_of_ours_is_one(page: Path) -> None:
    known = words_in(SOURCE) | words_in(ROOT / "tests")
    assert sorted({part for text in quoted(page) for part in names(text)} - known) == []


@pytest.mark.parametrize("page", [page for page in PAGES if page.stem != "add-a-game"], ids=lambda page: page.name)
def test_every_file_of_ours_is_there(page: Path) -> None:
    """Of all games, where none is named; a star stands for all of a kind. The tutorial's files are its reader's own."""
    roots = (ROOT, SOURCE, SOURCE / "client", SOURCE / "games", *(SOURCE / "games").iterdir())
    paths = {text for text in quoted(page) if re.fullmatch(r"[\w*/.-]+/[\w*.-]+\.(py|js|toml|md)", text)}
    assert sorted(path for path in paths if not any(any(root.glob(path)) for root in roots)) == []
