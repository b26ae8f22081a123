"""Every criterion against a slow, obvious second reading of the box's words, on random grids.

The one below knows coordinates and words, and nothing of bits, tables or the rules' code.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from mistvale.core.match import open_match
from mistvale.core.rule import NOTHING, SPECTATOR, unpacked
from mistvale.games.secret_valley import GAME
from mistvale.games.secret_valley.reading import View, gives, points_now
from mistvale.games.secret_valley.state import SIDE

Grid = dict[tuple[int, int], tuple[dict[str, Any], int]]  # (row, column): the card's row of the box, its clan


def is_there(where: str, rows: int, columns: int) -> bool:
    """Whether a card so many rows and columns away is looked at."""
    if where == "adjacent":
        return abs(rows) + abs(columns) == 1
    if where == "around":
        return max(abs(rows), abs(columns)) == 1
    in_row, in_column = rows == 0, columns == 0
    return {"row": in_row, "column": in_column, "line": in_row or in_column}[where]


def is_meant(which: Any, own: dict[str, Any], clan: int, other: dict[str, Any], other_clan: int) -> bool:
    """Whether the other card is one that the criterion looks for."""
    if isinstance(which, list):
        return other["number"] in which
    return {
        "all": True,
        "odd": other["number"] % 2 == 1,
        "even": other["number"] % 2 == 0,
        "higher": other["number"] > own["number"],
        "lower": other["number"] < own["number"],
        "own": clan == other_clan,
        "other": clan != other_clan,
    }.get(which, other["terrain"] == which)


def slow_points(grid: Grid, at: tuple[int, int]) -> int:
    """What the card at a place scores."""
    card, clan = grid[at]
    criterion = card["scores"]
    how, points = criterion["how"], criterion["points"]
    sides = sum((at[0] + r, at[1] + c) in grid for r, c in ((0, 1), (1, 0), (0, -1), (-1, 0)))
    if how == "free-sides":
        return points * (4 - sides)
    if how == "none-free":
        return points if sides == 4 else 0
    found = [
        other
        for place, (other, other_clan) in grid.items()
        if place != at
        and is_there(criterion["where"], place[0] - at[0], place[1] - at[1])
        and is_meant(criterion.get("which", "all"), card, clan, other, other_clan)
    ]
    numbers = [other["number"] for other in found]
    kinds = [other[criterion["of"]] for other in found] if "of" in criterion else []
    if how == "count":
        return points * len(found)
    if how == "once":
        return points * sum(kinds.count(kind) == 1 for kind in set(kinds))
    if how == "repeated":
        return points * sum(kinds.count(kind) > 1 for kind in kinds)
    if how == "kinds":
        return points * len(set(kinds))
    if how == "highest":
        return points * max(numbers, default=0)
    if how == "above-all":
        return points if all(card["number"] > number for number in numbers) else 0
    assert how == "below-all"
    return points if all(card["number"] < number for number in numbers) else 0


# ---------------------------------------------------------------- random grids and random boxes


def random_criterion(dice: random.Random) -> dict[str, Any]:
    """Any criterion that the vocabulary can say."""
    how = dice.choice(
        ["count", "once", "repeated", "kinds", "highest", "above-all", "below-all", "free-sides", "none-free"]
    )
    criterion: dict[str, Any] = {"how": how, "points": dice.randint(1, 9)}
    if how not in ("free-sides", "none-free"):
        criterion["where"] = dice.choice(["adjacent", "around", "row", "column", "line"])
        words = ["mountain", "water", "forest", "plain", "odd", "even", "higher", "lower", "own", "other", "all"]
        which = dice.choice([*words, None, sorted(dice.sample(range(1, 6), dice.randint(1, 3)))])
        if which is not None:
            criterion["which"] = which
    if how in ("once", "repeated", "kinds"):
        criterion["of"] = dice.choice(["terrain", "number"])
    return criterion


def random_box(dice: random.Random) -> dict[str, Any]:
    data = GAME.box().data
    cards = [{**row, "scores": random_criterion(dice)} for row in data["cards"]]
    return {**data, "cards": cards}


def drawn(box: Any, dice: random.Random) -> tuple[View, Grid]:
    """A grid of any size, full or with holes, as a view and as plain Python."""
    seats = dice.choice((2, 3, 4))
    match = open_match(GAME, seats=seats, seed=1, options={"draft": "false"}, box=box)
    state = unpacked(match.state, GAME.state)
    for field in ("grid", "place", "keeper"):
        state[field] = NOTHING
    rows, columns = dice.choice([(3, 4), (4, 3), (3, 5), (5, 3), (4, 4)])
    top, left = dice.randint(0, SIDE - rows), dice.randint(0, SIDE - columns)
    full = dice.random() < 0.5
    grid: Grid = {}
    cards = dice.sample(range(20), 20)
    for row in range(top, top + rows):
        for column in range(left, left + columns):
            if full or dice.random() < 0.6:
                card, clan = cards.pop(), dice.randrange(seats)
                state["grid"][row * SIDE + column], state["place"][card] = card, row * SIDE + column
                state["keeper"][card] = clan
                grid[row, column] = (box.data["cards"][card], clan)
    match.place(state)
    return match.look(SPECTATOR), grid


def compare(box: Any, dice: random.Random) -> None:
    view, grid = drawn(box, dice)
    fast = points_now(view)
    names = [row["name"] for row in box.data["cards"]]
    slow = {names.index(card["name"]): slow_points(grid, at) for at, (card, _) in grid.items()}
    assert fast == slow, grid
    for card, points in fast.items():
        given = gives(view, card)
        assert card not in given
        if box.data["cards"][card]["scores"]["how"] in ("count", "once", "repeated", "kinds", "highest"):
            assert sum(given.values()) == points
        else:
            assert not given


@pytest.mark.parametrize("seed", range(40))
def test_the_box_scores_as_it_says(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(3):
        compare(GAME.box(), dice)


@pytest.mark.parametrize("seed", range(60))
def test_any_criterion_of_the_vocabulary_scores_as_it_says(seed: int) -> None:
    """Criteria are data: other boxes need no code."""
    dice = random.Random(1000 + seed)
    box = GAME.box(random_box(dice), stated_figures=False)
    for _ in range(3):
        compare(box, dice)


def test_every_card_scores_and_fails_to_score_on_some_grid() -> None:
    """The comparison above would not notice if nothing ever scored."""
    dice, box = random.Random(5), GAME.box()
    seen: dict[int, set[bool]] = {card: set() for card in range(20)}
    for _ in range(200):
        for card, points in points_now(drawn(box, dice)[0]).items():
            seen[card].add(points > 0)
    assert all(kinds == {True, False} for kinds in seen.values())
