"""For whoever runs a server: how often players choose at rated tables what the best bot would choose.

Strong players agree with it more often than others, so a high figure proves nothing; one far above what a rating lets
one expect is a reason to look at the matches.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import sqlalchemy as sa

import mistvale as mv
from mistvale.core.playing_on import started

from . import schema
from .admin import opened
from .errors import CannotServe, Refusal
from .people import People, Player
from .settings import Settings
from .store import Store
from .tables import fold
from .words import message

Progress = Callable[[int, int], None]


class Decision(NamedTuple):
    """One choice of a seat among several moves, and where it was made."""

    match: mv.Match
    seat: int
    move: str


@dataclass
class Tally:
    """How often somebody chose as the bot would."""

    handle: str = ""
    name: str = ""
    matches: set[str] = field(default_factory=set)
    decisions: int = 0
    agreed: int = 0

    @property
    def share(self) -> float:
        return self.agreed / self.decisions if self.decisions else 0.0

    def count(self, match: str, agrees: bool) -> None:
        self.matches.add(match)
        self.decisions += 1
        self.agreed += agrees


def agreement(
    settings: Settings, handle: str, matches: int, level: str, progress: Progress = lambda done, total: None
) -> tuple[list[Tally], Tally]:
    """The tally of a player (or, without a handle, of all) over its newest rated matches; and that of all at those."""
    with opened(settings) as store:
        tallies = {each.id: Tally(each.handle, each.name) for each in wanted(store, handle)}
        chosen = newest(store, tallies, matches)
        everybody = Tally()
        for number, (match, players) in enumerate(chosen.items()):
            progress(number, len(chosen))
            for decision, player in decisions(store, match, players):
                agrees = best(decision, level) == decision.move
                everybody.count(match, agrees)
                if player in tallies:
                    tallies[player].count(match, agrees)
        progress(len(chosen), len(chosen))
    found = [tally for tally in tallies.values() if tally.decisions or handle]
    return sorted(found, key=lambda tally: -tally.share), everybody


def wanted(store: Store, handle: str) -> list[Player]:
    """One player, or all who stand on the ladder."""
    people = People(store)
    if not handle:
        ids = store.rows(sa.select(schema.ladder.c.player).where(schema.ladder.c.player != "").distinct())
        return list(people.with_ids([row[0] for row in ids]).values())
    try:
        return [people.by_handle(handle)]
    except Refusal as refusal:
        raise CannotServe(message("players.none", handle=handle)) from refusal


def newest(store: Store, players: Iterable[str], most: int) -> dict[str, dict[int, str]]:
    """The newest rated matches of some players that are still kept, each with the player of each seat."""
    table, kept = schema.ladder, sa.exists().where(schema.matches.c.match == schema.ladder.c.match)
    chosen: dict[str, dict[int, str]] = {}
    for player in players:
        mine = sa.select(table.c.match).where(table.c.player == player, kept).order_by(table.c.sequence.desc())
        for row in store.rows(mine.limit(most)):
            chosen[row.match] = {}
    for row in store.rows(sa.select(table).where(table.c.match.in_(chosen), table.c.player != "")):
        chosen[row.match][row.seat] = row.player
    return chosen


def decisions(store: Store, match: str, players: dict[int, str]) -> Iterable[tuple[Decision, str]]:
    """All choices that players made in a match; none of one that cannot be put together any more."""
    table = fold(store.events(match))
    if table.match is None or table.frozen:
        return
    played = started(table.match)
    for text in json.loads(table.match.record())["moves"]:
        number, _, move = text.partition(" ")
        seat = int(number)
        if seat in players and len(played.legal(seat)) > 1:
            yield Decision(played, seat, move), players[seat]
        played.play(seat, move)


def best(decision: Decision, level: str) -> str:
    """What the bot would choose there. With a fixed seed it chooses the same whenever it is asked."""
    thoughts = mv.analyse(decision.match.seat(decision.seat), level, seed=0, most=1)
    return str(thoughts[0].move)
