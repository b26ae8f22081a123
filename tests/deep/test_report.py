"""Faults that were put into games are found by the designer's report, and a box beside itself raises no alarm.

A card that is worth ten times as much, or as much more as the box check lets pass; a seat with a gift; a card that
passes the box check and can hardly ever be used. A gift is a tribe with crowded patrols in Misty Valley, where a seat
is a tribe; no box of the other games has anything for one seat alone, so there the seat is given a better bot.
"""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import mistvale as mv
from mistvale.bots.levels import cores
from mistvale.report import found, planned, run
from mistvale.report.plan import EVEN, Plan, play
from mistvale.report.sure import ALPHA
from mistvale.report.weighing import DEAD, STRONG

pytestmark = pytest.mark.deep
SEEDS, OF = 20, 19
MATCHES = {"misty-valley": 200}  # elsewhere 60; a report of ten minutes plays more of each
Box = dict[str, Any]
Said = Callable[[str, str], None]
"""Keeps what a test found beside its result."""
# Who plays: the least that sees the fault.
LEVELS = {
    "misty": "friend",
    "secret-valley": "friend",
    "misterra": "novice",
    "misty-valley": "novice",
    "valdora": "friend",
}
BETTER = {"misty": "novice", "secret-valley": "novice", "misterra": "novice", "valdora": "adept"}


def times_ten(name: str, box: Box) -> set[str]:
    """A component that is worth far more than its like; which."""
    if name == "misty":
        box["cards"][13]["points"] = 9  # a house, once; no more is allowed
        return {"card.house"}
    if name == "secret-valley":
        box["cards"][19]["scores"]["points"] = 9  # 1 before; no more is allowed
        return {"card.long-pasture"}
    if name == "misterra":
        row = box["hypotheses"][2]
        row["points"] = {count: 10 * points for count, points in row["points"].items()}
        return {f"hypothesis.{row['name']}"}
    if name == "misty-valley":
        for tribe in box["tribes"]:
            tribe["patrols"][4] = "333333"  # 18 explorers; others have 4 or 5
        return {"patrol.333333"}
    box["commissions"]["faces"][3]["points"] = 40
    return {"commission.green"}


def useless(name: str, box: Box) -> set[str]:
    """Components that can hardly ever be used; which."""
    if name == "misty":
        box["cards"][13]["points"] = 0
        return {"card.house"}
    if name == "secret-valley":
        # It counts cards with a number above 5.
        box["cards"][14]["scores"] = {"where": "adjacent", "which": "higher", "how": "count", "points": 3}
        return {"card.hunters-wood"}
    if name == "misterra":
        row = box["hypotheses"][2]
        kept = {key: row[key] for key in ("name", "letter") if key in row}
        row.clear()
        row.update(kept | {"counts": "zones", "size": 25, "points": {"1": 30}})  # one terrain everywhere
        return {f"hypothesis.{row['name']}"}
    if name == "misty-valley":
        for row in box["valley"]:
            row["footprints"] = 0  # nothing brings an encounter
        return {f"encounter.{row['name']}" for row in box["encounters"]}
    # A pick, the cart and the horse carry the rubies: nothing is left for the second sapphire.
    box["commissions"]["faces"][4]["gems"] = ["ruby"] * 3 + ["sapphire"] * 2
    return {"commission.red"}


def shuffled(name: str, box: Box) -> None:
    """The same box with its rows in another order: another deal of the same game."""
    keys = {"misterra": ("sketches",), "misty-valley": ("encounters",)}.get(name, ("cards",))
    where = box["commissions"] if name == "valdora" else box
    for key in keys:
        where[key] = where[key][::-1]


def made(name: str, change: Callable[[str, Box], Any]) -> tuple[Box, Any]:
    box = json.loads(json.dumps(mv.game(name).box().data))
    return box, change(name, box)


def matches(name: str) -> int:
    return MATCHES.get(name, 60)


def report(plan: Plan, matches: int, pool: ProcessPoolExecutor) -> dict[str, Any]:
    """A report of the even tables alone, which is all that these faults need."""
    sized = plan.sized({table.key: matches for table in plan.tables if table.kind == EVEN})
    rows = [row for piece in pool.map(play, sized.pieces()) for row in piece]
    return found(sized, rows)


def even(name: str, seed: int, **more: Any) -> Plan:
    seats = [min(count for count in mv.game(name).seats if count > 1)]
    return planned(name, seats=seats, levels=[more.pop("level", LEVELS[name])], seed=seed, **more)


def marked(name: str, what: Callable[[str, Box], set[str]], marks: frozenset[str]) -> int:
    """For how many seeds all that was planted is marked, and stands out most of what is."""
    hits = 0
    with ProcessPoolExecutor(cores()) as pool:
        for seed in range(SEEDS):
            box, planted = made(name, what)
            told = report(even(name, seed, box=box), matches(name), pool)["components"]
            hits += planted <= {each["key"] for each in told if marks & {*each["marks"]}}
    return hits


@pytest.mark.parametrize("name", mv.games())
def test_a_card_worth_ten_times_as_much_is_found(name: str, record_property: Said) -> None:
    hits = marked(name, times_ten, STRONG)
    record_property("found", f"{hits} of {SEEDS}")
    assert hits >= OF


@pytest.mark.parametrize("name", mv.games())
def test_a_card_that_can_hardly_be_used_is_found(name: str, record_property: Said) -> None:
    hits = marked(name, useless, DEAD)
    record_property("found", f"{hits} of {SEEDS}")
    assert hits >= OF


@pytest.mark.parametrize("name", mv.games())
def test_a_seat_with_a_gift_is_found(name: str, record_property: Said) -> None:
    hits = 0
    with ProcessPoolExecutor(cores()) as pool:
        for seed in range(SEEDS):
            plan = _gifted(name, seed)
            [told] = report(plan, matches(name), pool)["fairness"]
            best = max(range(told["seats"]), key=lambda seat: told["wins"][seat].value)
            hits += told["chance"] < ALPHA and best == 0
    record_property("found", f"{hits} of {SEEDS}")
    assert hits >= OF


def _gifted(name: str, seed: int) -> Plan:
    if name == "misty-valley":
        box = copy.deepcopy(json.loads(json.dumps(mv.game(name).box().data)))
        sides = ("222222", "221222", "222122", "222212", "222221", "122222", "212222", "212122", "212212")
        box["tribes"][0]["patrols"] = list(sides)
        return even(name, seed, box=box)
    plan = even(name, seed, level=BETTER[name])
    tables = (replace(table, players=(BETTER[name], *("friend",) * (table.seats - 1))) for table in plan.tables)
    return replace(plan, tables=tuple(table for table in tables if table.kind == EVEN))


@pytest.mark.parametrize("name", mv.games())
def test_a_box_beside_itself_is_rarely_called_another(name: str, record_property: Said) -> None:
    """With its rows in another order it deals other cards of the same game; the very same box could not differ."""
    box, _ = made(name, shuffled)
    looks = 40 if name == "valdora" else 100
    with ProcessPoolExecutor(cores()) as pool:
        alarms = [
            bool(report(even(name, seed, against=box, level="random"), 40, pool)["verdicts"]) for seed in range(looks)
        ]
    record_property("found", f"{sum(alarms)} of {looks}")
    # Five in a hundred at most, and what chance may add to so many looks.
    assert sum(alarms) <= 0.05 * looks + 2 * math.sqrt(0.05 * 0.95 * looks)


def test_a_cluster_plays_the_same_matches(tmp_path: Path) -> None:
    """`--ray`: the rows of a Ray cluster are those of one process (rows of the arena are compared in `make test`)."""
    pytest.importorskip("ray", reason="Ray has no build for this Python")
    plan = planned("misty", seats=[2], levels=["random"], best="friend")

    def told(folder: str, **where: Any) -> list[dict[str, Any]]:
        _, rows = run(plan, tmp_path / folder, 4, **where)
        return [{name: value for name, value in row.items() if name != "seconds"} for row in rows]

    assert told("there", ray="local") == told("here", workers=1)
