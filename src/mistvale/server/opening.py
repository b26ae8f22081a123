"""From a wish for a table to a table: games, options, seats, seeds and seals as a guest may give them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import mistvale as mv
from mistvale.core.chance import seed_bytes
from mistvale.core.errors import BadSeed
from mistvale.core.text import DEFAULT, clean_name

from .boxes import OwnBox
from .clocks import Moment
from .commands import Owner, Plan, bot_name, check_bot, check_measured, check_seal, open_table
from .errors import Refusal, refuse
from .models.common import Wanted
from .models.tables import LONGEST_DECISION, GoOnWish, PaceWish, SeatWish, TableWish
from .people import Player
from .playing_on import PlayedOn
from .tables import Seat
from .terms import STAND_IN, Door, Pace, Terms
from .words import say

OWN_KINDS = ("me", "here")
ON_KINDS = (*OWN_KINDS, "bot", "friend")  # who sits at tables that go on from a finished match
# Who may take a seat of each kind that is open; each has a link as well.
WANTED: dict[str, Wanted] = {"friend": "link", "friends": "friends", "anyone": "anyone", "player": "player"}
# Who may find a table with such a seat.
DOORS: dict[str, tuple[Door, ...]] = {"friends": ("friends", "public"), "anyone": ("public",)}
# A decision of a live match, and the shortest by mail, in milliseconds.
SHORTEST_LIVE = 5_000
LONGEST_LIVE = 10 * 60 * 1000
SHORTEST_MAIL = 3600 * 1000


def find_game(name: str) -> mv.Game:
    if name not in mv.games():
        raise refuse("not-found", "no-game", game=name, known=", ".join(mv.games()))
    return mv.game(name)


def plan_table(
    guest: str,
    own_name: str,
    wish: TableWish,
    lang: str = DEFAULT,
    moment: Moment | None = None,
    owner: Owner | None = None,
    kept: Mapping[int, Player] = MappingProxyType({}),
    own_box: OwnBox | None = None,
) -> Plan:
    """The table a guest wishes for, or a program of `owner`; refused, with what is possible, if it cannot be.

    `moment` is now, with a pace; `kept` are the players for whom seats are kept; `own_box` is what it is to
    be played with, if that is not the standard box.
    """
    game = find_game(wish.game)
    try:
        count = game.check_seats(len(wish.seats))
        options = game.check_options(wish.options)
        if own_box is not None:
            game.check_box(own_box.box(game.name), count, options)
        seed = None if wish.seed is None else read_seed(wish.seed)
    except (mv.BadTable, BadSeed) as error:
        raise Refusal("bad-request", error) from error
    check_seals(wish)
    check_door(wish)
    if owner:
        check_program(wish)
    seats = [make_seat(i, guest, own_name, each, wish.seals.get(i), lang) for i, each in enumerate(wish.seats)]
    seats = [keep_for(kept[i], seat) if i in kept else seat for i, seat in enumerate(seats)]
    for seat in seats:
        if wish.rated and seat.bot:
            check_measured(game.name, len(seats), seat.bot)
    if owner:
        seats = [own_program(seat, own_name, owner) for seat in seats]
    terms = agreed(wish, lang)
    return open_table(guest, game.name, options, numbered(seats), seed, terms, moment, own_box=own_box)


def plan_playing_on(
    guest: str,
    own_name: str,
    game: str,
    options: dict[str, str],
    wish: GoOnWish,
    played: PlayedOn,
    lang: str,
    own_box: OwnBox | None = None,
) -> Plan:
    """A table that goes on from elsewhere: unrated, with seats for oneself, bots, and friends by link."""
    for each in wish.seats:
        if each.kind not in ON_KINDS:
            raise refuse("bad-request", "play-on-seat", kind=each.kind)
    seats = [make_seat(i, guest, own_name, each, None, lang) for i, each in enumerate(wish.seats)]
    terms = Terms(hints=True, lang=lang)
    return open_table(guest, game, options, numbered(seats), played.seed, terms, played_on=played, own_box=own_box)


def agreed(wish: TableWish, lang: str) -> Terms:
    """The terms that a guest wishes for."""
    level = check_bot(wish.level or STAND_IN)
    if wish.rated:
        check_rated(wish)
    return Terms(
        hints=wish.hints,
        door=wish.door,
        pace=read_pace(wish.pace),
        rated=wish.rated,
        level=level,
        lang=lang,
        programs=wish.programs,
    )


def read_pace(wish: PaceWish) -> Pace:
    """A pace, if it can be played at: nobody is out of time before a move is thought of."""
    if wish.kind == "none":
        if wish.bank or wish.decision:
            raise refuse("bad-request", "pace-none")
        return Pace()
    if wish.kind == "live" and not SHORTEST_LIVE <= wish.decision <= LONGEST_LIVE:
        raise refuse("bad-request", "pace-live", least=SHORTEST_LIVE, most=LONGEST_LIVE)
    if wish.kind == "mail" and (wish.decision < SHORTEST_MAIL or wish.bank):
        raise refuse("bad-request", "pace-mail", least=SHORTEST_MAIL, most=LONGEST_DECISION)
    return Pace(wish.kind, wish.bank, wish.decision)


def check_rated(wish: TableWish) -> None:
    """What counts for ratings is fair: nobody chose the deck, is helped, has two seats or lets others wait for ever."""
    if wish.seed is not None:
        raise refuse("bad-request", "rated-seed")
    if wish.box is not None:
        raise refuse("bad-request", "rated-box")
    if wish.hints:
        raise refuse("bad-request", "rated-hints")
    if wish.pace.kind == "none":
        raise refuse("bad-request", "rated-pace")
    if len(wish.seats) < 2:
        raise refuse("bad-request", "rated-alone")
    if sum(seat.kind in OWN_KINDS for seat in wish.seats) > 1 or any(seat.kind == "here" for seat in wish.seats):
        raise refuse("bad-request", "rated-here")


def read_seed(seed: int | str) -> str:
    """A seed as hexadecimal: given as a number, or as 64 digits."""
    if isinstance(seed, str) and seed.strip().isdecimal() and len(seed.strip()) < 64:
        seed = int(seed)
    return seed_bytes(seed).hex()


def check_seals(wish: TableWish) -> None:
    if wish.seals and wish.seed is not None:
        raise refuse("bad-request", "seed-and-seal")
    for seat in wish.seals:
        if not 0 <= seat < len(wish.seats) or wish.seats[seat].kind not in OWN_KINDS:
            raise refuse("bad-request", "seal-foreign", seat=seat)


def check_door(wish: TableWish) -> None:
    """A seat for anyone is of no use where nobody finds the table."""
    for seat in wish.seats:
        if wish.door not in DOORS.get(seat.kind, (wish.door,)):
            raise refuse("bad-request", "seat-behind-door", kind=seat.kind, door=wish.door)


def check_program(wish: TableWish) -> None:
    """A program that opens a table sits at it as one, and says so."""
    own = [seat.kind for seat in wish.seats if seat.kind in OWN_KINDS]
    if own and not wish.programs:
        raise refuse("forbidden", "no-programs")
    if own not in ([], ["me"]):
        raise refuse("bad-request", "program-sits")


def own_program(seat: Seat, name: str, owner: Owner) -> Seat:
    """A seat that a program has, by the name of its token; others stay as they are."""
    return replace(seat, name=name, owner=owner.player, owner_name=owner.name) if seat.kind == "guest" else seat


def make_seat(number: int, guest: str, own_name: str, wish: SeatWish, seal: str | None, lang: str) -> Seat:
    name = clean_name(wish.name)
    unnamed = say("seat.guest", lang, number=number + 1)
    if wish.kind == "bot":
        bot = check_bot(wish.bot or "greedy")
        return Seat("bot", name or bot_name(bot, lang), bot=bot)
    if wish.kind in WANTED:
        return Seat("open", name or unnamed, token=secrets.token_urlsafe(24), wanted=WANTED[wish.kind])
    if wish.kind == "me":
        name = name or own_name
    return Seat("guest", name or unnamed, guest=guest, seal=check_seal(seal))


def keep_for(player: Player, seat: Seat) -> Seat:
    """A seat that one player alone may take, called after that one."""
    return replace(seat, name=player.name or seat.name, kept_for=player.id)


def numbered(seats: list[Seat]) -> list[Seat]:
    """Two bots of one kind get numbers, so that people can tell them apart."""
    counts: dict[str, int] = {}
    result = []
    for seat in seats:
        same = sum(other.kind == "bot" and other.name == seat.name for other in seats)
        if seat.kind == "bot" and same > 1:
            counts[seat.name] = counts.get(seat.name, 0) + 1
            seat = Seat("bot", f"{seat.name} {counts[seat.name]}", bot=seat.bot)
        result.append(seat)
    return result
