"""The arenas of docs/strength.md: who sits where, when it is enough, and that a run goes on where it stopped."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest
from bench.strength import Arena, Played, Wanted, code, over_greedy, read, report, wanted, written_into

from bench import strength
from mistvale.arena.play import Row, play

ALONE = Arena("misterra", 1, "expert", "greedy")
TWO = over_greedy("misty", 2, "expert")
FOUR = over_greedy("misty", 4, "expert")


def row(lineup: tuple[str, ...], ranks: tuple[int, ...], scores: tuple[int, ...] = (), deal: int = 0) -> Row:
    return Row(deal, "", lineup, ranks, scores or ranks, 1, 1.0)


def test_one_sits_among_others_at_each_seat_in_turn() -> None:
    assert FOUR.lineups == [tuple("expert" if seat == at else "greedy" for seat in range(4)) for at in (0, 3, 2, 1)]
    assert TWO.lineups == [("expert", "greedy"), ("greedy", "expert")]
    assert Arena("misty", 4, "adept", "novice").lineups[0] == ("adept", "novice") * 2
    assert ALONE.lineups == [("expert",), ("greedy",)]


def test_ahead_is_counted_against_each_rival_and_first_against_all() -> None:
    played = Played([row(("expert", "greedy", "greedy", "greedy"), (2, 1, 3, 4), (8, 9, 5, 4))])
    assert played.ahead(FOUR) == [pytest.approx(2 / 3)] and played.first(FOUR) == 0
    assert played.leads(FOUR) == [2.0]
    alone = Played([row(("expert",), (1,), (60,)), row(("greedy",), (1,), (50,)), row(("expert",), (1,), (9,), deal=1)])
    assert alone.ahead(ALONE) == [1.0] and alone.leads(ALONE) == [10.0], "only deals that both have played"


def test_it_is_enough_when_the_interval_is_narrow() -> None:
    won = [row(("expert", "greedy"), (1, 2), deal=deal) for deal in range(60)]
    played = Played(won, {each.key for each in won})
    assert played.is_enough(Wanted(TWO, 60)) and not played.is_enough(Wanted(TWO, 61))
    assert played.is_enough(Wanted(TWO, 300, within=0.06)) and not Played(won[:30]).is_enough(Wanted(TWO, 300, 0.06))


def test_what_was_played_is_read_again_and_other_code_is_not(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    arena = Arena("misty", 2, "friend", "random")
    entries = [entry for entry, _ in zip(arena.entries(), range(2), strict=False)]
    rows = [play(arena.plan, entry) for entry in entries]
    lines = [json.dumps({"code": code("misty"), "arena": asdict(arena), "row": asdict(each)}) for each in rows]
    strange = lines[0].replace(code("misty"), "other")
    file.write_text("\n".join([*lines, strange, lines[0][:40]]) + "\n", encoding="utf-8")
    assert read([file])[arena].rows == rows
    assert read([file], any_code=True)[arena].begun == {entry.key for entry in entries}
    assert read([tmp_path / "none"]) == {}


def test_every_arena_can_be_played_and_has_its_place_in_a_table() -> None:
    found = {}
    for arena in {each.arena for each in wanted()}:
        assert arena.seats in strength.mv.game(arena.game).seats and arena.guess() > 0
        ranks = tuple(range(1, arena.seats + 1))
        found[arena] = Played([row(lineup, ranks) for lineup in arena.lineups])
    assert not [name for name, rows in report(found).items() if "| - |" in rows]


def test_tables_are_written_into_a_page() -> None:
    page = "a\n<!-- table: steps -->\nold\n<!-- end -->\nb\n<!-- table: greedy -->\nkept\n<!-- end -->\n"
    made = written_into(page, {"steps": "| 5 % |\n", "greedy": "| - |\n"})
    assert made == page.replace("old", "| 5 % |")
