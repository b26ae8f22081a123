"""Playing a plan: the same rows everywhere, kept as they end, and gone on with after a stop."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

import mistvale as mv
from mistvale.arena import Entry, Plan, Row, run
from mistvale.arena.report import write
from mistvale.arena.store import NAME

PLAN = Plan.checked("secret-valley", ["random", "greedy"], 4, 2)
QUICK = Plan.checked("secret-valley", ["random", "greedy"], 2, 2)


def always_greedy(plan: Plan, entry: Entry) -> Row:
    """A match that takes no time."""
    ranks = tuple(1 if name == "greedy" else 2 for name in entry.lineup)
    return Row(entry.deal, plan.match_seed(entry.deal), entry.lineup, ranks, ranks, 1, 0.0)


@pytest.fixture
def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches in this process are not played in earnest."""
    monkeypatch.setattr("mistvale.arena.running.play", always_greedy)


def told(rows: list[Row]) -> list[Row]:
    """Rows without what depends on the machine."""
    return [replace(row, seconds=0.0) for row in rows]


@pytest.mark.slow
def test_the_rows_are_the_same_on_one_core_and_on_two(tmp_path: Path) -> None:
    one, two = run(QUICK, workers=1), run(QUICK, tmp_path, workers=2)
    assert told(one.rows) == told(two.rows)
    assert [row.lineup for row in one.rows] == list(QUICK.lineups)
    assert len({row.scores for row in one.rows}) == 2, "matches that were played"


def test_a_stopped_arena_goes_on_where_it_was(tmp_path: Path, no_time: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(PLAN, tmp_path, workers=1, progress=stop)
    file = tmp_path / NAME
    kept = file.read_bytes()
    assert kept.count(b"\n") == 1 + 3
    file.write_bytes(kept + b'{"deal": 1, "lineup": ["ran')
    seen: list[int] = []
    results = run(PLAN, tmp_path, workers=1, progress=lambda done, total: seen.append(done))
    assert seen == [3, 4], "only the match that was missing is played"
    assert told(results.rows) == told(run(PLAN, workers=1).rows)
    monkeypatch.setattr("mistvale.arena.running.play", None)
    assert told(run(PLAN, tmp_path, workers=1).rows) == told(results.rows), "all is there, nothing is played"


def test_an_arena_can_be_made_longer(tmp_path: Path, no_time: None) -> None:
    run(QUICK, tmp_path, workers=1)
    assert len(run(PLAN, tmp_path, workers=1).rows) == 4


def test_rows_of_another_arena_are_left_alone(tmp_path: Path, no_time: None) -> None:
    run(QUICK, tmp_path, workers=1)
    before = (tmp_path / NAME).read_bytes()
    for other in (replace(QUICK, seed=1), replace(QUICK, options={"draft": "false"}), replace(QUICK, seats=3)):
        with pytest.raises(mv.BadTable, match="of another arena"):
            run(other, tmp_path, workers=1)
    assert (tmp_path / NAME).read_bytes() == before


@pytest.mark.parametrize("text", ["nonsense\n", "[]\n", '{"game": 1}\n', "{}\n{}\n"])
def test_a_file_that_is_no_arena_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_text(text)
    with pytest.raises(mv.BadTable, match="choose another folder"):
        run(QUICK, tmp_path, workers=1)
    assert (tmp_path / NAME).read_text() == text


def test_it_stops_as_soon_as_it_is_sure(no_time: None) -> None:
    long = replace(PLAN, games=2000)
    results = run(long, workers=1, until_sure=True)
    assert results.decided
    assert 20 < len(results.rows) < 200
    assert len(run(long, workers=1).rows) == 2000


def test_what_is_written_tells_seeds_and_versions(tmp_path: Path, no_time: None) -> None:
    results = run(QUICK, tmp_path, workers=1)
    rows_file, summary_file, picture_file = write(tmp_path, QUICK, results)
    with rows_file.open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 4
    assert {(r["seed"], r["mistvale"], r["rules"]) for r in rows} == {
        (QUICK.match_seed(0), mv.__version__, str(mv.game("secret-valley").version))
    }
    summary = json.loads(summary_file.read_text(encoding="utf-8"))
    assert summary["matches"] == 2
    assert {one["bot"] for one in summary["standings"]} == {"random", "greedy"}
    assert "greedy" in picture_file.read_text(encoding="utf-8")


@pytest.mark.deep
def test_a_cluster_gives_the_same_rows() -> None:
    pytest.importorskip("ray", reason="Ray has no build for this Python")
    assert told(run(QUICK, ray="local").rows) == told(run(QUICK, workers=1).rows)


def test_a_cluster_that_is_not_there_is_told() -> None:
    pytest.importorskip("ray", reason="Ray has no build for this Python")
    with pytest.raises(mv.BadTable, match="no Ray cluster"):
        run(QUICK, ray="auto")
