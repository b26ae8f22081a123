"""Why a move was made in a match that is over, from what its seat knew then."""

from __future__ import annotations

import mistvale as mv
from mistvale.bots.explaining import Explained, explain
from mistvale.bots.levels import QUICK, Level
from mistvale.bots.whys import Fact
from mistvale.core.position import at_step

LOOK = Level("look", trees=1, simulations=400)


def played(moves: int = 40) -> mv.Match:
    match = mv.open_match("secret-valley", 2, 3)
    bots = [mv.bot("random", seat) for seat in range(2)]
    for _ in range(moves):
        seat = match.pending[0]
        match.play(seat, bots[seat].choose(match.seat(seat)))
    return match


def steps(match: mv.Match) -> list[int]:
    return [number for number in range(1, match.steps + 1) if match.step(number).seat >= 0]


def test_a_match_is_put_together_as_it_stood_before_a_step() -> None:
    match = played()
    for step in steps(match)[::7]:
        then = at_step(match, step - 1)
        assert then.steps == step - 1 and match.step(step).move in then.legal(match.step(step).seat)


def test_a_blunder_is_told_with_what_would_have_been_better() -> None:
    """Random bots make many; each is told with what it costs, and the better move in the words of the log."""
    match = played()
    found = [explain(match, step, LOOK) for step in steps(match)[18::3]]
    blunders = [each for each in found if each and each.instead]
    assert blunders
    for each in blunders:
        assert each.instead and each.instead.worth > each.made.worth and each.instead.move != each.made.move
        *_, last = each.tell("en")
        assert last.startswith("The best level would have preferred: ")


def test_whose_next_turn_is_meant_is_told_by_name() -> None:
    """Whoever asks why need not have sat there; a hint, which only the seat itself is given, says 'your'."""
    match = mv.open_match("secret-valley", 2, 3, names=("Ann", "Bob"))
    thought = mv.Thought(
        match.legal(1)[0], 9, 1.0, 2.0, 0.1, 1.5, (Fact("denies", 1.5, 0), Fact("next", 3.0), Fact("later"))
    )
    told = Explained(match, 1, thought).tell("en")
    assert told[0] == "Ann gets 1.5 points less until the next turn of Bob."
    assert not any("your" in line for line in told) and all("Bob" in line for line in told)
    assert thought.facts[0].tell(match, 1, "en") == "Ann gets 1.5 points less until your next turn."


def test_where_nobody_decided_there_is_nothing_to_explain() -> None:
    match = played(4)
    beats = [number for number in range(1, match.steps + 1) if match.step(number).seat < 0]
    assert beats and all(explain(match, step, QUICK) is None for step in beats)


def test_a_match_that_was_played_on_is_explained_from_where_it_began() -> None:
    """Dealt anew it lies otherwise than by the seed of the match that it goes on from."""
    whole = mv.open_match("secret-valley", 2, 3)
    while not whole.over:
        seat = whole.pending[0]
        whole.play(seat, whole.legal(seat)[0])
    match = mv.play_on(whole.record(), whole.steps // 2, seed=9)
    while not match.over:
        seat = match.pending[0]
        match.play(seat, match.legal(seat)[-1])
    own = [number for number in steps(match) if number > match.base]
    for step in own[::5]:
        then = at_step(match, step - 1)
        assert then.steps == step - 1 and match.step(step).move in then.legal(match.step(step).seat)
    assert any(explain(match, step, QUICK) for step in own)
    as_it_lay = mv.play_on(whole.record(), whole.steps // 2, as_it_lay=True)
    assert as_it_lay.base and all(explain(as_it_lay, step, QUICK) is None for step in steps(as_it_lay)), "not its own"
