"""Plays a plan on all cores or on a Ray cluster, and keeps each match at once: stopped, the same call goes on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import mistvale as mv

from ..arena.spreading import spread
from ..lab.extras import needed
from .figures import BadReport
from .plan import Plan, play
from .sizing import MINUTES, by_matches, by_time

HEAD, ROWS, PARQUET = "plan.json", "matches.jsonl", "matches.parquet"
Progress = Callable[[int, int], None]
Rows = list[dict[str, Any]]


class Store:
    """The folder of a report."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder, self.plan = folder, plan
        self.head, self.file = folder / HEAD, folder / ROWS

    def deals(self) -> dict[str, int] | None:
        """How many deals of each table were to be played, if this plan lies there; BadReport if another one does."""
        if not self.head.exists():
            if self.file.exists():
                raise BadReport("folder", file=self.file, why=HEAD)
            return None
        try:
            told = json.loads(self.head.read_text(encoding="utf-8"))
            wanted = self.plan.header()
            other = [name for name, value in wanted.items() if told["plan"].get(name) != value]
            found = {str(key): int(count) for key, count in told["deals"].items()}
            self.plan = replace(self.plan, minutes=float(told["minutes"]))
        except (ValueError, KeyError, AttributeError, TypeError) as error:
            raise BadReport("folder", file=self.head, why=error) from None
        if other:
            given, now = (", ".join(f"{name} {of.get(name)!r}" for name in other) for of in (told["plan"], wanted))
            raise BadReport("folder-other", file=self.head, given=given, wanted=now)
        return found

    def begin(self, plan: Plan) -> Rows:
        """Note what is to be played; the rows that are there already."""
        self.folder.mkdir(parents=True, exist_ok=True)
        deals = {table.key: table.deals for table in plan.tables}
        told = {"plan": plan.header(), "minutes": plan.minutes, "deals": deals}
        self.head.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
        lines = self.file.read_bytes().splitlines(keepends=True) if self.file.exists() else []
        if lines and not lines[-1].endswith(b"\n"):
            lines.pop()  # stopped in the middle of a line: that match is played again
            self.file.write_bytes(b"".join(lines))
        try:
            return [json.loads(line) for line in lines]
        except ValueError as error:
            raise BadReport("folder", file=self.file, why=error) from None

    def keep(self, rows: Iterable[dict[str, Any]]) -> None:
        """Add rows at the end of the file."""
        with self.file.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)


def run(
    plan: Plan,
    folder: Path,
    matches: int | None = None,
    minutes: float = MINUTES,
    workers: int | None = None,
    ray: str | None = None,
    progress: Progress = lambda done, total: None,
    measure: Progress = lambda done, total: None,
) -> tuple[Plan, Rows]:
    """Play all matches that are not in the folder yet; the plan as it was played, and the rows of all."""
    store = Store(folder, plan)
    deals = store.deals()
    if matches is not None:
        sized = by_matches(plan, matches)
    elif deals is not None:
        sized = store.plan.sized(deals)
    else:
        sized = by_time(plan, minutes, workers, measure, ray)
    known = {(row["table"], row["deal"]): row for row in store.begin(sized)}
    wanted = {(table.key, deal) for table in sized.tables for deal in range(table.deals)}
    rows = {key: row for key, row in known.items() if key in wanted}
    todo = [
        piece
        for piece in sized.pieces()
        if any((piece.table.key, piece.first + n) not in rows for n in range(piece.count))
    ]
    progress(len(rows), len(wanted))
    if todo:
        mv.warm([plan.game.name] if plan.game.name in mv.games() else [])
    with closing(spread(play, todo, workers, ray)) as coming:
        for made in coming:
            new = [row for row in made if (row["table"], row["deal"]) not in rows]
            store.keep(new)
            rows.update({(row["table"], row["deal"]): row for row in new})
            progress(len(rows), len(wanted))
    return sized, [rows[key] for key in sorted(rows)]


def write_parquet(folder: Path, rows: Rows) -> Path:
    """The rows for data tools: one for each match, what is noted by component as lists of entries."""
    with needed("pyarrow"):
        import pyarrow as pa
        import pyarrow.parquet
    flat = []
    for row in rows:
        plain = {name: value for name, value in row.items() if not isinstance(value, dict)}
        listed = {
            name: [
                {"component": each, "figures": [float(f) for f in (v if isinstance(v, list) else [v])]}
                for each, v in value.items()
            ]
            for name, value in row.items()
            if isinstance(value, dict)
        }
        flat.append({**plain, **listed})
    names = list(dict.fromkeys(name for row in flat for name in row))
    table = pa.table({name: [row.get(name) for row in flat] for name in names})
    file = folder / PARQUET
    pyarrow.parquet.write_table(table, file, compression="zstd")
    return file
