"""Lessons in a terminal, line by line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import mistvale as mv
from mistvale import learning
from mistvale.terminal import table
from mistvale.terminal.app import PlayApp

from .helpers import run


def way(lesson: learning.Lesson) -> list[str]:
    """What somebody types who does it right, and goes on when it is over."""
    standing = learning.play(lesson, [])
    typed = []
    while not standing.over:
        move = "" if standing.wants == "next" else standing.right_moves()[0]
        typed.append(move)
        standing.do(move or learning.NEXT)
    return [*typed, ""]


def test_the_whole_path_of_a_game() -> None:
    path = learning.lessons("misty")
    result = run("learn", "misty", stdin="\n".join(line for lesson in path for line in way(lesson)) + "\n")
    assert result.exit_code == 0, result.stderr
    words = mv.game("misty").words("en")
    for lesson in path:
        assert words(lesson.key) in result.stdout
    assert result.stdout.count("That was this lesson.") == len(path)


def test_a_mistake_is_shown_told_and_taken_back() -> None:
    result = run("learn", "misty", "arrows", stdin="\nmove c4\n\nhint\nundo\n\nmove c5\nquit\n")
    assert result.exit_code == 0, result.stderr
    assert "Not quite. The leaf fell on the tractor." in result.stdout
    assert "What is asked for: move c5." in result.stdout
    assert "Right. Off it goes." in result.stdout
    assert "You leave the table." in result.stdout


def test_what_is_no_move_is_told_and_nothing_changes() -> None:
    result = run("learn", "misty", "arrows", stdin="pick leaf\n\nmove z9\ntable\n?\nquit\n")
    assert "there is nothing to play at this step" in result.stderr
    assert "move z9" in result.stderr
    assert result.stdout.count("All nine panes are full") == 1


def test_an_input_that_ends_and_lessons_that_are_not_there() -> None:
    assert run("learn", "misty", stdin="\n").exit_code != 0
    unknown = run("learn", "misty", "nothing")
    assert unknown.exit_code != 0 and "arrows" in unknown.stderr
    assert run("learn", "chess").exit_code != 0


ARROWS = ("learn", "misty", "arrows", "--bots", "random")
LEAVING = ("", "move c5", "move c4")
"""What is typed until a rival moves what it has, and the lesson tells of it."""


def typing(*lines: str) -> str:
    return "\n".join([*lines, ""])


@pytest.mark.parametrize("as_it_lay", [False, True], ids=["dealt anew", "as it lay"])
def test_one_plays_on_from_a_lesson_and_comes_back(as_it_lay: bool, tmp_path: Path) -> None:
    """The match goes on with what lies there, is told from there, and has a record; the lesson is where it was."""
    file = tmp_path / "on.json"
    more = ("--as-it-lay",) if as_it_lay else ()
    stdin = typing("", "play", "move c5", "quit", "play", "quit", "move c5", "quit")
    result = run(*ARROWS, *more, "--save", file, stdin=stdin)
    assert result.exit_code == 0, result.stderr
    said = result.stdout
    assert said.count("Still to decide: Random.") >= 1 and "Learner moves the Tractor" in said
    assert "Round 1, deal 1" not in said, "what lay there is not told again"
    assert said.count("The match is not over. So far:") == 2
    back = said.index("Back in the lesson.")
    assert "Let the tractor go" in said[back:] and "Right. Off it goes." in said[back:]
    first, second = file, tmp_path / "on-2.json"
    match = mv.load(first.read_text("utf-8"))
    assert match.names == ("Learner", "Random") and match.steps == match.base + 1
    origin = json.loads(first.read_text("utf-8"))["from"]
    assert (origin["redeal"] is None) == as_it_lay and origin["record"]["from"]["position"]
    assert mv.load(second.read_text("utf-8")).steps == match.base, "the second one has a file of its own"


def test_one_plays_on_to_the_end_from_the_end_of_a_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the last step the lesson waits; what is played then is played to its end like any other match."""
    monkeypatch.setattr(table.Table, "read", first_legal(table.Table.read))
    lesson = learning.lesson("misty", "smiles")
    assert lesson is not None
    stdin = typing(*way(lesson)[:-1], "play", *["any"] * 400)
    result = run("learn", "misty", "smiles", "--bots", "random", stdin=stdin)
    assert "Misty: the result" in result.stdout, result.stderr
    assert result.stdout.index("That was this lesson.") < result.stdout.index("Misty: the result")
    assert "Back in the lesson." in result.stdout.partition("Misty: the result")[2]


def first_legal(read: object) -> object:
    """Reads `any` as the first legal move, and all else as it is."""
    return lambda self, typed: self.legal()[0] if typed == "any" else read(self, typed)  # type: ignore[operator]


def test_at_a_screen_one_plays_on_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table is the one of `mistvale play`, and shows what lies there at once."""
    shown: list[tuple[int, int]] = []
    monkeypatch.setattr("mistvale.cli.has_screen", lambda: True)
    monkeypatch.setattr(PlayApp, "run", lambda self: shown.append((self.shown, self.match.steps)))
    stdin = typing("", "play", "quit")
    assert run(*ARROWS, "--as-it-lay", stdin=stdin).exit_code == 0
    assert run(*ARROWS, "--as-it-lay", "--plain", stdin=typing("", "play", "quit", "quit")).exit_code == 0
    assert len(shown) == 1 and shown[0][0] == shown[0][1] > 0


def test_who_cannot_sit_there_is_told_before_the_lessons_begin(tmp_path: Path) -> None:
    for bots, why in (("nobody", "nobody"), ("greedy,greedy", "2"), (",", "bot")):
        result = run("learn", "misty", "arrows", "--bots", bots)
        assert result.exit_code == 1 and why in result.stderr and not result.stdout, bots
    taken = tmp_path / "taken.json"
    taken.write_text("{}", "utf-8")
    assert "is there already" in run(*ARROWS, "--save", taken).stderr
    assert run("learn", "misty", "--bots").exit_code == 2


def test_where_a_match_is_over_nobody_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def over(*_: object, **__: object) -> None:
        raise mv.BadPosition("play-on-over", step=9)

    monkeypatch.setattr(mv, "play_on", over)
    result = run(*ARROWS, stdin=typing("", "play", "quit"))
    assert "nothing left to decide" in result.stderr and "Back in the lesson." not in result.stdout


def test_rivals_are_asked_why() -> None:
    """Of several moves about one, by its number; of none before a rival has moved."""
    result = run(*ARROWS, stdin=typing("", "why", *LEAVING[1:], "why", "why 7", "why 3", "quit"))
    said = result.stdout
    assert said.index("There is no move of a rival") < said.index("About which move?")
    assert said.count("1. Fern moves the Tractor from e4 onto the Flower on d4: a blur.") == 2
    third = "Fern moves the Scooter from c4 onto the Tractor on d4: a blur."
    answer = said.rpartition(third)[2]
    assert "The best level would have preferred: Fern moves" in answer and "by lot" in answer
