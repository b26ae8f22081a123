"""What tests of tournaments share: players who enter, confirm, and play their tables to the end."""

from __future__ import annotations

import asyncio
from typing import Any

from .helpers import Guest, House, part_of
from .programs import player
from .timing import DAY, MINUTE, SECOND, call, hub_of

MAIL = {"kind": "mail", "decision": DAY}
LIVE = {"kind": "live", "decision": 30 * SECOND, "bank": MINUTE}
WISH: dict[str, Any] = {"name": "Spring Cup", "game": "misty", "options": {"window": "small"}, "pace": MAIL}
Told = dict[str, Any]


def players(house: House, count: int) -> list[Guest]:
    return [player(house, f"P{number}") for number in range(count)]


def opened(organiser: Guest, **more: Any) -> str:
    return str(organiser.post("/api/tournaments", {**WISH, **more}, 201)["id"])


def told(guest: Guest, tournament: str, expect: int = 200) -> Told:
    found: Told = guest.get(f"/api/tournaments/{tournament}", expect)
    return found


def act(guest: Guest, tournament: str, what: str, expect: int = 200) -> Told:
    found: Told = guest.post(f"/api/tournaments/{tournament}/{what}", {}, expect)
    return found


def enter(tournament: str, *people: Guest) -> None:
    for each in people:
        act(each, tournament, "enter")


def look(house: House, times: int = 1) -> None:
    """As the watch does every second; several at once, as processes do."""

    async def all_look() -> None:
        await asyncio.gather(*(hub_of(house).rounds.look() for _ in range(times)))

    call(house, all_look)


def come(guest: Guest, match: str) -> None:
    """Say that one is there, with a seal."""
    [seat] = guest.status(match)["mine"]
    _, seal = part_of(guest.id)
    guest.post(f"/api/matches/{match}/confirm", {"seals": {seat: seal}})


def reveal(guest: Guest, match: str) -> None:
    [seat] = guest.status(match)["mine"]
    part, _ = part_of(guest.id)
    guest.post(f"/api/matches/{match}/parts", {"parts": {seat: part}})


def begin(match: str, *people: Guest) -> None:
    for each in people:
        come(each, match)
    for each in people:
        reveal(each, match)


def tables(tournament: str, people: list[Guest]) -> dict[str, list[Guest]]:
    """The tables that go on, each with those of some people who sit there."""
    found: dict[str, list[Guest]] = {}
    for each in people:
        match = told(each, tournament)["table"]
        if match:
            found.setdefault(match, []).append(each)
    return found


def play_round(house: House, tournament: str, people: list[Guest], out: int = 0) -> None:
    """Let all tables of a round come to an end: some are played out, at others all but the first leave."""
    for number, (match, there) in enumerate(tables(tournament, people).items()):
        if there[0].status(match)["status"] == "confirming":
            begin(match, *there)
        if number < out:
            there[0].play_out(match, *there[1:])
        for each in there[1:] if number >= out else ():
            [seat] = each.status(match)["mine"]
            each.post(f"/api/matches/{match}/leave", {"seat": seat})
    look(house)
