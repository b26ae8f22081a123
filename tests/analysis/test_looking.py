"""Looking back at a match: its decisions, its marks, its curve, and what is luck."""

from __future__ import annotations

import json
import random
import threading
from dataclasses import replace

import pytest

import mistvale as mv
from mistvale.analysis import Analysis, analyse, marks
from mistvale.analysis.decisions import moments
from mistvale.analysis.looking import result
from mistvale.analysis.valuing import Estimate
from mistvale.core.ending import Ending
from mistvale.core.match import open_match
from mistvale.core.rule import INTERPRETED
from tests.analysis.matches import HASTY, looked, played

DEAR = 9  # points that are thrown away: more than half of the spread of results
pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of rollouts")


def test_every_choice_of_every_seat_is_looked_at() -> None:
    match, found = played("misty", 2), looked("misty", 2)
    chosen = [(n, step) for n, step in enumerate(match.history) if step.move is not None]
    told = {each.step: each for each in found.decisions}
    assert found.is_whole and len(told) == found.total > 60
    for number, step in chosen:
        if number in told:
            assert (told[number].seat, told[number].played) == (step.seat, str(step.move))
            assert told[number].choices > 1


def test_a_seat_is_looked_at_as_it_was() -> None:
    """Its legal moves are those that it had, and what others did at the same time is not known to it."""
    for moment in moments(played("misty", 2)):
        assert moment.move in moment.seat.legal


def test_the_four_add_up() -> None:
    for name, seats in (("misty", 2), ("secret-valley", 3), ("misterra", 1)):
        found = looked(name, seats)
        assert len(found.shares) == seats
        for share, end in zip(found.shares, result(found.match), strict=True):
            for unit in ("lead", "win"):
                parts = [getattr(getattr(share, part), unit).mean for part in ("start", "chance", "own", "rivals")]
                assert sum(parts) == pytest.approx(getattr(end, unit).mean)
            assert share.chance.lead.error > 0


def test_alone_there_are_no_rivals() -> None:
    [share] = looked("misterra", 1).shares
    assert share.rivals.lead == Estimate(0.0)


def test_it_is_the_same_on_any_number_of_threads() -> None:
    match = played("misty", 2)
    assert analyse(match, HASTY, seed=3, threads=1).plain() == looked("misty", 2).plain()
    assert analyse(match, HASTY, seed=4).plain() != looked("misty", 2).plain()


def test_all_of_it_is_plain_data() -> None:
    told = json.loads(json.dumps(looked("misty", 2).plain()))
    assert told["format"] == "mistvale-analysis" and told["total"] == len(told["decisions"])
    assert [curve[0]["step"] for curve in told["curves"]] == [0, 0]
    assert told["curves"][0][-1]["lead"] == told["shares"][0]["result"]["lead"]


def test_first_results_come_before_the_last() -> None:
    seen: list[int] = []
    stop = threading.Event()

    def tell(found: Analysis) -> None:
        seen.append(len(found.decisions))
        if len(seen) == 5:
            stop.set()

    found = analyse(played("misty", 2), HASTY, progress=tell, stop=stop)
    assert seen[:5] == [1, 2, 3, 4, 5] and not found.is_whole
    assert found.shares == [], "luck can't be told from half a match"
    assert len(found.decisions) < found.total


def test_a_match_that_is_not_over_is_refused() -> None:
    match = open_match(mv.game("misty"), seats=2, seed=1)
    with pytest.raises(mv.MistvaleError, match="not over"):
        analyse(match)


def test_a_match_that_was_cut_short_has_no_result_to_explain() -> None:
    match = open_match(mv.game("misty"), seats=2, seed=1)
    for _ in range(6):
        match.play(match.pending[0], match.legal(match.pending[0])[0])
    match.ending = Ending("left", ("left", "played"), ())
    found = analyse(match, HASTY)
    assert found.is_whole and found.decisions and found.shares == []


# ---------------------------------------------------------------- marks


@pytest.mark.parametrize(
    ("lost", "mark"),
    [
        (Estimate(6.0, 0.1), "blunder"),
        (Estimate(6.0, 0.7), "mistake"),
        (Estimate(3.0, 0.1), "mistake"),
        (Estimate(3.0, 0.5), "inaccuracy"),
        (Estimate(1.5, 0.1), "inaccuracy"),
        (Estimate(1.5, 0.3), ""),
        (Estimate(0.5, 0.0), ""),
        (Estimate(-9.0, 0.1), ""),
    ],
)
def test_a_mark_is_given_where_the_interval_is_beyond_its_threshold(lost: Estimate, mark: str) -> None:
    """With a spread of ten points the thresholds are 1.25, 2.5 and 5."""
    assert marks.mark_of(lost, Estimate(0.0), 10.0) == mark


def test_a_good_find_is_better_than_what_is_obvious() -> None:
    assert marks.mark_of(Estimate(0.0), Estimate(4.0, 0.5), 10.0) == "find"
    assert marks.mark_of(Estimate(0.0), Estimate(4.0, 1.0), 10.0) == ""


def test_a_planted_blunder_is_named() -> None:
    """The last choice of a match of The Secret Valley, where it throws nine points away."""
    match, planted = next(filter(None, map(spoilt, range(100))))
    found = analyse(match, replace(HASTY, worlds=64, most=256))
    [decision] = [each for each in found.decisions if each.step == planted]
    assert decision.mark == "blunder"
    assert not decision.is_best and decision.lost.lead.mean >= DEAR
    assert decision in found.mistakes(decision.seat)


def spoilt(seed: int) -> tuple[mv.Match, int] | None:
    """A match that was spoilt by its last choice, and the step of that; none if this seed has none."""
    match, dice = open_match(mv.game("secret-valley"), seats=2, seed=seed), random.Random(seed)
    while not match.over:
        seat = match.pending[0]
        moves = match.legal(seat)
        if len(moves) > 1 and (worst := ruinous(match, seat)):
            match.play(seat, worst)
            planted = next(n for n in range(match.steps, 0, -1) if match.step(n).move is not None)
            while not match.over:
                match.play(match.pending[0], match.legal(match.pending[0])[0])
            return match, planted
        match.play(seat, dice.choice(moves))
    return None


def ruinous(match: mv.Match, seat: int) -> str:
    """A move that costs dearly, with nothing to choose after it; none if there is none."""
    ends = {}
    for move in match.legal(seat):
        twin = match.copy()
        twin.play(seat, move)
        while not twin.over and len(twin.legal(twin.pending[0])) == 1:
            twin.play(twin.pending[0], twin.legal(twin.pending[0])[0])
        if not twin.over:
            return ""
        ends[str(move)] = result(twin)[seat].lead.mean
    return min(ends, key=lambda move: ends[move]) if max(ends.values()) - min(ends.values()) >= DEAR else ""
