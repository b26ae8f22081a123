"""A record is declared once, and all else follows from that."""

from __future__ import annotations

import numpy as np
import pytest

import mistvale as mv
from mistvale.core import fields, laws
from mistvale.core.fields import Plane, Row, clear, field, reader
from mistvale.core.game import Game
from mistvale.core.rule import NOTHING, blank, packed, rule, state_type


class Tray(fields.State):
    """A state to try things with."""

    card: int = field("the card on top", empty=NOTHING, most=5)
    coins: Row = field("of each seat", (2,), kind="i2", most=40)
    board: Plane = field("what lies on each space", (2, 3), empty=NOTHING, most=5)


EMPTY = Tray.empty


@rule
def start(s):
    clear(s, EMPTY[0])
    s.coins[1] = 3


@pytest.fixture
def started():
    record = blank(Tray.dtype)[0]
    record["board"] = 4
    start(record)
    return record


def test_a_declared_state_is_the_record_that_was_written_out():
    assert Tray.dtype == state_type(("card", "i1"), ("coins", "i2", (2,)), ("board", "i1", (2, 3)))


def test_clearing_puts_into_each_field_what_means_empty(started):
    assert started["card"] == NOTHING
    assert np.all(started["board"] == NOTHING)
    assert started["coins"].tolist() == [0, 3]


def test_what_is_read_is_plain_integers(started):
    tray = Tray(started)
    assert (tray.card, tray.coins, tray.board) == (NOTHING, [0, 3], [[NOTHING] * 3] * 2)
    assert [type(number) for number in (tray.card, tray.seats, tray.coins[0], tray.board[0][0])] == [int] * 4


def test_fields_say_what_they_are():
    said = {each.name: (each.words, each.least, each.most) for each in Tray.fields}
    assert said["card"] == ("the card on top", NOTHING, 5)
    assert said["coins"] == ("of each seat", 0, 40)
    assert [each.name for each in Tray.fields[:5]] == ["key", "block", "drawn", "epoch", "seats"]


def test_a_wrong_annotation_is_told():
    with pytest.raises(TypeError, match=r"board has the shape \(2, 3\): annotate it as Plane"):

        class Wrong(fields.State):
            board: Row = field("what lies on each space", (2, 3))


def test_a_name_that_records_have_already_is_refused():
    with pytest.raises(ValueError, match="can't be called copy"):

        class Taken(fields.State):
            copy: int = field("no")  # type: ignore[assignment]


def test_a_state_that_was_not_declared_can_be_read_too():
    """Games written with `state_type` go on."""
    dtype = state_type(("heap", "i1", (3,)), ("last", "i4"))
    record = blank(dtype)[0]
    record["heap"] = 2
    found = reader(dtype)(record)
    assert found.heap == [2, 2, 2]
    assert found.last == 0
    assert reader(dtype) is reader(dtype)


@pytest.mark.parametrize("name", mv.games())
def test_every_game_declares_its_state_and_its_box(name: str):
    game = mv.game(name)
    for dtype in (game.state, game.box_type):
        undeclared = [each.name for each in reader(dtype).fields if not each.words]
        assert not undeclared
        assert all(each.least <= each.empty <= each.most for each in reader(dtype).fields)


def test_a_setup_clears_all_that_is_declared(misty: Game):
    """A state that was used before is set up as a fresh one is."""
    match = mv.open_match("misty", seats=3, seed=5)
    used = blank(misty.state)[0]
    for name in misty.state.names or ():
        used[name] = 1
    used["spare" if "spare" in (misty.state.names or ()) else "seats"] = 0
    options = misty.packed_options(match.options)
    misty.rules.setup(used, match.box.record, 3, options, np.zeros(4, np.uint64))
    fresh = blank(misty.state)[0]
    misty.rules.setup(fresh, match.box.record, 3, options, np.zeros(4, np.uint64))
    assert packed(used, misty.state) == packed(fresh, misty.state)


def test_a_number_out_of_its_range_is_found(misty: Game):
    """A law of every game: the ranges are true, whatever is made of them."""
    [placed] = [each for each in reader(misty.state).fields if each.name == "placed"]
    object.__setattr__(placed, "most", 1)
    try:
        [found] = laws.check_game(misty, positions=40, interpreted=False)
    finally:
        object.__setattr__(placed, "most", 127)
    assert found.law == laws.BYTES
    assert "placed (cards put into the window in this deal)" in found.what
