"""What is made of a view is made again exactly when something that was read for it has changed."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest

import mistvale as mv
from mistvale.core.keeping import MEMORY, Layout, Stock, kept
from mistvale.core.knowledge import View
from mistvale.core.sharing import one
from mistvale.games.misty.rules.construction import hand_of

MADE: list[Any] = []


@pytest.fixture(autouse=True)
def _nothing_made() -> None:
    MADE.clear()


class Table:
    """A match of Misty, and a stock for one pair of eyes."""

    def __init__(self, viewer: int | None = 0) -> None:
        self.match = mv.open_match("misty", seats=2, seed=5)
        self.stock, self.viewer = Stock(), viewer
        self.play(0, 1)  # the first card of a window is placed by itself

    def view(self) -> View:
        look = self.match.look(self.viewer, stock=self.stock)
        self.stock.turn_to(look)
        return look

    def play(self, *seats: int) -> None:
        for seat in seats:
            self.match.play(seat, self.match.legal(seat)[0])


@kept
def placing(view: View, seat: int) -> int:
    MADE.append(("placing", seat))
    return int(view.s.placing[seat])


@kept
def all_placing(view: View) -> list[int]:
    MADE.append("all")
    return [card for card in view.s.placing]  # noqa: C416 - it is read as a whole


@kept
def is_phase_known(view: View) -> bool:
    MADE.append("phase")
    return bool(view.s.phase >= 0)


@kept
def told(view: View) -> Iterator[str]:
    MADE.append("told")
    yield f"{is_phase_known(view)} {placing(view, 1) >= 0}"


def test_it_is_made_once_while_nothing_changes() -> None:
    table = Table()
    view = table.view()
    assert placing(view, 0) == placing(view, 0) == placing(table.view(), 0)
    assert MADE == [("placing", 0)]


def test_it_is_made_again_when_what_it_read_has_changed_and_only_then() -> None:
    table = Table()
    placing(table.view(), 0), placing(table.view(), 1)
    table.play(0, 1)  # both pick; the picks are turned over, and are to be placed
    view = table.view()
    assert placing(view, 0) == view.s.placing[0] and placing(view, 1) == view.s.placing[1]
    assert MADE == [("placing", 0), ("placing", 1)] * 2
    table.play(0)
    view = table.view()
    assert placing(view, 0) == view.s.placing[0] and placing(view, 1) == view.s.placing[1]
    assert MADE[4:] == [("placing", 0)], "seat 1 has its card in hand as before"


def test_what_is_read_as_a_whole_is_another_when_any_of_it_is() -> None:
    table = Table()
    all_placing(table.view())
    table.play(0, 1)
    all_placing(table.view())
    table.play(0)
    view = table.view()
    assert all_placing(view) == list(view.state["placing"]) and MADE == ["all"] * 3


def test_what_is_made_of_the_same_is_the_same() -> None:
    """What a piece used is made again, comes to the same, and so the piece stands; and later changes are not missed."""
    table = Table()
    assert told(table.view()) == ("True False",)
    table.play(0, 1)
    assert told(table.view()) == ("True True",)
    MADE.clear()
    table.play(0)
    assert told(table.view()) == ("True True",)
    assert MADE == [], "nothing of it was read for seat 1"
    table.play(1)
    view = table.view()
    assert told(view) == (f"True {view.s.placing[1] >= 0}",)
    assert "told" in MADE


def test_what_lies_long_unasked_is_made_anew() -> None:
    table = Table()
    placing(table.view(), 0)
    for _ in range(20):
        table.view()
    placing(table.view(), 0)
    assert MADE == [("placing", 0)] * 2


@kept
def whose(view: View, seat: int) -> str:
    MADE.append(("whose", seat))
    return "own" if view.is_own(seat) else "another's"


@kept
def hand(view: View, seat: int) -> tuple[int, ...]:
    MADE.append(("hand", seat))
    return tuple(view.s.hand[view.ask(hand_of, seat)])


@kept
def is_hand_known(view: View, seat: int) -> bool:
    return min(hand(view, seat)) >= 0


@kept
def known_hands(view: View) -> tuple[bool, ...]:
    MADE.append("known")
    return tuple(is_hand_known(view, seat) for seat in range(2) if not view.is_own(seat))


def side_by_side(table: Table, *viewers: int | None) -> list[View]:
    """What several see of a table, each with a stock beside those of the others."""
    stocks: list[Stock] = []
    stocks += [Stock(beside=stocks) for _ in viewers]
    views = [table.match.look(viewer, stock=stock) for viewer, stock in zip(viewers, stocks, strict=True)]
    for view, stock in zip(views, stocks, strict=True):
        stock.turn_to(view)
    return views


def test_what_somebody_else_made_of_the_same_is_taken_over() -> None:
    own, rivals, spectators = side_by_side(Table(), 0, 1, None)
    assert placing(own, 0) == placing(rivals, 0) == placing(spectators, 0)
    assert MADE == [("placing", 0)]
    assert whose(own, 0) == "own" and whose(rivals, 0) == whose(spectators, 0) == "another's"
    assert MADE[1:] == [("whose", 0), ("whose", 0)], "the second one is the third one's, too"


def test_what_others_read_differently_is_never_taken_over() -> None:
    own, rivals, spectators = side_by_side(Table(), 0, 1, None)
    assert hand(own, 0) == hand(rivals, 0), "it came from there"
    assert min(hand(own, 0)) >= 0 > min(hand(spectators, 0))
    assert MADE == [("hand", 0)] * 2
    assert known_hands(own) == known_hands(rivals) == (True,) and known_hands(spectators) == (False, False)


def test_what_was_taken_over_does_not_outlast_its_facts() -> None:
    table = Table()
    stocks: list[Stock] = []
    stocks += [Stock(beside=stocks) for _ in range(2)]
    for _ in range(4):
        for viewer, stock in enumerate(stocks):
            look = table.match.look(viewer, stock=stock)
            stock.turn_to(look)
            assert told(look) == told(table.match.look(viewer))
            assert known_hands(look) == known_hands(table.match.look(viewer))
        for seat in table.match.pending:
            table.play(seat)
    # One of them alone, after it had taken over what the other made.
    look = table.match.look(1, stock=stocks[1])
    stocks[1].turn_to(look)
    assert told(look) == told(table.match.look(1))


def test_nothing_is_taken_over_from_another_language() -> None:
    table = Table()
    stocks: list[Stock] = []
    stocks += [Stock(beside=stocks) for _ in range(2)]
    for lang, stock in zip(("en", "qps"), stocks, strict=True):
        look = table.match.look(0, lang, stock=stock)
        stock.turn_to(look)
        placing(look, 0)
    assert MADE == [("placing", 0)] * 2


@dataclass(frozen=True)
class Corner:
    """Something of a seat, drawn by methods."""

    view: View
    seat: int

    @property
    @kept
    def count(self) -> int:
        MADE.append(("count", self.seat))
        return sum(self.view.s.hand[self.view.ask(hand_of, self.seat)])

    @kept
    def named(self, mark: str) -> str:
        MADE.append(("named", self.seat, mark))
        return f"{mark}{self.count}"


def test_methods_are_kept_by_what_their_object_was_made_from() -> None:
    table = Table()
    view = table.view()
    assert {Corner(view, seat).named(mark) for seat in (0, 0) for mark in "ab"} == {"a5", "b5"}
    assert MADE == [("named", 0, "a"), ("count", 0), ("named", 0, "b")]
    table.play(0)  # one card has left the hand
    assert Corner(table.view(), 0).named("a") == "a4"


def test_a_rule_that_is_asked_is_noted_by_the_fields_it_reads() -> None:
    table = Table()
    view = table.view()
    view.noted.ask(hand_of, 0)
    assert ("s", "deal") in view.noted.facts and ("s", "window") not in view.noted.facts


@pytest.mark.parametrize("fact", ["step", "state", "before", "last"])
def test_what_cannot_be_noted_cannot_be_read(fact: str) -> None:
    view = Table().view()
    with pytest.raises(AttributeError, match=fact):
        getattr(view.noted, fact)


def test_without_a_stock_it_is_made_once_for_a_view() -> None:
    match = mv.open_match("misty", seats=2, seed=5)
    view = match.look(0)
    assert told(view) is told(view)
    told(match.look(0))
    assert MADE.count("told") == 2


def test_other_names_make_everything_anew() -> None:
    table = Table()
    placing(table.view(), 0)
    table.match.names = ("Ann", "Bob")
    placing(table.view(), 0)
    assert MADE == [("placing", 0)] * 2


def test_facts_that_several_threads_read_first_have_bits_of_their_own() -> None:
    found = Layout(mv.game("misty").state)
    facts = [("may", f"move {number}") for number in range(400)]
    with ThreadPoolExecutor(8) as threads:
        bits = list(threads.map(lambda fact: found.mask({fact}), facts * 2))
    assert len({*bits}) == len(facts) and all(bit.bit_count() == 1 for bit in bits)
    assert found.mask({*facts}) == (1 << len(facts)) - 1


def test_small_things_that_are_equal_are_there_once() -> None:
    pairs = [(1, str(n)) for n in (7, 7)]
    assert pairs[0] is not pairs[1] and one(pairs[0]) is one(pairs[1])
    assert one(1) is not one(True) and one(1.0) is not one(1)


def test_what_it_used_stays_in_stock_with_it_though_nobody_else_asks_for_that() -> None:
    """Parts of a part that stays for long are not asked for meanwhile, and are there when it is made anew."""
    table = Table()
    told(table.view())
    for _ in range(3 * MEMORY):
        told(table.view())
    assert MADE == ["told", "phase", ("placing", 1)]
    table.play(1, 0)
    told(table.view())
    assert "phase" not in MADE[3:], "nothing that was read for it has changed"
    assert ("placing", 1) in MADE[3:]
