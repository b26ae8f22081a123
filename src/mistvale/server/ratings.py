"""Ratings: how strong players are thought to be, per game, at tables for two and for more. See docs/ratings.md.

A rating is a fold over the ladder: all matches at rated tables in one order, each with its number, which it gets in the
transaction that ends it. One lock gives the numbers out, so they have no gaps and every process counts the same way;
`rebuild` folds the ladder again and comes to the same bytes.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

import mistvale as mv

from . import schema, skill, tracing
from .anchors import anchor, pool_of
from .errors import Collision
from .events import Result, now
from .skill import BETA, START, UNIT, Rating

if TYPE_CHECKING:
    from .store import Store

# As with the lock of migrations, any number will do.
LADDER_LOCK = 0x4C414444
# Nobody rises further than this above a level by beating it, nor above what house bots have shown of one.
CAP = 2 * BETA
PAIRS_A_DAY = 5
MOST_DEVICES = 16  # that are remembered of one player at one table
BROWSER = "b"  # what the mark of a browser begins with; others tell from where somebody came, and not as surely
# What holds for single seats of a match that counts: they were one player's, or two of them had met often that day.
TOGETHER, OFTEN = "together", "often"
OF_SEATS = (TOGETHER, OFTEN)
PEOPLE, PROGRAMS = "people", "programs"  # the two lists
WRITTEN_AT_ONCE = 500
READ_AT_ONCE = 1000


class Player(NamedTuple):
    """A place on the ladder: whose, on which list, in which game, at which tables."""

    player: str
    kind: str
    game: str
    pool: str


@dataclass(frozen=True)
class Strength:
    """How strong somebody is thought to be: by all matches, and by those against house bots alone."""

    rating: Rating = START
    ground: Rating = START
    matches: int = 0


@dataclass(frozen=True)
class Rung:
    """One seat of a match on the ladder: a player, or a program with its owner, or a house bot with its anchor.

    Whoever has deleted the account meanwhile is nobody, and stands fast as a newcomer would: neither player nor bot.
    """

    player: str
    place: int
    anchor: Rating | None = None
    bot: str = ""
    owner: str = ""
    # Why nobody rises there, though the match counts.
    why: str = ""

    @property
    def person(self) -> str:
        """Who is behind it: the player, or the one whose program it is."""
        return self.owner or self.player


@dataclass(frozen=True)
class Entry:
    """One match on the ladder."""

    sequence: int
    match: str
    kind: str
    game: str
    pool: str
    at: str
    rungs: tuple[Rung, ...]
    why: str = ""

    def key(self, rung: Rung) -> Player:
        return Player(rung.player, PROGRAMS if rung.owner else PEOPLE, self.game, self.pool)

    def moves(self, rung: Rung) -> bool:
        """Whether the match changes what is thought of one who played it: where a program sat, of programs alone."""
        return bool(rung.owner if self.kind == PROGRAMS else rung.player)

    @property
    def people(self) -> list[Rung]:
        """Players and programs; house bots are not among them."""
        return [rung for rung in self.rungs if rung.player]


# ---------------------------------------------------------------- the fold


@dataclass
class Ladder:
    """What all matches so far come to."""

    strengths: dict[Player, Strength] = field(default_factory=dict)

    def of(self, player: Player) -> Strength:
        return self.strengths.get(player, Strength())

    def count(self, entry: Entry) -> dict[Player, Strength]:
        """Let a match count; how strong those who played it are now thought to be."""
        if entry.why:
            return {}
        before = [self.of(entry.key(rung)) for rung in entry.rungs]
        ratings = [rung.anchor or known.rating for rung, known in zip(entry.rungs, before, strict=True)]
        after = skill.rated(ratings, [rung.place for rung in entry.rungs])
        changed = {
            entry.key(rung): moved(entry, rung, known, new)
            for rung, known, new in zip(entry.rungs, before, after, strict=True)
            if entry.moves(rung)
        }
        self.strengths |= changed
        return changed


def moved(entry: Entry, rung: Rung, known: Strength, new: Rating) -> Strength:
    """What a match makes of somebody, within what it can show."""
    bots = [other for other in entry.rungs if other.bot]
    ground = shown_by(bots, rung.place, known.ground) if bots else known.ground
    if rung.why:
        ground = below(ground, known.ground, known.ground.mu)
        return Strength(below(new, known.rating, known.rating.mu), ground, known.matches + 1)
    ceiling = ground.mu + CAP
    if len(entry.people) == 1:
        ceiling = min(ceiling, highest(bots) + CAP)
    return Strength(below(new, known.rating, ceiling), ground, known.matches + 1)


def shown_by(bots: Sequence[Rung], place: int, ground: Rating) -> Rating:
    """What house bots have shown of somebody who took a place among them."""
    ratings = [ground, *(bot.anchor for bot in bots if bot.anchor)]
    after = skill.rated(ratings, [place, *(bot.place for bot in bots)])[0]
    return below(after, ground, highest(bots) + CAP)


def highest(bots: Iterable[Rung]) -> int:
    return max((bot.anchor.mu for bot in bots if bot.anchor), default=START.mu)


def below(new: Rating, old: Rating, ceiling: int) -> Rating:
    """A rating that has not risen above a ceiling; who stands above it stays there."""
    return Rating(min(new.mu, max(old.mu, ceiling)), new.sigma)


# ---------------------------------------------------------------- a match ends


def settle(store: Store, connection: sa.Connection, results: Sequence[Result]) -> None:
    """Put a match that is over onto the ladder, if something was at stake: part of the transaction that ends it."""
    if not results[0].rated or not any(result.guest for result in results):
        return
    with tracing.span("ratings.settle", game=results[0].game, count=len(results)):
        _settle(store, connection, results)


def _settle(store: Store, connection: sa.Connection, results: Sequence[Result]) -> None:
    lock(store, connection)
    newest = connection.execute(sa.select(sa.func.max(schema.ladder.c.sequence))).scalar()
    entry = without_gone(connection, entry_of(results, 0 if newest is None else newest + 1))
    entry = judged(connection, entry)
    connection.execute(sa.insert(schema.ladder), written(entry))
    connection.execute(sa.delete(schema.devices).where(schema.devices.c.match == entry.match))
    if entry.why:
        return
    ladder = Ladder({entry.key(rung): read(connection, entry.key(rung)) for rung in entry.people})
    for player, strength in ladder.count(entry).items():
        keep(connection, player, strength)
        connection.execute(sa.insert(schema.rating_steps).values(step(player, entry.sequence, strength)))


def lock(store: Store, connection: sa.Connection) -> None:
    """Let no other process put anything onto the ladder until the transaction is over."""
    # With SQLite a transaction that writes is alone anyway.
    if store.shared:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LADDER_LOCK)))


def entry_of(results: Sequence[Result], sequence: int) -> Entry:
    first = results[0]
    rules = mv.game(first.game).version
    rungs = tuple(
        Rung(
            result.guest,
            result.place or result.rank,
            None if result.guest else anchor(result.game, result.seats, result.bot, rules),
            "" if result.guest else result.bot,
            result.owner,
        )
        for result in results
    )
    kind = PROGRAMS if any(rung.owner for rung in rungs) else PEOPLE
    return Entry(sequence, first.match, kind, first.game, pool_of(first.seats), first.ended, rungs)


def without_gone(connection: sa.Connection, entry: Entry) -> Entry:
    """The same match with nobody in the places of those who have deleted the account since they sat down.

    They keep their places: who is gone must not undo what the others have played.
    """
    table, people = schema.players, [rung.person for rung in entry.people]
    found = sa.select(table.c.id).where(table.c.id.in_(people), table.c.gone != "")
    gone = set(connection.execute(found).scalars())
    rungs = [Rung("", rung.place, START) if rung.person in gone else rung for rung in entry.rungs]
    return replace(entry, rungs=tuple(rungs))


def judged(connection: sa.Connection, entry: Entry) -> Entry:
    """A match with what is to be said against it: it counts for nobody, or some seats are last or do not rise.

    What some of those at a table do must not undo the match for the others, nor for themselves once it goes badly.
    """
    people = [rung.person for rung in entry.people]
    if not people or not all_players(connection, people):
        return replace(entry, why="guest")
    if any(rung.anchor is None for rung in entry.rungs if not rung.player):
        return replace(entry, why="anchor")
    one = together(connection, entry)
    if len(one) == len(entry.rungs):
        return replace(entry, why="own" if entry.kind == PROGRAMS and len(set(people)) < len(people) else "device")
    pairs = met_often(connection, people, entry.kind, entry.at)
    often = {seat for seat, rung in enumerate(entry.rungs) if any(rung.person in pair for pair in pairs)}
    if len(often) == len(entry.rungs):
        return replace(entry, why="pair")
    last = max(rung.place for rung in entry.rungs) + 1
    rungs = [
        replace(rung, place=last, why=TOGETHER) if seat in one else replace(rung, why=OFTEN if seat in often else "")
        for seat, rung in enumerate(entry.rungs)
    ]
    return replace(entry, rungs=tuple(rungs))


def together(connection: sa.Connection, entry: Entry) -> set[int]:
    """The seats that were one player's: of two programs of one, or of players who came from the same browser."""
    table = schema.devices
    marks = [(rung.person, rung.player) for rung in entry.people]
    found = sa.select(table.c.device, table.c.player).where(table.c.match == entry.match)
    marks += [(row.device, row.player) for row in connection.execute(found.where(table.c.device.startswith(BROWSER)))]
    seats, there = defaultdict[str, set[int]](set), defaultdict[str, set[int]](set)
    for seat, rung in enumerate(entry.rungs):
        if not rung.bot:
            seats[rung.player].add(seat)  # under nobody's name, of whoever has deleted the account since
    for mark, player in marks:
        there[mark] |= seats[player]
    shared = {seat for sharing in there.values() if len(sharing) > 1 for seat in sharing}
    return {seat for seat in shared if entry.rungs[seat].player}


def all_players(connection: sa.Connection, guests: Sequence[str]) -> bool:
    """Whether all have an account."""
    table = schema.players
    mine = sa.select(sa.func.count()).select_from(table).where(table.c.id.in_(guests))
    return connection.execute(mine).scalar() == len(set(guests))


def met_often(connection: sa.Connection, people: Collection[str], kind: str, at: str) -> set[frozenset[str]]:
    """The pairs of some who had as many matches with each other on a day as count, on one of the lists.

    A program counts as the one whose it is: somebody with many of them is one person still.
    """
    one, other, day = schema.ladder, schema.ladder.alias(), at[:10]
    first, second = behind(one), behind(other)
    both = sa.and_(one.c.sequence == other.c.sequence, first < second)
    that_day = sa.and_(one.c.at >= day, one.c.at < day + "~", one.c.why.in_(("", *OF_SEATS)), one.c.kind == kind)
    # The index finds a player, or the programs of one; which of the two it was is asked of what is found.
    near = sa.or_(one.c.player.in_(list(people)), one.c.owner.in_(list(people)))
    these = sa.and_(near, first.in_(list(people)), second.in_(list(people)))
    query = sa.select(first, second).select_from(one.join(other, both)).where(that_day, these).group_by(first, second)
    rows = connection.execute(query.having(sa.func.count() >= PAIRS_A_DAY))
    return {frozenset((row[0], row[1])) for row in rows}


def behind(table: Any) -> sa.ColumnElement[str]:
    return sa.case((table.c.owner != "", table.c.owner), else_=table.c.player)


# ---------------------------------------------------------------- rows


def written(entry: Entry) -> list[dict[str, Any]]:
    """A match as the ladder has it."""
    common = {name: getattr(entry, name) for name in ("sequence", "match", "kind", "game", "pool", "at")}
    return [
        {
            **common,
            "seat": seat,
            "player": rung.player,
            "bot": rung.bot,
            "mu": rung.anchor.mu if rung.anchor else 0,
            "sigma": rung.anchor.sigma if rung.anchor else 0,
            "place": rung.place,
            "owner": rung.owner,
            "why": entry.why or rung.why,
        }
        for seat, rung in enumerate(entry.rungs)
    ]


def entries(rows: Iterable[sa.Row[Any]]) -> Iterator[Entry]:
    """Matches from the rows of the ladder, in its order."""
    for sequence, seats in groupby(rows, key=lambda row: row.sequence):
        found = list(seats)
        one = found[0]
        why = "" if one.why in OF_SEATS else one.why
        yield Entry(sequence, one.match, one.kind, one.game, one.pool, one.at, tuple(map(rung_of, found)), why)


def rung_of(row: sa.Row[Any]) -> Rung:
    mark = Rating(row.mu, row.sigma) if row.sigma else None
    return Rung(row.player, row.place, mark, row.bot, row.owner, row.why if row.why in OF_SEATS else "")


def _same(player: Player) -> sa.ColumnElement[bool]:
    table = schema.ratings.c
    return sa.and_(*(getattr(table, name) == value for name, value in player._asdict().items()))


def read(connection: sa.Connection, player: Player) -> Strength:
    row = connection.execute(sa.select(schema.ratings).where(_same(player))).first()
    return strength_of(row) if row else Strength()


def strengths_among(connection: sa.Connection, players: Collection[str]) -> dict[tuple[str, str, str], float]:
    """The same within a transaction."""
    table = schema.ratings
    rows = connection.execute(sa.select(table).where(table.c.player.in_(list(players)), table.c.kind == PEOPLE))
    return {(row.player, row.game, row.pool): row.mu / UNIT for row in rows}


def strength_of(row: sa.Row[Any]) -> Strength:
    return Strength(Rating(row.mu, row.sigma), Rating(row.ground_mu, row.ground_sigma), row.matches)


def row_of(player: Player, strength: Strength) -> dict[str, Any]:
    (mu, sigma), (ground_mu, ground_sigma) = strength.rating, strength.ground
    figures = {"mu": mu, "sigma": sigma, "ground_mu": ground_mu, "ground_sigma": ground_sigma}
    return {**player._asdict(), **figures, "matches": strength.matches}


def step(player: Player, sequence: int, strength: Strength) -> dict[str, Any]:
    mu, sigma = strength.rating
    return {"player": player.player, "sequence": sequence, "mu": mu, "sigma": sigma}


def keep(connection: sa.Connection, player: Player, strength: Strength) -> None:
    values = row_of(player, strength)
    if not connection.execute(sa.update(schema.ratings).where(_same(player)).values(values)).rowcount:
        connection.execute(sa.insert(schema.ratings).values(values))


# ---------------------------------------------------------------- once more from the beginning


class Rebuilt(NamedTuple):
    """What came of folding the ladder again: how many matches, and digests of the ratings before and after."""

    matches: int
    before: str
    after: str


def rebuild(store: Store, progress: Callable[[int, int], None] = lambda done, total: None) -> Rebuilt:
    """Make all ratings again from the ladder. Matches may end meanwhile: only what they add is waited for."""
    ladder, steps, counted = Ladder(), list[dict[str, Any]](), 0

    def count(rows: Iterable[sa.Row[Any]], total: int) -> None:
        nonlocal counted
        for entry in entries(rows):
            steps.extend(step(player, entry.sequence, now) for player, now in ladder.count(entry).items())
            counted += 1
            progress(counted, max(total, counted))

    def job(connection: sa.Connection) -> Rebuilt:
        lock(store, connection)
        before = digest(connection)
        count(connection.execute(part(counted, None)), counted)
        here = still_here(connection)
        kept = [row_of(player, strength) for player, strength in ladder.strengths.items() if player.player in here]
        rewrite(connection, schema.ratings, kept)
        rewrite(connection, schema.rating_steps, [each for each in steps if each["player"] in here])
        return Rebuilt(counted, before, digest(connection))

    # Numbers have no gaps: as many as were counted, the next is that one.
    newest = store.rows(sa.select(sa.func.max(schema.ladder.c.sequence)))[0][0]
    total = 0 if newest is None else newest + 1
    for first in range(0, total, READ_AT_ONCE):
        count(store.rows(part(first, first + READ_AT_ONCE)), total)
    return store.submit(job).result()


def still_here(connection: sa.Connection) -> set[str]:
    """Players who have not gone, and programs of theirs."""
    players, table = schema.players, schema.ladder
    here = set(connection.execute(sa.select(players.c.id).where(players.c.gone == "")).scalars())
    programs = connection.execute(sa.select(table.c.player, table.c.owner).where(table.c.owner != "").distinct())
    return here | {row.player for row in programs if row.owner in here}


def programs_of(player: str) -> sa.Select[Any]:
    """The programs of a player that have played at rated tables, also those whose tokens are gone."""
    return sa.select(schema.ladder.c.player).where(schema.ladder.c.owner == player).distinct()


def part(first: int, end: int | None) -> sa.Select[Any]:
    """Some of the ladder, from a match on, up to another one."""
    table = schema.ladder
    which = table.c.sequence >= first if end is None else table.c.sequence.between(first, end - 1)
    return sa.select(table).where(which).order_by(table.c.sequence, table.c.seat)


def rewrite(connection: sa.Connection, table: sa.Table, rows: list[dict[str, Any]]) -> None:
    connection.execute(sa.delete(table))
    for first in range(0, len(rows), WRITTEN_AT_ONCE):
        connection.execute(sa.insert(table), rows[first : first + WRITTEN_AT_ONCE])


def digest(connection: sa.Connection) -> str:
    """A digest of all that follows from the ladder."""
    found = hashlib.sha256()
    for table in (schema.ratings, schema.rating_steps):
        for row in connection.execute(sa.select(table).order_by(*table.primary_key.columns)):
            found.update(repr(tuple(row)).encode())
    return found.hexdigest()


# ---------------------------------------------------------------- looking up


def strongest(store: Store, kind: str, game: str, pool: str, most: int) -> list[tuple[str, Strength]]:
    """The players, or programs, of whom it is surest that they are strong."""
    table, tokens = schema.ratings, schema.tokens
    which = sa.and_(table.c.kind == kind, table.c.game == game, table.c.pool == pool)
    if kind == PROGRAMS:
        # A program whose token is gone has no name any more, and plays no more.
        which = sa.and_(which, sa.exists().where(tokens.c.guest == table.c.player))
    rows = store.rows(
        sa.select(table).where(which).order_by((table.c.mu - 2 * table.c.sigma).desc(), table.c.player).limit(most)
    )
    return [(row.player, strength_of(row)) for row in rows]


class Ratings:
    """All methods block."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def strength(self, player: str, game: str, seats: int, kind: str = PEOPLE) -> Strength:
        """How strong a player is thought to be at such a table; whoever has not played yet is anybody."""
        rows = self.store.rows(sa.select(schema.ratings).where(_same(Player(player, kind, game, pool_of(seats)))))
        return strength_of(rows[0]) if rows else Strength()

    def known(self, players: Collection[str]) -> dict[tuple[str, str, str], float]:
        """How strong some are thought to be, by player, game and kind of table; whoever has not played is not there."""
        with self.store.reading() as connection:
            return strengths_among(connection, players)

    def all_of(self, player: str) -> dict[Player, Strength]:
        table = schema.ratings
        mine = sa.select(table).where(table.c.player == player).order_by(table.c.game, table.c.pool)
        rows = self.store.rows(mine)
        return {Player(row.player, row.kind, row.game, row.pool): strength_of(row) for row in rows}

    def programs(self, player: str) -> list[sa.Row[Any]]:
        """The ratings of a player's programs, as far as these can still play; each with its name."""
        table, tokens = schema.ratings, schema.tokens
        query = sa.select(table, tokens.c.name).join(tokens, tokens.c.guest == table.c.player)
        mine = query.where(tokens.c.player == player, table.c.kind == PROGRAMS)
        return self.store.rows(mine.order_by(tokens.c.name, tokens.c.guest, table.c.game, table.c.pool))

    def steps(self, player: str, most: int | None) -> list[sa.Row[Any]]:
        """A player's newest matches on the ladder, oldest first; with what was thought afterwards, where they count."""
        table, steps = schema.ladder, schema.rating_steps
        after = sa.and_(steps.c.player == table.c.player, steps.c.sequence == table.c.sequence)
        columns = (table.c[name] for name in ("sequence", "match", "kind", "game", "pool", "at", "why"))
        query = sa.select(*columns, steps.c.mu, steps.c.sigma).select_from(table.outerjoin(steps, after))
        mine = query.where(table.c.player == player).order_by(table.c.sequence.desc()).limit(most)
        return self.store.rows(mine)[::-1]

    def of_match(self, match: str) -> Entry | None:
        """A match on the ladder."""
        table = schema.ladder
        rows = self.store.rows(sa.select(table).where(table.c.match == match).order_by(table.c.seat))
        return next(entries(rows), None)

    def around(self, player: str, entry: Entry) -> tuple[Rating, Rating] | None:
        """What was thought of a player before a match and after it."""
        table, steps = schema.ladder, schema.rating_steps
        same = sa.and_(steps.c.sequence == table.c.sequence, steps.c.player == table.c.player)
        mine = sa.and_(table.c.player == player, table.c.kind == entry.kind, table.c.game == entry.game)
        query = sa.select(steps.c.sequence, steps.c.mu, steps.c.sigma).join(table, same)
        query = query.where(mine, table.c.pool == entry.pool, steps.c.sequence <= entry.sequence)
        rows = self.store.rows(query.order_by(steps.c.sequence.desc()).limit(2))
        if not rows or rows[0].sequence != entry.sequence:
            return None
        found = [Rating(row.mu, row.sigma) for row in rows]
        return (found[1] if len(found) > 1 else START), found[0]

    # ------------------------------------------------------------ devices

    def seen_from(self, match: str, devices: Collection[str]) -> set[str]:
        """The players who came to a table from one of some devices."""
        table = schema.devices
        there = sa.and_(table.c.match == match, table.c.device.in_(list(devices)))
        return {str(row.player) for row in self.store.rows(sa.select(table.c.player).where(there))}

    def had_enough(self, people: Collection[str], kind: str) -> set[frozenset[str]]:
        """The pairs of some who have had as many matches with each other today as count."""
        with self.store.reading() as connection:
            return met_often(connection, people, kind, now())

    def note_device(self, match: str, player: str, devices: Sequence[str]) -> None:
        """A player came to a rated table from here."""
        with suppress(Collision):  # another process has noted it just now
            self.store.submit(lambda connection: write_devices(connection, match, player, devices)).result()


def forget_devices(connection: sa.Connection, players: Collection[str]) -> None:
    """Forget from where some came who go for good; that another was at the same browser stays, under nobody's name."""
    table = schema.devices
    other = table.alias()
    same = sa.and_(other.c.match == table.c.match, other.c.device == table.c.device)
    shared = sa.exists().where(same, other.c.player.not_in([*players, ""]))
    theirs = sa.select(table.c.match, table.c.device).where(table.c.player.in_(players), shared).distinct()
    for row in connection.execute(theirs).all():
        nobody = {"match": row.match, "player": "", "device": row.device}
        if connection.execute(sa.select(table).filter_by(**nobody)).first() is None:
            connection.execute(sa.insert(table).values(nobody))
    connection.execute(sa.delete(table).where(table.c.player.in_(players)))


def write_devices(connection: sa.Connection, match: str, player: str, devices: Sequence[str]) -> None:
    """The same as a part of a transaction."""
    table = schema.devices
    mine = sa.select(table.c.device).where(table.c.match == match, table.c.player == player)
    known = set(connection.execute(mine).scalars())
    new = [each for each in devices if each not in known][: MOST_DEVICES - len(known)]
    if new:
        connection.execute(sa.insert(table), [{"match": match, "player": player, "device": each} for each in new])
