"""Light states: matches without a history, played by numbers."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import random

import numpy as np
import pytest

import mistvale as mv
from mistvale import lab
from mistvale.core.rule import rule
from mistvale.lab import state as light

every_game = pytest.mark.parametrize("name", mv.games())


def played(name: str, decisions: int, seed: int = 1) -> lab.State:
    state, dice = lab.State(name, seed=seed), random.Random(seed)
    while not state.over and state.length < decisions:
        state.play(dice.choice(state.legal()))
    return state


@every_game
def test_it_can_be_copied_pickled_and_compared(name: str) -> None:
    state = played(name, 21)
    for twin in (state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin == state and hash(twin) == hash(state) and twin.legal() == state.legal()
        twin.play(twin.legal()[0])
        assert twin != state
    assert state == played(name, 21) and state != played(name, 21, seed=2)


def test_who_is_asked_is_part_of_it() -> None:
    state = lab.State("misty", seats=3, seed=1)
    first = state.clone()
    state.ask(2)
    twin = pickle.loads(pickle.dumps(state))
    assert twin == state != first and twin.seat == 2 and twin.legal() == state.legal()
    wrong = (7).to_bytes(4, "little") + state.bytes[4:]
    with pytest.raises(ValueError, match="torn"):
        lab.State.restored(state.setting, wrong)


def test_numbers_of_arrays_are_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a batch or a policy gives is played as it is: nothing is compiled for it once more."""
    state = played("secret-valley", 3)
    twin = state.clone()
    asked: list[type] = []
    for door in ("play_one", "ask_one", "observe_one"):
        rule = getattr(light, door)
        monkeypatch.setattr(light, door, lambda *given, rule=rule: asked.extend(map(type, given[2:4])) or rule(*given))
    seat, move = np.int32(state.seat), np.int32(state.legal()[0])
    state.ask(seat)  # type: ignore[arg-type]
    assert (state.observation(seat) == twin.observation()).all()  # type: ignore[arg-type]
    state.play(move, seat)  # type: ignore[arg-type]
    twin.play(twin.legal()[0])
    assert state == twin and not {each for each in asked if issubclass(each, np.integer)}
    assert lab.State("misty", seed=np.int64(3)) == lab.State("misty", seed=3)  # type: ignore[arg-type]


@every_game
def test_moves_have_names_and_factors(name: str) -> None:
    state = played(name, 5)
    setting = state.setting
    for move in state.legal():
        assert setting.number(setting.name(move)) == move
        assert setting.joined(*setting.factored(move)) == move
    assert state.mask().tolist() == [int(move in state.legal()) for move in range(setting.size)]


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    state = lab.State("misty", seats=2, seed=1)
    before = state.bytes
    with pytest.raises(lab.IllegalMoves, match=r"seat 0: 113 is no legal move now; it may play \d+ \(pick "):
        state.play(113)
    for wrong in (state.legal()[0] + 0.5, "pick rocket", None, 1 << 64, -(1 << 64)):
        with pytest.raises(lab.IllegalMoves, match=f"seat 0: {wrong} is no legal move now; it may play "):
            state.play(wrong)  # type: ignore[arg-type]
    with pytest.raises(lab.IllegalMoves, match="seat 1: 113 is no legal move now; it may play "):
        state.play(113, seat=1)
    for seat in (7, 99, -1, 1 << 64):
        with pytest.raises(lab.IllegalMoves, match=f"seat {seat}: .* it has nothing to decide"):
            state.play(state.legal()[0], seat=seat)
    assert state.seat == 0 and state.legal() == lab.State.restored(state.setting, before).legal()
    state.legal().clear()
    assert state.legal()
    with pytest.raises(ValueError, match="has no move 200"):
        state.setting.factored(200)
    with pytest.raises(ValueError, match="has no move 200"):
        state.setting.name(200)
    with pytest.raises(KeyError, match="has no part 'fame'; it has: epoch, "):
        state.layout()["fame"]
    with pytest.raises(ValueError, match="there is no seat 2"):
        state.observation(2)
    assert state.bytes == before


def test_any_of_those_who_may_decide_can_be_asked() -> None:
    state = lab.State("misty", seats=3, seed=1)
    assert state.pending == (0, 1, 2) and state.seat == 0
    state.ask(2)
    assert state.seat == 2
    state.play(state.legal()[0])
    assert state.pending == (0, 1)
    with pytest.raises(ValueError, match="seat 2 has nothing to decide; 0, 1 has"):
        state.ask(2)


@pytest.mark.parametrize("torn", [b"", b"\0" * 40, lambda data: data[:-1], lambda data: data + b"\0"])
def test_torn_bytes_are_refused(torn: object) -> None:
    state = lab.State("misty", seats=2, seed=1)
    state.play(state.legal()[0])  # so that there is something of this epoch
    data = torn(state.bytes) if callable(torn) else torn
    with pytest.raises(ValueError, match=r"bytes|torn"):
        lab.State.restored(state.setting, data)
    other = lab.Setting.of("misty", 3)
    with pytest.raises(ValueError, match="for 2 seats, not for 3"):
        lab.State.restored(other, state.bytes)


def test_worlds_are_many_and_know_who_has_decided() -> None:
    """In a draft: the seat that has picked does not pick again, and what it picked is any card it might have."""
    state = lab.State("misty", seats=3, seed=4)
    state.play(state.legal(1)[0], seat=1)
    worlds = [state.imagined(0, seed) for seed in range(60)]
    assert {world.pending for world in worlds} == {(0, 2)}
    assert len({int(world.raw["picked"][1]) for world in worlds}) > 3
    assert len({world.bytes for world in worlds}) == 60
    # Its own pick is its own.
    assert {int(world.raw["picked"][1]) for world in (state.imagined(1, seed) for seed in range(20))} == {
        int(state.raw["picked"][1])
    }


def test_an_observation_begins_with_who_looks() -> None:
    state = played("secret-valley", 9)
    for seat in range(2):
        seen = state.observation(seat)
        assert seen["turn"] == (state.raw["turn"] - seat) % 2
        assert list(seen["points"][:2]) == list(np.roll(state.raw["points"][:2], -seat))


def test_a_layout_says_what_each_number_means() -> None:
    layout = lab.State("valdora", seed=1).layout()
    told = layout.describe()
    assert "| coins |" in told and "its coins, from this seat on" in told
    assert layout["turn"].relative and not layout["phase"].relative
    assert layout["unseen"].bits and layout["rounds"].is_wide
    assert layout.size == sum(part.at.stop - part.at.start for part in layout.parts)
    seen = lab.State("valdora", seed=1).observation()
    assert layout.flat(seen).shape == (layout.size,) and layout.planes(seen).shape == (layout.planes_size,)
    assert layout.hidden(seen).any() and set(np.unique(layout.planes(seen))) == {0, 1}


@rule
def points_known(s, box, viewer):
    """The points of the seat itself, less those that it can see of others: a feature that looks at what is hidden."""
    total = 0
    for seat in range(s.seats):
        total += s.points[seat] if seat == viewer else -s.points[seat]
    return total


def test_a_game_may_add_features_which_know_what_the_seat_knows() -> None:
    """Of Valdora's points, rivals' are hidden: a feature that asks for them is told HIDDEN, as the seat is."""
    game = dataclasses.replace(mv.game("valdora"), features=(points_known,))
    state = lab.State(game, seats=3, seed=1)
    state.raw["points"][:3] = (5, 30, 40)
    assert [state.features(seat)["points_known"] for seat in range(3)] == [5 + 4, 30 + 4, 40 + 4]
    assert lab.State("valdora", seed=1).features() == {}
