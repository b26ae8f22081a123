"""From a wish for a table to a table: games, options, seats, seeds and seals as a guest may give them."""

from __future__ import annotations

import secrets

import mistvale as mv
from mistvale.core.chance import seed_bytes
from mistvale.core.errors import BadSeed
from mistvale.core.text import DEFAULT, clean_name

from .commands import Plan, bot_name, check_bot, check_seal, open_table
from .errors import Refusal, refuse
from .models import SeatWish, TableWish
from .tables import Seat
from .terms import Terms
from .words import say

OWN_KINDS = ("me", "here")


def find_game(name: str) -> mv.Game:
    if name not in mv.games():
        raise refuse("not-found", "no-game", game=name, known=", ".join(mv.games()))
    return mv.game(name)


def plan_table(guest: str, own_name: str, wish: TableWish, lang: str = DEFAULT) -> Plan:
    """The table a guest wishes for; refused, with what is possible, if it cannot be."""
    game = find_game(wish.game)
    try:
        game.check_seats(len(wish.seats))
        options = game.check_options(wish.options)
        seed = None if wish.seed is None else read_seed(wish.seed)
    except (mv.BadTable, BadSeed) as error:
        raise Refusal("bad-request", error) from error
    check_seals(wish)
    seats = [make_seat(i, guest, own_name, each, wish.seals.get(i), lang) for i, each in enumerate(wish.seats)]
    return open_table(guest, game.name, options, numbered(seats), seed, agreed(wish))


def agreed(wish: TableWish) -> Terms:
    """The terms that a guest wishes for."""
    if wish.rated:
        check_rated(wish)
    return Terms(hints=wish.hints, rated=wish.rated)


def check_rated(wish: TableWish) -> None:
    """What counts for ratings is fair: nobody chose the deck, nobody is helped, everybody has one seat."""
    if wish.seed is not None:
        raise refuse("bad-request", "rated-seed")
    if wish.hints:
        raise refuse("bad-request", "rated-hints")
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


def make_seat(number: int, guest: str, own_name: str, wish: SeatWish, seal: str | None, lang: str) -> Seat:
    name = clean_name(wish.name)
    unnamed = say("seat.guest", lang, number=number + 1)
    if wish.kind == "bot":
        bot = check_bot(wish.bot or "greedy")
        return Seat("bot", name or bot_name(bot, lang), bot=bot)
    if wish.kind == "friend":
        return Seat("open", name or unnamed, token=secrets.token_urlsafe(24))
    if wish.kind == "me":
        name = name or own_name
    return Seat("guest", name or unnamed, guest=guest, seal=check_seal(seal))


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
