"""The law of clocks: the fold of the events gives them all, and the same everywhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mistvale.server import commands, leaving
from mistvale.server.clocks import Clocks, Moment, Outage
from mistvale.server.errors import Refusal
from mistvale.server.events import Event
from mistvale.server.tables import Table, fold
from tests.conftest import some

from .timing import DAY, HOUR, LIVE, MAIL, MINUTE, SECOND, START, Bench, kept

ACTIONS = ("move", "move", "move", "undo", "leave", "back", "handover", "outage", "timeout", "holiday")


def clocks_of(table: Table) -> Clocks:
    assert table.clocks is not None
    return table.clocks


def act(bench: Bench, action: str, seat: int, later: int) -> None:
    """One action of a random life of a table, or nothing where it is not possible."""
    table = bench.table
    place, owner = table.seats[seat], table.seats[seat].left_by
    try:
        if action == "move":
            pending = [s for s in table.pending if s >= seat] or list(table.pending)
            if pending:
                bench.move(pending[0], later)
        elif action == "undo":
            bench.do(commands.undo(place.guest or "", seat, None, 100), later)
        elif action == "leave":
            bench.do(commands.leave(place.guest or "", seat, None, None, tuple), later)
        elif action == "back" and owner:
            bench.do(leaving.take_back(owner, seat, None), later)
        elif action == "handover" and place.guest:
            event = Event(table.id, table.number + 1, "handover", guest=place.guest + "+", data={"from": place.guest})
            table.apply(event)
            bench.events.append(event)
        elif action == "outage" and clocks_of(table).running:
            bench.now += later
            gone, bench.now = bench.now, bench.now + 7 * MINUTE
            missed = [Outage(clocks_of(table).outages + 1, gone, bench.now)]
            bench.do(leaving.outage(missed))
        elif action == "timeout" and clocks_of(table).deadline is not None:
            bench.now = max(bench.now, clocks_of(table).deadline or 0)
            late = clocks_of(table).out_of_time(bench.now)
            assert late is not None
            bench.do(leaving.time_out(late))
        elif action == "holiday" and place.guest:
            bench.do(leaving.holiday(place.guest, bench.now + later + HOUR), later)
    except (Refusal, AssertionError) as error:
        if isinstance(error, AssertionError) and "step" not in str(error):
            raise


@some(40)
@given(
    st.sampled_from([LIVE, MAIL]),
    st.lists(st.tuples(st.sampled_from(ACTIONS), st.integers(0, 2), st.integers(0, 9 * SECOND)), max_size=14),
)
def test_whoever_folds_the_events_has_the_same_clocks(pace, actions) -> None:  # type: ignore[no-untyped-def]
    bench = Bench(pace, "ann", "bob", "bot")
    banks = list(clocks_of(bench.table).bank)
    for action, seat, later in actions:
        act(bench, action, seat, later)
        clocks = clocks_of(bench.table)
        assert all(now <= before for now, before in zip(clocks.bank, banks, strict=True)), "a bank only becomes less"
        assert all(bench.table.seats[s].kind == "guest" for s in clocks.running), "no clock of a bot runs"
        banks = list(clocks.bank)
    again = fold(kept(bench.events))
    assert again.clocks == bench.table.clocks
    assert again.mark() == bench.table.mark()
    for seat in range(3):
        assert clocks_of(again).left(seat, bench.now + SECOND) == bench.left(seat, SECOND)


def test_a_decision_has_time_of_its_own_and_then_takes_from_the_bank() -> None:
    bench = Bench(LIVE, "ann", "bot")
    assert bench.left(0) == (10 * SECOND, MINUTE)
    assert bench.left(0, 300) == (10 * SECOND, MINUTE), "the way over the network is not counted"
    assert bench.left(0, 4500) == (6 * SECOND, MINUTE)
    assert bench.left(0, 15_500) == (0, 55 * SECOND)
    assert clocks_of(bench.table).deadline == START + 70_500


def test_the_time_of_a_decision_comes_back_with_the_next_one_and_what_the_bank_gave_does_not() -> None:
    bench = Bench(LIVE, "ann", "bot")
    epoch = clocks_of(bench.table).epoch
    bench.move(0, later=12_500)
    while clocks_of(bench.table).epoch == epoch:
        bench.move(bench.table.pending[0])
    assert bench.left(0) == (10 * SECOND, 58 * SECOND)


def test_to_take_a_move_back_gives_no_time_back() -> None:
    bench = Bench(LIVE, "ann", "bob")
    bench.move(0, later=8500)
    before = bench.left(0)
    for _ in range(3):
        bench.do(commands.undo("ann", 0, None, 100))
        assert bench.left(0) == before
        bench.move(0, later=1000)
        before = (before[0] - 1000, before[1]) if before[0] else (0, before[1] - 1000)
        assert bench.left(0) == before


def test_in_simultaneous_decisions_each_has_a_clock() -> None:
    bench = Bench(LIVE, "ann", "bob")
    assert clocks_of(bench.table).running == (0, 1)
    bench.move(0, later=2500)
    assert clocks_of(bench.table).running == (1,), "who has decided spends nothing"
    assert bench.left(0, 5000) == (8 * SECOND, MINUTE)
    assert bench.left(1, 5000) == (3 * SECOND, MINUTE)
    assert bench.last.batch.events[0].data["clock"] == {
        "at": START + 2500,
        "spent": {"0": 2500, "1": 2500},
        "outages": 0,
    }


def test_a_clock_tells_no_more_than_who_is_to_decide() -> None:
    """Whether a seat that decides in secret has clicked, and how often, leaves its clock as it is."""
    clicked, idle = (Bench(LIVE, "ann", "bob", game="misterra") for _ in range(2))
    clicked.move(0, later=3000)
    assert clicked.table.pending == idle.table.pending == (0, 1), "there is more to click"
    assert [clicked.left(seat, 9000) for seat in (0, 1)] == [idle.left(seat, 12_000) for seat in (0, 1)]


def test_clocks_of_bots_and_before_play_do_not_run() -> None:
    assert clocks_of(Bench(LIVE, "ann", "bot").table).running == (0,)
    ended = Bench(LIVE, "ann", "bot")
    ended.do(leaving.cancel("ann", True, None))
    assert ended.table.status == "over" and ended.table.mark().deadline is None


def test_an_outage_gives_the_time_back_that_nobody_served() -> None:
    bench = Bench(LIVE, "ann", "bot")
    gone, back = START + 4500, START + DAY
    clocks = clocks_of(bench.table)
    assert clocks.missed([Outage(1, gone, back)]) == [Outage(1, gone, back)]
    bench.now = back
    bench.do(leaving.outage([Outage(1, gone, back), Outage(2, back + SECOND, back + HOUR)]), outages=2)
    assert clocks_of(bench.table).missed([Outage(2, 0, 0)]) == []
    assert clocks_of(bench.table).left(0, back + HOUR) == (5 * SECOND, MINUTE), "4.5 s before, 1 s between"


def test_a_clock_that_is_set_back_takes_no_time_and_gives_none() -> None:
    bench = Bench(LIVE, "ann", "bot")
    bench.do(leaving.outage([Outage(1, START + 2500, START - HOUR)]))
    assert clocks_of(bench.table).left(0, START - HOUR + SECOND) == (7 * SECOND, MINUTE)


def test_by_mail_clocks_stand_still_in_holidays() -> None:
    bench = Bench(MAIL, "ann", "bob")
    bench.do(leaving.holiday("ann", START + 10 * DAY), later=HOUR)
    assert bench.left(0, 5 * DAY)[0] == DAY + 500 - HOUR
    assert bench.left(0, 10 * DAY)[0] == DAY + 500 - 2 * HOUR, "the holiday is over"
    assert bench.left(1, 5 * HOUR)[0] == DAY + 500 - 6 * HOUR, "another's clock runs"
    assert clocks_of(bench.table).deadline_of(0) == START + 11 * DAY + 500 - HOUR
    bench.do(leaving.holiday("ann", 0), later=2 * DAY // 100)
    assert bench.left(0, HOUR)[0] == DAY + 500 - 2 * HOUR


def test_who_is_out_of_time_first_goes_first() -> None:
    bench = Bench(LIVE, "ann", "bob")
    bench.move(0, later=2000)
    bench.do(commands.undo("ann", 0, None, 100), later=2000)
    clocks = clocks_of(bench.table)
    assert clocks.deadline == clocks.deadline_of(1) < clocks.deadline_of(0)
    assert clocks.out_of_time(clocks.deadline - 1) is None
    assert clocks.out_of_time(clocks.deadline) == 1
    assert clocks.out_of_time(clocks.deadline + HOUR) == 1


def test_a_table_with_clocks_does_not_go_on_without_time() -> None:
    bench = Bench(LIVE, "ann", "bob")
    bench.table.moment = None
    assert bench.table.match
    with pytest.raises(ValueError, match="moment"):
        commands.move("ann", 0, str(bench.table.match.legal(0)[0]), None, 10)(bench.table)
    assert Moment(1) == Moment(1, 0)
