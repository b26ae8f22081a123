"""What guests and bots may do at a table. Each command checks, and says which events it would append."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass, replace
from itertools import count
from typing import Any

import mistvale as mv
from mistvale.core.chance import seal as sealed
from mistvale.core.text import DEFAULT

from . import clocks
from .anchors import anchor
from .boxes import OwnBox
from .clocks import Moment
from .endings import cancellations_of, ends_with
from .errors import Refusal, refuse
from .events import Batch, Event, Link, now
from .notices import notices_of
from .playing_on import PlayedOn
from .results import results_of
from .tables import Answer, Change, Seat, Table, request_key
from .terms import STAND_IN, Terms, read_terms
from .words import bot_label, say

ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
HEX = frozenset("0123456789abcdef")
MOST_BEFORE_PLAY = 500  # events


@dataclass(frozen=True)
class Plan:
    """A command that may be carried out: what to append, and the table it leads to."""

    table: Table
    change: Change
    batch: Batch
    answer: Answer


# A command looks at the table as it stands and plans, or refuses, or finds that it was carried out before.
Command = Callable[[Table], "Plan | Answer"]


def new_id() -> str:
    """A match id: short, without letters that are mistaken for one another."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(12))


def answered(table: Table, event: Event) -> Answer | None:
    """The first answer to a message that is sent again."""
    if event.message is None:
        return None
    known = table.answers.get(event.guest, {}).get(event.message)
    if known is None:
        return None
    if known[0] != request_key(event):
        raise refuse("bad-request", "same-id", id=event.message)
    return known[1]


def plan(table: Table, event: Event, **more: Any) -> Plan:
    """Try an event on a copy of the table."""
    event = timed(table, event)
    after = table.copy()
    try:
        change = after.apply(event)
    except mv.IllegalMove as error:
        raise Refusal("illegal-move", error) from error
    if after.match:
        event = replace(event, digest=after.match.digest(), rules=str(after.match.game.version))
    if after.status == "over" and table.status != "over":
        more["results"] = results_of(after, event.at)
        more["cancellations"] = cancellations_of(after)
    notices = notices_of(table, after, event.guest)
    batch = Batch(events=(event,), marks=(after.mark(change.status),), notices=notices, **more)
    return Plan(after, replace(change, event=event), batch, {"step": after.step})


def timed(table: Table, event: Event) -> Event:
    """The same event with what it says of time, at tables where that counts."""
    pace = read_terms(event.data).pace if event.kind == "open" else table.terms.pace
    if pace.kind == "none" or clocks.KEY in event.data:
        return event
    if table.moment is None:
        raise ValueError("an event at a table with clocks needs a moment")
    reading = table.clocks.reading(table.moment) if table.clocks else clocks.first_reading(table.moment)
    return replace(event, data={**event.data, clocks.KEY: reading})


def draft(table: Table, kind: str, guest: str | None, message: str | None = None, **more: Any) -> Event:
    return Event(table.id, table.number + 1, kind, guest=guest, message=message, at=now(), **more)


# ---------------------------------------------------------------- checks


def check_seat(table: Table, seat: int) -> Seat:
    if not 0 <= seat < len(table.seats):
        raise refuse("not-found", "no-seat", seat=seat, last=len(table.seats) - 1)
    return table.seats[seat]


def check_holder(table: Table, guest: str, seat: int) -> None:
    holder = check_seat(table, seat)
    if holder.kind != "guest" or holder.guest != guest:
        raise refuse("not-your-seat", seat=seat)


def check_not_frozen(table: Table) -> None:
    if table.frozen:
        raise Refusal("frozen", table.frozen)
    if table.closed:
        raise refuse("closed")


def check_started(table: Table) -> mv.Match:
    if table.match is None:
        check_not_frozen(table)
        raise refuse("not-started")
    return table.match


def check_bot(name: str) -> str:
    if name not in mv.bots():
        raise refuse("bad-request", "no-bot", bot=name, known=", ".join(mv.bots()))
    return name


def check_measured(game: str, seats: int, bot: str) -> None:
    """Refuse a bot at a rated table of which nobody knows how strong it is: the match would count for nobody."""
    if anchor(game, seats, bot, mv.game(game).version) is None:
        raise refuse("bad-request", "rated-bot", bot=bot)


def check_seal(text: str | None) -> str | None:
    if not text:
        return None
    if len(text) != 64 or not set(text) <= HEX:
        raise refuse("bad-request", "bad-seal")
    return text


def check_playing(table: Table) -> mv.Match:
    check_not_frozen(table)
    match = check_started(table)
    if table.status == "over":
        raise refuse("not-pending", "is-over")
    return match


def check_pending(table: Table, seat: int) -> None:
    if seat not in check_playing(table).pending:
        raise refuse("not-pending", name=table.seats[seat].name)


# ---------------------------------------------------------------- playing


def check_room(table: Table, most: int) -> None:
    """A match that goes on and on ends somewhere: nobody fills a disk with it."""
    if table.number >= most:
        raise refuse("too-many", "events-enough", most=most)


def check_before_play(table: Table) -> None:
    """Nobody fills a disk by changing his mind, again and again, before anything is played."""
    check_room(table, MOST_BEFORE_PLAY)


def move(guest: str, seat: int, notation: str, message: str | None, most: int) -> Command:
    """Make a move, unless the match has as many events as one may have."""

    def command(table: Table) -> Plan | Answer:
        event = draft(table, "move", guest, message, seat=seat, data={"move": notation})
        if (answer := answered(table, event)) is not None:
            return answer
        check_holder(table, guest, seat)
        check_pending(table, seat)
        check_room(table, most)
        return plan(table, event)

    return command


def bot_move(seat: int, notation: str, turn: tuple[int, int]) -> Command:
    """A bot's move, chosen for the turn that it thought about."""

    def command(table: Table) -> Plan | Answer:
        if seat not in table.bots_to_move() or table.turn(seat) != turn:
            raise refuse("not-pending", name=table.seats[seat].name)
        return plan(table, draft(table, "move", None, seat=seat, data={"move": notation}))

    return command


def undo(guest: str, seat: int, message: str | None, most: int) -> Command:
    """Take a move back, unless the seat has done so too often: what is left is for moves."""

    def command(table: Table) -> Plan | Answer:
        event = draft(table, "undo", guest, message, seat=seat)
        if (answer := answered(table, event)) is not None:
            return answer
        check_holder(table, guest, seat)
        if not check_playing(table).can_undo(seat):
            raise refuse("no-undo")
        if table.undos[seat] >= most:
            raise refuse("no-undo", "undo-enough", most=most)
        return plan(table, event)

    return command


def leave(
    guest: str,
    seat: int,
    bot: str | None,
    message: str | None,
    failed: Callable[[], Collection[int]],
    lang: str = DEFAULT,
) -> Command:
    """Hand a seat to a bot: one's own, as the host one that no friend has taken, or that of a bot which cannot move.

    Without a bot's name, and where something is at stake, it is one of the table's level; or the match ends there.
    """

    def command(table: Table) -> Plan | Answer:
        check_seat(table, seat)
        data = successor(table, seat, None if table.terms.counts and table.match else bot, lang)
        event = draft(table, "leave", guest, message, seat=seat, data=data)
        if (answer := answered(table, event)) is not None:
            return answer
        check_leaver(table, guest, seat, failed())
        check_not_frozen(table)
        check_begun_there(table)
        return plan(table, event)

    return command


def successor(table: Table, seat: int, bot: str | None, lang: str) -> dict[str, Any]:
    """What an event says of who plays on for a seat; or that nobody does."""
    if ends_with(table, seat):
        return {"ends": True}
    chosen = check_bot(bot or table.terms.level)
    if bot and table.terms.rated and table.match is None:
        check_measured(table.game, len(table.seats), chosen)
    name = unlike(bot_name(chosen, lang), [each.name for i, each in enumerate(table.seats) if i != seat])
    return {"bot": chosen, "name": name}


def check_begun_there(table: Table) -> None:
    """Before the first move nobody leaves a tournament by its table: who withdraws says so to the tournament."""
    if table.terms.tournament and table.match is None:
        raise refuse("not-possible", "tournament-table")


def check_leaver(table: Table, guest: str, seat: int, failed: Collection[int]) -> None:
    kind = check_seat(table, seat).kind
    may_fill = kind == "open" and table.host == guest
    may_replace = kind == "bot" and seat in failed and table.knows(guest)
    if not may_fill and not may_replace:
        check_holder(table, guest, seat)


# ---------------------------------------------------------------- sitting down


@dataclass(frozen=True)
class Owner:
    """Whose program sits down, and what that player is called."""

    player: str
    name: str


def check_company(table: Table, guest: str, owner: Owner | None, agreed: bool) -> None:
    """Programs sit only where they may, each once; people sit with them only if they have agreed to."""
    if owner is None:
        if table.terms.programs and not agreed and not table.knows(guest):
            raise refuse("not-agreed")
        return
    if not table.terms.programs:
        raise refuse("forbidden", "no-programs")
    if table.held_by(guest):
        raise refuse("seat-taken", "program-sits")


def join(
    guest: str,
    seat: int,
    name: str,
    seal: str | None,
    lang: str = DEFAULT,
    agreed: bool = False,
    owner: Owner | None = None,
    token: str | None = None,
) -> Command:
    """Take a seat; `agreed`: to meet programs where they may sit; `owner`: of the program that sits down.

    `token` is that of the link by which one comes: after an invitation was taken back, another one leads there.
    """

    def command(table: Table) -> Plan | Answer:
        check_not_frozen(table)
        place = check_seat(table, seat)
        if place.kind == "guest" and place.guest == guest:
            return {"step": table.step}
        if place.kind != "open":
            raise refuse("seat-taken")
        if token not in (None, place.token):
            raise refuse("not-found", "no-link")
        if place.kept_for not in (None, guest):
            raise refuse("forbidden", "seat-kept")
        check_before_play(table)
        if table.terms.rated and table.held_by(guest):
            raise refuse("seat-taken", "rated-two")
        check_company(table, guest, owner, agreed)
        called = name or say("seat.guest", lang, number=seat + 1)
        kept = check_seal(seal) if table.seed is None else None
        data = {"name": called, "seal": kept}
        if owner:
            data |= {"owner": owner.player, "owner_name": owner.name}
        event = draft(table, "join", guest, seat=seat, data=data)
        return plan(table, event, holders=((guest, table.id),))

    return command


def parts(guest: str, given: dict[int, str], message: str | None) -> Command:
    """Reveal the parts of one's own seats."""

    def command(table: Table) -> Plan | Answer:
        event = draft(table, "parts", guest, message, data={"parts": {str(i): p for i, p in given.items()}})
        if (answer := answered(table, event)) is not None:
            return answer
        for seat in given:
            check_holder(table, guest, seat)
        if all(given[seat] == table.seats[seat].part for seat in given):
            return {"step": table.step}
        check_not_frozen(table)
        if table.status != "sealing" or any(seat.due and seat.kind == "guest" for seat in table.seats):
            raise refuse("not-sealed")
        for seat, part in given.items():
            check_part(table.seats[seat], seat, part)
        return plan(table, event)

    return command


def check_part(place: Seat, seat: int, part: str) -> None:
    if place.seal is None:
        raise refuse("bad-request", "no-seal", seat=seat)
    if not place.unrevealed:
        raise refuse("not-sealed")
    if part and (len(part) != 64 or not set(part) <= HEX or sealed(bytes.fromhex(part)) != place.seal):
        raise refuse("bad-request", "wrong-part", seat=seat)


# ---------------------------------------------------------------- opening


def bot_name(bot: str, lang: str) -> str:
    """What a bot's seat is called: a name, and so in the language of whoever lets it sit there."""
    return say("seat.bot", lang, bot=bot_label(bot, lang))


def unlike(name: str, others: Collection[str]) -> str:
    """A name for a bot that nobody else at the table has."""
    numbered = (f"{name} {number}" for number in count(2))
    return name if name not in others else next(each for each in numbered if each not in others)


def open_table(
    guest: str,
    game: str,
    options: dict[str, str],
    seats: list[Seat],
    seed: str | None,
    terms: Terms,
    moment: Moment | None = None,
    met: bool = False,
    played_on: PlayedOn | None = None,
    own_box: OwnBox | None = None,
) -> Plan:
    """A new table, with a part of the host's own unless the seed is given.

    `moment` is now, if it has a pace; `met`: all who sit there are there; `played_on`: what it goes on from;
    `own_box`: what it is played with, if that is not the standard box.
    """
    table = Table(new_id(), moment=moment)
    data = {
        "game": game,
        "options": options,
        "seats": [asdict(seat) for seat in seats],
        "seed": seed,
        "host_part": None if seed else secrets.token_hex(32),
        **terms.written(),
    }
    if met:
        data["met"] = True
    if played_on:
        data["from"] = played_on.written()
    if own_box:
        data["box"] = own_box.written()
    links = [Link(seat.token, table.id, i) for i, seat in enumerate(seats) if seat.token]
    # A table that the server itself opens has no host.
    holders = {seat.guest for seat in seats if seat.guest} | ({guest} if guest else set())
    held = tuple((holder, table.id) for holder in sorted(holders))
    return plan(table, draft(table, "open", guest, data=data), links=tuple(links), holders=held)


def again(seat: Seat, seal: str | None, lang: str, public: bool, gone: Collection[str] = ()) -> Seat:
    """A seat at the table of a rematch; for somebody who is gone a bot sits there.

    Where strangers meet, who has added a part of its own adds one again: the start waits for it.
    """
    if seat.kind == "guest" and (not seat.name or seat.guest in gone):
        return Seat("bot", bot_name(STAND_IN, lang), bot=STAND_IN)
    due = public and seat.kind == "guest" and seat.seal is not None and seal is None
    fresh = replace(seat, token=None, kept_for=None, seal=seal, part=None, left_by=None, left_name="")
    return replace(fresh, here="", agreed=True, due=due)


def rematch(guest: str, seals: dict[int, str], lang: str = DEFAULT, gone: Collection[str] = ()) -> Command:
    """The same seats again at one new table, whoever asks first; the seals are those of its own seats.

    `gone` are programs that cannot come any more.
    """

    def command(table: Table) -> Plan | Answer:
        if table.rematch:
            return {"match": table.rematch}
        if not table.held_by(guest):
            raise refuse("forbidden")
        if table.terms.daily:
            raise refuse("forbidden", "daily-again")
        if table.terms.rated and table.terms.pace.kind == "none":
            # One of before clocks were asked for: such a match goes on, but no new one begins.
            raise refuse("not-possible", "rated-pace")
        if table.status != "over":
            check_not_frozen(table)
            raise refuse("not-over")
        for seat in seals:
            check_holder(table, guest, seat)
        given = [check_seal(seals.get(seat)) for seat in range(len(table.seats))]
        public = table.terms.door != "link"
        seats = [again(seat, own, lang, public, gone) for seat, own in zip(table.seats, given, strict=True)]
        # What is played again is played for fun: the tournament has its own tables.
        terms = replace(table.terms, tournament="", patience=0)
        own_box = table.own_box
        opened = open_table(guest, table.game, table.options, seats, None, terms, table.moment, own_box=own_box)
        event = draft(table, "rematch", guest, data={"match": opened.table.id})
        old = plan(table, event)
        both = Batch(
            old.batch.events + opened.batch.events,
            old.batch.marks + opened.batch.marks,
            holders=opened.batch.holders,
            notices=old.batch.notices + opened.batch.notices,
        )
        return replace(old, batch=both, answer={"match": opened.table.id})

    return command
