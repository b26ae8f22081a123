"""The rows of an arena in a file: one line each, kept as soon as a match is over, so that it can go on after a stop."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import mistvale as mv

from .plan import Plan
from .play import Row

NAME = "matches.jsonl"


class Store:
    """A folder in which the matches of one plan are kept."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.plan = plan
        self.file = folder / NAME

    def open(self) -> list[Row]:
        """The rows that are there already; BadTable if they belong to another plan."""
        self.folder.mkdir(parents=True, exist_ok=True)
        lines = self.file.read_bytes().splitlines(keepends=True) if self.file.exists() else []
        if lines and not lines[-1].endswith(b"\n"):
            # Stopped in the middle of a line: that match is played again.
            lines.pop()
            self.file.write_bytes(b"".join(lines))
        if not lines:
            self.file.write_text(json.dumps(self.plan.header()) + "\n", encoding="utf-8")
            return []
        try:
            header, *rows = (json.loads(line) for line in lines)
            self._check(header)
            return [_row(row) for row in rows]
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise mv.BadTable("arena-file", file=self.file, why=error) from None

    def _check(self, header: dict[str, Any]) -> None:
        now = json.loads(json.dumps(self.plan.header()))
        other = [name for name in now if header.get(name) != now[name]]
        if other:
            given, wanted = (", ".join(f"{name} {of.get(name)!r}" for name in other) for of in (header, now))
            raise mv.BadTable("arena-other", file=self.file, given=given, wanted=wanted)

    def keep(self, rows: Iterable[Row]) -> None:
        """Add rows at the end of the file."""
        with self.file.open("a", encoding="utf-8") as file:
            for row in rows:
                file.write(json.dumps(asdict(row)) + "\n")


def _row(data: dict[str, Any]) -> Row:
    listed = {name: tuple(data[name]) for name in ("lineup", "ranks", "scores")}
    return Row(**{**data, **listed})
