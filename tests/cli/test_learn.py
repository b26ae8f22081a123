"""Lessons in a terminal, line by line."""

from __future__ import annotations

import mistvale as mv
from mistvale import learning

from .helpers import run


def way(lesson: learning.Lesson) -> list[str]:
    """What somebody types who does it right."""
    standing = learning.play(lesson, [])
    typed = []
    while not standing.over:
        move = "" if standing.wants == "next" else standing.right_moves()[0]
        typed.append(move)
        standing.do(move or learning.NEXT)
    return typed


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
