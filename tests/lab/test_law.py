"""The law of the lab on every installed game and on the toys: see mistvale/lab/law.py."""

from __future__ import annotations

from typing import Any

import pytest

import mistvale as mv
from mistvale.core import laws
from mistvale.lab import State, law
from tests.toys import duel, nim

GAMES = [*(mv.game(name) for name in mv.games()), duel.GAME, nim.GAME]
MOST = 60  # decisions; `tests/deep/` plays whole matches at every kind of table


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_tools_are_given_is_what_a_seat_may_know(game: mv.Game) -> None:
    options, seats = laws.few_tables(game)[-1]
    assert law.check(game, options, seats, seed=5, most=MOST) >= 5


def beside(name: str = "secret-valley", seats: int = 2) -> law.Beside:
    game = mv.game(name)
    walk = law.Beside(game, game.check_options(None), seats, seed=1)
    walk.check()
    return walk


def test_an_observation_that_shows_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    walk = beside()
    monkeypatch.setattr(State, "observation", lambda state, seat: state.raw)
    with pytest.raises(law.LabLawBroken, match="an observation is not the view"):
        walk.check()


def test_moves_that_show_what_is_hidden_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    walk = beside()
    monkeypatch.setattr(State, "legal", lambda state, seat: [state.raw["grid"][0]])
    with pytest.raises(law.LabLawBroken, match="legal moves"):
        walk.check()


def test_a_reward_that_shows_what_is_hidden_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Valdora, rivals' points are hidden: whoever counts them tells more than the view."""
    walk = beside("valdora", 3)
    monkeypatch.setattr(State, "worth", lambda state, how: list(map(float, state.scores)))
    walk.state.raw["points"][:3] = (5, 30, 40)
    with pytest.raises(law.LabLawBroken, match="by rank it is worth"):
        walk.check_rewards(walk.match.view_at(walk.match.steps, 0, "en"), 0, "")


def test_a_reward_that_differs_between_worlds_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    walk = beside()
    told = iter(range(10**6))
    monkeypatch.setattr(State, "worth", lambda state, how: [float(next(told))] * 2)
    with pytest.raises(law.LabLawBroken, match="a reward shows what is hidden"):
        walk.check_world(walk.state.observation(0), 0, "")


def test_a_world_that_forgets_who_has_decided_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    walk = beside()
    first = walk.match.pending[0]
    move = walk.match.legal(first)[0]
    walk.match.play(first, move)
    walk.state.play(move.number, first)
    walk.check()

    remembering = State.imagined

    def forgetful(state: State, seat: int, seed: bytes) -> State:
        if seat < 0:
            return remembering(state, seat, seed)
        world = walk.match.copy()
        world.place(walk.match.seat(seat).world(seed))
        return State.of(world)

    monkeypatch.setattr(State, "imagined", forgetful)
    with pytest.raises(law.LabLawBroken, match="forgets who has decided"):
        walk.check()


def test_a_form_that_tells_less_than_the_view_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    walk = beside()
    whole = walk.layout.flat

    def less(seen: Any) -> Any:
        row = whole(seen)
        row[:] = 0
        return row

    monkeypatch.setattr(walk.layout, "flat", less)
    with pytest.raises(law.LabLawBroken, match=r"two views look alike|one view has two"):
        walk.walk(20)
