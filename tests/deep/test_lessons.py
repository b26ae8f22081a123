"""What lessons call a mistake is one, in the judgement of the best level: a right move is worth more to it."""

from __future__ import annotations

import pytest

import mistvale as mv
from mistvale import learning
from mistvale.learning.files import fits
from tests.learning.test_lessons import stages

SEEDS = (1, 2)


@pytest.mark.parametrize("name", mv.games())
def test_what_is_called_a_mistake_is_one(name: str) -> None:
    judged = 0
    for lesson in learning.lessons(name):
        for step, before, _ in stages(lesson):
            if step.mistakes:
                worth = valued(before.match.seat(lesson.seat))
                best = max(worth[move] for move in before.right_moves())
                for pattern in step.mistakes:
                    meant = [move for move in worth if fits(move, (pattern,)) and not fits(move, step.right)]
                    judged += len(meant)
                    for move in meant:
                        assert worth[move] < best, f"{lesson.id} {step.id}: {move} is worth {worth[move]}, not {best}"
    assert judged


def valued(seat: mv.Seat) -> dict[str, float]:
    """What each move is worth to the best level, over two searches; least of all what it never looked at."""
    found = dict.fromkeys(map(str, seat.legal), 0.0)
    for seed in SEEDS:
        thoughts = mv.analyse(seat, seed=seed, most=len(found))
        worth = {str(thought.move): thought.lead for thought in thoughts}
        floor = min(worth.values())
        for move in found:
            found[move] += worth.get(move, floor) / len(SEEDS)
    return found
