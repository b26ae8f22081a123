"""What analyses find: which pieces come first, what is read again, and what the table says."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from bench.lookback import LOOK, MATCHES, PARTS, PLANT, PLAY, REPORTED, Found, Piece, Run, code, read, report

PLAYED = {"record": {}, "spread": 4.0, "seconds": 9.0}


def looked(mark: str, own: list[float]) -> dict[str, Any]:
    return {"marks": {"": 9, mark: 1}, "own": own, "closer": 0, "seconds": 2.0}


def planted(mark: str) -> dict[str, Any]:
    return {"planted": {"mark": mark}, "seconds": 1.0}


def game(rows: dict[Piece, dict[str, Any]]) -> Found:
    return Found(rows, set(rows))


def begun(found: dict[str, Found], tmp_path: Path, end: float = math.inf) -> list[Piece]:
    """All that is begun while nothing comes back."""
    run = Run(found, tmp_path / "rows", REPORTED, end)
    return [job.key for job in iter(run.begin, None) if job is not None]


def test_a_match_is_played_before_it_is_looked_at(tmp_path: Path) -> None:
    first = begun({"misty": game({})}, tmp_path)
    assert [piece.kind for piece in first[:4]] == [PLAY, PLANT] * 2 and not any(each.kind == LOOK for each in first)
    known = {Piece(PLAY, "misty", 0): PLAYED, Piece(LOOK, "misty", 0, 3): looked("", [0.0, 0.0])}
    parts = [piece.part for piece in begun({"misty": game(known)}, tmp_path) if piece.kind == LOOK]
    assert parts == [part for part in range(PARTS) if part != 3]


def test_enough_blunders_are_enough(tmp_path: Path) -> None:
    rows = {Piece(PLANT, "misty", number): planted("mistake") for number in range(20)}
    assert {piece.kind for piece in begun({"misty": game(rows)}, tmp_path)} == {PLAY}
    rows[Piece(PLANT, "misty", 3)] = {"planted": None, "seconds": 1.0}
    assert Piece(PLANT, "misty", 20) in begun({"misty": game(rows)}, tmp_path)


def test_what_would_not_be_done_in_time_is_not_begun(tmp_path: Path) -> None:
    assert begun({"misty": game({})}, tmp_path, end=0.0) == []


def test_what_was_done_is_read_again_and_other_code_and_trials_are_not(tmp_path: Path) -> None:
    file, piece = tmp_path / "rows", Piece(PLAY, "misty", 1)
    Run({"misty": game({})}, file, REPORTED, math.inf).note(piece, PLAYED)
    line = json.loads(file.read_text("utf-8"))
    others = [line | {"code": "other"}, line | {"first": 1}]
    file.write_text("\n".join(map(json.dumps, [*others, line])) + '\n{"code', encoding="utf-8")
    assert line["code"] == code("misty") != code("valdora")
    assert read(file)["misty"].rows == {piece: PLAYED}
    assert read(tmp_path / "none")["misty"].rows == {}


def test_the_table_counts_what_was_named_and_what_was_made_up() -> None:
    marks = ["mistake", *["find"] * (PARTS - 1)]
    rows = {Piece(LOOK, "misty", 0, part): looked(mark, [0.1, -0.1]) for part, mark in enumerate(marks)}
    rows |= {Piece(LOOK, "misty", 1, 0): looked("inaccuracy", [0.0, 0.0])}
    rows |= {Piece(PLANT, "misty", n): planted(mark) for n, mark in enumerate(["blunder", "mistake", "inaccuracy"])}
    found = game(rows)
    assert (found.named, len(found.blunders)) == (2, 3)
    assert (found.marks["mistake"], found.marks.total()) == (1, 10 * (PARTS + 1))
    assert found.own() == [sum([0.1] * PARTS), sum([-0.1] * PARTS)], "of matches that are whole"
    assert found.seconds() == [2.0 * PARTS]
    row = report({"misty": found}).splitlines()[2]
    assert "| 2 of 3 |" in row and "0.8 %" in row and "130 decisions in 2 matches" in row


def test_no_more_matches_than_wanted(tmp_path: Path) -> None:
    assert sum(piece.kind == PLAY for piece in begun({"misty": game({})}, tmp_path)) == MATCHES
