"""Tournaments, as the store has them: opened, entered, begun, paired round by round, and over. See
docs/tournaments.md.

Whatever changes one does so in a transaction that has locked its row; what was made of an older version of it does not
count. So any process may pair a round, and it is paired once.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, TypeVar

import sqlalchemy as sa

import mistvale as mv
from mistvale.core.chance import seal

from . import schema
from .anchors import pool_of
from .boards import Board, Entrant, Form, Plan, Round
from .clocks import Moment
from .commands import new_id, open_table
from .errors import Collision, refuse, too_many
from .events import Notice, now
from .notices import notice_id
from .pairing import settled, sizes
from .ratings import strengths_among
from .retention import today
from .skill import START, UNIT
from .store import Store
from .tables import Seat
from .terms import Door, Pace, Terms
from .tournament_rows import AT_ONCE, GOING, changed, lock, mark_absent, round_over
from .words import say

T = TypeVar("T")

Status = Literal["open", "running", "over", "ended"]
Away = Literal["", "left", "removed", "absent"]
Query = Callable[[sa.Select[Any]], Sequence[sa.Row[Any]]]
MOST_RETRIES = 20
TOURNAMENTS_WAIT = 60.0
MOST_LISTED = 50
MOST_IN_ROBIN = 32


class Entry(NamedTuple):
    """Somebody who takes part."""

    player: str
    number: int
    strength: int
    since: int
    away: Away
    at: str


class Sitting(NamedTuple):
    """A board of a round: its match, and who sits there, in the order of seats."""

    match: str
    players: tuple[str, ...]
    board: Board


@dataclass(frozen=True)
class Wish:
    """A tournament that somebody wants to open, checked."""

    name: str
    game: str
    options: dict[str, str]
    form: Form
    size: int
    rounds: int
    pace: Pace
    rated: bool
    door: Door
    late: int
    patience: int
    starts: int
    lang: str


@dataclass(frozen=True)
class Tournament:
    """A tournament as it stands."""

    id: str
    organiser: str
    name: str
    game: str
    options: dict[str, str]
    form: Form
    size: int
    rounds: int
    pace: Pace
    rated: bool
    door: Door
    late: int
    patience: int
    starts: int
    lang: str
    seed: str
    status: Status
    round: int
    due: int
    until: int
    version: int
    created: str
    ended: str
    entries: tuple[Entry, ...] = ()
    # Round by round.
    sittings: tuple[tuple[Sitting, ...], ...] = field(default=())

    @property
    def plan(self) -> Plan:
        return Plan(self.form, self.size, allowed(self.game), self.rounds, self.seed)

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        return tuple(Entrant(each.number, each.strength, each.since, bool(each.away)) for each in self.entries)

    @property
    def played(self) -> tuple[Round, ...]:
        return tuple(tuple(each.board for each in sittings) for sittings in self.sittings)

    @property
    def seal(self) -> str:
        """The hash of what lots are drawn from."""
        return seal(bytes.fromhex(self.seed))

    @property
    def newest(self) -> tuple[Sitting, ...]:
        """The boards of the round that was paired last."""
        return self.sittings[-1] if self.sittings else ()

    @property
    def waits(self) -> bool:
        """Whether a board of the newest round goes on."""
        return any(not each.board.over for each in self.newest)

    def entry(self, player: str) -> Entry | None:
        return next((each for each in self.entries if each.player == player), None)

    def table_of(self, player: str) -> str:
        """The match that somebody has to play now; empty if there is none."""
        going = (each.match for each in self.newest if player in each.players and not each.board.over)
        return next(going, "") if self.status == "running" else ""

    def may_enter(self) -> bool:
        """Whether somebody new can come in."""
        if self.status == "open":
            return True
        return self.status == "running" and self.form == "swiss" and self.round < min(self.late, self.rounds)


def allowed(game: str) -> tuple[int, ...]:
    """How many a game can be played by at one table of a tournament."""
    return tuple(seats for seats in mv.game(game).seats if 2 <= seats <= 5) if game in mv.games() else (2,)


def may_come_back(found: Tournament, entry: Entry) -> bool:
    """Whether somebody who is away can sit down again: in a Swiss, before its last round."""
    return (
        found.status == "running"
        and found.form == "swiss"
        and found.round < found.rounds
        and entry.away in ("left", "absent")
    )


class Tournaments:
    """All methods block."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def _do(self, job: Callable[[sa.Connection], T]) -> T:
        for _ in range(MOST_RETRIES):
            with suppress(Collision):
                return self.store.submit(job).result()
        raise refuse("too-many", "busy")

    # ------------------------------------------------------------ looking up

    def find(self, tournament: str) -> Tournament:
        return read(self.store.rows, tournament)

    def listed(self, statuses: Collection[Status], most: int = MOST_LISTED) -> list[Tournament]:
        """Tournaments of some kinds, without boards; the newest first."""
        table = schema.tournaments
        which = sa.select(table).where(table.c.status.in_(statuses))
        rows = self.store.rows(which.order_by(table.c.created.desc(), table.c.id).limit(most))
        entries: dict[str, list[Entry]] = {row.id: [] for row in rows}
        mine = schema.entries
        for row in self.store.rows(sa.select(mine).where(mine.c.tournament.in_(entries)).order_by(mine.c.number)):
            entries[row.tournament].append(entry_of(row))
        return [tournament_of(row, entries[row.id], ()) for row in rows]

    def of_player(self, player: str) -> list[str]:
        """The tournaments that go on and that somebody takes part in."""
        table, entries = schema.tournaments, schema.entries
        mine = sa.select(entries.c.tournament).where(entries.c.player == player)
        found = sa.select(table.c.id).where(table.c.id.in_(mine), table.c.status.in_(GOING))
        return [row[0] for row in self.store.rows(found.order_by(table.c.id))]

    def due(self, moment: int) -> list[str]:
        """The tournaments that somebody has to look after."""
        table = schema.tournaments
        late = sa.select(table.c.id).where(table.c.due > 0, table.c.due <= moment, table.c.status.in_(GOING))
        return [row[0] for row in self.store.rows(late.order_by(table.c.due))]

    def running(self) -> list[str]:
        table = schema.tournaments
        return [row[0] for row in self.store.rows(sa.select(table.c.id).where(table.c.status == "running"))]

    def statuses(self, matches: Collection[str]) -> dict[str, str]:
        """How some matches stand; those that are gone are not there."""
        table = schema.matches
        rows = self.store.rows(sa.select(table.c.match, table.c.status).where(table.c.match.in_(list(matches))))
        return {row.match: row.status for row in rows}

    def deadline(self, match: str) -> int | None:
        """When the first clock of a match runs out, in milliseconds."""
        table = schema.matches
        rows = self.store.rows(sa.select(table.c.deadline).where(table.c.match == match))
        return rows[0][0] if rows else None

    # ------------------------------------------------------------ opening and entering

    def open(self, organiser: str, wish: Wish, origins: Sequence[str], own: int, here: int) -> str:
        """Open a tournament; refused where a player, or an address, has too many (0: any number)."""
        table = schema.tournaments

        def count(connection: sa.Connection, which: sa.ColumnElement[bool]) -> int:
            query = sa.select(sa.func.count()).select_from(table).where(which, table.c.status.in_(GOING))
            return connection.execute(query).scalar() or 0

        def job(connection: sa.Connection) -> str:
            if own and count(connection, table.c.organiser == organiser) >= own:
                raise too_many(TOURNAMENTS_WAIT, "tournaments-enough", most=own)
            if here and count(connection, table.c.origin.in_(origins)) >= here:
                raise too_many(TOURNAMENTS_WAIT, "tournaments-here", most=here)
            given = new_id()
            values = {**vars(wish), "pace": vars(wish.pace), "id": given, "organiser": organiser}
            values |= {"seed": secrets.token_hex(32), "status": "open", "round": 0, "due": wish.starts, "until": 0}
            values |= {"version": 0, "origin": origins[0], "created": now(), "ended": "", "touched": today()}
            connection.execute(sa.insert(table).values(values))
            return given

        return self._do(job)

    def enter(self, tournament: str, player: str, most: int) -> None:
        """Take part, from the beginning or from the next round on; who was away comes back."""

        def job(connection: sa.Connection) -> None:
            found = locked(connection, tournament)
            known = found.entry(player)
            if known is not None and not known.away:
                return
            if known is not None:
                if not may_come_back(found, known):
                    raise refuse("not-possible", "tournament-away")
                self._away(connection, tournament, player, "")
            else:
                self._check_entry(found, most)
                self._add(connection, found, player)
            changed(connection, tournament)

        self._do(job)

    @staticmethod
    def _check_entry(found: Tournament, most: int) -> None:
        if not found.may_enter():
            raise refuse("not-possible", "tournament-late")
        if found.form == "robin":
            most = min(most or MOST_IN_ROBIN, MOST_IN_ROBIN)
        if most and len(found.entries) >= most:
            raise refuse("not-possible", "tournament-full", most=most)

    def _add(self, connection: sa.Connection, found: Tournament, player: str) -> None:
        number = max((each.number for each in found.entries), default=-1) + 1
        strength = self._strengths(connection, found, [player])[player]
        values = {"tournament": found.id, "player": player, "number": number, "strength": strength}
        since = found.round + 1 if found.status == "running" else 1
        connection.execute(sa.insert(schema.entries).values({**values, "since": since, "away": "", "at": now()}))

    @staticmethod
    def _strengths(connection: sa.Connection, found: Tournament, players: Collection[str]) -> dict[str, int]:
        """How strong players are thought to be, in millionths; whoever has no rating is anybody."""
        known, pool = strengths_among(connection, players), pool_of(found.size)
        usual = START.mu / UNIT
        return {player: round(known.get((player, found.game, pool), usual) * UNIT) for player in players}

    @staticmethod
    def _away(connection: sa.Connection, tournament: str, player: str, away: Away) -> None:
        table = schema.entries
        same = sa.and_(table.c.tournament == tournament, table.c.player == player)
        connection.execute(sa.update(table).where(same).values(away=away))

    def leave(self, tournament: str, player: str) -> None:
        """Withdraw: before it begins as if one had never entered, later from the next table on."""

        def job(connection: sa.Connection) -> None:
            found = locked(connection, tournament)
            known = found.entry(player)
            if known is None or known.away:
                return
            check_going(found)
            if found.status == "open":
                table = schema.entries
                same = sa.and_(table.c.tournament == tournament, table.c.player == player)
                connection.execute(sa.delete(table).where(same))
            else:
                self._away(connection, tournament, player, "left")
            changed(connection, tournament)

        self._do(job)

    def remove(self, tournament: str, player: str) -> None:
        """Remove somebody for good."""

        def job(connection: sa.Connection) -> None:
            found = locked(connection, tournament)
            known = found.entry(player)
            if known is None:
                raise refuse("not-found", "no-such-player")
            check_going(found)
            if known.away != "removed":
                self._away(connection, tournament, player, "removed")
                changed(connection, tournament)

        self._do(job)

    # ------------------------------------------------------------ from the first round to the last

    def start(self, tournament: str, moment: int) -> bool:
        """Begin; nobody comes in any more but to a Swiss. False: there are too few."""

        def job(connection: sa.Connection) -> bool:
            found = locked(connection, tournament)
            if found.status != "open":
                return found.status == "running"
            here = [each for each in found.entries if not each.away]
            if not is_playable(found, len(here)):
                return False
            table, strengths = schema.entries, self._strengths(connection, found, [each.player for each in here])
            connection.execute(sa.delete(table).where(table.c.tournament == tournament, table.c.away != ""))
            for player, strength in strengths.items():
                same = sa.and_(table.c.tournament == tournament, table.c.player == player)
                connection.execute(sa.update(table).where(same).values(strength=strength))
            entrants = [Entrant(each.number, strengths[each.player]) for each in here]
            rounds = settled(found.plan, entrants).rounds
            changed(connection, tournament, status="running", rounds=rounds, due=AT_ONCE, starts=moment)
            return True

        return self._do(job)

    def pair(self, found: Tournament, boards: Round, moment: int, clock: Moment) -> list[str] | None:
        """Open the tables of a round; which matches. None: the tournament is another one by now."""

        def job(connection: sa.Connection) -> list[str] | None:
            row = lock(connection, found.id)
            if row is None or row.version != found.version:
                return None
            if not boards:
                self._finish(connection, found.id, "over")
                return []
            number = found.round + 1
            matches = [
                self._seat(connection, found, number, place, board, clock) for place, board in enumerate(boards, 1)
            ]
            played = any(not board.over for board in boards)
            until = moment + found.patience if found.pace.kind == "live" and played else 0
            due = (until or 0) if played else AT_ONCE
            changed(connection, found.id, round=number, due=due, until=until)
            return [match for match in matches if match]

        try:
            return self.store.submit(job).result()
        except Collision:
            return None

    def _seat(
        self, connection: sa.Connection, found: Tournament, number: int, place: int, board: Board, clock: Moment
    ) -> str:
        """Open one table of a round, unless nothing is played there; its match."""
        players = {each.number: each.player for each in found.entries}
        people = [players[one] for one in board.people]
        match = "" if board.over else self._open(connection, found, people, clock)
        rows = [
            {
                **{"tournament": found.id, "round": number, "board": place, "seat": seat, "player": player},
                **{"match": match, "place": board.places[seat] if board.over else 0},
                "how": board.hows[seat] if board.over else "",
            }
            for seat, player in enumerate(people)
        ]
        connection.execute(sa.insert(schema.boards), rows)
        return match

    def _open(self, connection: sa.Connection, found: Tournament, people: Sequence[str], clock: Moment) -> str:
        """A table with all its seats taken. Where one plays live it waits until all are there, and have sealed."""
        guests = schema.guests
        rows = connection.execute(sa.select(guests.c.guest, guests.c.name).where(guests.c.guest.in_(people)))
        names = {row.guest: row.name for row in rows}
        live = found.pace.kind == "live"
        seats = [
            Seat(
                "guest",
                names.get(player) or say("seat.guest", found.lang, number=seat + 1),
                guest=player,
                agreed=not live,
                due=live,
            )
            for seat, player in enumerate(people)
        ]
        terms = Terms(hints=False, pace=found.pace, rated=found.rated, lang=found.lang)
        terms = replace(terms, tournament=found.id, patience=found.patience)
        opened = open_table("", found.game, found.options, seats, None, terms, clock)
        match = opened.table.id
        told = [Notice(notice_id(match, each, "round"), each, "invitation", match, found.game) for each in people]
        batch = replace(opened.batch, notices=(*opened.batch.notices, *(told if live else ())))
        self.store.add(connection, batch)
        return match

    @staticmethod
    def _finish(connection: sa.Connection, tournament: str, status: Status) -> None:
        changed(connection, tournament, status=status, ended=now(), due=0, until=0, origin="")

    def end(self, tournament: str, audited: Callable[[sa.Connection], None] = lambda _: None) -> None:
        """Call a tournament off, or end it as it stands: what is still played does not count."""

        def job(connection: sa.Connection) -> None:
            found = locked(connection, tournament)
            if found.status in GOING:
                self._finish(connection, tournament, "ended")
                audited(connection)

        self._do(job)

    def look_again(self, found: Tournament, due: int, until: int) -> None:
        """Say when somebody has to look after a tournament next, and until when tables wait, unless it has changed."""
        table = schema.tournaments
        same = sa.and_(table.c.id == found.id, table.c.version == found.version)
        self._do(lambda connection: connection.execute(sa.update(table).where(same).values(due=due, until=until)))

    def share(self, match: str) -> None:
        """Let all at a match that cannot be played on share the first place."""

        def job(connection: sa.Connection) -> None:
            table = schema.boards
            here = connection.execute(sa.select(table.c.tournament).where(table.c.match == match).limit(1)).scalar()
            if here is not None and lock(connection, here) is not None:
                going = sa.update(table).where(table.c.match == match, table.c.place == 0)
                connection.execute(going.values(place=1, how="played"))
                round_over(connection, here)

        self._do(job)

    def absent(self, found: Tournament, match: str, players: Collection[str], closed: bool) -> None:
        """Note who was not there; in a Swiss there are no more tables for them until they come back."""

        def job(connection: sa.Connection) -> None:
            if not mark_absent(connection, match, players, closed) or found.form != "swiss":
                return
            table = schema.entries
            here = sa.and_(table.c.tournament == found.id, table.c.player.in_(list(players)), table.c.away == "")
            connection.execute(sa.update(table).where(here).values(away="absent"))

        self._do(job)


# ---------------------------------------------------------------- rows


def check_going(found: Tournament) -> None:
    if found.status not in GOING:
        raise refuse("not-possible", "tournament-over")


def is_playable(found: Tournament, count: int) -> bool:
    return count >= 2 and bool(sizes(count, found.size, allowed(found.game))[0])


def locked(connection: sa.Connection, tournament: str) -> Tournament:
    """A tournament that nobody else changes until the transaction is over."""
    lock(connection, tournament)
    return read(lambda query: list(connection.execute(query)), tournament)


def read(rows: Query, tournament: str) -> Tournament:
    table, entries, boards = schema.tournaments, schema.entries, schema.boards
    found = rows(sa.select(table).where(table.c.id == tournament))
    if not found:
        raise refuse("not-found", "no-tournament")
    mine = rows(sa.select(entries).where(entries.c.tournament == tournament).order_by(entries.c.number))
    sat = rows(
        sa.select(boards)
        .where(boards.c.tournament == tournament)
        .order_by(boards.c.round, boards.c.board, boards.c.seat)
    )
    return tournament_of(found[0], [entry_of(row) for row in mine], sat)


def entry_of(row: sa.Row[Any]) -> Entry:
    return Entry(row.player, row.number, row.strength, row.since, row.away, row.at)


def tournament_of(row: sa.Row[Any], entries: Sequence[Entry], sat: Sequence[sa.Row[Any]]) -> Tournament:
    values = {name: value for name, value in row._mapping.items() if name not in ("origin", "touched", "pace")}
    numbers = {each.player: each.number for each in entries}
    sittings = tuple(_round(numbers, [each for each in sat if each.round == n + 1]) for n in range(row.round))
    return Tournament(**values, pace=Pace(**row.pace), entries=tuple(entries), sittings=sittings if sat else ())


def _round(numbers: dict[str, int], sat: Sequence[sa.Row[Any]]) -> tuple[Sitting, ...]:
    places = sorted({row.board for row in sat})
    return tuple(_sitting(numbers, [row for row in sat if row.board == place]) for place in places)


def _sitting(numbers: dict[str, int], rows: Sequence[sa.Row[Any]]) -> Sitting:
    people = tuple(numbers[row.player] for row in rows)
    over = all(row.place for row in rows)
    board = Board(people, tuple(row.place for row in rows), tuple(row.how for row in rows)) if over else Board(people)
    return Sitting(rows[0].match, tuple(row.player for row in rows), board)
