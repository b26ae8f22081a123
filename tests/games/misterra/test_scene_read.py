"""Misterra read in characters: two boards of five by five squares, and all that lies on them in few letters."""

from __future__ import annotations

import itertools
import random

import pytest

from mistvale.games.misterra.reading.names import owner_sign
from mistvale.scene import Scene
from mistvale.terminal.drawing import blocks, write
from tests.rulebook.misterra.conftest import Chart

from .test_scene import FIVE, SHORE, find, opened, play_on

EMPTY_ROW = [".", ".", ".", ".", "."]
LETTERS = ["A", "B", "C", "D", "E"]


def told(picture: Scene, title: str) -> list[str]:
    """The lines of a group, without its title; marks before words are left out."""
    text = write(picture).plain.splitlines()
    start = next(number for number, line in enumerate(text) if line.startswith(title)) + 1
    return [line[1:] if line[:1] in " *'>~" else line for line in text[start : text.index("", start)]]


def cells(line: str) -> list[str]:
    """The cells of a line of a board, by two spaces between them or by a mark."""
    for mark in "*'":
        line = line.replace(f" {mark}", "  ")
    return [cell.strip() for cell in line.split("  ") if cell.strip()]


@pytest.mark.slow
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_boards_are_five_by_five_from_the_first_step_to_the_last(seats: int) -> None:
    """All viewers look by turns, and all of them at the last."""
    match, dice = opened(seats, seed=seats), random.Random(seats)
    viewers = (None, *range(seats))
    for viewer in itertools.cycle(viewers):
        if match.over:
            break
        check_boards(match.scene(viewer))
        play_on(match, dice)
    for viewer in viewers:
        check_boards(match.scene(viewer))


def check_boards(picture: Scene) -> None:
    """The island and all parchments are five by five, with what lies below them in one line."""
    for group in picture.groups:
        if group.key != "island" and not group.key.startswith("parchment"):
            continue
        if group.key == "parchment" and not any(s.key == "parchment-A" for s in picture.sprites):
            continue  # the hypotheses that one chooses from lie on it
        board, *below = blocks(picture, group)
        assert [len(row) for row in board.rows[:5]] == [6] * 5
        assert len(board.columns) == 6
        assert len(board.rows) == (7 if group.key == "island" else 6)
        assert [len(block.rows) for block in below] in ([], [1])


def test_the_island_in_characters() -> None:
    """Flags and cartographers stand with the tile on which they are; a question mark is mist."""
    chart = Chart(SHORE, pawns=["c1", "d1"], claims={1: ["c2"]}, open=FIVE)
    island = [cells(line) for line in told(chart.match.scene(1), "The island")]
    assert island == [
        ["5", *EMPTY_ROW],
        ["4", *EMPTY_ROW],
        ["3", ".", ".", "Jungle", ".", "."],
        ["2", ".", "Lagoon?", "Steppe ⚑2", "Mountain", "."],
        ["1", "Steppe?", "Steppe?", "Steppe @1", "Lagoon? @2", "."],
        ["Beach", "~", "~", "~", "~", "~"],
        LETTERS,
    ]


def test_all_that_stands_on_a_square_is_read() -> None:
    """Also where flags and cartographers stand on one."""
    chart = Chart(SHORE, seats=4, pawns=["c1", "d2", "d2", "beach e"], claims={2: ["d2"]}, open=FIVE)
    island = [cells(line) for line in told(chart.match.scene(None), "The island")]
    assert island[3][4] == "Mountain ⚑3 @23"
    assert island[5][5] == "@4"


def test_steps_are_read_by_their_directions() -> None:
    chart = Chart(SHORE, pawns=["c1", "d1"], open=FIVE)
    island = [cells(line) for line in told(chart.match.scene(0), "The island")]
    assert island[3][3] == "n Steppe"
    assert island[4][2:5] == ["w Steppe?", "Steppe @1", "e Lagoon? @2"]
    assert island[5][3] == "s Beach"


def test_a_parchment_in_characters() -> None:
    """What agrees with the island has a tick; below it one's hypotheses with what they are worth."""
    drawn = """
        . . . . .
        . . . . .
        . . j . .
        . . m . .
        . s s l .
    """
    chart = Chart(SHORE, pawns=["c1"], parchments=[drawn], hypotheses={0: ["p09", "p15"]}, open=FIVE)
    *board, line, worth = told(chart.match.scene(0), "Your parchment")
    assert [cells(row) for row in board] == [
        ["5", *EMPTY_ROW],
        ["4", *EMPTY_ROW],
        ["3", ".", ".", "Jungle ✓", ".", "."],
        ["2", ".", ".", "Mountain", ".", "."],
        ["1", ".", "Steppe", "Steppe ✓", "Lagoon", "."],
        LETTERS,
    ]
    assert set(line) == {"┄"}
    assert cells(worth) == ["+1 Jungle beside no steppe", "+0 Lonely squares"]
    assert not [row for row in told(chart.match.scene(0), "Seat 2") if "┄" in row]


def test_a_sketch_that_lies_one_way_only_is_read_with_both_squares() -> None:
    picture = Chart(SHORE, pawns=["beach c"], sketch="steppe-jungle").match.scene(0)
    assert find(picture, "draw-5").short == "B1-C1"
    assert find(picture, "draw-10").short == "C1"


def test_the_otoma_and_the_ends_in_characters() -> None:
    chart = Chart(SHORE, seats=1, pawns=["c1"], face=("lagoon", "lagoon", 1), seed=4)
    picture = chart.match.scene(0)
    assert next(group.note for group in picture.groups if group.key == "otoma") == "3 flags"
    assert cells(told(picture, "The Otoma")[0])[0] == "Lagoon+Lagoon⚑"
    ends = cells(told(picture, "Until the end")[0])
    assert ends[:2] == ["Island 21", "Parchment 25"]
    assert [end.split()[0] for end in ends[2:]] == ["Otoma", "Sketches"]


def test_the_island_says_which_tiles_are_out() -> None:
    """MM-4: mapping them does nothing."""
    notes = [
        Chart(SHORE, tiles=tiles).match.scene(0).groups[0].note
        for tiles in ({}, {"mountain": 1}, {"mountain": 1, "steppe": 4})
    ]
    assert notes == ["", "None left: mountain", "None left: steppe and mountain"]


def test_names_that_begin_alike_are_read_by_their_numbers() -> None:
    assert [owner_sign(opened(3).look(0), seat) for seat in range(3)] == ["A", "B", "C"]
    assert [owner_sign(Chart().match.look(0), seat) for seat in range(2)] == ["1", "2"]
