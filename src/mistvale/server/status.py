"""The status of a match: how its table stands, as each guest gets it."""

from __future__ import annotations

import mistvale as mv

from . import seating
from .boxes import differences
from .clocks import Clocks
from .daily import is_secret
from .endings import ending_of, is_cancellable
from .models.boxes import OwnBoxTold
from .models.tables import ClockStatus, EndingStatus, MatchStatus, PaceStatus, PlayedOnStatus, SeatStatus
from .tables import Table
from .words import former, say


def status(
    table: Table, guest: str, online: set[str], failed: set[int], lang: str, left: int | None = None
) -> MatchStatus:
    """A match status as one guest gets it, with the guests that are there and the bots that cannot move.

    `left`: the seconds after which seats are free again that the start waits for.
    """
    told = always_told(table, guest)
    pending = table.pending
    for number in range(len(table.seats)):
        seat = seat_status(table, number, guest, online, lang)
        seat.pending, seat.failed = number in pending, number in failed
        told.seats.append(seat)
    tell_terms(table, told)
    tell_origin(table, told)
    tell_end(table, told)
    if left is not None:
        told.start_left = left
    if table.frozen:
        told.reason = table.frozen.told(lang)
    return told


def always_told(table: Table, guest: str) -> MatchStatus:
    """What is told of every table; its seats are to follow."""
    match = table.match
    return MatchStatus(
        match=table.id,
        game=table.game,
        title=mv.game(table.game).title if table.game in mv.games() else table.game,
        options=table.options,
        status=table.status,
        seats=[],
        mine=table.held_by(guest),
        host=table.host == guest,
        step=table.step,
        scores=public_scores(match) if match else [],
        ranks=list(match.ranks) if match and match.over else [],
        created=table.created,
        host_seal=table.host_seal,
        rematch=table.rematch,
        hints=table.terms.hints,
        door=table.terms.door,
        chat=table.chat,
        programs=table.terms.programs,
    )


def public_scores(match: mv.Match) -> list[int]:
    """The points that everybody may know."""
    return list(match.scores) if match.over else list(match.view(None)["scores"])


# ---------------------------------------------------------------- seats


def seat_status(table: Table, number: int, guest: str, online: set[str], lang: str) -> SeatStatus:
    """Who sits on a seat, or may; whether it is to move is to follow."""
    seat = table.seats[number]
    told = SeatStatus(
        seat=number,
        kind=seat.kind,
        name=seat.name or unnamed(seat.kind, number, lang),
        mine=number in table.held_by(guest),
        online=seat.kind == "bot" or seat.guest in online,
        bot=seat.bot if seat.kind == "bot" else None,
        pending=False,
        failed=False,
    )
    if number in table.gone:
        told.gone = table.gone[number]
        if seat.kind == "bot":
            told.was = seat.left_name or former(lang)
    if table.may_come_back(guest, number):
        told.back = True
    if seat.guest in table.cancelling:
        told.cancelling = True
    if seat.owner and seat.kind == "guest":
        told.program = seat.owner_name or former(lang)
    if table.match is None:
        seating.tell(table, seat, told)
    if seat.kind == "open" and table.host == guest:
        told.link = f"/join/{seat.token}"
    return told


def unnamed(kind: str, seat: int, lang: str) -> str:
    """What a seat is called that nobody's name is known of: an open one, or that of somebody who is gone."""
    return say("seat.guest", lang, number=seat + 1) if kind == "open" else former(lang)


# ---------------------------------------------------------------- what only some tables have


def tell_terms(table: Table, told: MatchStatus) -> None:
    """What the table was opened for."""
    terms = table.terms
    if terms.pace.kind != "none":
        told.pace = PaceStatus(kind=terms.pace.kind, bank=terms.pace.bank, decision=terms.pace.decision)
    if terms.rated:
        told.rated = True
    if terms.daily:
        told.daily, told.secret = terms.daily, is_secret(terms)
    if terms.tournament:
        told.tournament = terms.tournament


def tell_origin(table: Table, told: MatchStatus) -> None:
    """What the match goes on from, and the box that it is played with."""
    if came := table.played_on:
        told.played_on = PlayedOnStatus(step=came.step, dealt_anew=came.redeal is not None, **came.named())
    if table.own_box:
        told.own_box = OwnBoxTold(digest=table.own_box.digest, differs=differences(table.own_box))


def tell_end(table: Table, told: MatchStatus) -> None:
    """How the match ended, or may end, where the rules do not say it all."""
    if ending := ending_of(table):
        told.ending = EndingStatus(**ending.plain())
    if told.mine and is_cancellable(table):
        told.cancellable = True


# ---------------------------------------------------------------- clocks


def clock_status(clocks: Clocks, now: int) -> list[ClockStatus]:
    """What each seat has left, as it is told."""
    told = []
    for seat in range(len(clocks.bank)):
        decision, bank = clocks.left(seat, now)
        holiday = clocks.holiday.get(seat, 0) - now
        one = ClockStatus(seat=seat, decision=decision, bank=bank, running=seat in clocks.running and holiday <= 0)
        if holiday > 0:
            one.holiday = holiday
        told.append(one)
    return told
