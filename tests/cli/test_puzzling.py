"""`mistvale puzzles`: solved line by line, and made into files that go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

import mistvale as mv
from mistvale import puzzles
from mistvale.cli import app, puzzling
from mistvale.puzzles import Puzzle, shelf
from mistvale.terminal.puzzling import PlainPuzzles, chosen

GAME = "misty"
READY = str  # waits for no bot


def said(*typed: str, found: Sequence[Puzzle] = ()) -> tuple[str, bool]:
    """What is told to somebody who types these lines, and whether all puzzles were done."""
    out, lines = StringIO(), iter(typed)
    console = Console(file=out, width=200)
    done = PlainPuzzles(found or puzzles.puzzles(GAME), console, console, READY, lambda _: next(lines)).play()
    return out.getvalue(), done


def test_puzzles_are_solved_line_by_line() -> None:
    one = puzzles.puzzles(GAME)[0]
    told, done = said("nonsense", one.tempting, one.best, "hint", "quit")
    assert not done
    assert one.remark(one.tempting, "en") in told and one.remark(one.best, "en") in told
    assert puzzles.puzzles(GAME)[1].best in told, "who asks for a hint is told the move"
    assert told.index(one.remark(one.tempting, "en")) < told.index(one.remark(one.best, "en"))


def test_of_the_puzzle_before_one_may_ask_why() -> None:
    one, two = puzzles.puzzles(GAME)[:2]
    why = puzzles.why(one, "en")
    told, _ = said("why", one.best, "why", "quit")
    assert "there is none yet" in told and all(each in told for each in why)
    assert told.index("there is none yet") < told.index(why[0]) and two.best not in told


def test_a_game_without_puzzles_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for room in (puzzles, shelf):
        monkeypatch.setattr(room, "puzzles", lambda name: ())
    for game in (GAME, None):
        with pytest.raises(mv.BadTable, match="has no puzzles"):
            chosen(game)


def test_without_a_game_it_is_the_puzzle_of_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[date] = []
    one = puzzles.puzzles(GAME)[4]
    monkeypatch.setattr(puzzles, "of_day", lambda day: asked.append(day) or one)
    ended = CliRunner().invoke(app, ["puzzles", "solve"], input=f"{one.best}\n\n")
    assert ended.exit_code == 0 and "Puzzle of the day: Misty" in ended.output
    assert one.remark(one.best, "en")[:40] in ended.output.replace("\n", " ")
    assert abs((asked[0] - datetime.now(UTC).date()).days) <= 1


def test_of_the_last_puzzle_too_one_may_ask_why() -> None:
    one = puzzles.puzzles(GAME)[0]
    told, done = said("hint", "why", "", found=[one])
    assert done and all(each in told for each in puzzles.why(one, "en"))
    assert told.index("That was the last one") < told.index(puzzles.why(one, "en")[0])


def test_a_file_of_puzzles_is_kept_and_one_that_is_none_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "some.json"
    kept = shelf.write(puzzles.puzzles(GAME)[:2], mv.game(GAME))
    file.write_text(kept, "utf-8")
    made = CliRunner().invoke(app, ["puzzles", "make", GAME, str(file), "--count", "2"])
    assert made.exit_code == 0 and file.read_text("utf-8") == kept
    monkeypatch.setattr(puzzling, "make", lambda game, count, first, known, *more: known)
    one, two = puzzles.puzzles(GAME)[:2]
    unsure = replace(one, gain=(0.1, 0.1))
    other_rules = replace(one, position=one.position.replace(f" {mv.game(GAME).version} ", " 999 ", 1))
    file.write_text(shelf.write([unsure, other_rules, two], mv.game(GAME)), "utf-8")
    CliRunner().invoke(app, ["puzzles", "make", GAME, str(file), "--count", "3"])
    assert [each.id for each in shelf.read(file.read_text("utf-8"), GAME)] == [two.id], "the others are made anew"
    file.write_text("{torn", "utf-8")
    torn = CliRunner().invoke(app, ["puzzles", "make", GAME, str(file), "--count", "2"])
    assert torn.exit_code != 0 and "no file of puzzles" in torn.output
    assert file.read_text("utf-8") == "{torn"
