"""Bots at light seats: they play as they do at a match."""

from __future__ import annotations

import pytest

import mistvale as mv
from mistvale import lab
from tests.lab.tables import every_game


@pytest.mark.parametrize("bot", ["random", "novice", "greedy"])
@every_game
def test_a_bot_plays_here_as_at_a_match(name: str, bot: str) -> None:
    state = lab.State(name, seed=6)
    match = mv.open_match(name, state.seats, 6)
    here, there = (  # whoever plays at both would have drawn twice
        [mv.bot(bot, seat) for seat in range(state.seats)] for _ in range(2)
    )
    while not state.over and state.length < (4 if bot == "greedy" else 40):
        seat = state.seat
        at = lab.Seat(state, seat)
        chosen = here[seat].choose(at)  # type: ignore[arg-type]
        assert chosen == there[seat].choose(match.seat(seat))
        assert at.legal == match.legal(seat) and at.world(3) == match.seat(seat).world(3)
        state.play(chosen.number)
        match.play(seat, chosen)
    assert state == lab.State.of(match)
