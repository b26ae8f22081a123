"""Commands about time and about going: out of time, the seat taken back, a match cancelled, holidays, outages."""

from __future__ import annotations

from collections.abc import Sequence

from mistvale.core.text import DEFAULT

from . import clocks
from .clocks import Outage
from .commands import Command, Plan, answered, check_playing, check_seat, draft, plan, successor
from .endings import is_cancellable
from .errors import refuse
from .tables import Answer, Table
from .words import say

# So often one may come back to a seat.
MOST_RETURNS = 20
# So often one may say that one wants to cancel, or not any more.
MOST_WISHES = 20


def time_out(seat: int) -> Command:
    """A seat is out of time: the server says so, and nobody else can."""

    def command(table: Table) -> Plan | Answer:
        assert table.clocks is not None and table.moment is not None
        if table.clocks.out_of_time(table.moment.at) != seat:
            return {"step": table.step}
        data = successor(table, seat, None, table.terms.lang)
        return plan(table, draft(table, "timeout", None, seat=seat, data=data))

    return command


def outage(missed: Sequence[Outage]) -> Command:
    """Give back the time in which nobody served."""

    def command(table: Table) -> Plan | Answer:
        assert table.clocks is not None
        return plan(table, draft(table, "outage", None, data={clocks.KEY: table.clocks.reading_over(missed)}))

    return command


def take_back(guest: str, seat: int, message: str | None, lang: str = DEFAULT) -> Command:
    """Sit down again where a bot has played on for one."""

    def command(table: Table) -> Plan | Answer:
        place = check_seat(table, seat)
        name = place.left_name or say("seat.guest", lang, number=seat + 1)
        event = draft(table, "back", guest, message, seat=seat, data={"name": name})
        if (answer := answered(table, event)) is not None:
            return answer
        if seat in table.held_by(guest):
            return {"step": table.step}
        check_playing(table)
        if place.kind != "bot" or place.left_by != guest:
            raise refuse("not-your-seat", seat=seat)
        if not table.may_come_back(guest, seat):
            raise refuse("not-possible", "rated-gone")
        if table.returns.get(seat, 0) >= MOST_RETURNS:
            raise refuse("not-possible", "returns-enough")
        return plan(table, event)

    return command


def cancel(guest: str, wish: bool, message: str | None) -> Command:
    """Say that one wants to cancel the match, or not any more. When all people want it, it is over without results."""

    def command(table: Table) -> Plan | Answer:
        people = table.people()
        ends = wish and people <= table.cancelling | {guest}
        data = {"wish": wish, **({"ends": True} if ends else {})}
        event = draft(table, "cancel", guest, message, data=data)
        if (answer := answered(table, event)) is not None:
            return answer
        if guest not in people:
            raise refuse("forbidden")
        check_playing(table)
        if wish == (guest in table.cancelling):
            return {"step": table.step}
        if not is_cancellable(table):
            raise refuse("not-possible", "rated-going")
        if table.wishes.get(guest, 0) >= MOST_WISHES:
            raise refuse("not-possible", "wishes-enough")
        return plan(table, event)

    return command


def holiday(guest: str, until: int) -> Command:
    """A guest's clocks stand still until then at a table by mail; 0 is a holiday that is over."""

    def command(table: Table) -> Plan | Answer:
        seats = table.held_by(guest)
        if table.terms.pace.kind != "mail" or table.status != "playing" or not seats or table.clocks is None:
            return {"step": table.step}
        if all(table.clocks.holiday.get(seat, 0) == until for seat in seats):
            return {"step": table.step}
        return plan(table, draft(table, "holiday", guest, data={"until": until}))

    return command
