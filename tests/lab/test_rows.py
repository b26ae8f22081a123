"""Rollouts: rows that are the same wherever they are played, and that no stop loses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import mistvale as mv
from mistvale import lab
from mistvale.lab import rows
from mistvale.lab.rows import BadRollouts, planned, run
from tests.lab.tables import every_game

N = 40


def first_legal(seen: Any, mask: Any) -> int:
    """A policy that another process finds."""
    return int(mask.argmax())


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of few matches."""
    monkeypatch.setattr(rows, "RANDOM_PART", 16)
    monkeypatch.setattr(rows, "PLAYED_PART", 2)


@every_game
def test_a_row_tells_a_match_that_can_be_played_again(name: str) -> None:
    table = lab.rollouts(name, "random", 3, seed=5, sources=True)
    for row in table.to_pylist():
        game = mv.game(name)
        state = lab.State(name, seed=row["seed"])
        for move in row["moves"]:
            state.play(move)
        assert state.over and len(row["moves"]) == row["length"]
        assert (row["points"], row["ranks"]) == ([*state.scores], [*state.ranks])
        assert (row["game"], row["rules"], row["mistvale"]) == (name, game.version, mv.__version__)
        assert row["box"] == game.box().digest and json.loads(row["options"]) == game.check_options(None)
        by_seat = [sum(s["points"] for s in row["sources"] if s["seat"] == seat) for seat in range(state.seats)]
        assert by_seat == row["points"]


@every_game
def test_random_matches_are_those_of_a_batch(name: str) -> None:
    table = lab.rollouts(name, "random", 4, seed=9)
    batch = lab.Batch(name, 4, seed=9, restart=False, observe=False)
    moves: list[list[int]] = [[] for _ in range(4)]
    while (batch.seat >= 0).any():
        chosen = batch.random_moves()
        for match in np.flatnonzero(batch.seat >= 0).tolist():
            moves[match].append(int(chosen[match]))
        batch.step(chosen)
    assert table["moves"].to_pylist() == moves
    assert table["seed"].to_pylist() == [batch.match_seed(match) for match in range(4)]


def test_moves_that_find_no_room_are_taken_away_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = lab.rollouts("misty", "random", N)
    monkeypatch.setattr("mistvale.lab.rolling.ROOM", 50)  # less than one match
    assert lab.rollouts("misty", "random", N).equals(whole)


@pytest.mark.parametrize("players", ["random", ["friend", first_legal]])
def test_rows_are_the_same_on_one_core_and_on_two(players: Any, small: None, tmp_path: Path) -> None:
    matches = N if players == "random" else 5
    one = lab.rollouts("secret-valley", players, matches, workers=1)
    two = lab.rollouts("secret-valley", players, matches, tmp_path, workers=2)
    assert one.sort_by("seed").to_pylist() == two.sort_by("seed").to_pylist()
    assert one["players"][0].as_py() == planned("secret-valley", players).names


def test_what_was_stopped_goes_on(small: None, tmp_path: Path) -> None:
    plan = planned("misty", "random", N)

    def stop(done: int, total: int) -> None:
        if done >= 16:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(plan, tmp_path, workers=1, progress=stop)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["_rollouts.json", "part-000000.parquet"]
    (tmp_path / "_part-000001.parquet.new").write_bytes(b"PAR1")  # the plug was pulled
    assert len(pq.read_table(tmp_path)) == 16  # whoever reads the folder as a table finds what is whole
    kept = (tmp_path / "part-000000.parquet").stat().st_mtime_ns
    seen: list[int] = []
    run(plan, tmp_path, workers=1, progress=lambda done, total: seen.append(done))
    assert seen == [16, 32, N] and (tmp_path / "part-000000.parquet").stat().st_mtime_ns == kept
    assert not list(tmp_path.glob("*.new"))
    assert lab.rollouts("misty", "random", N, tmp_path).to_pylist() == lab.rollouts("misty", "random", N).to_pylist()


@pytest.mark.parametrize("tear", [lambda data: data[: len(data) // 2], lambda data: b"", lambda data: flipped(data)])
def test_a_torn_file_is_found_and_played_again(tear: Any, small: None, tmp_path: Path) -> None:
    plan = planned("misty", "random", N)
    store = run(plan, tmp_path, workers=1)
    whole = store.file(1).read_bytes()
    store.file(1).write_bytes(tear(whole))
    seen: list[int] = []
    run(plan, tmp_path, workers=1, progress=lambda done, total: seen.append(done))
    assert seen == [N - 16, N] and store.is_whole(1)


def flipped(data: bytes) -> bytes:
    """One bit of a page is another."""
    place = len(data) // 3
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def test_rollouts_can_be_made_longer(small: None, tmp_path: Path) -> None:
    lab.rollouts("misty", "random", 20, tmp_path)
    assert lab.rollouts("misty", "random", N, tmp_path)["number"].to_pylist() == list(range(N))


def test_rows_of_others_are_left_alone(small: None, tmp_path: Path) -> None:
    lab.rollouts("misty", "random", 20, tmp_path)
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    for other in ({"seed": 1}, {"seats": 3}, {"players": "friend"}, {"options": {"window": "small"}}, {"moves": False}):
        with pytest.raises(BadRollouts, match="is of other rollouts"):
            lab.rollouts("misty", **{"matches": 20, "folder": tmp_path, **other})  # type: ignore[arg-type]
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "_rollouts.json").write_text("nonsense")
    with pytest.raises(BadRollouts, match="holds no rollouts"):
        lab.rollouts("misty", "random", 2, tmp_path)
    (tmp_path / "_rollouts.json").unlink()
    (tmp_path / "mine.parquet").write_bytes(b"")
    with pytest.raises(BadRollouts, match="holds no rollouts"):
        lab.rollouts("misty", "random", 2, tmp_path)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"players": ["random"] * 3}, "one bot for all 2 seats, or one for each; not 3"),
        ({"players": "deep-blue"}, "deep-blue"),
        ({"players": 3}, "one bot for all 2 seats, or one for each; not 3"),
        ({"players": ["random", None]}, "one bot for all 2 seats, or one for each; not None"),
        ({"matches": 0}, "at least one match"),
        ({"players": lambda seen, mask: 0, "matches": 100}, "cannot go to another process"),
    ],
)
def test_what_cannot_be_played_says_why(given: dict[str, Any], says: str) -> None:
    with pytest.raises(mv.MistvaleError, match=says):
        lab.rollouts("misty", **given)


def test_a_part_may_be_left_out() -> None:
    assert "moves" not in lab.rollouts("misty", "random", 2, moves=False).column_names
    assert isinstance(lab.rollouts("misty", "random", 2), pa.Table)
