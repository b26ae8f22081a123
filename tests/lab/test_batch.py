"""Batches: n single matches, to the byte."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

import mistvale as mv
from mistvale import lab
from mistvale.core.match import Match
from mistvale.lab import gpu
from tests.conftest import deep

N = 5
every_game = pytest.mark.parametrize("name", mv.games())
# To compile this takes longer than anything else here, and knows no game: the one that is compiled soonest will do.
some_games = pytest.mark.parametrize("name", [name if name == "secret-valley" else deep(name) for name in mv.games()])


def opened(batch: lab.Batch, number: int, life: int) -> Match:
    """The match that is played in a batch, alone."""
    setting = batch.setting
    seed = batch.match_seed(number, life)
    return mv.open_match(setting.game.name, setting.seats, seed, setting.options)


def numbers(batch: lab.Batch, number: int) -> list[int]:
    return np.flatnonzero(batch.mask[number]).tolist()


@every_game
def test_a_batch_is_so_many_single_matches(name: str) -> None:
    """Observation, mask, who is asked, reward and end are those of matches that are played one by one."""
    batch = lab.Batch(name, N, seed=11)
    layout = batch.layout()
    matches = [opened(batch, number, 0) for number in range(N)]
    for _ in range(260):
        moves = batch.random_moves()
        seats = batch.seat.copy()
        for number, match in enumerate(matches):
            assert match.pending[0] == seats[number]
            assert [move.number for move in match.legal(seats[number])] == numbers(batch, number)
            match.play(int(seats[number]), match.notation.move(int(moves[number])))
        batch.step(moves)
        for number, match in enumerate(matches):
            assert bool(batch.done[number]) == match.over
            if match.over:
                places = [1 - 2 * sum(r < rank for r in match.ranks) / (match.seats - 1) for rank in match.ranks]
                if len(set(match.ranks)) == match.seats:
                    assert batch.rewards[number].tolist() == places
                assert batch.rewards[number].sum() == pytest.approx(0)
                matches[number] = match = opened(batch, number, int(batch.life[number]))
            else:
                assert not batch.rewards[number].any()
            state = lab.State.of(match)
            assert batch.state(number).bytes == state.bytes
            assert (layout.flat(batch.seen[number]) == layout.flat(state.observation())).all()


@every_game
def test_cores_make_no_difference(name: str) -> None:
    batches = [lab.Batch(name, 200, seed=4, threads=threads) for threads in (1, 3)]
    for _ in range(30):
        for batch in batches:
            batch.step(batch.random_moves())
    one, three = batches
    assert one.seen.tobytes() == three.seen.tobytes() and one.mask.tobytes() == three.mask.tobytes()
    assert [one.state(i).bytes for i in range(200)] == [three.state(i).bytes for i in range(200)]


def test_an_illegal_move_is_named_and_changes_nothing() -> None:
    batch = lab.Batch("misty", 100, seats=3, seed=2, threads=2)
    before = [batch.state(number).bytes for number in range(100)]
    moves = batch.random_moves()
    moves[70] = wrong = next(move for move in range(batch.setting.size) if not batch.mask[70, move])
    with pytest.raises(lab.IllegalMoves, match=f"match 70, seat 0: {wrong} is no legal move now; it may play") as error:
        batch.step(moves)
    assert (error.value.match, error.value.seat, error.value.move) == (70, 0, wrong)
    assert error.value.legal == numbers(batch, 70)
    assert [batch.state(number).bytes for number in range(100)] == before
    moves = moves.astype(np.int64)
    for bad in (-1, 100_000, batch.state(70).legal()[0] + (1 << 32)):
        moves[70] = bad
        with pytest.raises(lab.IllegalMoves, match=f"match 70, seat 0: {bad} is"):
            batch.step(moves)
    assert [batch.state(number).bytes for number in range(100)] == before


def test_what_is_not_restarted_stays_over() -> None:
    batch = lab.Batch("secret-valley", 8, seed=3, restart=False)
    ended = np.zeros(8, int)
    while (batch.seat >= 0).any():
        batch.step(batch.random_moves())
        ended += batch.done
    assert ended.tolist() == [1] * 8 and batch.matches == 8
    batch.step(np.zeros(8, int))
    assert not batch.done.any() and all(batch.state(number).over for number in range(8))


@pytest.mark.parametrize("kind", ["points", "lead"])
@every_game
def test_differences_add_up_to_the_end(name: str, kind: str) -> None:
    """What a seat was given step by step is what it has in the end, though it could not count all of it before."""
    batch = lab.Batch(name, 3, seed=9, reward=kind, differences=True, restart=False, observe=False)
    first = [
        [worth(opened(batch, i, 0).view(seat)["scores"], seat, kind) for seat in range(batch.seats)] for i in range(3)
    ]
    total = np.array(first, float)
    while (batch.seat >= 0).any() and batch.length.max() < 6000:
        running = batch.seat >= 0
        batch.step(batch.random_moves())
        total[running] += batch.rewards[running]
    for number in np.flatnonzero(batch.seat < 0):
        points = batch.state(number).scores
        assert total[number].tolist() == [worth(points, seat, kind) for seat in range(batch.seats)]


def worth(points: list[int], seat: int, kind: str) -> int:
    rivals = [other for place, other in enumerate(points) if place != seat]
    return points[seat] - (max(rivals) if kind == "lead" else 0)


def test_a_reward_that_grows_is_what_the_seat_can_tell() -> None:
    """Not what it can't: whoever looks at rewards learns nothing that a view hides."""
    batch = lab.Batch("valdora", 2, seats=3, seed=1, reward="lead", differences=True)
    match = opened(batch, 0, 0)
    known = [worth(match.view(seat)["scores"], seat, "lead") for seat in range(3)]
    for _ in range(300):
        moves = batch.random_moves()
        match.play(int(batch.seat[0]), match.notation.move(int(moves[0])))
        batch.step(moves)
        told = [worth(match.view(seat)["scores"], seat, "lead") for seat in range(3)]
        assert batch.rewards[0].tolist() == [now - before for now, before in zip(told, known, strict=True)]
        known = told


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"n": 0}, "1 match or more"),
        ({"n": 4.0}, "1 match or more, .* not 4.0"),
        ({"seed": 1.5}, "a seed is a number"),
        ({"reward": "fame"}, "rewards are rank, win, points, lead"),
        ({"device": "tpu"}, "cpu or cuda"),
        ({"seats": 9}, "Misty"),
        ({"options": {"window": "huge"}}, "window"),
        ({"game": "chess"}, "chess"),
    ],
)
def test_what_cannot_be_opened_says_why(given: dict[str, object], says: str) -> None:
    with pytest.raises((ValueError, mv.BadTable), match=says):
        lab.Batch(**{"game": "misty", "n": 4, **given})  # type: ignore[arg-type]


def test_a_step_takes_a_move_for_each_match() -> None:
    batch = lab.Batch("misty", 4)
    before = [batch.state(number).bytes for number in range(4)]
    moves = batch.random_moves()
    for wrong in ([0, 1, 2], 0, np.zeros((4, 1), int)):
        with pytest.raises(ValueError, match="one move for each of 4 matches"):
            batch.step(wrong)
    for fraction in (moves + 0.4, moves == 0):
        with pytest.raises(ValueError, match="moves are whole numbers, not"):
            batch.step(fraction)
    with pytest.raises(ValueError, match="true or false for each of 4 matches"):
        batch.step(moves, [True])
    with pytest.raises(ValueError, match="seats go from 0 to 1"):
        batch.observe(2)
    with pytest.raises(ValueError, match="a seat for all, or one for each of 4 matches"):
        batch.observe([0, 1])
    assert [batch.state(number).bytes for number in range(4)] == before
    batch.step(moves.astype(np.uint64).tolist())


@pytest.mark.parametrize("again", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
@pytest.mark.parametrize("n", [3, 200])
def test_a_copy_of_a_batch_goes_on_as_it_would(n: int, again: Callable[[lab.Batch], lab.Batch]) -> None:
    """In buffers of its own, which all belong together; with threads, too."""
    batch = lab.Batch("secret-valley", n, seed=2, threads=2)
    batch.run(100)
    twin = again(batch)
    before = batch.seen.tobytes()
    for _ in range(40):
        twin.step(twin.random_moves())
        for number in range(3):
            assert twin.seat[number] == twin.state(number).seat
            assert numbers(twin, number) == twin.state(number).legal()
    assert batch.seen.tobytes() == before
    for _ in range(40):
        batch.step(batch.random_moves())
    assert [batch.state(i).bytes for i in range(n)] == [twin.state(i).bytes for i in range(n)]
    assert batch.matches == twin.matches > 0 and batch.seen.tobytes() == twin.seen.tobytes()


def test_a_refused_move_leaves_what_waits_as_it_was_shown() -> None:
    batch = lab.Batch("secret-valley", 4, restart=False)
    while not batch.done[0]:
        batch.step(batch.random_moves())
    shown = batch.done.tolist(), batch.rewards.tolist(), batch.seat.tolist()
    for wrong in (batch.random_moves() + 0.5, [0, 1]):
        with pytest.raises(ValueError, match=r"moves are whole numbers|one move for each"):
            batch.step(wrong, np.arange(4) > 0)
        assert (batch.done.tolist(), batch.rewards.tolist(), batch.seat.tolist()) == shown


def test_wins_are_shared_by_those_who_tie() -> None:
    batch = lab.Batch("secret-valley", 400, seats=2, seed=5, reward="win", observe=False)
    seen = set()
    while batch.matches < 800:
        batch.step(batch.random_moves())
        seen |= {tuple(row) for row in batch.rewards[batch.done == 1].tolist()}
    assert seen == {(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)}


@some_games
def test_steps_in_one_go_are_steps(name: str) -> None:
    """To the byte, with all that is shown after the last of them."""
    one, other = (lab.Batch(name, 6, seed=8) for _ in range(2))
    one.run(90)
    for _ in range(90):
        other.step(other.random_moves())
    assert one.matches == other.matches and one.life.tolist() == other.life.tolist()
    assert [one.state(number).bytes for number in range(6)] == [other.state(number).bytes for number in range(6)]
    for mine, theirs in ((one.seen, other.seen), (one.mask, other.mask), (one.rewards, other.rewards)):
        assert mine.tobytes() == theirs.tobytes()
    with pytest.raises(ValueError, match="-1 steps"):
        one.run(-1)


@some_games
def test_whole_matches_are_those_of_a_batch(name: str) -> None:
    """Added up by hand over the first lives of a batch; on one core, and on several."""
    batch = lab.Batch(name, 40, seed=6, restart=False, observe=False)
    while (batch.seat >= 0).any():
        batch.step(batch.random_moves())
    ends = [batch.state(number) for number in range(40)]
    found = lab.playouts(name, 40, seed=6)
    assert found == lab.playouts(name, 40, seed=6, threads=1)
    assert found.decisions == batch.length.sum()
    for seat in range(batch.seats):
        points = [end.scores[seat] for end in ends]
        assert found.points[seat] == pytest.approx(np.mean(points))
        assert found.spread[seat] == pytest.approx(np.std(points))
        assert found.wins[seat] == pytest.approx(np.mean([end.ranks[seat] == 1 for end in ends]))


def test_buffers_of_a_card_are_not_copied_by_halves() -> None:
    for again in (copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="a batch on a GPU can't be copied"):
            again(object.__new__(gpu.Card))


def test_a_card_refuses_what_is_no_move_as_a_processor_does() -> None:
    """Without a card: what takes the moves is the same code, on whichever arrays."""
    card = object.__new__(gpu.Card)
    card.arrays, card.moves = np, np.zeros(3, np.int32)
    for fraction in ([0.5, 1.0, 2.0], [True, False, True]):
        with pytest.raises(ValueError, match="moves are whole numbers, not"):
            card.take(fraction)
    card.take(np.array([1, 1 << 32, -(1 << 40)]))
    assert card.moves.tolist() == [1, -1, -1]


def test_no_matches_are_no_playouts() -> None:
    for none in (0, "many", 1 << 31):
        with pytest.raises(ValueError, match=f"1 match or more, 2147483647 at most, not {none!r}"):
            lab.playouts("misty", none)  # type: ignore[arg-type]


def test_without_a_card_it_is_said_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a library is missing, or the driver is too old."""
    gpu.libraries.cache_clear()
    monkeypatch.setitem(sys.modules, "cupy", None)
    for ask in (lambda: lab.Batch("misty", 4, device="cuda"), lambda: lab.playouts("misty", 4, device="cuda")):
        with pytest.raises(gpu.NoCard, match=r"cupy is missing\): pip install 'mistvale\[cuda\]'"):
            ask()

    def too_old() -> None:
        raise RuntimeError("CUDA driver version is insufficient for CUDA runtime version")

    monkeypatch.setitem(sys.modules, "cupy", ModuleType("cupy"))
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    monkeypatch.setattr("numba.cuda.current_context", too_old)
    with pytest.raises(gpu.NoCard, match=r"update the driver.*device='cpu' plays the same matches"):
        lab.Batch("misty", 4, device="cuda")
