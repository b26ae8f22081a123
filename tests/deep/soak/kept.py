"""Whether what was promised was kept: by the servers, as long as they are there, and by the store when they are not.

A new promise to be held to is a function in `CHECKS`.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import sqlalchemy as sa

import mistvale as mv
from mistvale.server import schema
from mistvale.server.accounts import PERSONAL
from mistvale.server.beats import BEAT_SECONDS, SILENCE
from mistvale.server.clocks import KEY
from mistvale.server.events import Event
from mistvale.server.guests import hashed
from mistvale.server.notices import notice_id
from mistvale.server.outbox import PAUSES
from mistvale.server.ratings import rebuild
from mistvale.server.store import Store
from mistvale.server.tables import UNPLAYABLE, Table
from tests.deep.ledger import Clocks, Ledger, Log, checked, read_log

from .outdoors import Heard
from .world import PATIENCE, World

BY_COMMAND = 3  # records that are given to the command line; the others to what it calls
MOST_TOLD = 20  # of one kind of finding


# ---------------------------------------------------------------- while servers are there


def told_now(world: World) -> list[str]:
    """What servers say of all tables, now that nothing happens any more; every match that is over must verify."""
    found: list[str] = []
    records: list[bytes] = []
    with httpx.Client(timeout=PATIENCE) as client:
        for number, match in enumerate(world.ledger.matches()):
            address = f"http://127.0.0.1:{world.ports[number % len(world.ports)]}"
            answer = client.get(f"{address}/api/matches/{match}")
            if answer.status_code != 200:
                found.append(f"{match} cannot be looked at: {answer.status_code} {answer.text[:200]}")
                continue
            status = answer.json()
            note(world.ledger, status)
            if status["status"] == "over" and not status.get("secret"):
                record = client.get(f"{address}/api/matches/{match}/record")
                records.append(record.content)
                found += unproven(match, record)
        files, changed = cups_now(world, client)
    world.ledger.counts["match verified"] = len(records)
    world.ledger.counts["tournament verified"] = len(files)
    return found + changed + unproven_by_command([*records[:BY_COMMAND], *files])


def cups_now(world: World, client: httpx.Client) -> tuple[list[bytes], list[str]]:
    """The files of some tournaments that are over, and what stands otherwise in any than it did."""
    files, found = [], []
    for number, (cup, standings) in enumerate(world.ledger.standings.items()):
        address = f"http://127.0.0.1:{world.ports[number % len(world.ports)]}/api/tournaments/{cup}"
        answer = client.get(address)
        told = answer.json() if answer.status_code == 200 else {}
        if told.get("status") != "over" or told["standings"] != standings:
            found.append(f"the tournament {cup} was over, with {standings}; now: {answer.text[:500]}")
        elif len(files) < BY_COMMAND:
            files.append(client.get(f"{address}/file").content)
    return files, found


def note(ledger: Ledger, status: dict[str, Any]) -> None:
    """What is told in the end has to be what was told before, and what the events say."""
    if status.get("clocks"):
        seats = tuple((each["decision"], each["bank"], each["running"]) for each in status["clocks"])
        ledger.tell_clocks(Clocks(status["match"], status["step"], seats))
    told = ledger.ended.get(status["match"])
    if told and (status["status"] != "over" or told != (status["scores"], status["ranks"])):
        ledger.find(f"{status['match']} was over, with {told}; now it is {status['status']}, {status['scores']}")
    if status["status"] == "over":
        ledger.end(status["match"], status["scores"], status["ranks"])


def unproven(match: str, answer: httpx.Response) -> list[str]:
    if answer.status_code != 200:
        return [f"no record of {match}: {answer.status_code} {answer.text[:200]}"]
    try:
        mv.verify(answer.content)
    except mv.MistvaleError as error:
        return [f"the record of {match} does not verify: {error}"]
    return []


def unproven_by_command(records: Sequence[bytes]) -> list[str]:
    """Some of them as people do it."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for number, record in enumerate(records):
            file = Path(folder) / f"{number}.json"
            file.write_bytes(record)
            command = [sys.executable, "-m", "mistvale.cli", "verify", str(file)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                found.append(f"`mistvale verify` refuses: {done.stdout[-500:]}{done.stderr[-500:]}")
    return found


# ---------------------------------------------------------------- what the store has


@dataclass
class Kept:
    """All that is there when everything is over."""

    world: World
    ledger: Ledger
    store: Store
    log: Log
    tables: dict[str, Table]
    # Whether the clocks of servers jumped: then what servers note of the time says little.
    jumped: bool

    def rows(self, table: sa.Table) -> list[sa.Row[Any]]:
        return self.store.rows(sa.select(table))


def in_store(world: World, jumped: bool) -> tuple[dict[str, int], list[str]]:
    """How much was looked at, and what is not as it was promised."""
    store = Store(world.settings.database_url, "soak")
    try:
        matches = [str(row.match) for row in store.rows(sa.select(schema.matches.c.match))]
        log = read_log(store, sorted({*matches, *world.ledger.matches()}))
        kept = Kept(world, world.ledger, store, log, {match: folded(events) for match, events in log.items()}, jumped)
        found = checked(world.ledger, log)
        for check in CHECKS:
            found += list(check(kept))[:MOST_TOLD]
        counts = Counter({"table": len(log), "event": sum(map(len, log.values()))})
        counts["outage"] = len(kept.rows(schema.outages))
        counts["match on the ladder"] = len({row.sequence for row in kept.rows(schema.ladder)})
        counts["time-out"] = sum(event.kind == "timeout" for events in log.values() for event in events)
        counts["notice sent"] = len({(heard.path, heard.notice) for heard in world.endpoint.heard})
        return dict(counts), found
    finally:
        store.close()


def folded(events: Sequence[Event]) -> Table:
    """A table as far as its events lead; what is frozen is found elsewhere."""
    table = Table(events[0].match)
    for event in events:
        try:
            table.apply(event)
        except UNPLAYABLE:
            break
    return table


# ---------------------------------------------------------------- tables and what follows from them


def marks_follow(kept: Kept) -> Iterator[str]:
    """What is noted of a match is what its events say; nothing is there by halves."""
    marks = {row.match: row for row in kept.rows(schema.matches)}
    yield from (f"{match} has events and no mark" for match in kept.log.keys() - marks.keys())
    yield from (f"{match} has a mark and no events" for match in marks.keys() - kept.log.keys())
    held = defaultdict[str, set[str]](set)
    for row in kept.rows(schema.holders):
        held[row.match].add(row.guest)
    for match in marks.keys() & kept.log.keys():
        mark, table = marks[match], kept.tables[match]
        now = table.mark()
        if (mark.status, mark.bot_turn, mark.deadline) != (now.status, now.bot_turn, now.deadline):
            yield f"{match} is noted as {mark.status}, {mark.bot_turn}, {mark.deadline}; it is {now}"
        if not table.people() <= held[match]:
            yield f"those who sit at {match} do not have it among their tables"


def results_follow(kept: Kept) -> Iterator[str]:
    """Every match that came to an end has a result for each seat, and no other has any."""
    rows = defaultdict[str, list[sa.Row[Any]]](list)
    for row in kept.rows(schema.results):
        rows[row.match].append(row)
    for match, table in kept.tables.items():
        counts = table.status == "over" and table.cut != "cancelled"
        if len(rows[match]) != (len(table.seats) if counts else 0):
            yield f"{match} is {table.status} ({table.cut}) and has {len(rows[match])} results"
    for match, (scores, _) in kept.ledger.ended.items():
        found = [row.score for row in sorted(rows[match], key=lambda row: row.seat)]
        if found and found != scores:
            yield f"{match} was told to end with {scores}; its results are {found}"


def ratings_follow(kept: Kept) -> Iterator[str]:
    """Every rated match is on the ladder once, numbers have no gaps, and a rebuild comes to equal bytes."""
    ladder = kept.rows(schema.ladder)
    numbers = sorted({row.sequence for row in ladder})
    if numbers != list(range(len(numbers))):
        yield f"the ladder has gaps: {numbers}"
        return  # nothing can be folded from it
    there = Counter(match for match, _ in {(row.match, row.sequence) for row in ladder})
    for match, table in kept.tables.items():
        counts = table.terms.rated and table.status == "over" and table.cut != "cancelled"
        people = any(row.guest for row in kept.rows(schema.results) if row.match == match) if counts else False
        if there[match] != int(people):
            yield f"{match} is {table.status}, rated: {table.terms.rated}, and {there[match]} times on the ladder"
    made = rebuild(kept.store)
    if made.before != made.after:
        yield f"a rebuild of {made.matches} matches comes to other ratings"


def clocks_stood(kept: Kept) -> Iterator[str]:
    """Nobody was out of time by a stretch in which nobody served."""
    if kept.jumped and not kept.world.database:
        return
    least = SILENCE / 1000 + BEAT_SECONDS
    silent = [(gone * 1000, back * 1000) for gone, back in kept.world.unserved() if back - gone > least]
    for match, events in kept.log.items():
        table, began = Table(match), dict[int, tuple[int, int]]()
        for event in events:
            if event.kind == "timeout" and event.seat is not None and table.clocks:
                since, due = began.get(event.seat, (0, 0))
                at = event.data[KEY]["at"]
                lost = sum(max(0.0, min(at, back) - max(since, gone)) for gone, back in silent)
                # The clock of the database and this one may differ by a little.
                if at - since - lost < due - 250:
                    yield f"out of time at {match} after {at - since} ms, {lost:.0f} of them unserved; {due} were due"
            try:
                table.apply(event)
            except UNPLAYABLE:
                break
            if table.clocks and table.clocks.since is not None:
                began = {
                    seat: began.get(seat, (table.clocks.since, table.clocks.deadline_of(seat) - table.clocks.since))
                    if began.get(seat) and table.clocks.used[seat]
                    else (table.clocks.since, table.clocks.deadline_of(seat) - table.clocks.since)
                    for seat in table.clocks.running
                }


# ---------------------------------------------------------------- people


def lines_are_kept(kept: Kept) -> Iterator[str]:
    """Everything that was said or written is there, once; so are reports. Who is gone has taken it along."""
    there = Counter((row.match, row.guest, row.message, row.text, row.phrase) for row in kept.rows(schema.chat))
    for line in kept.ledger.lines:
        count = there[line.match, line.guest, line.message, line.text, line.phrase]
        if count != (0 if line.guest in kept.ledger.deleted else 1):
            yield f"{count} times there: {line}"
    written = Counter((row.match, row.guest, row.message, row.text) for row in kept.rows(schema.comments))
    for line in kept.ledger.comments:
        count = written[line.match, line.guest, line.message, line.text]
        if count != (0 if line.guest in kept.ledger.deleted else 1):
            yield f"{count} times beside its match: {line}"
    reported = {(row.match, row.side, row.number, row.reporter) for row in kept.rows(schema.reports)}
    yield from (f"a report is lost: {each}" for each in kept.ledger.reports - reported)


def accounts_are_kept(kept: Kept) -> Iterator[str]:
    """Every player has the name, codes and passkeys that were told; no account is there by halves."""
    players = {row.id: row for row in kept.rows(schema.players) if not row.gone}
    names = {row.guest: row.name for row in kept.rows(schema.guests)}
    codes = {row.id for row in kept.rows(schema.recovery)}
    passkeys = {row.credential for row in kept.rows(schema.credentials)}
    for guest, account in kept.ledger.accounts.items():
        row = players.get(guest)
        if row is None or row.handle != account.handle:
            yield f"an account is lost: {account}"
        elif names.get(guest) != account.name:
            yield f"{account} is called {names.get(guest)!r}"
        if not {hashed(code) for code in kept.ledger.codes.get(guest, ())} <= codes:
            yield f"codes of {account} are lost"
        if not kept.ledger.passkeys.get(guest, set()) <= passkeys:
            yield f"passkeys of {account} are lost"
    if {hashed(code) for code in kept.ledger.used} & codes:
        yield "a code that was used is good again"
    for guest in players.keys() - kept.ledger.accounts.keys():
        # Its answer was lost, and it must be whole for all that.
        if not names.get(guest) or not any(row.player == guest for row in kept.rows(schema.recovery)):
            yield f"{guest} is a player by halves"


def ties_are_kept(kept: Kept) -> Iterator[str]:
    """Who follows whom, whom nobody invites any more, whose program has which token, who has tried a daily match."""
    ids = {row.handle: row.id for row in kept.rows(schema.players)}
    follows = {(row.player, row.other) for row in kept.rows(schema.follows)}
    for (guest, handle), on in kept.ledger.follows.items():
        if guest not in kept.ledger.deleted and ((guest, ids.get(handle, "")) in follows) != on:
            yield f"{guest} follows {handle}: {on}, and the store says otherwise"
    invited = {row.id for row in kept.rows(schema.invitations)}
    yield from (f"the invitation {each} was taken back, and is there" for each in kept.ledger.taken_back & invited)
    tokens = {row.hash: row.player for row in kept.rows(schema.tokens)}
    for token, (guest, name) in kept.ledger.tokens.items():
        if tokens.get(token) != (None if guest in kept.ledger.deleted else guest):
            yield f"the token of {name} is {'still there' if token in tokens else 'lost'}"
    tries = {(row.day, row.player): row.match for row in kept.rows(schema.tries)}
    for (day, guest), match in kept.ledger.tries.items():
        if guest not in kept.ledger.deleted and tries.get((day, guest)) != match:
            yield f"the try of {guest} at {day} is lost"


def tournaments_are_kept(kept: Kept) -> Iterator[str]:
    """Who opened and entered which; in each round everybody sits once, and what is over there has places for all."""
    cups = {row.id: row for row in kept.rows(schema.tournaments)}
    for cup, guest in kept.ledger.tournaments.items():
        if cup not in cups or cups[cup].organiser != guest:
            yield f"the tournament {cup} of {guest} is lost"
    entries = {(row.tournament, row.player) for row in kept.rows(schema.entries)}
    yield from (f"{guest} has entered {cup}, and is not there" for cup, guest in kept.ledger.entries - entries)
    boards = kept.rows(schema.boards)
    sat = Counter((row.tournament, row.round, row.player) for row in boards)
    yield from (f"{who} sits {n} times in round {nth} of {cup}" for (cup, nth, who), n in sat.items() if n > 1)
    for row in boards:
        whole = cups.get(row.tournament)
        if whole is None or (row.tournament, row.player) not in entries:
            yield f"a board of {row.tournament} for somebody who takes no part: {row.player}"
        elif row.match and row.match not in kept.tables:
            yield f"the table {row.match} of {row.tournament} is gone"
        elif not row.place and (whole.status == "over" or row.round < whole.round):
            yield f"{row.tournament} went on without a place for {row.player} in round {row.round}"
        elif row.match and bool(row.place) != (kept.tables[row.match].status == "over"):
            yield f"{row.match} is {kept.tables[row.match].status}, and its place in {row.tournament} is {row.place}"


def who_is_gone_is_gone(kept: Kept) -> Iterator[str]:
    """Of deleted accounts nothing is found anywhere but their ids, and those only where others' matches need them."""
    gone = kept.ledger.deleted
    for column in PERSONAL:
        rows = kept.store.rows(sa.select(column).where(column.in_(list(gone))))
        if rows:
            yield f"{len(rows)} rows of {column} belong to deleted accounts"
    marks = re.compile("|".join(re.escape(mark) for marks in gone.values() for mark in marks) or r"(?!)")
    for table in schema.metadata.tables.values():
        for row in kept.rows(table):
            if found := marks.search(str(tuple(row))):
                yield f"{found[0]} of a deleted account is in {table.name}: {str(row._mapping)[:500]}"


# ---------------------------------------------------------------- notices


def notices_were_sent(kept: Kept) -> Iterator[str]:
    """What was to be told was told at least once, or still waits; and everything by the id that it has."""
    heard = defaultdict[str, list[Heard]](list)
    for each in kept.world.endpoint.heard:
        heard[each.path].append(each)
    letters = defaultdict[str, dict[str, sa.Row[Any]]](dict)
    for row in kept.rows(schema.outbox):
        letters[row.channel][row.notice] = row
    invited = {row.id for row in kept.rows(schema.invitations)}
    for channel in kept.rows(schema.channels):
        path, own = urlsplit(channel.address).path, letters[channel.id]
        taken = {each.notice for each in heard[path] if each.fate == "taken"}
        for each in heard[path]:
            if each.notice not in own and channel.state == "on":
                yield f"{path} was told of {each.notice}, which is no notice of it"
        for notice, row in own.items():
            sure = row.kind in ("result", "account") or (row.kind == "invitation" and notice in invited)
            if sure and row.due == 0 and row.tries <= len(PAUSES) and notice not in taken:
                yield f"{path} was never told of {row.kind} {notice}"
        if channel.state == "on":
            yield from (f"{path}: nobody wrote {cause} down" for cause in causes(kept, channel.guest) - own.keys())


def causes(kept: Kept, guest: str) -> set[str]:
    """The ids of notices that there must have been for somebody who has had a channel from the beginning."""
    handle = next((each.handle for each in kept.ledger.accounts.values() if each.guest == guest), "")
    found = {each for each, (whom, _) in kept.ledger.invitations.items() if whom == handle}
    if guest in kept.ledger.absent:
        found |= {notice_id(match, guest, "result") for match in ended_by_others(kept, guest)}
    return found


def ended_by_others(kept: Kept, guest: str) -> Iterator[str]:
    """The matches of somebody that ended by another one's move."""
    for match, table in kept.tables.items():
        if table.status == "over" and guest in table.people() and len(table.people()) > 1 and not table.cut:
            last = [event for event in kept.log[match] if event.kind == "move"][-1]
            if last.guest != guest:
                yield match


CHECKS: Sequence[Callable[[Kept], Iterator[str]]] = (
    marks_follow,
    results_follow,
    ratings_follow,
    clocks_stood,
    lines_are_kept,
    accounts_are_kept,
    ties_are_kept,
    tournaments_are_kept,
    who_is_gone_is_gone,
    notices_were_sent,
)
