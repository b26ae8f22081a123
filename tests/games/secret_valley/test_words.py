"""What The Secret Valley says of points: while cards are counted, and at the end of a round."""

from __future__ import annotations

import random

from mistvale.core.match import Match, open_match
from mistvale.core.rule import unpacked
from mistvale.games.secret_valley import GAME

NAMES = ("Ann", "Bob", "Cleo")


def step_of(match: Match, beat: str, time: int = 1) -> int:
    """The step at which a beat comes for the so-manieth time."""
    return [n for n in range(match.steps + 1) if match.step(n).beat == beat][time - 1]


def first_round() -> Match:
    """A match whose first round has just been counted."""
    match, dice = open_match(GAME, seats=3, seed=5, names=NAMES), random.Random(5)
    while int(match.raw["rounds"]) == 0:
        seat = match.pending[0]
        match.play(seat, dice.choice(match.legal(seat)))
    return match


def test_while_cards_are_counted_everybody_sees_what_they_have_so_far() -> None:
    """One's own points too, and not only those of the rivals."""
    match = first_round()
    for time in (1, 7, 15):
        step = step_of(match, "score", time)
        counted = match.step(step).state["tally"][0][:3].tolist()
        for viewer in (0, 1, None):
            notes = [score.note for score in match.scene(viewer, step=step).scores]
            assert notes == [f"{points} in this round so far" for points in counted]
    assert any(counted)


def best_card(match: Match, **gained: int) -> str:
    """What the end of the first round says of the best card, if cards had gained so much."""
    step = match.step(step_of(match, "award"))
    state = unpacked(step.state.tobytes(), GAME.state)
    laid = [card for card in range(20) if state["gained"][card] >= 0]
    for card, n in zip(laid, gained.values(), strict=False):
        state["gained"][card] = n
    other = open_match(GAME, seats=3, seed=5, names=NAMES)
    other.place(state)
    summary = other.scene(0).summary
    assert summary is not None
    return str(summary.text[1])


def test_of_several_best_cards_all_are_named() -> None:
    match = first_round()
    alone, tied = best_card(match, a=70), best_card(match, a=70, b=70)
    assert alone.startswith("The best card: ")
    assert alone.endswith(".")
    assert tied.startswith("The best cards: ")
    assert tied.endswith(", 70 points each.")
    assert tied.count(" of ") == 2
