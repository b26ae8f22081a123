"""Rivals of lessons may be asked why: of which of their moves, and what they answer."""

from __future__ import annotations

import threading

import pytest

from mistvale import learning
from mistvale.bots import explaining
from mistvale.core.history import BEAT
from mistvale.learning.playing import Standing

from .test_lessons import every_lesson, way_through


def after(name: str, which: str, deeds: int) -> Standing:
    lesson = learning.lesson(name, which)
    assert lesson is not None
    return learning.play(lesson, way_through(lesson)[:deeds], "You")


@every_lesson
def test_what_one_may_ask_about_was_seen_and_done_by_a_rival_since_ones_own_move(lesson: learning.Lesson) -> None:
    deeds = way_through(lesson)
    for count in range(len(deeds) + 1):
        standing = learning.play(lesson, deeds[:count])
        match, seat = standing.match, standing.lesson.seat
        own = max((n for n in range(1, match.steps + 1) if match.step(n).seat == seat), default=0)
        since = range(max(own, standing.marks[0]) + 1, match.steps + 1)
        assert learning.rival_moves(standing) == [
            n for n in since if match.step(n).seat != BEAT and match.tell(seat, n)
        ]


def test_what_is_hidden_is_not_told_of() -> None:
    """What Fern keeps is her secret; where she puts it is not."""
    kept = next(each for each in range(9) if after("misty", "first", each).match.steps > 1)
    assert learning.rival_moves(after("misty", "first", kept)) == []
    told = [after("valdora", "going", each) for each in range(7)]
    assert [len(learning.rival_moves(each)) for each in told] == [0, 0, 0, 0, 0, 3, 3]


def test_a_rival_answers_as_after_a_match_at_a_table_that_was_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a lesson that begins at named fields nobody can play the match again from its seed alone."""
    looked_at = []
    search = explaining.search
    monkeypatch.setattr(explaining, "search", lambda seat, *more: looked_at.append(seat) or search(seat, *more))
    standing = after("valdora", "going", 5)
    [gone, *_] = learning.rival_moves(standing)
    told = learning.why(standing, gone, "en")
    assert told[-2].startswith("The best level would have preferred: Fern goes to ")
    assert "by lot" in told[-1], "nothing was written of it"
    [seat] = looked_at
    assert seat.number == 1 and "go road13" in map(str, seat.legal)
    assert learning.why(standing, gone, "en") == told, "asked again it says the same"


def test_what_is_written_in_a_lesson_is_said_to_be_its_story() -> None:
    """Fern and Moss go to Town B because the lesson has it so; what they do in another one is drawn by lot."""
    at_once = threading.Event()
    at_once.set()

    def origin(which: str, deeds: int) -> set[str]:
        standing = after("valdora", which, deeds)
        return {learning.why(standing, step, "en", at_once)[-1] for step in learning.rival_moves(standing)}

    [written], [drawn] = origin("harbours", 7), origin("going", 5)
    assert written.startswith("The story of this lesson asks for this move.")
    assert drawn.startswith("The story of this lesson leaves this move open: it was drawn by lot.")
