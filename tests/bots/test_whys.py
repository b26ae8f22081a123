"""What speaks for a move: facts that come of it, and nothing that chance alone would make."""

from __future__ import annotations

import threading

import pytest

import mistvale as mv
from mistvale.bots import levels
from mistvale.bots.levels import QUICK, Searcher
from mistvale.bots.whys import Course, Fact, compared, facts, standing, whys


def codes(found: list[Fact]) -> dict[str, float]:
    return {fact.code: fact.points for fact in found}


def test_points_at_once_are_told_exactly_or_as_a_mean() -> None:
    assert codes(facts([[Course(now=3)] * 4], 0)) == {"now": 3.0}
    assert codes(facts([[Course(now=2), Course(now=4)]], 0)) == {"now-about": 3.0}
    assert codes(facts([[Course(now=-2)] * 4], 0)) == {"costs": -2.0}


def test_what_is_prepared_is_told_where_there_are_no_points() -> None:
    assert codes(facts([[Course(promise=4)] * 4], 0)) == {"prepares": 4.0}
    assert codes(facts([[Course(now=5, promise=4)] * 4], 0)) == {"now": 5.0}


def test_what_a_rival_gets_less_is_told_if_it_is_not_chance() -> None:
    """By comparison with the other moves, in the same worlds."""
    this, other = [Course(rivals={1: 1})] * 4, [Course(rivals={1: 4})] * 4
    assert facts([this, other], 0) == [Fact("denies", 3.0, 1)]
    assert facts([this, other], 1) == [Fact("leaves", -3.0, 1)]
    scattered = [Course(rivals={1: points}) for points in (-20, 24, -20, 24)]
    assert facts([scattered, other], 0) == [Fact("later")]


def test_what_brings_hardly_any_points_is_said_to_be_for_later() -> None:
    """Unless nothing comes later, or what comes of it is told."""
    assert facts([[Course()] * 4], 0) == [Fact("later")]
    assert facts([[Course()] * 3 + [Course(ended=True)]], 0) == []
    assert facts([[Course(later=-4)] * 4], 0) == []
    assert codes(facts([[Course(now=3)] * 4], 0)) == {"now": 3.0}


def test_with_what_its_turn_goes_on_is_told_where_that_is_mostly_the_same() -> None:
    """It is what the move was for, where no points come of it yet."""
    match = mv.open_match("valdora", 3, 1)
    match.play(match.pending[0], next(move for move in match.legal(match.pending[0]) if str(move).startswith("go ")))
    gone = (match, match.steps)
    same = [Course(then=gone, then_named="place d4")] * 3 + [Course()]
    assert facts([same], 0) == [Fact("then-by", step=gone), Fact("later")]
    other = [Course(then=gone, then_named=name) for name in ("place d4", "place e4", "place c4")]
    assert facts([other], 0) == [Fact("later")]


def test_the_next_turn_is_named_where_it_is_mostly_the_same() -> None:
    match = mv.open_match("misty", 2, 1)
    same = [Course(later=4, step=(match, 1), named="place d4")] * 3 + [Course()]
    assert codes(facts([same], 0)) == {"next-by": 4.0}
    other = [Course(later=4, step=(match, 1), named=name) for name in ("place d4", "place e4", "place c4")]
    assert codes(facts([other], 0)) == {"next": 4.0}


def test_moves_that_cannot_be_told_apart_are_called_as_good() -> None:
    assert compared(1.0, 1.0, True).code == "close" and compared(-1.0, 1.0, False).code == "close-best"
    assert compared(3.0, 1.0, True) == Fact("better", 3.0) and compared(-3.0, 1.0, False) == Fact("worse", -3.0)


def test_points_of_a_grid_count_as_it_lies() -> None:
    """In The Secret Valley they are counted at the end of a round: what a card scores is told when it is laid."""
    match = mv.open_match("secret-valley", 2, 3, {"draft": False})
    quick = Searcher(QUICK, 1)
    for _ in range(8):
        seat = match.pending[0]
        match.play(seat, quick.choose(match.seat(seat)))
    assert match.scores == (0, 0) and sum(standing(match)) > 0


@pytest.mark.parametrize("game", ["secret-valley", "valdora"])
def test_hints_come_with_sentences_in_every_language(game: str) -> None:
    match = mv.open_match(game, 3, 3)
    quick = Searcher(QUICK, 1)
    for _ in range(24):
        seat = match.pending[0]
        match.play(seat, quick.choose(match.seat(seat)))
    seat = match.pending[0]
    before = match.state
    thoughts = levels.analyse(match.seat(seat), levels.level("adept"), seed=1, why=True)
    assert match.state == before, "nothing was played at the table"
    assert all(thought.facts for thought in thoughts) and len(thoughts) > 1
    for thought in thoughts:
        told = {lang: [fact.tell(match, seat, lang) for fact in thought.facts] for lang in ("en", "de", "cs")}
        assert told["en"] != told["de"] != told["cs"] and all(all(each) for each in told.values())


def test_whoever_is_told_to_stop_has_nothing_to_say() -> None:
    match, stop = mv.open_match("misty", 2, 1), threading.Event()
    stop.set()
    seat = match.seat(0)
    assert whys(seat, seat.legal[:2], Searcher(QUICK, 1).choose, 1, stop) == []
