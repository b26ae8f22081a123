"""The workshop: what somebody waits for comes first, what fails holds nobody up, and it can be left at any time."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from mistvale import workshop
from mistvale.warming import PLAY, SEARCH, STAGES
from mistvale.workshop import Workshop

# A compiler that writes down what it is asked for; it fails where the game is called so, and waits for a file.
COMPILER = """
import json, os, sys, time
from pathlib import Path
folder = Path({folder!r})
for line in sys.stdin:
    game, stage, number = json.loads(line)
    while not (folder / "go").exists():
        time.sleep(0.005)
    with (folder / "asked").open("a") as file:
        file.write(f"{{os.getpid()}} {{line}}")
    if game == "dies":
        sys.exit(1)
    print("failed" if game == "fails" else "done", flush=True)
"""


@dataclass(frozen=True)
class Piece:
    weight: int
    done: bool = False

    def is_done(self) -> bool:
        return self.done


class Bench:
    """A workshop with a compiler of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def go(self) -> None:
        (self.folder / "go").touch()

    def asked(self) -> list[tuple[str, str]]:
        """Games and stages in the order in which they were begun."""
        return list(self.askers())

    def askers(self) -> dict[tuple[str, str], set[int]]:
        """The processes that were asked for each stage of a game."""
        found: dict[tuple[str, str], set[int]] = {}
        for line in (self.folder / "asked").read_text().splitlines():
            process, _, asked = line.partition(" ")
            game, stage, _ = json.loads(asked)
            found.setdefault((game, stage), set()).add(int(process))
        return found


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    weights = {"small": 1, "large": 9, "middle": 5}

    def compilations(name: str, stage: str) -> list[Any]:
        return [Piece(weights.get(name, 1), done=name == "kept") for _ in range(3)]

    monkeypatch.setattr(workshop, "RUN", COMPILER.format(folder=str(tmp_path)))
    monkeypatch.setattr(workshop, "compilations", compilations)
    monkeypatch.setattr(workshop, "weight", lambda piece: piece.weight)
    monkeypatch.setattr(workshop, "sweep", lambda: 0)
    return Bench(tmp_path)


def test_people_come_before_bots_and_long_games_before_short_ones(bench: Bench) -> None:
    bench.go()
    with Workshop(["small", "large", "middle"], workers=1) as found:
        found.wait_for_all()
        assert found.progress("small", SEARCH) == (3, 3)
    games = ["large", "middle", "small"]
    assert bench.asked() == [(game, stage) for stage in STAGES for game in games]


def test_what_somebody_waits_for_comes_first(bench: Bench) -> None:
    """Also where it was wanted before anybody had looked at what is missing."""
    with Workshop(["small", "large", "middle"], workers=1) as found:
        found.want("small", SEARCH)
        bench.go()
        assert found.wait("small", SEARCH, timeout=30)
        assert found.is_ready("small", PLAY)
    begun = bench.asked()
    others = [each for each in begun[: begun.index(("small", SEARCH))] if each[0] != "small"]
    assert len(others) <= 1, "no more than what was on the bench already"


def test_stages_of_a_game_that_somebody_waits_for_are_shared(bench: Bench) -> None:
    """Who presses Play waits for what people need and for what the bot needs: two processes have one each."""
    with Workshop(["small", "large"], workers=2) as found:
        found.want("small", SEARCH)
        end = time.monotonic() + 30
        while len(found.processes) < 2:
            assert time.monotonic() < end
            time.sleep(0.01)
        bench.go()
        assert found.wait("small", PLAY, timeout=30) and found.wait("small", SEARCH, timeout=30)
    askers = bench.askers()
    assert len(askers["small", PLAY]) == len(askers["small", SEARCH]) == 1
    assert askers["small", PLAY] != askers["small", SEARCH]


def test_what_is_kept_needs_nobody(bench: Bench) -> None:
    with Workshop(["kept"]) as found:
        assert found.wait("kept", SEARCH, timeout=30)
        assert found.progress("kept", SEARCH) == (3, 3)
    assert not (bench.folder / "asked").exists()


@pytest.mark.parametrize("bad", ["fails", "dies"])
def test_a_game_that_cannot_be_compiled_holds_nobody_up(bench: Bench, bad: str) -> None:
    """Whoever plays it compiles it, and is told what is wrong with it."""
    bench.go()
    with Workshop([bad, "small"], workers=1) as found:
        assert found.wait(bad, timeout=30)
        assert found.wait("small", SEARCH, timeout=30)
        found.wait_for_all()


def test_progress_is_told(bench: Bench) -> None:
    told: list[tuple[int, int]] = []
    bench.go()
    with Workshop(["small"], workers=1) as found:
        found.wait_for_all(lambda _, done, total: told.append((done, total)))
    assert told[-1] == (3 * len(STAGES), 3 * len(STAGES))
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_it_can_be_left_in_the_middle_of_work(bench: Bench) -> None:
    with Workshop(["small", "large"]) as found:
        assert not found.wait("small", PLAY, timeout=0.8)
    assert found.closed
    assert all(process.poll() is not None for process in found.processes)


def test_a_game_it_does_not_know_is_somebody_elses(bench: Bench) -> None:
    with Workshop(["small"]) as found:
        assert found.is_ready("chess")
