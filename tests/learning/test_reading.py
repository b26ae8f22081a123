"""Files of lessons and of the coach: whoever writes one is told what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import mistvale as mv
from mistvale.learning import coaching, reading
from mistvale.learning.files import fits

Write = Callable[[str, str], None]
LESSON = '[[lessons]]\nid = "one"\n'
STEP = '[[lessons.steps]]\nid = "first"\n'


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Misty, with files of one's own in its folder."""
    package = tmp_path / f"written_{abs(hash(str(tmp_path)))}"  # a name of its own: Python keeps what it has imported
    package.mkdir()
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    game: Any = SimpleNamespace(**{"name": "misty", "package": package.name, "beats": mv.game("misty").beats})

    for room in (reading, coaching):
        monkeypatch.setattr(room, "find_game", lambda name: game)
    for read in (reading.lessons, coaching.tips):
        read.cache_clear()

    yield lambda file, text: (package / file).write_text(text) and None
    for read in (reading.lessons, coaching.tips):
        read.cache_clear()


def test_a_game_may_have_neither(write: Write) -> None:
    assert reading.lessons("misty") == () and coaching.tips("misty") == ()
    assert reading.lesson("misty", "one") is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("strange = 1\n", "unknown: strange"),
        (LESSON, "it has no steps"),
        (f"{LESSON}sead = 1\n{STEP}", "unknown: sead"),
        (LESSON + STEP + "rigth = []\n", "unknown: rigth"),
        (LESSON + "[[lessons.steps]]\n", "missing: id"),
        (LESSON + '[[lessons.steps]]\nid = "No id"\n', "'No id' is no id"),
        (LESSON + STEP + STEP, "there twice: first"),
        ((LESSON + STEP) * 2, "there twice: one"),
        (LESSON + STEP + "claims = { glory = 1 }\n", "no such claim: glory"),
        (LESSON + STEP + 'mistakes = { "pick *" = "no" }\n', "first is only read"),
    ],
)
def test_what_is_wrong_with_lessons_is_told(write: Write, text: str, complaint: str) -> None:
    write("lessons.toml", text)
    with pytest.raises(ValueError, match=complaint):
        reading.lessons("misty")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('[[tips]]\nid = "one"\n', "does not say when"),
        ('[[tips]]\nid = "one"\nbeats = ["thunder"]\n', "no beat of the game: thunder"),
        ('[[tips]]\nid = "one"\nmoves = ["pick *"]\nwhen = 1\n', "unknown: when"),
    ],
)
def test_what_is_wrong_with_tips_is_told(write: Write, text: str, complaint: str) -> None:
    write("coach.toml", text)
    with pytest.raises(ValueError, match=complaint):
        coaching.tips("misty")


def test_a_position_of_named_fields() -> None:
    """Single places of a field, by their indices, or a whole one; and it has to add up."""
    game = mv.game("valdora")
    given: dict[str, Any] = {"first": 0, "turn": 0, "coins": {"0": 6, "1": 2, "2": 3}}
    made = reading.Lesson(id="x", steps=(), game=game, seats=3, fields=given).set_up()
    assert made.raw["coins"][:3].tolist() == [6, 2, 3] and made.pending == (0,)
    with pytest.raises(mv.BadPosition):
        reading.Lesson(id="x", steps=(), game=game, seats=3, fields={"coins": {"0": 7}}).set_up()


def test_patterns() -> None:
    assert fits("place d4", ("place *",)) and fits("done", ("done",))
    assert not fits("place d4", ("move *", "place")) and not fits("place d4", ())
