"""What type checkers are told of records is what was declared; a wrong field is found before anything is compiled."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from mypy import api

import mistvale as mv
from mistvale.core import fields, typed
from mistvale.core.fields import READERS, Cube, Plane, Row, described, field
from mistvale.core.rule import HEADER
from tests.test_tools import tool

records = tool("records")


class Shelf(fields.State):
    """A state of its own."""

    turn: int = field("whose turn it is")
    coins: Row = field("of each seat", (2,))
    board: Plane = field("what lies on each space", (2, 3))
    depot: Cube = field("what lies in each", (2, 3, 4))


def test_every_game_is_described_as_it_is_declared() -> None:
    assert [game.name for game in records.outdated()] == []


def test_a_field_that_was_added_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    misty = mv.game("misty")
    declared = READERS[misty.state]
    monkeypatch.setattr(declared, "fields", (*declared.fields, Shelf.fields[-1]))
    assert [game.name for game in records.outdated()] == ["misty"]


def test_what_every_state_begins_with_is_described_as_well() -> None:
    shapes = {name: len(shape[0]) if shape else 0 for name, _, *shape in HEADER}
    assert {name: fields.RAW[depth] for name, depth in shapes.items()} == typed.Header.__annotations__


RULE = """
from record import S

def rule(s: S, seat: int) -> int:
    {line}
    return s.seats
"""


def complaints(folder: Path, line: str) -> list[str]:
    """What mypy says of a rule with this line in it."""
    (folder / "record.py").write_text(described("Shelf", Shelf).replace("mistvale.core.typed", "typed"), "utf-8")
    (folder / "typed.py").write_text(Path(typed.__file__).read_text("utf-8"), "utf-8")
    (folder / "rules.py").write_text(RULE.format(line=line), "utf-8")
    deep = sys.getrecursionlimit()
    said, trouble, _ = api.run(["--strict", "--cache-dir", str(folder / "cache"), str(folder / "rules.py")])
    sys.setrecursionlimit(deep)  # mypy raises it, and other tests count on it
    assert not trouble, trouble
    return re.findall(r"error: .*\[([\w-]+)\]", said)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("typed")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("s.coinz[seat] += 1", "attr-defined"),
        ("s.coins[seat, 0] += 1", "call-overload"),
        ("s.turn[0] = 1", "index"),
        ("s.board[seat, 0, 0] = 1", "index"),
        ("s.turn = s.coins", "assignment"),
        ("s.turn = s.board[seat]", "assignment"),
        ("s.epoch = s.depot[seat, 0]", "assignment"),
    ],
)
def test_what_a_rule_gets_wrong_is_found(folder: Path, line: str, complaint: str) -> None:
    assert complaint in complaints(folder, line)


def test_what_a_rule_gets_right_is_left_alone(folder: Path) -> None:
    right = (
        "s.coins[seat] += s.board[seat, 1] + (s.turn == seat)",
        "s.board[seat, 0], s.board[seat][1] = s.depot[0, 1, 2], s.depot[0][1, 2]",
        "s.turn = 1 - s.turn if s.coins[0] & ~(1 << seat) else max(s.coins[1], seat)",
        "s.coins[:], s.epoch = 0, s.epoch + len(s.coins)",
    )
    assert complaints(folder, "\n    ".join(right)) == []
