"""The laws on Misty Valley at all its tables, with players who know what they want half of the time."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from mistvale.core import laws
from mistvale.core.knowledge import tallied
from mistvale.core.match import Match
from mistvale.core.moves import Move
from mistvale.core.rule import INTERPRETED
from mistvale.games.misty_valley import GAME
from mistvale.games.misty_valley.state import ABILITIES


def half_sensible(match: Match, seat: int, moves: Sequence[Move], dice: random.Random) -> Move:
    """Half of the time any move; else an ability, the captain, or what gains the most points at once."""
    if dice.random() < 0.5:
        return dice.choice(moves)
    special = [move for move in moves if move.split()[0] in ("use", "captain")]
    if special and dice.random() < 0.5:
        return dice.choice(special)
    if len(moves) > 12:
        return dice.choice(moves)
    return max(moves, key=lambda move: (lead(match, seat, move), dice.random()))


def lead(match: Match, seat: int, move: Move) -> int:
    """A seat's points less its rival's, after a move."""
    after = match.raw.copy()
    GAME.rules.play(after, match.box.record, seat, move.number)
    points = tallied(GAME.rules.scores, after, match.box.record, match.seats)
    return points[seat] - points[1 - seat]


@pytest.mark.slow
def test_the_laws_hold_when_people_want_to_win() -> None:
    """All boards, with and without abilities and the expansion; two matches to their end."""
    findings = laws.check_game(GAME, positions=1200, seed=50, chooser=half_sensible, interpreted=False, most=75)
    assert not findings, "\n".join(map(str, findings))
    for options, seats in (laws.few_tables(GAME)[0], laws.few_tables(GAME)[-1]):
        walk = laws.Walk(GAME, options, seats, seed=80, chooser=half_sensible)
        assert [*walk.steps()]
        assert walk.match.over


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="compares compiled with interpreted")
def test_compiled_is_interpreted_with_every_ability() -> None:
    """Law 5 with all eight on each board."""
    data = dict(GAME.box().data)
    data["tribes"] = [{**tribe, "A": list(ABILITIES), "B": ["mislead", "spyglass"]} for tribe in data["tribes"]]
    laws.check_interpreted(GAME, seed=11, box=GAME.box(data, stated_figures=False))
