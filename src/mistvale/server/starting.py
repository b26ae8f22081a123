"""What people may do at a table before the first move, beside sitting down; and what the server does with the late."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import mistvale as mv

from . import seating
from .commands import (
    Command,
    Plan,
    check_before_play,
    check_begun_there,
    check_holder,
    check_not_frozen,
    check_seal,
    check_seat,
    draft,
    plan,
)
from .errors import Refusal, refuse
from .events import Link, seconds
from .models.tables import ChangeWish
from .tables import Answer, Seat, Table
from .terms import Terms

# So often a table may be handed on.
MOST_HANDINGS = 40


def check_host(table: Table, guest: str) -> None:
    if table.host != guest:
        raise refuse("forbidden", "not-host")


def check_not_begun(table: Table) -> None:
    check_not_frozen(table)
    if table.match:
        raise refuse("not-possible", "begun")


def check_own(table: Table, guest: str) -> list[int]:
    mine = table.held_by(guest)
    if not mine:
        raise refuse("forbidden", "no-seat-here")
    return mine


# ---------------------------------------------------------------- those who sit there


def confirm(guest: str, seals: dict[int, str]) -> Command:
    """Say that one is there, and agrees; with seals of seats that have none."""

    def command(table: Table) -> Plan | Answer:
        mine = check_own(table, guest)
        if table.match:
            return {"step": table.step}
        check_not_frozen(table)
        given = new_seals(table, guest, seals)
        wanted = [seat for seat in mine if seat in seating.unconfirmed(table)]
        if not given and (not wanted or not asked(table, wanted)):
            return {"step": table.step}
        data = {"seats": wanted, "seals": {str(seat): seal for seat, seal in given.items()}}
        return plan(table, draft(table, "confirm", guest, data=data))

    return command


def asked(table: Table, seats: list[int]) -> bool:
    """Whether somebody is asked to confirm: at the start; and before, if something was changed."""
    return table.status == "confirming" or any(not table.seats[seat].agreed for seat in seats)


def new_seals(table: Table, guest: str, seals: dict[int, str]) -> dict[int, str]:
    """The seals that are news, checked: a seal that was given stays."""
    given = {}
    for seat, text in seals.items():
        check_holder(table, guest, seat)
        seal = check_seal(text)
        place = table.seats[seat]
        if seal is None or table.seed is not None or place.seal == seal:
            continue
        if place.seal is not None or (table.status == "sealing" and not place.due):
            raise refuse("not-possible", "sealed-before")
        given[seat] = seal
    return given


def seal_anew(guest: str, seals: dict[int, str]) -> Command:
    """Give new seals after a start that came to nothing."""

    def command(table: Table) -> Plan | Answer:
        check_own(table, guest)
        if table.match:
            return {"step": table.step}
        check_not_frozen(table)
        given = new_seals(table, guest, seals)
        if not given:
            return {"step": table.step}
        data = {"seals": {str(seat): seal for seat, seal in given.items()}}
        return plan(table, draft(table, "seals", guest, data=data))

    return command


def stand_up(guest: str) -> Command:
    """Give one's seats back before the first move: they are open again."""

    def command(table: Table) -> Plan | Answer:
        mine = table.held_by(guest)
        check_not_begun(table)
        check_begun_there(table)
        if not mine:
            return {"step": table.step}
        # Nobody is kept by what others have filled the table with; who stands up has sat down, and that ends somewhere.
        return freed(table, mine, guest, anew=table.status == "sealing")

    return command


def free_late(moment: float, patience: Callable[[Table], float]) -> Command:
    """Free the seats that the start has waited for too long."""

    def command(table: Table) -> Plan | Answer:
        late = [] if table.match or table.closed or table.frozen else seating.late(table)
        if not late or seconds(table.stage[1]) + patience(table) > moment:
            return {"step": table.step}
        return freed(table, late, None, anew=True)

    return command


def freed(table: Table, seats: list[int], guest: str | None, anew: bool) -> Plan:
    """Open seats again. Where strangers meet, the table goes to another who sits there, or is given up."""
    gone = {table.seats[seat].guest for seat in seats}
    left = [i for i, seat in enumerate(table.seats) if seat.kind == "guest" and i not in seats]
    public = table.terms.door != "link"
    orphaned = public and not any(table.seats[seat].guest == table.host for seat in left)
    tokens = {str(seat): secrets.token_urlsafe(24) for seat in seats if not table.seats[seat].token}
    data: dict[str, Any] = {
        "seats": seats,
        "tokens": tokens,
        "anew": anew,
        "host_part": secrets.token_hex(32) if anew and table.seed is None else table.host_part,
        "host": left[0] if orphaned and left else None,
        "closed": public and not left,
    }
    kept = {table.seats[seat].guest for seat in left} | ({table.host} if not orphaned else set())
    return plan(
        table,
        draft(table, "free", guest, data=data),
        links=tuple(Link(token, table.id, int(seat)) for seat, token in tokens.items()),
        released=tuple((each, table.id) for each in sorted(filter(None, gone - kept))),
    )


def decline(player: str, seat: int) -> Command:
    """A player does not come: a seat that was kept for it is for others."""

    def command(table: Table) -> Plan | Answer:
        place = check_seat(table, seat)
        if table.match or place.kind != "open" or place.kept_for != player:
            return {"step": table.step}
        check_not_frozen(table)
        return opened_again(table, seat, None, {})

    return command


def uninvite(guest: str, seat: int) -> Command:
    """Who was asked to a seat shall not have it: it is kept for nobody, and the link that was told leads nowhere."""

    def command(table: Table) -> Plan | Answer:
        place = check_seat(table, seat)
        if table.match or table.closed or place.kind != "open":
            return {"step": table.step}
        check_not_frozen(table)
        check_before_play(table)
        return opened_again(table, seat, guest, {str(seat): secrets.token_urlsafe(24)})

    return command


def opened_again(table: Table, seat: int, guest: str | None, tokens: dict[str, str]) -> Plan:
    """Let an open seat be for whoever finds it, by a new link if there is one."""
    data = {
        "seats": [seat],
        "tokens": tokens,
        "anew": False,
        "host_part": table.host_part,
        "host": None,
        "closed": False,
    }
    links = tuple(Link(token, table.id, seat) for token in tokens.values())
    return plan(table, draft(table, "free", guest, data=data), links=links)


# ---------------------------------------------------------------- the host


def close(guest: str) -> Command:
    """Give a table up before it has begun."""

    def command(table: Table) -> Plan | Answer:
        check_host(table, guest)
        if table.closed:
            return {"step": table.step}
        check_not_begun(table)
        return plan(table, draft(table, "close", guest))

    return command


def change(guest: str, wish: ChangeWish) -> Command:
    """Agree on something else before it has begun; those who sit there are asked again."""

    def command(table: Table) -> Plan | Answer:
        check_host(table, guest)
        check_not_begun(table)
        if table.status == "sealing":
            # Parts are on their way: what they were given for stays.
            raise refuse("not-possible", "starting")
        options, terms = wished(table, wish)
        if (options, terms) == (table.options, table.terms):
            return {"step": table.step}
        check_before_play(table)
        return plan(table, draft(table, "change", guest, data={"options": options, **terms.written()}))

    return command


def wished(table: Table, wish: ChangeWish) -> tuple[dict[str, str], Terms]:
    """Options and terms as they would be; what is not wished for stays."""
    options = table.options
    if wish.options is not None:
        try:
            game = mv.game(table.game)
            options = game.check_options(wish.options)
            if table.own_box is not None:
                game.check_box(table.own_box.box(table.game), len(table.seats), options)
        except mv.BadTable as error:
            raise Refusal("bad-request", error) from error
    if table.terms.rated and wish.hints:
        raise refuse("bad-request", "rated-hints")
    given = wish.model_dump(exclude={"options"}, exclude_none=True)
    return options, replace(table.terms, **given)


def hand_on(guest: str, seat: int, for_good: bool = False) -> Command:
    """Let another who sits there be the host; `for_good`: because the host goes, which nothing keeps anybody from."""

    def command(table: Table) -> Plan | Answer:
        place = check_seat(table, seat)
        if place.kind == "guest" and place.guest == table.host and guest in {table.host, *table.sat}:
            return {"step": table.step}  # said again
        check_host(table, guest)
        check_not_frozen(table)
        if place.kind != "guest" or not place.guest:
            raise refuse("not-possible", "nobody-there")
        if not for_good:
            check_handing(table)
        return plan(table, draft(table, "host", guest, seat=seat))

    return command


def check_handing(table: Table) -> None:
    """A table takes only so many events: who hands it to and fro must not use up what others need for their moves."""
    if table.match is None:
        check_before_play(table)
    elif table.handings >= MOST_HANDINGS:
        raise refuse("not-possible", "wishes-enough")


# ---------------------------------------------------------------- who may sit down


def seat_for(table: Table, guest: str, is_friend: bool, wanted: int | None) -> int:
    """The seat that somebody may take who found the table: the one that is wished for, or the first."""
    check_not_frozen(table)
    mine = table.held_by(guest)
    if mine:
        return mine[0]
    # What is kept for one comes first.
    numbers = sorted(range(len(table.seats)), key=lambda each: table.seats[each].kept_for != guest)
    for number in numbers if wanted is None else [wanted]:
        if may_take(table, check_seat(table, number), guest, is_friend):
            return number
    if wanted is None or table.seats[wanted].kind != "open":
        raise refuse("seat-taken")
    raise refuse("forbidden", "seat-not-for-you")


def may_take(table: Table, seat: Seat, guest: str, is_friend: bool) -> bool:
    """Whether somebody who is, or is not, a friend of the host may take a seat without its link."""
    if seat.kind == "open" and seat.kept_for is not None:
        return seat.kept_for == guest
    if seat.kind != "open" or table.terms.door == "link" or (table.terms.door == "friends" and not is_friend):
        return False
    return seat.wanted == "anyone" or (seat.wanted == "friends" and is_friend)
